"""Read a regular expression of the ``regex`` package or of Oniguruma into its parts.

The two look alike and differ in what they mean: ``{1,3}+``, ``^``, ``$``, ``(?m)``, sets within
sets. What one of them has and the other has not is refused, by name.

Source: the documentation of both, and Oniguruma 6.9 as it is built into ``tokenizers``.
"""

from __future__ import annotations

import regex

from ..errors import PatternError
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

_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "a": "\a"}
_CATEGORIES = frozenset(
    major + minor
    for major, minors in {
        "L": "ultmo", "M": "nce", "N": "dlo", "P": "cdseifo", "S": "mcko", "Z": "slp", "C": "cfon",
    }.items()
    for minor in ("", *minors)
)  # fmt: skip
_LONG_CATEGORIES = {
    "letter": "L", "mark": "M", "number": "N", "punctuation": "P", "symbol": "S", "separator": "Z",
    "other": "C", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "decimalnumber": "Nd",
}  # fmt: skip
_BINARY = {"alphabetic": "Alphabetic", "uppercase": "Uppercase", "lowercase": "Lowercase"}
_POSIX = {"digit": "d", "space": "s", "alpha": "Alphabetic", "word": "w"}
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


class _Reader:
    def __init__(self, pattern: str, oniguruma: bool) -> None:
        self.text = pattern
        self.at = 0
        self.oniguruma = oniguruma
        self.flags: frozenset[str] = frozenset()

    # --- small steps --------------------------------------------------------------------------

    def stop(self, what: str) -> PatternError:
        return PatternError(
            f"The split pattern holds {what} at position {self.at}, which does not mean the same "
            "in the other program's regular expressions.",
            position=self.at,
        )

    def peek(self, n: int = 1) -> str:
        return self.text[self.at : self.at + n]

    def take(self, expected: str) -> bool:
        if self.text.startswith(expected, self.at):
            self.at += len(expected)
            return True
        return False

    def need(self, expected: str) -> None:
        if not self.take(expected):
            raise PatternError(
                f"The split pattern lacks a {expected!r} at position {self.at}.", position=self.at
            )

    def match(self, expression: str) -> regex.Match | None:
        found = regex.compile(expression).match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

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

    # --- characters ---------------------------------------------------------------------------

    def escape(self) -> Part:
        place = {
            "A": "start", "b": "word", "B": "not word",
            "Z": "end or last newline" if self.oniguruma else "end", "z": "end",
        }.get(self.peek(2)[1:])  # fmt: skip
        if place:
            self.at += 2
            return Anchor(place)
        return self._folded(self._escaped_character())

    def _escaped_character(self) -> Literal | Kind | Set:
        """An escape that stands for a character or a kind of character, in a set or outside."""
        start = self.at
        letter = self.peek(2)[1:]
        self.at += 2
        if not letter:
            raise PatternError("The split pattern ends with a backslash.", position=start)
        if letter in "wdsWDS":
            return Kind(letter.lower(), letter.isupper())
        if letter in "pP":
            return self._property(letter == "P")
        if letter == "h" and self.oniguruma:
            return Set((Range("0", "9"), Range("a", "f"), Range("A", "F")))
        if letter in _CONTROLS:
            return Literal(_CONTROLS[letter])
        if not letter.isalnum():
            return Literal(letter)
        number = None
        if letter == "x":
            number = self.match(r"\{([0-9a-fA-F]{1,8})\}|([0-9a-fA-F]{2})")
        elif letter in "uU":
            number = self.match(r"([0-9a-fA-F]{4})" if letter == "u" else r"([0-9a-fA-F]{8})")
        digits = next((g for g in number.groups() if g), "") if number else ""
        if digits and int(digits, 16) < 0x110000 and not 0xD800 <= int(digits, 16) < 0xE000:
            return Literal(chr(int(digits, 16)))
        self.at = start
        raise self.stop(f"the escape {self.peek(2)}")

    def _property(self, negated: bool) -> Kind:
        found = self.match(r"\{(\^?)([\w=: -]+)\}")
        if not found and not self.oniguruma:
            found = self.match(r"()([LMNPSZC])")
        if not found:
            raise self.stop("a property without braces")
        name = property_name(found.group(2))
        if name is None or ("i" in self.flags and name in ("Lu", "Ll", "Lt")):
            raise self.stop(f"the property {found.group(2)!r}")
        return Kind(name, negated != bool(found.group(1)))

    def set(self) -> Set | Both:
        self.need("[")
        negated = self.take("^")
        operands: list[list[Member]] = [[]]
        first = True
        while first or not self.take("]"):
            if self.at >= len(self.text):
                raise PatternError("The split pattern ends inside a set.", position=self.at)
            if self.oniguruma and self.take("&&"):
                operands.append([])
            else:
                operands[-1].append(self._member())
            first = False
        if len(operands) == 1:
            return Set(tuple(operands[0]), negated)
        both = Both(tuple(Set(tuple(members)) for members in operands))
        return Set((both,), negated)

    def _member(self) -> Member:
        posix = self.match(r"\[:(\^?)(\w+):\]")
        if posix:
            if posix.group(2) not in _POSIX:
                raise self.stop(f"the class [:{posix.group(2)}:]")
            return Kind(_POSIX[posix.group(2)], bool(posix.group(1)))
        if self.oniguruma and self.peek() == "[":
            if "i" in self.flags:
                raise self.stop("a set within a set without regard to case")
            return self.set()
        first = self._one()
        if not isinstance(first, Literal) or self.peek(2)[1:] in ("", "]") or not self.take("-"):
            return self._folded(first)
        last = self._one()
        if not isinstance(last, Literal) or last.character < first.character:
            raise self.stop("an unclear range")
        if "i" in self.flags and not last.character.isascii():
            raise self.stop("a range without regard to case")
        return Range(first.character, last.character)

    def _folded(self, member: Literal | Kind | Set) -> Literal | Kind | Set:
        if "i" in self.flags and isinstance(member, Literal) and not member.character.isascii():
            raise self.stop(f"{member.character!r} without regard to case")
        return member

    def _one(self) -> Literal | Kind | Set:
        if self.peek() != "\\":
            self.at += 1
            return Literal(self.text[self.at - 1])
        if self.take("\\b"):
            return Literal("\b")
        return self._escaped_character()


def property_name(name: str) -> str | None:
    """A property's one name here, or None when the two engines may not agree on it.

    >>> property_name("Lu"), property_name("letter"), property_name("Han"), property_name("InGreek")
    ('Lu', 'L', 'Script=Han', None)
    """
    if name in _CATEGORIES:
        return name
    plain = regex.sub("[ _-]", "", name).lower()
    known = _LONG_CATEGORIES.get(plain) or _BINARY.get(plain)
    if known:
        return known
    script = regex.sub(r"(?i)^(script|sc|is)\s*[=:]?\s*", "", name)
    try:
        regex.compile(rf"\p{{Script={script}}}")
    except regex.error:
        return None
    return f"Script={script}"
