"""minbpe's .model: version, pattern, special tokens, then two ids a line. Reads and writes.

Merge r has the id 256 + r, bytes are their values. minbpe strips the pattern's line, takes the text
that the pattern matches only, and separates by white space; what would be lost in that is written
in another way or refused.

Source: karpathy/minbpe.
"""

from __future__ import annotations

import regex

from ..engine.base import byte_base
from ..engine.errors import FormatError, PatternError
from ..engine.patterns import PATTERNS, compile_pattern, resolve
from ..engine.tokenizer import Tokenizer
from . import loaded
from .added_tokens import AddedToken
from .dialects import matches_nothing, without_groups
from .files import bad_line, lines_of, numbered, shown
from .loaded import FileBase, FileCut
from .merging import Progress, Rule, check_added_number, check_number, last_of_each, report
from .normalizers import LONGEST_PATTERN
from .pre_tokenizers import covers_everything
from .splits import Split

NAME = "minbpe .model"
_VERSION = "minbpe v1"
# Bytes of all tokens together, above what tokens have that people read.
_LONG_TOKENS = 3_000_000


def read(text: str, progress: Progress | None = None) -> Tokenizer:
    """Read a .model file.

    >>> tok = read("minbpe v1\\n\\n1\\n<|end of text|> 259\\n104 101\\n")
    >>> tok.encode("hey"), tok.special_tokens
    ([256, 121], {'<|end of text|>': 259})
    """
    lines = lines_of(text)
    if lines[0].strip() != _VERSION:
        raise bad_line(1, f"is {shown(lines[0])}; a .model file begins with {_VERSION!r}.")
    if len(lines) < 3:
        raise FormatError("The file ends before its third line. Download it again.")
    warnings: list[str] = []
    pattern = _pattern(lines[1], warnings)
    count = lines[2].strip()
    known = count.isascii() and count.isdigit() and len(count) < 10
    if not known or int(count) > len(lines) - 3:
        raise bad_line(3, f"is {shown(count)}; it should be the number of special tokens.")
    check_added_number(int(count))
    specials = [_special(n, line) for n, line in enumerate(lines[3 : 3 + int(count)], 4)]
    rules = _rules(lines, 3 + int(count), warnings, progress)
    return loaded.tokenizer(
        FileBase(byte_base().symbols, byte_base().ids),
        rules,
        FileCut(_splits(pattern), specials=tuple(specials)),
        every_occurrence=True,
        warnings=warnings,
    )


def _pattern(line: str, warnings: list[str]) -> str:
    pattern = line.strip()
    if pattern != line:
        warnings.append(
            "The pattern's line has white space at an end. minbpe drops it, so it is dropped here."
        )
    if len(pattern) > LONGEST_PATTERN:
        raise bad_line(2, f"is a pattern of more than {LONGEST_PATTERN:,} characters.")
    if pattern:
        try:
            compile_pattern(pattern)
        except PatternError as error:
            raise bad_line(2, f"holds the split pattern. {error}") from None
    return next((name for name, source in PATTERNS.items() if source == pattern), pattern)


def _splits(pattern: str) -> tuple[Split, ...]:
    if not pattern:
        return ()
    # What ``_keeping_the_rest`` adds, so that minbpe keeps the text that a pattern does not match.
    size = (len(pattern) - len(_keeping_the_rest(""))) // 2
    if size > 0 and _keeping_the_rest(pattern[:size]) == pattern:
        return (Split(pattern[:size]),)
    return (Split(pattern) if covers_everything(pattern) else Split(pattern, "removed", True),)


def _special(number: int, line: str) -> AddedToken:
    token, _, digits = line.strip().rpartition(" ")
    if not token or not (digits.isascii() and digits.isdigit()) or len(digits) > 10:
        raise bad_line(number, f"is {shown(line)}; it should be a special token and its id.")
    return AddedToken(token, int(digits), normalized=False)


def _rules(
    lines: list[str], start: int, warnings: list[str], progress: Progress | None
) -> list[Rule]:
    rules: list[Rule] = []
    lengths, together = [1] * 256, 0
    check_number(len(lines))
    for number, line in numbered(lines[start:], start + 1):
        parts = line.split()
        if len(parts) != 2 or not all(p.isascii() and p.isdigit() and len(p) < 8 for p in parts):
            raise bad_line(number, f"is {shown(line)}; it should be the ids of two tokens.")
        left, right = map(int, parts)
        following = 256 + len(rules)
        if max(left, right) >= following:
            raise bad_line(
                number, f"names the token {max(left, right)}, which no line before it makes."
            )
        rules.append((left, right, following, None, None))
        lengths.append(lengths[left] + lengths[right])
        together += lengths[-1]
        if together > _LONG_TOKENS + 100 * len(rules):
            # Each line can double a token: forty lines would fill any memory.
            raise bad_line(
                number,
                f"makes a token of {lengths[-1]:,} bytes; all tokens together are longer than "
                f"{_LONG_TOKENS // 1_000_000} MB. No training on a text gives such a file.",
            )
        report(number, len(lines), progress)
    kept = last_of_each(rules, warnings)
    gone = {rule[2] for rule in rules} - {rule[2] for rule in kept}
    for rule in kept:
        if gone and (rule[0] in gone or rule[1] in gone):
            lost = rule[0] if rule[0] in gone else rule[1]
            pair = rules[lost - 256][:2]
            twice = [start + r[2] - 255 for r in rules if r[:2] == pair]
            raise bad_line(
                start + rule[2] - 255,
                f"needs a merge that stands on the lines {' and '.join(map(str, twice))}; no "
                "training learns a merge twice. Make the file anew.",
            )
    return kept


def write(tok: Tokenizer) -> dict[str, bytes]:
    """Write a .model file; FormatError for what minbpe cannot hold.

    >>> import bpeviz
    >>> write(bpeviz.train("low low", mode="byte", num_merges=1))["tokenizer.model"]
    b'minbpe v1\\n\\n0\\n108 111\\n'
    """
    if tok.mode == "character":
        raise FormatError(
            "minbpe works on bytes, and this tokenizer on characters. Save it as tokenizer.json or as "
            "subword-nmt codes."
        )
    _check_merges(tok)
    lines = [_VERSION, _written_pattern(tok), str(len(tok.cut.specials))]
    for token in tok.cut.specials:
        if len(token.text.split()) != 1 or token.text.split()[0] != token.text:
            raise FormatError(
                f"minbpe cannot read the special token {shown(token.text)}, as it holds white "
                "space. Rename it, or save as tokenizer.json."
            )
        lines.append(f"{token.text} {token.id}")
    lines += [f"{merge.left} {merge.right}" for merge in tok.merges]
    return {"tokenizer.model": ("\n".join(lines) + "\n").encode("utf-8")}


def _check_merges(tok: Tokenizer) -> None:
    numbered_alike = tok.base.ids == tuple(range(256)) and all(
        merge.id == 256 + rank for rank, merge in enumerate(tok.merges)
    )
    if not numbered_alike or not loaded.in_creation_order(tok) or loaded.whole_chunks(tok):
        raise FormatError(
            "In minbpe bytes are their values and merge r has the id 256 + r, which is not so in "
            "this tokenizer. Save it as tokenizer.json."
        )


def _written_pattern(tok: Tokenizer) -> str:
    cut = loaded.cut_of(tok)
    if tok.mode == "byte" and not cut.splits:
        return ""
    if len(cut.splits) > 1 or cut.byte_splits or cut.prefix_space:
        raise FormatError(
            "minbpe has one split pattern, and this tokenizer cuts in several ways. Save it as "
            "tokenizer.json."
        )
    split = cut.splits[0]
    only_matches = split[1:] == ("removed", True)
    if split.behavior != "isolated" and not only_matches:
        raise FormatError(
            "minbpe keeps what its pattern matches, and this tokenizer does not. Save it as "
            "tokenizer.json."
        )
    pattern = resolve(split.pattern)
    if matches_nothing(pattern):
        raise FormatError(
            "The split pattern can match an empty stretch of text, which minbpe drops together with "
            "text around it. Write + in place of *, or {1,n} in place of {0,n}."
        )
    try:
        if compile_pattern(pattern).groups:
            pattern = without_groups(pattern)
    except PatternError as error:
        raise FormatError(f"minbpe cannot use a split pattern with groups. {error}") from None
    pattern = _in_one_line(pattern)
    whole = only_matches or covers_everything(split.pattern)
    return pattern if whole else _keeping_the_rest(pattern)


def _keeping_the_rest(pattern: str) -> str:
    return rf"{pattern}|(?:(?!{pattern})[\s\S])+"


def _in_one_line(pattern: str) -> str:
    """The pattern without newlines and without white space at its ends, which minbpe strips."""
    if pattern.strip() == pattern and "\n" not in pattern and "\r" not in pattern:
        return pattern
    if compile_pattern(pattern).flags & regex.X:
        raise FormatError(
            "minbpe keeps a pattern in one line, so a verbose pattern is lost. Write it in one line."
        )
    for character, written in ("\n", r"\n"), ("\r", r"\r"):
        pattern = pattern.replace("\\" + character, written).replace(character, written)
    return _ends_in_sets(pattern)


def _ends_in_sets(pattern: str) -> str:
    start, end = pattern[:1], pattern[-1:]
    if end.isspace() and not regex.search(r"\[[^\]]*$", pattern):
        backslashes = len(pattern[:-1]) - len(pattern[:-1].rstrip("\\"))
        pattern = pattern[: -1 - backslashes % 2] + f"[{end}]"
    if start.isspace():
        pattern = f"[{start}]" + pattern[1:]
    if pattern.strip() != pattern:
        raise FormatError(
            "minbpe strips white space from the ends of this pattern. Put it into a set, as [ ]."
        )
    return pattern


def notes(tok: Tokenizer) -> list[str]:
    """What a .model file does not hold."""
    found = []
    if tok.normalization:
        found.append(f"The file does not say that texts are put into {tok.normalization} first.")
    if tok.mode == "regex" and tok.pattern != "gpt4":
        found.append(
            "minbpe's load() goes on cutting with the pattern that RegexTokenizer was made with, so "
            "give it the pattern of the file: RegexTokenizer(pattern)."
        )
    if tok.cut.specials and tok.mode == "byte":
        found.append("minbpe's BasicTokenizer does not read special tokens.")
    return found
