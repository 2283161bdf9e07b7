"""What cannot be seen in a text: odd spaces, characters without width, controls, line ends.

Each check takes a text and yields its findings.
"""

from collections import Counter
from collections.abc import Iterator

import regex

from .finding import Finding, found, label

__all__ = ["controls", "hidden", "line_ends", "spaces", "stray_marks", "zero_width"]


def spaces(text: str) -> Iterator[Finding]:
    """Spaces other than the plain one, a finding for each kind.

    >>> [(one.count, one.fix("a\\u00a0b")) for one in spaces("a\\u00a0b")]
    [(1, 'a b')]
    """
    for char, _ in Counter(regex.findall(r"[\p{Zs}--\x20]", text, regex.V1)).most_common():
        yield from found(
            text,
            "space",
            regex.escape(char),
            f"{label(char)} looks like a space and is another character: split patterns take it "
            "for white space, but not for the one space before a word.",
            "Put a plain space in its place, unless it is meant.",
            " ",
        )


_HELD = (
    r"\p{Arab}\p{Syrc}\p{Deva}\p{Beng}\p{Guru}\p{Gujr}\p{Orya}\p{Taml}\p{Telu}\p{Knda}\p{Mlym}"
    r"\p{Sinh}\p{Khmr}\p{Mymr}\p{Tibt}\p{Mong}"
)
_JOINER = rf"(?<![{_HELD}]\p{{M}}*)\u200c|(?<![{_HELD}]\p{{M}}*|[\p{{Extended_Pictographic}}\p{{Emoji_Modifier}}\ufe0f])\u200d"
_ZERO_WIDTH = rf"[\u00ad\u034f\u180e\u200b\u2060-\u2064\u206a-\u206f\ufff9-\ufffb\u115f\u1160\u3164\uffa0]|(?<!\A\ufeff*)\ufeff|{_JOINER}"
_TAGS = r"(?<!\U0001f3f4[\U000e0020-\U000e007e]*)[\U000e0000-\U000e007f]+"


def zero_width(text: str) -> Iterator[Finding]:
    """The byte order mark, and characters without width that cut words.

    Joiners stay unmentioned where they belong: in Arabic and Indian scripts and in emoji.

    >>> [one.kind for one in zero_width("\\ufeffa\\u200bb 👩\\u200d👧")]
    ['byte order mark', 'zero width']
    """
    yield from found(
        text,
        "byte order mark",
        r"\A\ufeff+",
        "U+FEFF at the start: the byte order mark of a file, not a part of the text.",
        "Take it out.",
        "",
    )
    names = sorted({match.group() for match in regex.finditer(_ZERO_WIDTH, text)})
    yield from found(
        text,
        "zero width",
        _ZERO_WIDTH,
        f"Characters without width: {', '.join(map(label, names))}. They cut words and cannot be "
        "seen.",
        "Take them out, unless they are meant.",
        "",
    )


def hidden(text: str) -> Iterator[Finding]:
    """Controls of the writing direction, tag characters, and hidden data in variation selectors.

    >>> [one.what for one in hidden("a\\U000e0068\\U000e0069")]
    ['Tag characters: letters that no one sees. They spell “hi”.']
    """
    yield from found(
        text,
        "direction",
        r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]",
        "Controls of the writing direction: the text may show in another order than it has.",
        "Take them out, unless right-to-left text needs them.",
        "",
    )
    tags = "".join(regex.findall(_TAGS, text))
    spelled = "".join(chr(ord(tag) - 0xE0000) for tag in tags[:60])
    yield from found(
        text,
        "tag",
        _TAGS,
        "Tag characters: letters that no one sees. They spell "
        f"“{''.join(c for c in spelled if c.isprintable())}”.",
        "Take them out.",
        "",
    )
    yield from found(
        text,
        "variation selector",
        r"(?<=\p{Variation_Selector})\p{Variation_Selector}+",
        "Variation selectors in a row: only the first can do something, the others may hide data.",
        "Take them out.",
        "",
    )


def controls(text: str) -> Iterator[Finding]:
    """Control characters besides tab and line ends.

    >>> [one.places for one in controls("a\\x00b\\tc")]
    [((1, 2),)]
    """
    yield from found(
        text,
        "control",
        r"(?V1)[\p{Cc}--\t\n\r\x0b\x0c\x85]",
        "Control characters: commands to old devices, no text.",
        "Take them out.",
        "",
    )


def line_ends(text: str) -> Iterator[Finding]:
    """Line ends other than the line feed.

    >>> [one.fix("a\\r\\nb\\rc") for one in line_ends("a\\r\\nb\\rc")]
    ['a\\nb\\rc', 'a\\r\\nb\\nc']
    """
    windows = "Lines end with CR LF, as Windows writes them: two characters in place of one."
    advice = "Put a line feed in their place."
    yield from found(text, "line end", r"\r+\n", windows, advice, "\n")
    lone = "A carriage return without a line feed: a line end of old machines, or a stray one."
    yield from found(text, "line end", r"\r(?!\r*\n)", lone, advice, "\n")
    rare = "Rare line ends: vertical tab, form feed, U+0085, U+2028 or U+2029."
    yield from found(text, "line end", r"[\x0b\x0c\x85\u2028\u2029]", rare, advice, "\n")


def stray_marks(text: str) -> Iterator[Finding]:
    """Marks at the start of the text, of a line or of a word.

    >>> [one.places for one in stray_marks("\\u0301a b\\u0301")]
    [((0, 1),)]
    """
    yield from found(
        text,
        "stray mark",
        r"(?<=^|[^\S\u00a0]|\p{Cc})\p{M}++",
        "Marks without a letter before them.",
        "Look for a letter that was lost, or a space before the mark.",
    )
