"""With too little text, merges do not learn a language: they learn the text by heart."""

from ..engine.errors import CorpusError
from ..wording import bare, count, rate
from .case import Failure, Field, Finding, Number, Scene, Table, Tokens, Train, Values, need, scene
from .texts import FARM

_BYTES = 256


def longest(scene: Scene, step: int | None = None) -> list[int]:
    """The ids of the learned tokens, the longest (in whole characters, then bytes) first.

    >>> from ..engine.training import train
    >>> made = scene(train, "low low low", "low", mode="byte", num_merges=4)
    >>> [made.tokenizer.vocabulary[i] for i in longest(made)]
    [b'low low ', b'low ', b'low', b'lo']
    """
    learned = scene.learned(step)
    return sorted(learned, key=lambda i: (-_whole(learned[i]), -len(learned[i]), i))


def _whole(token: bytes | str) -> int:
    """How many whole characters a token holds."""
    return len(bare(token).replace("\ufffd", ""))


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = values["corpus"][: values["size"]]
    if not text.strip():
        raise CorpusError("The training text is blank. Take more of it, or another one.")
    how = {"mode": "byte", "num_merges": values["vocab_size"] - _BYTES}
    new = need(values, "text", "a sentence that training did not see")
    texts = {"The training text": text, "A new sentence": new}
    return tuple(scene(train, text, t, title, **how) for title, t in texts.items())


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    known = scenes[0]
    learned, order = known.learned(step), longest(known, step)
    sizes = [len(s.tokens(step)) for s in scenes]
    ratios = [n / len(s.trace.text.encode()) for n, s in zip(sizes, scenes, strict=True)]
    says: tuple = ("Nothing has been learned at this step.",)
    length = _whole(learned[order[0]]) if order else 0
    if order:
        says = (
            f"From {count(len(known.trace.text), 'character')} of text came "
            f"{count(len(order), 'token')}, and the longest holds {count(length, 'whole character')}. The "
            f"training text takes {rate(ratios[0])} tokens a byte, a new sentence {rate(ratios[1])}: "
            f"{ratios[1] / ratios[0]:.1f} times as many. The longest token: ",
            Tokens((learned[order[0]],), (order[0],)),
        )
    numbers = (
        Number(length, "whole characters in the longest token"),
        Number(sizes[0], f"token{'s' * (sizes[0] != 1)} in the training text"),
        Number(rate(ratios[0]), "tokens a byte, training text"),
        Number(rate(ratios[1]), "tokens a byte, new sentence"),
    )
    columns = ("Token", "Whole characters", "In the training text", "In the new sentence")
    rows = tuple(_row(i, learned[i], scenes, step) for i in order[:8])
    return Finding(says, numbers, Table("The longest tokens", columns, rows))


def _row(token_id: int, symbol: bytes | str, scenes: tuple[Scene, ...], step: int | None) -> tuple:
    uses = [scene.tokens(step).ids.count(token_id) for scene in scenes]
    return Tokens((symbol,), (token_id,)), _whole(symbol), *uses


FAILURE = Failure(
    key="memorising",
    title="Learnt by heart",
    line="A small text and many merges: one token holds a sentence and more.",
    why=(
        "When every pair is rare, the merges go on with pairs that occur once or twice, and copy "
        "the text into the vocabulary. Such a tokenizer looks very good on its own training text "
        "and is of little use for a new sentence. Take more text, or stop at a smallest count."
    ),
    fields=(
        Field("size", "Characters of the text", 600, "whole", 10, 4000),
        Field("vocab_size", "Vocabulary", 400, "whole", _BYTES, 1000),
        Field("text", "New sentence", FARM),
        Field("corpus", "Text", "yoruba", "sample", options=("yoruba", "english")),
    ),
    stage=_stage,
    tell=_tell,
)
