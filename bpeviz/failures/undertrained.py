"""A token that training text brought into the vocabulary and that other texts never use."""

from typing import Any

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
from .texts import FORUM, GARDEN


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = need(values, "text", "a text that training did not see")
    how = {"mode": "regex", "pattern": "gpt4", "num_merges": values["num_merges"]}
    texts = {"The training text": values["corpus"], "What the model reads": text}
    return tuple(scene(train, values["corpus"], t, title, **how) for title, t in texts.items())


def unused(scene: Scene, step: int | None = None) -> set[int]:
    """The ids of learned tokens that a scene's text does not use."""
    return set(scene.learned(step)) - set(scene.tokens(step).ids)


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    training, reading = scenes
    learned = training.learned(step)
    intermediate, never = unused(training, step), unused(reading, step)
    # In use where the tokenizer was trained, and there only; the longest first.
    idle = sorted(never - intermediate, key=lambda i: (-len(learned[i]), i))
    ids, elsewhere = training.tokens(step).ids, reading.tokens(step).ids
    numbers = (
        Number(len(learned), "learned tokens"),
        Number(
            len(intermediate),
            "are not in use in the training text, only steps on the way to longer ones",
        ),
        Number(len(idle), "are in use in the training text alone"),
        Number(
            len(learned) - len(never), "are in use in what the model reads, such steps among them"
        ),
    )
    rows = tuple(
        (Tokens((learned[i],), (i,)), i, ids.count(i), elsewhere.count(i)) for i in idle[:12]
    )
    columns = ("Token", "Id", "In the training text", "In what the model reads")
    table = Table("In use in the training text alone", columns, rows)
    return Finding(_says(learned, idle, ids, elsewhere), numbers, table)


def _says(
    learned: dict[int, bytes | str],
    idle: list[int],
    ids: tuple[int, ...],
    elsewhere: tuple[int, ...],
) -> tuple[Any, ...]:
    if not learned:
        return ("Nothing has been learned at this step.",)
    if not idle:
        return (
            "Each learned token that the training text uses is also met in what the model reads.",
        )
    longest, others = idle[0], len(idle) - 1
    same = (
        f"{count(others, 'other token')} of the {len(learned):,} that were learned {'is' if others == 1 else 'are'} like it"
        if others
        else "no other token that was learned is like it"
    )
    return (
        Tokens((learned[longest],), (longest,)),
        f" is a token: the training text uses it {count(ids.count(longest), 'time')}. In what the "
        f"model reads it stands {count(elsewhere.count(longest), 'time')}, and {same}. A "
        "number for it exists; what it means is never learned.",
    )


FAILURE = Failure(
    key="undertrained",
    title="Tokens that nobody uses",
    line="A user name becomes a token, and the model never learns what it means.",
    why=(
        "The tokenizer is trained on one text and the model on another. What was frequent in the "
        "first, such as the name of a busy forum user, has a token; if the second hardly holds "
        "it, the token's meaning stays where chance put it. Models given such a token behave oddly."
    ),
    fields=(
        merges(100),
        corpus(FORUM),
        Field("text", "What the model reads", GARDEN, "text"),
    ),
    stage=_stage,
    tell=_tell,
)
