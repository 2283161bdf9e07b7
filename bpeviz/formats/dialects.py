r"""Split patterns between programs: the ``regex`` package here, Oniguruma in Hugging Face's.

Both read a short list of constructs alike, and those are copied. A few are written in another way:

* ``\p{N}{1,3}+`` is possessive in ``regex``; Oniguruma repeats ``\p{N}{1,3}``: written ``(?>...)``;
* ``^`` and ``$`` are about lines in Oniguruma, ``\Z`` allows for a last newline;
* ``(?s:...)`` is called ``(?m:...)`` there; a set can hold sets, and ``&&[^...]`` takes some out;
* ``\w`` differs in a handful of characters; ``(?i:...)`` here changes sets elsewhere, too.

Whatever is not in the list is a PatternError that names it. Source: the documentation of both;
the tests compare the two libraries.
"""

from __future__ import annotations

from functools import lru_cache

import regex

from ..engine.errors import PatternError
from ..engine.patterns import PATTERNS, compile_pattern, resolve
from ..splitting.scanner import Element, elements
from .regex_sets import SetWriter, in_any_case, word_class

# Whether a part of a pattern takes text at least, and at most: 0 for none.
Width = tuple[int, int]

_LOOKS = ("(?=", "(?!", "(?<=", "(?<!")
_CAPTURE = regex.compile(r"\((?:\?P?<\w+>)?")
# Two letters that equal one, such as ß, when case is disregarded: the programs differ there.
_FOLDED = regex.compile(r"(?i)ss|ff|fi|fl|st")
_SET = regex.compile(r"\[[^\]]*\]")
_START_OF_LINE = r"(?:\A|(?<=\n)(?!\Z))"
# What places are called in the other program, and what those of that program are called here.
_PLACES_THERE = {"^": r"\A", "$": r"\Z", r"\A": r"\A", r"\Z": r"\z"}
_PLACES_HERE = {
    "^": _START_OF_LINE, "$": r"(?=\n|\Z)", r"\A": r"\A", r"\Z": r"(?=\n?\Z)", r"\z": r"\Z",
}  # fmt: skip


@lru_cache(maxsize=64)
def from_oniguruma(pattern: str) -> str:
    r"""A pattern of Oniguruma in the syntax of ``regex``; a name if it is one of the named ones.

    >>> from_oniguruma(r"\p{N}{1,3}+"), from_oniguruma(r"[^(\s|[.,])]+")
    ('(?:\\p{N}{1,3})+', '[^(\\s|.,)]+')
    >>> from_oniguruma(PATTERNS["qwen"])
    'qwen'

    PatternError for what is not the same here.
    """
    name = _named().get(pattern)
    if name is None:
        name = _Writer(pattern, here=True).whole()
        compile_pattern(name)
    return name


@lru_cache(maxsize=64)
def to_oniguruma(name_or_regex: str) -> str:
    r"""A split pattern of this program in the syntax of Oniguruma.

    >>> to_oniguruma(r"\p{N}{1,3}+|\s++$")
    '(?>\\p{N}{1,3})|\\s++\\Z'
    """
    compile_pattern(name_or_regex)
    return _Writer(resolve(name_or_regex), here=False).whole()


@lru_cache(maxsize=1)
def _named() -> dict[str, str]:
    return {to_oniguruma(name): name for name in PATTERNS}


def matches_nothing(pattern: str) -> bool:
    r"""Whether a pattern can match an empty stretch of text; also when it cannot be read here.

    >>> matches_nothing(r"\b"), matches_nothing(r"\w+|\s")
    (True, False)
    """
    try:
        return not _Writer(pattern, here=False).width()[0]
    except PatternError:
        empty = compile_pattern(pattern).search
        return any(m and not m.group() for m in map(empty, ("", "a", " ", "a b", "\n", "1.")))


def without_groups(pattern: str) -> str:
    r"""A pattern of ``regex`` whose groups are there for the structure only.

    >>> without_groups(r"(\p{L}+)|(\s+)")
    '(?:\\p{L}+)|(?:\\s+)'
    """
    written = []
    for element in elements(pattern):
        if regex.match(r"\\[1-9gkK]|\(\?[|(]?$", element.text):
            raise _refused(element, f"{element.text!r}, which speaks of groups")
        written.append(_CAPTURE.sub("(?:", element.text) if _captures(element) else element.text)
    return "".join(written)


def _captures(element: Element) -> bool:
    return element.kind == "open" and _CAPTURE.fullmatch(element.text) is not None


def _refused(element: Element, what: str) -> PatternError:
    return PatternError(
        f"The split pattern holds {what} at position {element.start}, which not every program reads "
        "in the same way. Write it in another way.",
        position=element.start,
    )


class _Group:
    """A group that is open, or the pattern itself: what stands in it up to now."""

    def __init__(self, opening: str, start: int, place: int) -> None:
        self.opening = opening
        # Where it begins in the pattern, and in what is written.
        self.start = start
        self.place = place
        self.options: list[Width] = [(0, 0)]
        # Where the last part begins in what is written, and its width; None: nothing to repeat.
        self.last: tuple[int, Width] | None = None

    def end_part(self) -> None:
        if self.last:
            least, most = self.last[1]
            self.options[-1] = max(self.options[-1][0], least), max(self.options[-1][1], most)
        self.last = None

    def width(self) -> Width:
        self.end_part()
        if self.opening in _LOOKS:
            return 0, 0
        return min(least for least, _ in self.options), max(most for _, most in self.options)


class _Writer:
    """Writes a pattern for the ``regex`` package (``here``) or for Oniguruma, element by element."""

    def __init__(self, pattern: str, here: bool) -> None:
        self.here = here
        self.written: list[str] = []
        self.pattern = pattern
        self.groups = [_Group("", 0, 0)]
        self.sets = SetWriter(here)
        self.ignores_case = False
        for element in elements(pattern, nested=here):
            try:
                getattr(self, "_" + element.kind)(element)
            except ValueError as error:
                raise _refused(element, str(error)) from None

    def width(self) -> Width:
        return self.groups[0].width()

    def whole(self) -> str:
        if self.width() == (0, 1):
            raise PatternError(
                "The split pattern can match an empty stretch of text, and programs differ in how "
                "they go on from there. Write + in place of *, or {1,n} in place of {0,n}."
            )
        if self.ignores_case and self.sets.has_letters and not self.here:
            raise PatternError(
                "The split pattern has a group without regard to case, (?i:...), and letters in a "
                "set outside of it; the two programs read that differently. Write out both cases."
            )
        return "".join(self.written)

    @property
    def any_case(self) -> bool:
        return self.groups[-1].opening == "(?i:"

    def _part(self, written: str, width: Width) -> None:
        self.groups[-1].end_part()
        self.groups[-1].last = len(self.written), width
        self.written.append(written)

    def _literal(self, element: Element) -> None:
        if element.text in "^$":
            return self._place(element)
        if element.text == "." and self.any_case:
            raise ValueError("a dot without regard to case")
        if element.text == "{":
            raise ValueError("a brace that is no count (write \\{ for the character)")
        self._character(element.text, element.text)

    def _character(self, written: str, char: str) -> None:
        self._part(in_any_case(char, self.here) if self.any_case else written, (1, 1))

    def _escape(self, element: Element) -> None:
        if element.text in _PLACES_HERE or element.text in (r"\b", r"\B"):
            self._place(element)
        elif element.text in (r"\w", r"\W"):
            self._no_case(element)
            self._part(word_class(self.here, negated=element.text == r"\W"), (1, 1))
        else:
            written, char = self.sets.escape(element.text)
            if char is None:
                self._no_case(element)
                self._part(written, (1, 1))
            else:
                self._character(written, char)

    def _no_case(self, element: Element) -> None:
        if self.any_case:
            raise ValueError(f"{element.text!r} without regard to case")

    def _place(self, element: Element) -> None:
        self._no_case(element)
        self._not_behind(element)
        places = _PLACES_HERE if self.here else _PLACES_THERE
        if element.text in (r"\b", r"\B"):
            word = word_class(self.here)
            after, before = ("!", "=") if element.text == r"\b" else ("=", "!")
            written = f"(?:(?<={word})(?{after}{word})|(?<!{word})(?{before}{word}))"
        elif element.text in places:
            written = places[element.text]
        else:
            raise ValueError(f"the escape {element.text}")
        self._part(written, (0, 0))

    def _set(self, element: Element) -> None:
        self._part(self.sets.write(element.text, self.any_case), (1, 1))

    def _not_behind(self, element: Element) -> None:
        """Oniguruma looks behind for text of one length in each alternative only."""
        if self.groups[-1].opening in ("(?<=", "(?<!"):
            raise ValueError(f"{element.text!r} in what it looks behind for")

    def _repeat(self, element: Element) -> None:
        self._not_behind(element)
        group = self.groups[-1]
        if not group.last:
            raise ValueError(f"{element.text!r} with nothing to repeat")
        place, (least, most) = group.last
        count = element.text.rstrip("?+") if element.text[0] == "{" else element.text[0]
        mode = element.text[len(count) :]
        numbers = [int(n or 0) for n in count.strip("{}").split(",")] if count[0] == "{" else [0]
        if max(numbers) > 10_000 or (numbers[-1] and numbers[-1] < numbers[0]):
            raise ValueError(f"the count {count}")
        if not least:
            raise ValueError("a repeat of what can be empty")
        if count[0] == "{" and mode == "?" and "," not in count:
            raise ValueError(f"the count {element.text}")
        if count[0] == "{" and mode == "+":
            before, after = ("(?:", f"{count})+") if self.here else ("(?>", f"{count})")
        else:
            before, after = "", element.text
        self.written[place] = before + self.written[place]
        self.written.append(after)
        optional = count in ("*", "?") or (count[0] == "{" and not numbers[0])
        group.last = place, (0 if optional else least, most)
        group.end_part()

    def _open(self, element: Element) -> None:
        opening = "(?:" if _captures(element) else element.text
        lines = "(?m:" if self.here else "(?s:"
        if opening not in (*_LOOKS, "(?:", "(?>", "(?i:", lines):
            raise ValueError(f"the group {element.text!r}")
        self._no_case(element)
        self._not_behind(element)
        self.groups[-1].end_part()
        self.groups.append(_Group(opening, element.start, len(self.written)))
        if opening == "(?i:":
            self.ignores_case = True
        swapped = {"(?m:": "(?s:", "(?s:": "(?m:"}
        # The regex package would disregard case in sets elsewhere: the cases are written out.
        plain = "(?:" if self.here and opening == "(?i:" else opening
        self.written.append(swapped.get(plain, plain))

    def _close(self, element: Element) -> None:
        if len(self.groups) == 1:
            raise ValueError("a bracket too many")
        group = self.groups.pop()
        inside = self.pattern[group.start : element.start]
        if group.opening == "(?i:" and _FOLDED.search(_SET.sub(" ", inside)):
            raise ValueError(f"{inside + ')'}, in which two letters can equal one")
        self.written.append(")")
        self.groups[-1].last = group.place, group.width()

    def _bar(self, element: Element) -> None:
        self.groups[-1].end_part()
        self.groups[-1].options.append((0, 0))
        self.written.append("|")

    def _comment(self, element: Element) -> None:
        """What is said in it changes nothing."""

    def _flags(self, element: Element) -> None:
        raise ValueError(f"the flags {element.text}")

    def _blank(self, element: Element) -> None:
        raise ValueError("verbose syntax")

    def _end(self, element: Element) -> None:
        if len(self.groups) > 1:
            raise ValueError("a group that does not end")
