"""One word to a reader, many words to a tokenizer: spaces, capitals, accents, normal forms."""

import unicodedata

from ..engine.text import normalize
from ..wording import count
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


def variants(word: str) -> dict[str, str]:
    """Ways to write a word, spelling -> what was done to it; each spelling stands once.

    >>> list(variants("café").values())
    ['as it is', 'with a space before it', 'capitalised', 'in capitals', 'without accents', \
'decomposed (NFD)']
    """
    ways = {
        "as it is": word,
        "with a space before it": f" {word}",
        "in lower case": word.lower(),
        "capitalised": word.capitalize(),
        "in capitals": word.upper(),
        "without accents": unaccented(word),
        "composed (NFC)": normalize(word, "NFC"),
        "decomposed (NFD)": normalize(word, "NFD"),
    }
    spellings: dict[str, str] = {}
    for way, spelling in ways.items():
        spellings.setdefault(spelling, way)
    return spellings


def unaccented(word: str) -> str:
    """Take away the marks of a word.

    >>> unaccented("ọ̀rẹ́")
    'ore'
    """
    letters = normalize(word, "NFD")
    return normalize("".join(c for c in letters if not unicodedata.combining(c)), "NFC")


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    word = need(values, "word", "a word").strip()
    text = "\n".join(variants(word))
    how = {"mode": "regex", "pattern": "gpt4", "num_merges": values["num_merges"]}
    return (scene(train, values["corpus"], text, **how),)


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    ways = variants(values["word"].strip())
    tokens = {spelling: scenes[0].of(spelling, step) for spelling in ways}
    different = len({t.ids for t in tokens.values()})
    common = len(set.intersection(*(set(t.ids) for t in tokens.values())))
    order = sorted(tokens, key=lambda spelling: len(tokens[spelling]))
    cheap, dear = order[0], next(s for s in order if len(tokens[s]) == len(tokens[order[-1]]))
    says = (
        f"A reader sees one word in {count(len(ways), 'spelling')}; the tokenizer sees "
        f"{count(different, 'sequence')} of ids. It takes ",
        tokens[cheap],
        f" ({count(len(tokens[cheap]), 'token')}) {ways[cheap]} and ",
        tokens[dear],
        f" ({count(len(tokens[dear]), 'token')}) {ways[dear]}. "
        f"{'No id is' if not common else count(common, 'id') + (' is' if common == 1 else ' are')} "
        "in all of them.",
    )
    numbers = (
        Number(len(ways), "spellings of one word"),
        Number(different, "sequences of ids"),
        Number(f"{len(tokens[cheap])} to {len(tokens[dear])}", "tokens each"),
        Number(common, "ids in all of them"),
    )
    return Finding(says, numbers, _table(ways, tokens), tokens[cheap] + tokens[dear])


def _table(ways: dict[str, str], tokens: dict[str, Tokens]) -> Table:
    rows = tuple(
        (way, tokens[s], len(tokens[s]), ", ".join(map(str, tokens[s].ids)))
        for s, way in ways.items()
    )
    return Table("Every spelling", ("The word", "Tokens", "How many", "Ids"), rows)


FAILURE = Failure(
    key="spelled_ways",
    title="One word, many words",
    line="With or without a space, in capitals, without its accent: each time other tokens.",
    why=(
        "A tokenizer compares bytes. A space, a capital letter or an accent are other bytes, so they "
        "meet other merges, and nothing tells the model that the results belong together. It has "
        "to learn each spelling by itself, and the rarer ones it hardly meets."
    ),
    fields=(Field("word", "Word", "café"), merges(150), corpus(GARDEN)),
    stage=_stage,
    tell=_tell,
)
