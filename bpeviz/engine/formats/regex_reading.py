"""Read a regular expression of the ``regex`` package or of Oniguruma into its parts.

The two look alike and differ in what they mean: ``{1,3}+``, ``^``, ``$``, ``(?m)``, sets within
sets. What one of them has and the other has not is refused, by name.

Source: the documentation of both, and Oniguruma 6.9 as it is built into ``tokenizers``.
"""

from __future__ import annotations

import regex

from ..errors import PatternError
from .regex_characters import Scanner
from .regex_parts import (
    Anchor,
    Choice,
    Dot,
    Group,
    Literal,
    Part,
    Repeat,
    Sequence,
)

# Under "ignore case" these strings have one-character equals that the two engines treat apart.
_FOLDED = regex.compile(r"(?i)ss|ff|fi|fl|st")
_INTERVAL = regex.compile(r"\{(?:(\d+)(,)?(\d+)?|(,)(\d+))\}")
_GROUPS = ("(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!")


def read(pattern: str, oniguruma: bool) -> Part:
    """The parts of a pattern; PatternError with a position for what cannot be translated.

    >>> read("a{1,3}+", oniguruma=False)
    Repeat(part=Literal(character='a'), least=1, most=3, mode='+')
    """
    return _Reader(pattern, oniguruma).pattern_as_a_whole()


class _Reader(Scanner):
    # --- structure ----------------------------------------------------------------------------

    def pattern_as_a_whole(self) -> Part:
        if not self.oniguruma:
            # In the regex package a flag counts for the whole pattern, wherever it stands.
            self.flags = self._flags_of(regex.compile(self.text).flags)
        part = self.choice()
        if self.at < len(self.text):
            raise PatternError(
                f"The split pattern has a bracket too many at position {self.at}.", position=self.at
            )
        if not self.oniguruma and "i" in self.flags:
            return Group("(?i:", part)
        return part

    def choice(self) -> Part:
        options = [self.sequence()]
        while self.take("|"):
            options.append(self.sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self) -> Part:
        parts: list[Part] = []
        while self.at < len(self.text) and self.peek() not in "|)":
            if "x" in self.flags and self.match(r"\s+|#[^\n]*"):
                continue
            if self.match(r"\(\?#[^)]*\)"):
                continue
            flags = self.match(r"\(\?([a-zA-Z0-9]*)(?:-([a-zA-Z]+))?\)")
            if flags:
                rest = self._from_here(flags.group(1), flags.group(2) or "")
                if rest is not None:
                    parts.append(rest)
                continue
            parts.append(self.repeated(self.atom()))
        self._check_folding(parts)
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _from_here(self, on: str, off: str) -> Part | None:
        """Flags that count until the group ends (in Oniguruma: alternatives included)."""
        if not self.oniguruma:
            if off:
                raise self.stop("flags that are switched off")
            return None
        return self._with_flags(on, off)

    def _with_flags(self, on: str, off: str) -> Part:
        before = self.flags
        self.flags = (before | self._known_flags(on)) - self._known_flags(off)
        part = self.choice()
        now, self.flags = self.flags, before
        if ("i" in now) != ("i" in before):
            return Group("(?i:" if "i" in now else "(?-i:", part)
        return Group("(?:", part)

    def _known_flags(self, letters: str) -> frozenset[str]:
        """Flags by one name each: i, s (the dot matches newlines), m (lines), x (verbose)."""
        known = {"i": "i", "m": "s", "x": "x"} if self.oniguruma else {c: c for c in "ismx"}
        for letter in letters:
            if letter not in known:
                raise self.stop(f"the flag {letter!r}")
        return frozenset(known[letter] for letter in letters)

    def _flags_of(self, flags: int) -> frozenset[str]:
        if flags & ~(regex.I | regex.S | regex.M | regex.X | regex.U | regex.V0):
            raise self.stop("a flag other than i, s, m and x")
        return frozenset(c for c in "ismx" if flags & regex.RegexFlag[c.upper()])

    def atom(self) -> Part:
        character = self.peek()
        if character == "(":
            return self.group()
        if character == "[":
            return self.set()
        if character == "\\":
            return self.escape()
        if character in "*+?" or (character == "{" and _INTERVAL.match(self.text, self.at)):
            raise PatternError(
                f"The split pattern has nothing to repeat at position {self.at}.", position=self.at
            )
        self.at += 1
        if character == ".":
            return Dot("s" in self.flags)
        if character == "^":
            if self.oniguruma:
                return Anchor("line start before the end")
            return Anchor("line start" if "m" in self.flags else "start")
        if character == "$":
            lines = self.oniguruma or "m" in self.flags
            return Anchor("line end" if lines else "end or last newline")
        return self._folded(Literal(character))

    def group(self) -> Part:
        for opening in sorted(_GROUPS, key=len, reverse=True):
            if self.take(opening):
                return Group(opening, self._inside())
        flags = self.match(r"\(\?([a-zA-Z0-9]*)(?:-([a-zA-Z]+))?:")
        if flags:
            part = self._with_flags(flags.group(1), flags.group(2) or "")
            self.need(")")
            return part
        named = r"\(\?<[^\W\d]\w*>" if self.oniguruma else r"\(\?P?<[^\W\d]\w*>"
        if self.match(named) or (self.peek(2) != "(?" and self.take("(")):
            return Group("(?:", self._inside())
        raise self.stop(f"the group {self.text[self.at : self.at + 4]!r}")

    def _inside(self) -> Part:
        before = self.flags
        part = self.choice()
        self.flags = before
        self.need(")")
        return part

    def repeated(self, part: Part) -> Part:
        while True:
            interval = _INTERVAL.match(self.text, self.at)
            if self.peek() and self.peek() in "*+?":
                least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[self.peek()]
                self.at += 1
                part = Repeat(part, least, most, self._mode("?+"))
            elif interval:
                self.at = interval.end()
                part = self._interval(part, interval)
            elif self.peek() == "{" and not self.oniguruma and self.match(r"\{[iedsc\d<=,:+ ]*\}"):
                raise self.stop("a fuzzy match")
            else:
                return part

    def _mode(self, letters: str) -> str:
        mode = self.peek()
        if mode and mode in letters:
            self.at += 1
            return mode
        return ""

    def _interval(self, part: Part, found: regex.Match) -> Part:
        first, comma, second, open_comma, only_second = found.groups()
        least = int(first or 0)
        most = int(only_second) if open_comma else int(second) if second else None
        if not comma and not open_comma:
            most = least
        if max(least, most or 0) > 10_000 or (most is not None and most < least):
            raise self.stop(f"the interval {found.group()}")
        exact = not comma and not open_comma
        if not self.oniguruma:
            return Repeat(part, least, most, self._mode("?+"))
        # In Oniguruma {n}? is an option of n times, and {n,m}+ repeats the whole once more.
        return Repeat(part, least, most, "" if exact else self._mode("?"))

    def _check_folding(self, parts: list[Part]) -> None:
        if "i" not in self.flags:
            return
        literal = "".join(p.character if isinstance(p, Literal) else " " for p in parts)
        if not literal.isascii() or _FOLDED.search(literal):
            raise self.stop(f"{literal!r} without regard to case")

    def escape(self) -> Part:
        place = {
            "A": "start", "b": "word", "B": "not word",
            "Z": "end or last newline" if self.oniguruma else "end", "z": "end",
        }.get(self.peek(2)[1:])  # fmt: skip
        if place:
            self.at += 2
            return Anchor(place)
        return self._folded(self._escaped_character())
