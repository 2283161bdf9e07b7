r"""Split patterns between programs: the ``regex`` package here, Oniguruma in Hugging Face's.

A pattern is read into its parts and written again, so that it means the same in the other engine:

* ``\p{N}{1,3}+`` is possessive in ``regex``; Oniguruma repeats ``\p{N}{1,3}``: written ``(?>...)``;
* ``^`` and ``$`` are about lines in Oniguruma, ``\Z`` allows for a last newline;
* ``(?s)`` is called ``(?m)`` there; sets can hold sets, and what they have in common is ``&&``;
* ``\w`` differs in a handful of characters.

What cannot be said in the other dialect is a PatternError that names it.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from functools import lru_cache

from ..errors import PatternError
from ..patterns import PATTERNS, compile_pattern, resolve
from .regex_checks import can_be_empty, ignores_case_too_far, repeats_a_place
from .regex_parts import (
    Anchor,
    Both,
    Choice,
    Dot,
    Group,
    Kind,
    Literal,
    Member,
    Part,
    Range,
    Repeat,
    Sequence,
    Set,
)
from .regex_reading import read

# The kind "w" as it is in the dialect that is written.
_PLAIN_WORD = Kind("w here")
# Letters outside of ASCII that equal one of ASCII when case is disregarded.
_CASES = {"s": "ſ", "k": "\u212a"}
_SPECIAL = set("\\.^$*+?{}[]()|")
_SPECIAL_IN_SET = set("\\[]^-&~")
_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\f": r"\f", "\v": r"\v"}
# What is \w in regex only; and what is in Oniguruma only, where \w stands outside of a set.
_JOINERS = (Literal("\u200c"), Literal("\u200d"))
_FRACTIONS = (Literal("²"), Literal("³"), Literal("¹"), Range("¼", "¾"))


@lru_cache(maxsize=64)
def from_oniguruma(pattern: str) -> str:
    r"""A pattern of Oniguruma in the syntax of ``regex``; a name if it is one of the named ones.

    >>> from_oniguruma(r"\p{N}{1,3}+"), from_oniguruma(r"[^(\s|[.,])]+")
    ('(?:\\p{N}{1,3})+', '[^(\\s|.,)]+')
    >>> from_oniguruma(r"\p{N}{1,3}")
    '\\p{N}{1,3}'

    PatternError for what is not the same here.
    """
    written = _write(pattern, from_onig=True, to_onig=False)
    compile_pattern(written)
    return next((name for name, same in _canonical().items() if same == written), written)


@lru_cache(maxsize=64)
def to_oniguruma(name_or_regex: str) -> str:
    r"""A split pattern of this program in the syntax of Oniguruma.

    >>> to_oniguruma(r"\p{N}{1,3}+|\s++$")
    '(?>\\p{N}{1,3})|\\s++\\Z'
    """
    compile_pattern(name_or_regex)
    part = read(resolve(name_or_regex), oniguruma=False)
    if repeats_a_place(part):
        raise PatternError(
            "The split pattern repeats a place, such as ^ or \\b, which other programs refuse. "
            "Repeat text only."
        )
    if ignores_case_too_far(part):
        raise PatternError(
            "The split pattern has a group without regard to case, (?i:...), and letters in a set "
            "outside of it; the two programs read that differently. Write out both cases."
        )
    return _write(resolve(name_or_regex), from_onig=False, to_onig=True)


def without_groups(pattern: str) -> str:
    r"""A pattern of ``regex`` whose groups are there for the structure only.

    >>> without_groups(r"(\p{L}+)|(\s+)")
    '(?:\\p{L}+)|(?:\\s+)'
    """
    return _write(pattern, from_onig=False, to_onig=False)


@lru_cache(maxsize=1)
def _canonical() -> dict[str, str]:
    """The named patterns as ``from_oniguruma`` writes what ``to_oniguruma`` makes of them."""
    return {name: _write(to_oniguruma(name), from_onig=True, to_onig=False) for name in PATTERNS}


def _write(pattern: str, *, from_onig: bool, to_onig: bool) -> str:
    try:
        part = read(pattern, from_onig)
        if can_be_empty(part):
            raise PatternError(
                "The split pattern can match an empty stretch of text, and programs differ in how "
                "they go on from there. Write + in place of *, or {1,n} in place of {0,n}."
            )
        return _Writer(from_onig, to_onig).write(part)
    except RecursionError:
        raise PatternError(
            "The split pattern is too deeply nested to be translated. Make it simpler."
        ) from None


class _Writer:
    def __init__(self, from_onig: bool, to_onig: bool) -> None:
        self.from_onig = from_onig
        self.onig = to_onig
        self.any_case = False

    def write(self, part: Part) -> str:
        return getattr(self, "_" + type(part).__name__.lower())(part)

    def _literal(self, part: Literal) -> str:
        if self.any_case and part.character.isalpha():
            return self._set(Set((part,)))
        return _ESCAPES.get(part.character) or _escaped(part.character, _SPECIAL)

    def _dot(self, part: Dot) -> str:
        return r"[\s\S]" if part.newline else r"[^\n]"

    def _sequence(self, part: Sequence) -> str:
        return "".join(map(self.write, part.parts))

    def _choice(self, part: Choice) -> str:
        return "|".join(map(self.write, part.parts))

    def _group(self, part: Group) -> str:
        if part.opening in ("(?i:", "(?-i:") and not self.onig:
            # The regex package confuses sets elsewhere in a pattern that has such a group.
            before, self.any_case = self.any_case, part.opening == "(?i:"
            written = self.write(part.part)
            self.any_case = before
            return f"(?:{written})"
        return f"{part.opening}{self.write(part.part)})"

    def _repeat(self, part: Repeat) -> str:
        inner = self.write(part.part)
        if isinstance(part.part, (Repeat, Sequence, Choice, Anchor)):
            inner = f"(?:{inner})"
        times = _times(part.least, part.most)
        if part.mode == "+" and times.startswith("{") and self.onig:
            return f"(?>{inner}{times})"
        if part.mode == "?" and part.least == part.most:
            return inner + times
        return inner + times + part.mode

    def _anchor(self, part: Anchor) -> str:
        if "word" in part.place and self.from_onig != self.onig:
            return self._word_boundary(part.place == "not word")
        end = r"\z" if self.onig else r"\Z"
        return {
            "start": r"\A",
            "end": end,
            "end or last newline": r"\Z" if self.onig else r"(?=\n?\Z)",
            "line start": r"(?:\A|(?<=\n))",
            "line start before the end": rf"(?:\A|(?<=\n)(?!{end}))",
            "line end": rf"(?=\n|{end})",
            "word": r"\b",
            "not word": r"\B",
        }[part.place]

    def _word_boundary(self, negated: bool) -> str:
        word = self._kind(Kind("w"))
        if negated:
            return f"(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"
        return f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"

    # --- characters ---------------------------------------------------------------------------

    def _kind(self, part: Kind) -> str:
        if part.name == "w" and self.from_onig != self.onig:
            outside = () if self.onig else _FRACTIONS
            return self._set(Set((*self._word(), *outside), part.negated))
        return self._plain_kind(part)

    def _plain_kind(self, part: Kind) -> str:
        if part.name in ("w", "d", "s", _PLAIN_WORD.name):
            letter = part.name[0]
            return "\\" + (letter.upper() if part.negated else letter)
        name = part.name.removeprefix("Script=") if self.onig else part.name
        return f"\\{'P' if part.negated else 'p'}{{{name}}}"

    def _word(self) -> tuple[Member, ...]:
        """The kind "w" of the dialect that is read, said in the dialect that is written."""
        if self.onig:
            return (_PLAIN_WORD, *_JOINERS)
        return (Both((Set((_PLAIN_WORD,)), Set(_JOINERS, negated=True))),)

    def _set(self, part: Set) -> str:
        members = list(self._flat(part))
        simple = [m for m in members if isinstance(m, (Literal, Range, Kind))]
        others = [m for m in members if isinstance(m, (Set, Both))]
        inside = "".join(map(self._member, simple))
        if not others:
            return f"[{'^' if part.negated else ''}{inside}]"
        if self.onig:
            inside += "".join(map(self.write, others))
            return f"[{'^' if part.negated else ''}{inside}]"
        options = ([f"[{inside}]"] if simple else []) + [self.write(m) for m in others]
        joined = "|".join(options)
        return rf"(?:(?!{joined})[\s\S])" if part.negated else f"(?:{joined})"

    def _flat(self, part: Set) -> Iterator[Member]:
        """The members, those of sets within the set included; the word kind said for the target."""
        for member in part.members:
            if isinstance(member, (Literal, Range)):
                yield from self._in_any_case(member)
            elif isinstance(member, Set) and not member.negated:
                yield from self._flat(member)
            elif member == Kind("w") and self.from_onig != self.onig:
                yield from self._word()
            elif member == Kind("w", True) and self.from_onig != self.onig:
                yield Set(self._word(), negated=True)
            else:
                yield member

    def _in_any_case(self, member: Literal | Range) -> Iterator[Member]:
        """A member, and the letters that differ from it in case only if case is disregarded."""
        yield member
        if self.any_case:
            first, last = _ends(member)
            letters = [c for c in string.ascii_letters if first <= c <= last]
            others = {o for c in letters for o in _CASES.get(c.lower(), "") + c.swapcase()}
            yield from map(Literal, sorted(others))

    def _both(self, part: Both) -> str:
        if self.onig:
            return "[" + "&&".join(map(self._set, part.sets)) + "]"
        *first, last = map(self._set, part.sets)
        return "(?:" + "".join(f"(?={one})" for one in first) + last + ")"

    def _member(self, member: Literal | Range | Kind) -> str:
        if isinstance(member, Kind):
            return self._plain_kind(member)
        if isinstance(member, Range):
            return f"{self._in_set(member.first)}-{self._in_set(member.last)}"
        return self._in_set(member.character)

    def _in_set(self, character: str) -> str:
        return _ESCAPES.get(character) or _escaped(character, _SPECIAL_IN_SET)


def _ends(member: Literal | Range) -> tuple[str, str]:
    if isinstance(member, Range):
        return member.first, member.last
    return member.character, member.character


def _escaped(character: str, special: set[str]) -> str:
    return "\\" + character if character in special else character


def _times(least: int, most: int | None) -> str:
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((least, most))
    if short:
        return short
    if least == most:
        return f"{{{least}}}"
    return f"{{{least},{'' if most is None else most}}}"
