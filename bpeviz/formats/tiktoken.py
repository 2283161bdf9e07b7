"""Rank files (.tiktoken): one token a line, base64, a space, its rank. Reads and writes.

The file holds neither the split pattern nor special tokens. How ranks become merges is in ``ranks``.

Source: tiktoken 0.14.
"""

from __future__ import annotations

import base64

import regex

from ..engine.base import as_bytes
from ..engine.errors import FormatError
from ..engine.patterns import PATTERNS
from ..engine.tokenizer import Tokenizer
from . import loaded
from .files import bad_line, lines_of, shown
from .guessing import guess, said
from .merging import Progress
from .pre_tokenizers import covers_everything
from .ranks import check_number_of_ranks, splits_of, token_of, tokenizer_of

NAME = "tiktoken rank file"


def read(text: str, pattern: str | None = None, progress: Progress | None = None) -> Tokenizer:
    """Read a rank file; without a pattern one is guessed from its tokens, with a warning.

    >>> tok = read("YQ== 0\\nYg== 1\\nYWI= 2\\n", "gpt2")
    >>> tok.vocabulary, tok.encode("aab")
    ({0: b'a', 1: b'b', 2: b'ab'}, [0, 2])
    """
    ranks = _ranks(text)
    warnings: list[str] = []
    if pattern is None:
        pattern = guess(ranks, "cl100k")
        warnings.append(said(pattern, "A rank file"))
    return tokenizer_of(ranks, splits_of(pattern), warnings, progress=progress)


def _ranks(text: str) -> dict[bytes, int]:
    """Token -> rank."""
    check_number_of_ranks(text.count("\n"))
    ranks: dict[bytes, int] = {}
    taken: set[int] = set()
    lines = lines_of(text)
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        token, rank = _line(number, line)
        if rank in taken or token in ranks:
            raise _twice(lines[:number], token, rank)
        ranks[token] = rank
        taken.add(rank)
    return ranks


def _twice(lines: list[str], token: bytes, rank: int) -> FormatError:
    """The error for a last line whose rank or token stands on a line before."""
    for number, line in enumerate(lines, 1):
        earlier = _line(number, line) if line else (None, None)
        if rank == earlier[1]:
            return bad_line(len(lines), f"has the rank {rank}, as line {number} has already.")
        if token == earlier[0]:
            return bad_line(
                len(lines), f"has the token {shown(token)}, as line {number} has already."
            )
    raise AssertionError("one of the lines has it")


def _line(number: int, line: str) -> tuple[bytes, int]:
    parts = line.split()
    if len(parts) != 2:
        raise bad_line(
            number,
            f"is {shown(line)}; a rank file has a token in base64, a space and a rank there.",
        )
    token = token_of(parts[0], lambda why: bad_line(number, why))
    if not (parts[1].isascii() and parts[1].isdigit()) or len(parts[1]) > 10:
        raise _bad_rank(number, parts[1])
    if int(parts[1]) >= 2**32:
        raise _bad_rank(number, parts[1])
    return token, int(parts[1])


def _bad_rank(number: int, rank: str) -> FormatError:
    return bad_line(
        number, f"has the rank {shown(rank)}; ranks are whole numbers from 0 to {2**32 - 1:,}."
    )


def write(tok: Tokenizer) -> dict[str, bytes]:
    """Write a rank file; FormatError when ranks alone would not give the same tokens.

    >>> import bpeviz
    >>> write(bpeviz.train("low low", num_merges=1))["tokenizer.tiktoken"].splitlines()[-1]
    b'bG8= 256'
    """
    if tok.mode == "character":
        raise FormatError(
            "A rank file holds bytes, and this tokenizer works on characters. Save it as "
            "subword-nmt codes or as tokenizer.json."
        )
    tokens = {i: s for i, s in tok.base.vocabulary.items() if isinstance(s, bytes)}
    tokens |= {merge.id: as_bytes(merge.token) for merge in tok.merges}
    tokens |= {number: token for token, (_, number) in loaded.whole_chunks(tok).items()}
    lines = [
        f"{base64.b64encode(token).decode() or '='} {number}\n"
        for number, token in sorted(tokens.items())
    ]
    if not lines:
        raise FormatError("There are no tokens to write. Train on a text that is not empty.")
    text = "".join(lines)
    _check_same(tok, text)
    return {"tokenizer.tiktoken": text.encode("ascii")}


def _check_same(tok: Tokenizer, text: str) -> None:
    """Read the file as its program does, and compare."""
    same = FormatError(
        "The ranks of a rank file cannot express these merges, which are not in the order of their "
        "ids. Save it as tokenizer.json."
    )
    try:
        again = read(text, "gpt2")
    except FormatError:
        raise same from None
    ids = [merge.id for merge in tok.merges]
    if ids != sorted(ids) or tok.base.ids != again.base.ids:
        raise same
    if loaded.order_matters(tok):
        raise same
    # Of several pairs of a token only the one that the ranks give ever stands in a text.
    wanted = [merge[:3] for merge in again.merges]
    known = set(wanted)
    if [merge[:3] for merge in tok.merges if merge[:3] in known] != wanted:
        raise same
    whole = {token: number for token, (_, number) in loaded.whole_chunks(tok).items()}
    if any(whole.get(token) != number for token, (_, number) in loaded.whole_chunks(again).items()):
        raise same


def notes(tok: Tokenizer) -> list[str]:
    """What a rank file does not hold."""
    found = []
    cut = loaded.cut_of(tok)
    patterns = [split for split in cut.splits if split.pattern]
    if tok.mode == "byte":
        found.append(
            "The file holds no split pattern. Give (?s:.+), which takes a text as a whole."
        )
    elif len(patterns) > 1 or cut.byte_splits:
        found.append(
            "The file holds no split patterns, and its program takes one only, not several."
        )
    else:
        named = f"the pattern {tok.pattern!r}" if tok.pattern in PATTERNS else "your pattern"
        found.append(f"The file holds no split pattern. Give {named} when you load it.")
        if not covers_everything(tok.pattern or ""):
            found.append("tiktoken drops text that the pattern does not match; here it is kept.")
            if regex.search(r"\\X|(?<!\\)\$", tok.pattern or ""):
                found.append("tiktoken does not know \\X, and its $ is the end of the text only.")
    if cut.specials:
        found.append("The file holds no special tokens. Give them when you load it.")
    if tok.normalization:
        found.append(f"The file does not say that texts are put into {tok.normalization} first.")
    if cut.prefix_space:
        found.append("The file does not say that a space is put before the text.")
    return found
