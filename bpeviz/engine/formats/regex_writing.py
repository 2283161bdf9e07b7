"""Write the parts of a regular expression in the syntax of ``regex`` or of Oniguruma."""

from __future__ import annotations

import string
from collections.abc import Iterator

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


class Writer:
    """Writes parts that were read from one dialect in one dialect."""

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
