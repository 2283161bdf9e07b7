"""Only the bytes of a few sentences are known: any other becomes -1, and is lost.

This is the system of an article on BPE: documents, the bytes that occur in them, ids by the
alphabetical order of all tokens, -1 for what has none. The output printed there is not what its
code gives; here stands what it gives.
"""

from ..wording import bare, count
from .case import Failure, Field, Finding, Number, Scene, Table, Train, Values, merges, need, scene

UNKNOWN = -1
_DOCUMENTS = "hello world\nhello again\nGPT is powerful"


def ranks(scene: Scene, step: int | None = None) -> dict[bytes | str, int]:
    """Token -> its place in the alphabetical order of the vocabulary at a step: its id there."""
    known = scene.tokenizer.base.vocabulary | scene.learned(step)
    return {token: place for place, token in enumerate(sorted(set(known.values())))}


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = need(values, "text", "a text to encode")
    documents = need(values, "corpus", "documents, one a line").splitlines()
    how = {"mode": "byte", "alphabet": "observed", "num_merges": values["num_merges"]}
    return (scene(train, [d for d in documents if d.strip()], text, **how),)


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    tokens, places = scenes[0].tokens(step), ranks(scenes[0], step)
    ids = [places.get(symbol, UNKNOWN) for symbol in tokens.symbols]
    back = scenes[0].tokenizer.decode(i for i in tokens.ids if i != UNKNOWN)
    lost = ids.count(UNKNOWN)
    seen = len(scenes[0].tokenizer.base.vocabulary)
    says = (
        f"The documents hold {count(seen, 'different byte')}, and these are the whole alphabet. "
        f"“{values['text']}” is ",
        tokens,
        f", with the ids {' '.join(map(str, ids))}. {count(lost, 'token')} "
        f"{'has' if lost == 1 else 'have'} none and became {UNKNOWN}; what can be decoded is "
        f"“{back}”.",
    )
    numbers = (
        Number(seen, "bytes in the alphabet, of 256"),
        Number(len(places), "tokens in the vocabulary"),
        Number(len(tokens), "tokens in the text"),
        Number(lost, f"of them {UNKNOWN}"),
    )
    rows = tuple(
        (token, place, "lost" if place == UNKNOWN else bare(symbol))
        for token, symbol, place in zip(tokens.each(), tokens.symbols, ids, strict=True)
    )
    columns = ("Token", "Id by alphabetical order", "Decoded")
    return Finding(says, numbers, Table("Token by token", columns, rows))


FAILURE = Failure(
    key="seen_bytes",
    title="The id of nothing",
    line="A vocabulary of only the bytes that were seen: every other byte becomes −1.",
    why=(
        "One system keeps only the bytes of its documents, numbers all tokens in alphabetical "
        "order and gives −1 to the rest. Then texts cannot come back, and one more document gives "
        "every token another id. The article that shows this system prints another output than its "
        "code gives: what you see is computed by its rules."
    ),
    fields=(
        Field("text", "Text", "hello world again by bus"),
        merges(100),
        Field("corpus", "Documents, one a line", _DOCUMENTS, "text"),
    ),
    stage=_stage,
    tell=_tell,
)
