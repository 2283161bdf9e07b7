"""Read the characters, kinds of character and sets of a regular expression.

The base of the reader in ``regex_reading``, which adds what patterns are built of.
"""

from __future__ import annotations

import regex

from ..errors import PatternError
from .regex_parts import Both, Kind, Literal, Member, Range, Set

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


class Scanner:
    """A place in a pattern, and the reading of what stands there as long as it is a character."""

    def __init__(self, pattern: str, oniguruma: bool) -> None:
        self.text = pattern
        self.at = 0
        self.oniguruma = oniguruma
        self.flags: frozenset[str] = frozenset()

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
