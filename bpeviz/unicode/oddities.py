"""What is odd in a text: what looks alike but is not, what cannot be seen, what is broken.

Each finding says where it is, what it is and what to do; where a machine can do it, it carries the
repair. Nothing is changed by looking. Positions are offsets of code points in the text as given.
"""

import unicodedata
from collections.abc import Iterator
from functools import partial

import regex

from ..engine.text import graphemes, normalize, repair
from .characters import name_of
from .finding import Finding, Place, found, label, places_of
from .hidden import controls, hidden, line_ends, spaces, stray_marks, zero_width
from .lookalikes import apostrophes, lines_below, mixed_scripts, spacing_accents

__all__ = ["Finding", "oddities"]


def oddities(text: str) -> list[Finding]:
    """Everything odd in a text, the gravest first; an empty list if nothing is.

    >>> [(one.kind, one.places) for one in oddities("a\\u00a0b\\u200b")]
    [('space', ((1, 2),)), ('zero width', ((3, 4),))]
    >>> oddities("a\\r\\nb")[0].fix("a\\r\\nb")
    'a\\nb'
    >>> oddities("ọ̀rẹ́")
    []
    """
    checks = _ASCII_CHECKS if text.isascii() else _CHECKS
    return [finding for check in checks for finding in check(text)]


# --- broken ---------------------------------------------------------------------------------------


def _surrogates(text: str) -> Iterator[Finding]:
    places = places_of("[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]", text)
    if places:
        yield Finding(
            "surrogate",
            places,
            "Surrogates: halves of characters, left by a program that cut a text at the wrong "
            "place. They cannot be written as UTF-8.",
            "Join the pairs and put U+FFFD in place of the lone ones.",
            repair,
        )


def _damaged(text: str) -> Iterator[Finding]:
    yield from found(
        text,
        "replacement",
        "\ufffd",
        "U+FFFD stands where a character was lost: the text was read in the wrong encoding.",
        "Read the original again; what was there is not known.",
    )
    mended = _decode_again(text)
    if mended != text:
        yield Finding(
            "wrong encoding",
            places_of(r"[^\x00-\x7f]+", text),
            "The text looks like UTF-8 that was read as Windows-1252 or Latin-1.",
            "Read it as UTF-8.",
            _decode_again,
        )


# What the bytes 80..9F become when they are read as Windows-1252; five of them stay as they are.
_HIGH = {bytes([n]).decode("cp1252", "ignore") or chr(n): chr(n) for n in range(0x80, 0xA0)}
_TO_BYTES = str.maketrans(_HIGH)


def _decode_again(text: str) -> str:
    try:
        return text.translate(_TO_BYTES).encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


def _unassigned(text: str) -> Iterator[Finding]:
    # One look at each character that occurs keeps this fast.
    unknown = {char for char in set(text) if unicodedata.category(char) == "Cn"}
    kinds: dict[str, str] = {}
    for char in sorted(unknown):
        kind = name_of(char).split()[0]
        kinds[kind] = kinds.get(kind, "") + char
    for kind, chars in kinds.items():
        kind, what, advice, by = _UNKNOWN[kind]
        yield from found(text, kind, rf"[{regex.escape(chars)}]", what, advice, by)


_VERSION = unicodedata.unidata_version
_UNKNOWN = {
    "noncharacter": (
        "noncharacter",
        "Noncharacters: code points that will never be characters.",
        "Take them out.",
        "",
    ),
    "unassigned": (
        "unassigned",
        "Code points that are no characters in the Unicode versions known here.",
        "Look at where the text comes from.",
        None,
    ),
    "assigned": (
        "newer than here",
        f"Characters newer than Unicode {_VERSION}: their names and normal forms are not known "
        "here.",
        "Nothing is wrong with them; a newer Python knows them.",
        None,
    ),
}


def _private(text: str) -> Iterator[Finding]:
    yield from found(
        text,
        "private use",
        r"\p{Co}+",
        "Private use characters: they mean something in one font or one program only.",
        "Put the characters in their place that the font shows.",
    )


# --- the same in two spellings --------------------------------------------------------------------


def _mixed_forms(text: str) -> Iterator[Finding]:
    text = _first_spelling(text)
    if unicodedata.is_normalized("NFC", text) or unicodedata.is_normalized("NFD", text):
        return
    places: list[Place] = []
    spellings: dict[str, set[str]] = {}
    start = 0
    for cluster in graphemes(text):
        composed = normalize(cluster, "NFC")
        spellings.setdefault(composed, set()).add(cluster)
        if composed != cluster:
            places.append((start, start + len(cluster)))
        start += len(cluster)
    twice = [cluster for cluster, ways in spellings.items() if len(ways) > 1]
    more = f" In more than one way: {' '.join(twice[:8])}." if twice else ""
    yield Finding(
        "mixed normal forms",
        tuple(places),
        "Composed and decomposed characters stand side by side; they look the same and become "
        f"different tokens.{more}",
        "Apply NFC.",
        partial(normalize, form="NFC"),
    )


def _first_spelling(text: str) -> str:
    """Second code points of a character replaced by the first: they are a finding of their own."""
    return text.translate({ord(char): _singleton(char) for char in set(text) if _singleton(char)})


def _singleton(char: str) -> str:
    """The one character that every normal form puts in place of this one, or ""."""
    parts = unicodedata.decomposition(char).split()
    return chr(int(parts[0], 16)) if len(parts) == 1 else ""


def _singletons(text: str) -> Iterator[Finding]:
    for char in sorted(set(text)):
        if not _singleton(char):
            continue
        new = normalize(char, "NFC")
        yield from found(
            text,
            "second code point",
            regex.escape(char),
            f"{label(char)} is the same as {label(new[0])}; every normal form replaces it.",
            f"Write {label(new[0])}.",
            new,
        )


_ASCII_CHECKS = (controls, line_ends)
_CHECKS = (
    _surrogates,
    _damaged,
    _mixed_forms,
    _singletons,
    lines_below,
    spacing_accents,
    apostrophes,
    mixed_scripts,
    spaces,
    zero_width,
    hidden,
    stray_marks,
    _private,
    _unassigned,
    controls,
    line_ends,
)
