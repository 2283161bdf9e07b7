"""Bytes are merged without regard to characters, so a token can end inside one."""

from ..wording import bare, count
from .case import (
    Failure,
    Field,
    Finding,
    Number,
    Scene,
    Table,
    Train,
    Values,
    corpus,
    merges,
    need,
    scene,
)


def partial(symbol: bytes | str) -> bool:
    """Whether a token holds bytes that are not whole characters.

    >>> partial("é".encode()), partial(b"\\xc3")
    (False, True)
    """
    try:
        return isinstance(symbol, bytes) and symbol.decode("utf-8") is None
    except UnicodeDecodeError:
        return True


def _hex(symbol: bytes | str) -> str:
    return (symbol.encode() if isinstance(symbol, str) else symbol).hex(" ").upper()


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = need(values, "text", "a text with emoji or letters outside ASCII")
    return (scene(train, values["corpus"], text, mode="byte", num_merges=values["num_merges"]),)


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    tokens, text = scenes[0].tokens(step), values["text"]
    broken = [symbol for symbol in tokens.symbols if partial(symbol)]
    one_by_one = "".join(bare(symbol) for symbol in tokens.symbols)
    together = scenes[0].tokenizer.decode(tokens.ids)
    says = (
        f"“{text}” has {count(len(text), 'code point')} and "
        f"{count(len(text.encode('utf-8')), 'byte')}, and is {count(len(tokens), 'token')}: ",
        tokens,
        f". {len(broken):,} of them {'is' if len(broken) == 1 else 'are'} not made of whole "
        f"characters. Decoded one by one they give “{one_by_one}”, "
        + ("decoded together the text again." if together == text else f"together “{together}”."),
    )
    numbers = (
        Number(len(text), "code points"),
        Number(len(tokens), "tokens"),
        Number(len(broken), "tokens that are not whole characters"),
        Number(one_by_one.count("\ufffd"), "signs � when decoded one by one"),
    )
    rows = tuple(
        (token, _hex(symbol), i, bare(symbol))
        for token, symbol, i in zip(tokens.each(), tokens.symbols, tokens.ids, strict=True)
    )
    columns = ("Token", "Bytes", "Id", "Decoded by itself")
    return Finding(says, numbers, Table("Token by token", columns, rows))


FAILURE = Failure(
    key="cut_characters",
    title="A character cut in two",
    line="A token ends in the middle of an emoji; shown by itself it is �.",
    why=(
        "A character outside ASCII has two to four bytes, and bytes are merged like anything else. "
        "A token may hold the first bytes that many characters share, and the last byte comes in "
        "another token. A program that shows a text token by token must wait for the rest."
    ),
    fields=(
        Field("text", "Text", "😀😁"),
        merges(3, 300),
        corpus("😀😁😂"),
    ),
    stage=_stage,
    tell=_tell,
)
