"""subword-nmt's codes: merges of characters, one a line. Reads and writes.

``</w>`` marks the end of a word: joined to the last character under the header ``#version: 0.2``, a
symbol of its own under 0.1 or without a header. Without either it is taken to have none, which
changes no merge. Words are cut at spaces and newlines only. The file has no ids; they are given as
training gives them: the characters in order, then each new symbol.

Source: rsennrich/subword-nmt 0.3.8.
"""

from __future__ import annotations

from dataclasses import replace

from ..engine.base import END, as_text
from ..engine.errors import FormatError
from ..engine.tokenizer import Tokenizer
from . import loaded
from .files import bad_line, lines_of, numbered, shown
from .loaded import FileBase, FileCut
from .merging import Progress, Rule, last_of_each, report
from .splits import Split

NAME = "subword-nmt codes"
MARKER = "</w>"
_MOST_CODES = 300_000
# Lines; spaces and carriage returns at their ends; words.
WORDS = (
    Split(r"\n", "removed"),
    Split(r"\A[ \r]++|(?<![ \r])[ \r]++\Z", "removed"),
    Split(" +", "removed"),
)


def read(text: str, progress: Progress | None = None) -> Tokenizer:
    """Read codes.

    >>> tok = read("#version: 0.2\\nl o\\nlo w</w>\\n")
    >>> tok.trace("low slow", unknown="keep").tokens(2)
    ['low</w>', 's', 'low</w>']
    """
    lines = lines_of(text)
    if len(lines) > _MOST_CODES:
        raise FormatError(
            f"The file has {len(lines):,} lines; at most {_MOST_CODES:,} codes are read, far more than "
            "anybody learns."
        )
    joined, start = _version(lines)
    pairs = [_pair(number, line) for number, line in numbered(lines[start:], start + 1)]
    warnings: list[str] = []
    marked = start > 0 or any(END in right for _, right in pairs)
    if not marked:
        warnings.append(
            "No merge holds the end of a word, so none is shown. subword-nmt puts a </w> behind each "
            "word, which stays by itself then."
        )
    base = _base(pairs, MARKER if marked else None, joined)
    ids, unmade = _ids(base, pairs, warnings)
    rules: list[Rule] = []
    for done, (left, right) in enumerate(pairs, 1):
        rules.append((ids[left], ids[right], ids[left + right], None, None))
        report(done, len(pairs), progress)
    rules = last_of_each(rules, warnings, first=True)
    return loaded.tokenizer(
        replace(base, extra={ids[part]: part for part in unmade}),
        rules,
        FileCut(WORDS),
        every_occurrence=True,
        warnings=warnings,
    )


def _ids(
    base: FileBase, pairs: list[tuple[str, str]], warnings: list[str]
) -> tuple[dict[str, int], set[str]]:
    """The id of each symbol, and the symbols that no merge makes."""
    ids = dict(zip(map(as_text, base.symbols), base.ids, strict=True))
    for left, right in pairs:
        ids.setdefault(left + right, len(ids))
    unmade = {part for pair in pairs for part in pair if part not in ids}
    for part in sorted(unmade):
        ids[part] = len(ids)
    if unmade:
        others = f" and {len(unmade) - 1} more symbols" if len(unmade) > 1 else ""
        warnings.append(
            f"No merge makes {shown(min(unmade).replace(END, MARKER))}{others}, so merges that need "
            "it never happen."
        )
    return ids, unmade


def _version(lines: list[str]) -> tuple[bool, int]:
    """Whether the marker is joined, and where the codes start."""
    if not lines[0].startswith("#version:"):
        return False, 0
    version = lines[0].split()[-1].split(":")[-1]
    if version not in ("0.1", "0.2"):
        raise bad_line(1, f"names the version {shown(version)}; 0.1 and 0.2 can be read.")
    return version == "0.2", 1


def _pair(number: int, line: str) -> tuple[str, str]:
    parts = line.strip("\r\n ").split(" ")
    if len(parts) != 2 or not all(parts):
        raise bad_line(number, f"is {shown(line)}; it should be two symbols with a space between.")
    left, right = parts
    # Nothing follows the end of a word, so on the left the mark can only be text.
    return left, right.removesuffix(MARKER) + END if right.endswith(MARKER) else right


def units_of(symbol: str, joined: bool) -> list[str]:
    """The base symbols of a symbol.

    >>> units_of("ab" + END, True) == ["a", "b" + END], units_of("ab" + END, False) == ["a", "b", END]
    (True, True)
    """
    if joined and symbol.endswith(END) and len(symbol) > 1:
        return [*symbol[:-2], symbol[-2:]]
    return list(symbol)


def _base(pairs: list[tuple[str, str]], marker: str | None, joined: bool) -> FileBase:
    units = {unit for pair in pairs for part in pair for unit in units_of(part, joined)}
    inside = sorted(unit for unit in units if END not in unit)
    final = sorted(unit for unit in units if END in unit)
    if not joined:
        final = [END] if marker else []
    symbols = tuple(inside + final)
    return FileBase(symbols, tuple(range(len(symbols))), marker, joined, in_characters=True)


def write(tok: Tokenizer) -> dict[str, bytes]:
    """Write codes; FormatError for what subword-nmt cannot hold.

    >>> import bpeviz
    >>> write(bpeviz.train("low low", mode="character", num_merges=2))["codes.txt"]
    b'#version: 0.1\\nl o\\nlo w\\n'
    """
    if tok.mode != "character":
        raise FormatError(
            "subword-nmt works on characters, and this tokenizer on bytes. Save it as "
            "tokenizer.json, or train in character mode."
        )
    if not loaded.in_creation_order(tok):
        raise FormatError(
            "Merges of this tokenizer are not in the order in which they are made. Save it in the "
            "format that it came from."
        )
    if not tok.merges:
        raise FormatError("subword-nmt cannot read a file without merges. Train at least one.")
    lines = [f"{_written(tok, merge.left)} {_written(tok, merge.right)}\n" for merge in tok.merges]
    return {"codes.txt": "".join([*_header(tok, lines), *lines]).encode("utf-8")}


def _header(tok: Tokenizer, lines: list[str]) -> list[str]:
    """The version, where the lines alone would not say how words end, or would not be codes."""
    if tok.end_of_word_joined:
        return ["#version: 0.2\n"]
    says_itself = any(MARKER in line for line in lines) or tok.end_of_word is None
    if says_itself and not lines[0].startswith(("#version:", "\ufeff")):
        return []
    if tok.end_of_word is None:
        raise FormatError(
            "The first merge would be read as the header of the file, or as a byte order mark. Save "
            "it as tokenizer.json."
        )
    return ["#version: 0.1\n"]


def _written(tok: Tokenizer, number: int) -> str:
    symbol = as_text(tok.raw_symbol(number))
    if any(c in symbol for c in " \n\r"):
        raise FormatError(
            f"The symbol {shown(tok.vocabulary[number])} holds a space or a newline, which separate "
            "symbols in codes. Save it as tokenizer.json."
        )
    if MARKER in symbol:
        raise FormatError(
            f"The text {MARKER!r} itself is part of a symbol. subword-nmt would take it for the end of "
            "a word. Save it as tokenizer.json."
        )
    return symbol.replace(END, MARKER)


def notes(tok: Tokenizer) -> list[str]:
    """What codes do not hold."""
    found = ["The file holds no ids; subword-nmt writes tokens as text."]
    if tok.end_of_word is None:
        found.append(
            "subword-nmt ends each word with </w>, which this tokenizer does not; no merge holds it."
        )
    if loaded.cut_of(tok).words:
        found.append(
            "subword-nmt cuts words at spaces and newlines only, not at tabs and other white space."
        )
    if tok.normalization:
        found.append(f"The file does not say that texts are put into {tok.normalization} first.")
    return found
