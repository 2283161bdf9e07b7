"""A model gets ids, not letters: the spelling of a word is not in what it reads.

Models learn a part of it all the same: Itzhak and Levy, "Models in a Spelling Bee" (2021), recover
spellings from the embeddings of tokens, though far from all.
"""

from ..engine.errors import SettingsError
from ..engine.text import graphemes
from ..wording import bare, count
from .case import (
    Failure,
    Field,
    Finding,
    Number,
    Scene,
    Table,
    Tokens,
    Train,
    Values,
    corpus,
    merges,
    need,
    scene,
)
from .texts import GARDEN


def reverse(text: str) -> str:
    """Reverse a text, grapheme by grapheme.

    >>> reverse("strawberry"), reverse("né")
    ('yrrebwarts', 'én')
    """
    return "".join(reversed(graphemes(text)))


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    word = need(values, "word", "a word").strip()
    if not values["letter"]:
        raise SettingsError("There is no letter to count. Write one.")
    if len(graphemes(values["letter"])) > 1:
        raise SettingsError(f"“{values['letter']}” is more than one letter. Write one to count.")
    how = {"mode": "regex", "pattern": "gpt4", "num_merges": values["num_merges"]}
    texts = {"The word": word, "Its letters from back to front": reverse(word)}
    return tuple(
        scene(train, values["corpus"], f" {t}", title, **how) for title, t in texts.items()
    )


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    word, letter = values["word"].strip(), values["letter"]
    tokens, backwards = (scene.tokens(step) for scene in scenes)
    holding = sum(letter in bare(symbol) for symbol in tokens.symbols)
    single = sum(bare(symbol).strip() == letter for symbol in tokens.symbols)
    shared = len(set(tokens.ids) & set(backwards.ids))
    says = (
        f"The word “{word}” reaches a model as {count(len(tokens), 'number')}: ",
        tokens,
        f" with the {'ids' if len(tokens) > 1 else 'id'} {', '.join(map(str, tokens.ids))}. "
        f"The letter “{letter}” stands in it {count(word.count(letter), 'time')}, inside "
        f"{count(holding, 'token')}; {single or 'no'} token{' is' if single < 2 else 's are'} that "
        "letter alone. Read from back to front the word is ",
        backwards,
        f": {count(len(backwards), 'token')}, and {shared or 'no'} "
        f"{'token is' if shared < 2 else 'tokens are'} in both.",
    )
    numbers = (
        Number(word.count(letter), f"times “{letter}” in the word"),
        Number(len(tokens), "tokens"),
        Number(single, f"tokens that are just “{letter}”"),
        Number(shared, "tokens shared with the reversed word"),
    )
    return Finding(says, numbers, _table(tokens, letter))


def _table(tokens: Tokens, letter: str) -> Table:
    rows = tuple(
        (token, i, len(bare(symbol).strip()), bare(symbol).count(letter))
        for token, symbol, i in zip(tokens.each(), tokens.symbols, tokens.ids, strict=True)
    )
    columns = ("Token", "Id: what the model gets", "Letters in it", f"of them “{letter}”")
    return Table("What the ids do not say", columns, rows)


FAILURE = Failure(
    key="letters",
    title="Counting letters",
    line="How many r are in strawberry? A model sees ids, not letters.",
    why=(
        "A token is one number. Its spelling is not in the number: a model has to learn which "
        "letters each token holds from what it reads, and learns only part of it. Counting letters, "
        "rhyming and spelling backwards all ask for something that its input does not show."
    ),
    fields=(
        Field("word", "Word", "strawberry"),
        Field("letter", "Letter to count", "r"),
        merges(100),
        corpus(GARDEN),
    ),
    stage=_stage,
    tell=_tell,
)
