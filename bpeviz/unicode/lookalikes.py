"""Characters that look alike and that no normal form joins.

Each check takes a text and yields its findings, of the kind "look-alike".
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial

import regex

from ..engine.text import normalize
from .finding import Finding, Place, places_of

__all__ = ["apostrophes", "lines_below", "mixed_scripts", "spacing_accents"]


def lines_below(text: str) -> Iterator[Finding]:
    """The vertical line below, U+0329, which Yorùbá texts use beside or in place of the dot.

    >>> one = next(lines_below("e\\u0329 \\u1eb9"))
    >>> one.places, one.fix("e\\u0329 \\u1eb9") == "\\u1eb9 \\u1eb9"
    (((1, 2),), True)
    """
    places = places_of("\u0329", text)
    if not places:
        return
    dots = normalize(text, "NFD").count("\u0323")
    beside = f", which this text has too ({dots}×)" if dots else ""
    yield Finding(
        "look-alike",
        places,
        f"U+0329, a vertical line below, looks like U+0323, the dot below{beside}. They are "
        "different characters, and no normal form makes them one.",
        "Use one of the two; most Yorùbá texts have the dot.",
        _dots,
    )


def _dots(text: str) -> str:
    return _in_the_same_form(text, text.replace("\u0329", "\u0323"))


def _in_the_same_form(before: str, after: str) -> str:
    """A composed text stays composed; any other is left as the change made it."""
    if unicodedata.is_normalized("NFC", before):
        return normalize(after, "NFC")
    return after


_ACCENTS = {"\u02ca": "\u0301", "\u00b4": "\u0301", "\u02cb": "\u0300"}
_AFTER_VOWEL = regex.compile(r"(?i)(?<=[aeiou\u1eb9\u1ecdmn]\u0323?)[\u02ca\u02cb\u00b4]")


def spacing_accents(text: str) -> Iterator[Finding]:
    """Accents typed as characters of their own behind a vowel.

    >>> next(spacing_accents("o\\u00b4")).fix("o\\u00b4") == "\\u00f3"
    True
    """
    places = tuple(match.span() for match in _AFTER_VOWEL.finditer(text))
    if places:
        yield Finding(
            "look-alike",
            places,
            "An accent as a character of its own stands behind a letter; it looks much like a "
            "combining accent on it.",
            "Put the combining accent in its place.",
            _combine,
        )


def _combine(text: str) -> str:
    return _in_the_same_form(text, _AFTER_VOWEL.sub(lambda m: _ACCENTS[m.group()], text))


_APOSTROPHE = regex.compile(
    r"(?<=[\p{L}\p{M}])['\u2018\u2019\u02bb\u02bc\u02be\u02bf\u00b4\u2032\uff07](?=\p{L})"
)


def apostrophes(text: str) -> Iterator[Finding]:
    """Several kinds of apostrophe inside the words of one text.

    >>> next(apostrophes("it's we're it\\u2019s")).places
    ((13, 14),)
    >>> list(apostrophes("it's we're"))
    []
    """
    counts = Counter(_APOSTROPHE.findall(text))
    if len(counts) < 2:
        return
    most = max(counts, key=lambda char: (counts[char], char == "'"))
    names = ", ".join(f"U+{ord(char):04X} ({n}×)" for char, n in counts.most_common())
    yield Finding(
        "look-alike",
        tuple(m.span() for m in _APOSTROPHE.finditer(text) if m.group() != most),
        f"Several kinds of apostrophe stand inside words: {names}. Split patterns treat them "
        "differently: only U+0027 makes a contraction, and U+02BC counts as a letter.",
        f"Use one; U+{ord(most):04X} is the most frequent here.",
        partial(_one_apostrophe, char=most),
    )


def _one_apostrophe(text: str, *, char: str) -> str:
    return _APOSTROPHE.sub(char, text)


# Letters of other scripts and the Latin letters that they look like.
_TO_LATIN = {
    "Cyrillic": dict(
        zip(
            "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅԌ",
            "aeopcyxijshdqwABEKMHOPCTYXIJSG",
            strict=True,
        )
    ),
    "Greek": dict(zip("ονρυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ovpuABEZHIKMNOPTYX", strict=True)),
}
_WORD = regex.compile(r"[\p{Latin}\p{Cyrillic}\p{Greek}\p{M}]{2,}")
_OTHER = regex.compile(r"[\p{Cyrillic}\p{Greek}]")
# Where a word changes its script; few texts have such a place, so it is looked for first.
_MEETING = regex.compile(
    r"\p{Latin}\p{M}*+[\p{Cyrillic}\p{Greek}]|[\p{Cyrillic}\p{Greek}]\p{M}*+\p{Latin}"
)
_OF = {name: regex.compile(rf"\p{{{name}}}") for name in ("Latin", "Cyrillic", "Greek")}


def mixed_scripts(text: str) -> Iterator[Finding]:
    """Words in which a letter of another script stands for one that looks the same.

    >>> one = next(mixed_scripts("p\\u0430y"))
    >>> one.places, one.fix("p\\u0430y")
    (((1, 2),), 'pay')
    >>> list(mixed_scripts("ΔT мир"))
    []
    """
    if not (any(map(_OTHER.match, set(text))) and _MEETING.search(text)):
        return
    places: list[Place] = [place for word in _WORD.finditer(text) for place in _strangers(word)]
    if places:
        shown = ", ".join(dict.fromkeys(f"U+{ord(text[start]):04X}" for start, _ in places[:50]))
        yield Finding(
            "look-alike",
            tuple(places),
            f"Letters of another script stand inside words and look like their own: {shown}.",
            "Write each word in one script.",
            _one_script,
        )


@lru_cache(maxsize=4096)
def _table(word: str) -> dict[str, str]:
    """What makes the word one script, or an empty table."""
    counts = {name: len(pattern.findall(word)) for name, pattern in _OF.items()}
    for name, to_latin in _TO_LATIN.items():
        if not (counts["Latin"] and counts[name]) or len([n for n in counts.values() if n]) > 2:
            continue
        from_latin = {latin: other for other, latin in to_latin.items()}
        if counts[name] < counts["Latin"] and to_latin.keys() >= set(_OF[name].findall(word)):
            return to_latin
        if counts[name] > counts["Latin"] and from_latin.keys() >= set(_OF["Latin"].findall(word)):
            return from_latin
    return {}


def _strangers(word: regex.Match) -> Iterator[Place]:
    table = _table(word.group())
    for place, char in enumerate(word.group() if table else "", word.start()):
        if char in table:
            yield place, place + 1


def _one_script(text: str) -> str:
    return _WORD.sub(lambda word: word.group().translate(str.maketrans(_table(word.group()))), text)
