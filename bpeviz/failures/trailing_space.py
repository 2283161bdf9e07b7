"""A prompt that ends in a space ends in a token after which no word ever came in training."""

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


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    prompt = need(values, "prompt", "the beginning of a sentence").rstrip()
    word = need(values, "word", "the word that comes next").strip()
    how = {"mode": "regex", "pattern": "gpt4", "num_merges": values["num_merges"]}
    texts = {
        "The sentence as training shows it": f"{prompt} {word}",
        "The prompt, with a space at its end": f"{prompt} ",
    }
    return tuple(
        scene(train, values["corpus"], text, title, **how) for title, text in texts.items()
    )


def lone_spaces(scene: Scene, token_id: int, step: int | None) -> tuple[int, int]:
    """How often a space is a token by itself in the training text, and how often before an id."""
    tokens = scene.trained(step)
    followers = tokens.ids[1:]
    after = [b for a, b in zip(tokens.symbols, followers, strict=False) if a == b" "]
    return tokens.symbols.count(b" "), after.count(token_id)


def agreeing(a: Tokens, b: Tokens) -> int:
    """How many tokens two sequences have in common at their beginning.

    >>> agreeing(Tokens((b"a", b"b"), (97, 98)), Tokens((b"a", b"c"), (97, 99)))
    1
    """
    pairs = zip(a.ids, b.ids, strict=False)
    return next((i for i, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    prompt, word = values["prompt"].rstrip(), values["word"].strip()
    whole, spaced = (scene.tokens(step) for scene in scenes)
    short, rest = scenes[0].of(prompt, step), scenes[0].of(word, step)
    alone, followed = lone_spaces(scenes[0], rest.ids[0], step)
    says = (
        f"“{prompt} {word}” is ",
        whole,
        f". The prompt up to “{prompt.split()[-1]}” is the first {agreeing(short, whole)} of "
        f"these {len(whole)} tokens, and the rest can follow. With a space at its end it is ",
        spaced,
        f", and agrees in {agreeing(spaced, whole)} of its {len(spaced)} tokens; what must follow "
        "is now ",
        rest,
        f". In the training text a space is a token by itself {count(alone, 'time')}, and "
        f"{followed:,} of these times before “{bare(rest.symbols[0])}”.",
    )
    rows = (
        ("Without a space at the end", short, scenes[0].of(f" {word}", step)),
        ("With a space at the end", spaced, rest),
    )
    table = Table("Prompt and continuation", ("The prompt", "Its tokens", "What must follow"), rows)
    numbers = (
        Number(len(whole), "tokens as training shows them"),
        Number(len(spaced) + len(rest), "tokens when the prompt ends in a space"),
        Number(alone, "times a space is a token by itself in training"),
        Number(followed, f"of these before “{bare(rest.symbols[0])}”"),
    )
    return Finding(says, numbers, table)


FAILURE = Failure(
    key="trailing_space",
    title="A space at the end",
    line="A prompt that ends in a space leaves the next word without its usual token.",
    why=(
        "Most patterns keep a space with the word after it. A prompt that ends in a space has "
        "already spent it: the usual token of the next word, which begins with the space, can no "
        "longer come. The model has to go on from a place that training hardly ever showed."
    ),
    fields=(
        Field("prompt", "Prompt", "We went to the"),
        Field("word", "Next word", "market"),
        merges(150),
        corpus(GARDEN),
    ),
    stage=_stage,
    tell=_tell,
)
