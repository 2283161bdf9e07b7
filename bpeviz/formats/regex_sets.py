r"""Characters and sets of characters, ``[...]``, between ``regex`` and Oniguruma: see ``dialects``.

What cannot be said in the other is a ValueError with its name.
"""

from __future__ import annotations

import string

import regex

from ..engine.errors import PatternError
from ..splitting.scanner import ESCAPE

_SIGN = rf"{ESCAPE}|[\s\S]"
_SET = regex.compile(rf"\[(?:{ESCAPE}|[^\[\]\\])*\]")
_CATEGORY = regex.compile(r"L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfon]?")
_SCRIPT = regex.compile(r"(?i)(?:script|sc|is)\s*[=:]?\s*(?=\w)")
_LONG = {"Letter": "L", "Mark": "M", "Number": "N", "Punctuation": "P", "Symbol": "S",
         "Separator": "Z", "Other": "C", "Alphabetic": "Alphabetic", "Uppercase": "Uppercase",
         "Lowercase": "Lowercase"}  # fmt: skip
# Letters outside of ASCII that equal one of ASCII when case is disregarded; and what equals two.
_CASES = {"s": "ſ", "k": "\u212a"}
# \w of regex has two joiners more; that of Oniguruma some numbers, where it stands outside of a set.
_WORD_THERE, _WORD_HERE = r"\w\u200c\u200d", r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_NUMBERS = "²³¹¼-¾"


def word_class(here: bool, negated: bool = False) -> str:
    r"""What stands for ``\w`` of the other program; outside of a set.

    >>> word_class(here=False)
    '[\\w\\u200c\\u200d]'
    """
    return f"[{'^' * negated}{_WORD_HERE + _NUMBERS if here else _WORD_THERE}]"


def in_any_case(char: str, here: bool) -> str:
    """A character without regard to case; in Oniguruma that is said around it.

    >>> in_any_case("s", here=True), in_any_case("'", here=True)
    ('[sSſ]', "'")
    """
    if not char.isascii():
        raise ValueError(f"{char!r} without regard to case")
    if here and char.isalpha():
        return f"[{_both_cases(char)}]"
    return regex.escape(char, special_only=True) if char != "\n" else r"\n"


def _both_cases(char: str) -> str:
    return char + char.swapcase() + _CASES.get(char.lower(), "")


class SetWriter:
    """Writes the sets of a pattern for the ``regex`` package (``here``) or for Oniguruma."""

    def __init__(self, here: bool) -> None:
        self.here = here
        self.has_letters = False

    def write(self, text: str, any_case: bool = False) -> str:
        r"""A set; in Oniguruma it can hold sets, and take others out.

        >>> SetWriter(here=True).write(r"[\p{L}&&[^\p{Han}]]"), SetWriter(here=False).write("[[&]")
        ('(?:(?![\\p{Han}])[\\p{L}])', '[\\[\\&]')
        """
        negated = text.startswith("[^")
        inside = text[1 + negated : -1]
        start = "[^" if negated else "["
        if len(text) < 2 or not text.endswith("]"):
            raise PatternError("The split pattern ends inside a set. Close it with a ].")
        if not inside or inside[0] == "]":
            raise ValueError(f"the set {text}")
        first, both, second = inside.partition("&&") if self.here else (inside, "", "")
        if not both:
            return f"{start}{self._members(inside, any_case)}]"
        if negated or not (second.startswith("[^") and _SET.fullmatch(second)):
            raise ValueError(f"the set {text}")
        return f"(?:(?!{self.write('[' + second[2:])})[{self._members(first, any_case)}])"

    def _members(self, inside: str, any_case: bool) -> str:
        members = regex.findall(rf"{_SET.pattern}|{_SIGN}" if self.here else _SIGN, inside)
        found, at = [], 0
        while at < len(members):
            text, char = self._member(members[at])
            if char is not None and members[at + 1 : at + 2] == ["-"] and at + 2 < len(members):
                last, last_char = self._member(members[at + 2])
                if last_char is None or last_char < char or members[at + 3 : at + 4] == ["-"]:
                    raise ValueError(f"an unclear range in [{inside}]")
                self._check_range(char, last_char, any_case)
                text, at = f"{text}-{last}", at + 2
            elif char is None and members[at + 1 : at + 2] == ["-"] and at + 2 < len(members):
                raise ValueError(f"an unclear range in [{inside}]")
            elif char is not None:
                text = self._single(text, char, any_case)
            elif any_case:
                raise ValueError(f"{members[at]!r} without regard to case")
            found.append(text)
            at += 1
        return "".join(found)

    def _check_range(self, first: str, last: str, any_case: bool) -> None:
        # A range is taken to hold letters unless it is one of digits or signs of ASCII.
        letters = not (last < "A" or "{" <= first <= last <= "\x7f")
        if any_case and letters:
            raise ValueError("a range without regard to case")
        self.has_letters |= letters

    def _single(self, text: str, char: str, any_case: bool) -> str:
        if not any_case:
            self.has_letters |= char.upper() != char.lower()
            return text
        if not char.isascii():
            raise ValueError(f"{char!r} without regard to case")
        return _both_cases(char) if self.here and char.isalpha() else text

    def _member(self, text: str) -> tuple[str, str | None]:
        """How a member is written, and which character it is, if it is one."""
        if text == r"\w":
            return (_WORD_HERE if self.here else _WORD_THERE), None
        if text == r"\b" or text == r"\W":
            raise ValueError(f"{text} in a set")
        if text[0] == "\\":
            return self.escape(text)
        if text[0] == "[" and self.here:
            if text[1:2] in ("^", ":", "", "]") or "&&" in text:
                raise ValueError(f"the set {text} within a set")
            return self._members(text[1:-1], any_case=False), None
        return ("\\" + text if text in "[&~" else text), text

    def escape(self, text: str) -> tuple[str, str | None]:
        r"""How an escape is written, and which character it is, if it is one.

        >>> SetWriter(here=True).escape(r"\x{41}"), SetWriter(here=False).escape(r"\p{IsHan}")
        (('A', 'A'), ('\\p{Han}', None))
        """
        letter = text[1:2]
        if letter in tuple("dDsS"):
            return text, None
        if letter in tuple("nrtfv"):
            return text, {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}[letter]
        digits = regex.fullmatch(r"\\(?:x|u|U|x\{)([0-9a-fA-F]{1,8})\}?", text)
        if digits and not (text.startswith(r"\x{") and not self.here):
            number = int(digits[1], 16)
            if number < 0x110000 and not 0xD800 <= number < 0xE000:
                char = chr(number)
                return (
                    char if char in string.ascii_letters or number > 127 else regex.escape(char)
                ), char
        if letter in ("p", "P") and (text[2:3] == "{" or not self.here):
            return self._property(text), None
        if letter and not letter.isalnum():
            return text, letter
        raise ValueError(f"the escape {text}")

    def _property(self, text: str) -> str:
        inverse, name = regex.match(r"\\[pP]\{?(\^?)([^}]*)", text).groups()
        plain = _LONG.get(name.capitalize(), name)
        if not _CATEGORY.fullmatch(plain) and plain not in _LONG.values():
            plain = _SCRIPT.sub("", name)
            if not _is_script(plain):
                raise ValueError(f"the property {name!r}")
        return f"{text[:2]}{{{inverse}{plain}}}"


def _is_script(name: str) -> bool:
    try:
        return bool(regex.compile(rf"\p{{Script={name}}}"))
    except regex.error:
        return False
