"""subword-nmt's codes: merges of characters, one a line. Reads and writes.

``</w>`` marks the end of a word: joined to the last character under the header ``#version: 0.2``, a
symbol of its own under 0.1 or without a header. Words are cut at spaces and newlines only. The file
has no ids; they are given as training gives them: the characters in order, then each new symbol.

Source: rsennrich/subword-nmt 0.3.8.
"""

from __future__ import annotations

from itertools import accumulate

from ..base import END, Base, as_text
from ..errors import FormatError
from ..pretokenization import Split
from ..tokenizer import Tokenizer
from .files import bad_line, lines_of, numbered, shown
from .merging import Progress, Rule, check_number, last_of_each, report

NAME = "subword-nmt codes"
MARKER = "</w>"
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
    joined, start = _version(lines)
    pairs = [_pair(number, line) for number, line in numbered(lines[start:], start + 1)]
    check_number(len(pairs))
    warnings: list[str] = []
    base = _base(pairs, joined)
    ids, unmade = _ids(base, pairs, warnings)
    rules: list[Rule] = []
    for done, (left, right) in enumerate(pairs, 1):
        rules.append((ids[left], ids[right], ids[left + right], None, None))
        report(done, len(pairs), progress)
    rules = last_of_each(rules, warnings, first=True)
    return Tokenizer(
        "character",
        base,
        rules,
        splits=WORDS,
        extra_tokens={ids[part]: part for part in unmade},
        all_at_once=True,
        warnings=warnings,
    )


def _ids(
    base: Base, pairs: list[tuple[str, str]], warnings: list[str]
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


def _base(pairs: list[tuple[str, str]], joined: bool) -> Base:
    units = {unit for pair in pairs for part in pair for unit in units_of(part, joined)}
    inside = sorted(unit for unit in units if END not in unit)
    final = sorted(unit for unit in units if END in unit)
    if not joined:
        final = [END]
    symbols = tuple(inside + final)
    return Base(symbols, tuple(range(len(symbols))), MARKER, joined, in_characters=True)


def write(tok: Tokenizer) -> dict[str, bytes]:
    """Write codes; FormatError for what subword-nmt cannot hold.

    >>> import bpeviz
    >>> write(bpeviz.train("low low", mode="character", num_merges=2))["codes.txt"]
    b'l o\\nlo w\\n'
    """
    if tok.mode != "character":
        raise FormatError(
            "subword-nmt works on characters, and this tokenizer on bytes. Save it as "
            "tokenizer.json, or train in character mode."
        )
    if not tok.proper:
        raise FormatError(
            "Merges of this tokenizer are not in the order in which they are made. Save it in the "
            "format that it came from."
        )
    if not tok.merges:
        raise FormatError("subword-nmt cannot read a file without merges. Train at least one.")
    lines = ["#version: 0.2"] if tok.end_of_word_joined else []
    for merge in tok.merges:
        pair = [_written(tok, number) for number in (merge.left, merge.right)]
        lines.append(" ".join(pair))
    if lines and not tok.end_of_word_joined and lines[0].startswith("#version:"):
        raise FormatError("The first merge would be read as the header of the file.")
    return {"codes.txt": "".join(line + "\n" for line in lines).encode("utf-8")}


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
    if not tok.pretokenizer.splits:
        found.append(
            "subword-nmt cuts words at spaces and newlines only, not at tabs and other white space."
        )
    if tok.normalization:
        found.append(f"The file does not say that texts are put into {tok.normalization} first.")
    return found


def joined(tok: Tokenizer, text: str, separator: str = "@@") -> str:
    """The text as ``subword-nmt apply-bpe`` prints it: parts inside a word end with ``@@``.

    >>> joined(read("e r\\ner </w>\\n"), "a lower")
    'a l@@ o@@ w@@ er'
    """
    lines = [line.strip("\r\n ") for line in text.split("\n")]
    words = list(dict.fromkeys(word for line in lines for word in line.split(" ") if word))
    written = dict(zip(words, _segmented(tok, words, separator), strict=True))
    result = []
    for whole, line in zip(text.split("\n"), lines, strict=True):
        before = whole[: len(whole) - len(whole.lstrip("\r\n "))]
        after = whole[len(before) + len(line) :]
        result.append(before + " ".join(written[w] for w in line.split(" ") if w) + after)
    return "\n".join(result)


def _segmented(tok: Tokenizer, words: list[str], separator: str) -> list[str]:
    """Each word with its tokens separated."""
    trace = tok.trace(words, unknown="keep", separator="")
    tokens = iter(trace.tokens(trace.steps))
    ends = {i + 1 for i, number in enumerate(trace.boundaries) if number > trace.steps}
    ends.add(len(trace.symbols))
    totals = list(accumulate(at in ends for at in range(len(trace.symbols) + 1)))
    segmented = []
    for start, end in trace.chunks:
        parts = [str(next(tokens)) for _ in range(totals[end] - totals[start])]
        marker = tok.end_of_word or ""
        parts[-1] = parts[-1].removesuffix(marker)
        segmented.append(f"{separator} ".join(part for part in parts if part))
    return segmented
