"""Rank files (.tiktoken): one token a line, base64, a space, its rank. Reads and writes.

The file holds neither the split pattern nor special tokens, and no pairs: two neighbours are merged
when their bytes together are a token, the lowest rank first. Which pair that is follows from the
ranks. Inside a chunk a stretch that becomes a token has reached it as if it stood alone, so each
token has one pair: the last two parts when its own bytes are merged. Where merging its bytes gets
stuck the token has none, and only a whole chunk can be it.

Source: tiktoken 0.14.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping

from ..base import UNKNOWN, Base, as_bytes
from ..errors import FormatError
from ..patterns import PATTERNS, compile_pattern
from ..pretokenization import Split
from ..tokenizer import Tokenizer
from .files import bad_line, lines_of, shown
from .merging import Progress, Rule, check_number, report, warn_of_missing
from .pre_tokenizers import covers_everything
from .rank_pairs import last_cut

NAME = "tiktoken rank file"
# Ranks of the published files, without their special tokens.
_PUBLISHED = {50256: "gpt2", 50257: "gpt2", 100256: "cl100k", 199998: "o200k", 128000: "llama3",
              151643: "qwen"}  # fmt: skip


def read(text: str, pattern: str | None = None, progress: Progress | None = None) -> Tokenizer:
    """Read a rank file; without a pattern one is guessed from the number of ranks, with a warning.

    >>> tok = read("YQ== 0\\nYg== 1\\nYWI= 2\\n", "gpt2")
    >>> tok.vocabulary, tok.encode("aab")
    ({0: b'a', 1: b'b', 2: b'ab'}, [0, 2])
    """
    ranks = _ranks(text)
    warnings: list[str] = []
    splits = _splits(pattern, len(ranks), warnings)
    symbols = tuple(bytes([b]) for b in range(256))
    base = Base(symbols, tuple(ranks.get(symbol, UNKNOWN) for symbol in symbols))
    warn_of_missing(base.ids, warnings)
    rules, whole = _merges(ranks, progress)
    if whole:
        warnings.append(
            f"Tokens that cannot be made by merging two others: {len(whole)}. They are used only "
            "where a whole chunk is the token."
        )
    made = {rule[2] for rule in rules} | set(base.ids)
    return Tokenizer(
        "regex",
        base,
        rules,
        splits=splits,
        whole_chunks=whole,
        extra_tokens={rank: token for token, rank in ranks.items() if rank not in made},
        warnings=warnings,
    )


def _splits(pattern: str | None, size: int, warnings: list[str]) -> list[Split]:
    if pattern is None:
        pattern = _PUBLISHED.get(size, "cl100k")
        warnings.append(
            f"A rank file does not say how it cuts a text. {pattern!r} was chosen from its number "
            "of tokens; choose another pattern if that is not right."
        )
    compile_pattern(pattern)
    if covers_everything(pattern):
        return [Split(pattern)]
    # The program drops what its pattern does not match.
    return [Split(pattern, "removed", invert=True)]


def _ranks(text: str) -> dict[bytes, int]:
    """Token -> rank, in the order of the ranks."""
    ranks: dict[bytes, int] = {}
    line_of: dict[int, int] = {}
    for number, line in enumerate(lines_of(text), 1):
        if not line:
            continue
        token, rank = _line(number, line)
        if rank in line_of:
            raise bad_line(number, f"has the rank {rank}, as line {line_of[rank]} has already.")
        if token in ranks:
            first = line_of[ranks[token]]
            raise bad_line(number, f"has the token {shown(token)}, as line {first} has already.")
        ranks[token], line_of[rank] = rank, number
    return dict(sorted(ranks.items(), key=lambda item: item[1]))


def _line(number: int, line: str) -> tuple[bytes, int]:
    parts = line.split()
    if len(parts) != 2:
        raise bad_line(
            number,
            f"is {shown(line)}; a rank file has a token in base64, a space and a rank there.",
        )
    # A lone "=" stands for the empty token, as one published file has it.
    try:
        token = b"" if parts[0] == "=" else base64.b64decode(parts[0], validate=True)
    except (binascii.Error, ValueError):
        raise bad_line(number, f"has {shown(parts[0])}, which is not base64.") from None
    if not (parts[1].isascii() and parts[1].isdigit()) or len(parts[1]) > 10:
        raise _bad_rank(number, parts[1])
    if int(parts[1]) >= 2**32:
        raise _bad_rank(number, parts[1])
    return token, int(parts[1])


def _bad_rank(number: int, rank: str) -> FormatError:
    return bad_line(
        number, f"has the rank {shown(rank)}; ranks are whole numbers from 0 to {2**32 - 1:,}."
    )


def _merges(
    ranks: Mapping[bytes, int], progress: Progress | None
) -> tuple[list[Rule], dict[bytes, tuple[int, int]]]:
    check_number(len(ranks))
    rules: list[Rule] = []
    whole: dict[bytes, tuple[int, int]] = {}
    find = ranks.get
    for done, (token, rank) in enumerate(ranks.items(), 1):
        if len(token) > 1:
            cut = last_cut(token, find)
            left, right = find(token[:cut]), find(token[cut:])
            if cut and left is not None and right is not None:
                rules.append((left, right, rank, None, None))
            else:
                whole[token] = (max(1, len(rules)), rank)
        report(done, len(ranks), progress)
    if whole and not rules:
        raise FormatError(
            "No token of the file is made of two others, so there are no merges to show. Check "
            "that the file is complete."
        )
    return rules, whole


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
    tokens |= {number: token for token, (_, number) in tok.whole_chunks.items()}
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
    if not tok.proper and tok.all_at_once:
        raise same
    # Of several pairs of a token only the one that the ranks give ever stands in a text.
    wanted = [merge[:3] for merge in again.merges]
    known = set(wanted)
    if [merge[:3] for merge in tok.merges if merge[:3] in known] != wanted:
        raise same
    whole = {token: number for token, (_, number) in tok.whole_chunks.items()}
    if any(whole.get(token) != number for token, (_, number) in again.whole_chunks.items()):
        raise same


def notes(tok: Tokenizer) -> list[str]:
    """What a rank file does not hold."""
    found = []
    pretokenizer = tok.pretokenizer
    patterns = [split for split in pretokenizer.splits if split.pattern]
    if tok.mode == "byte":
        found.append(
            "The file holds no split pattern. Give (?s:.+), which takes a text as a whole."
        )
    elif len(patterns) > 1 or pretokenizer.byte_splits:
        found.append(
            "The file holds no split patterns, and its program takes one only, not several."
        )
    else:
        named = f"the pattern {tok.pattern!r}" if tok.pattern in PATTERNS else "your pattern"
        found.append(f"The file holds no split pattern. Give {named} when you load it.")
        if not covers_everything(tok.pattern or ""):
            found.append("tiktoken drops text that the pattern does not match; here it is kept.")
    if pretokenizer.added:
        found.append("The file holds no special tokens. Give them when you load it.")
    if tok.normalization:
        found.append(f"The file does not say that texts are put into {tok.normalization} first.")
    if pretokenizer.prefix_space:
        found.append("The file does not say that a space is put before the text.")
    return found
