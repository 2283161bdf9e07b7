"""The alternatives of the well-known split patterns, in words."""

import regex

__all__ = ["meaning"]


def meaning(part: str) -> str:
    r"""What one alternative of a split pattern matches, in words.

    >>> meaning(r"\p{N}{1,3}+")
    'One to three digits or other numbers.'
    >>> meaning("cat"), meaning("c.t")
    ('Exactly “cat”.', 'As the expression says.')
    """
    if part in _WORDS:
        return _WORDS[part]
    # The same alternative is spelled with and without possessive marks: they change the speed only.
    plain = _POSSESSIVE.sub("", part)
    if plain in _WORDS:
        return _WORDS[plain]
    if part and regex.escape(part, special_only=True, literal_spaces=True) == part:
        return f"Exactly “{part}”."
    return "As the expression says."


_POSSESSIVE = regex.compile(r"(?<=[+*?]|\{\d(?:,\d)?\})\+")
_CONTRACTION = "The end of a contraction: an apostrophe with s, t, re, ve, m, ll or d{case}."
_SIGNS = "Signs that are neither letter, number nor white space, with the one space before them if there is one{more}."
_CASED = (
    "Letters and marks {order}, with one sign or space before them if there is one, "
    "and with a contraction such as ’s typed with a straight apostrophe behind them."
)
_ANY_CASE = ", in capitals or not"
_SPACE_LEFT = "White space that the alternatives before this one leave over{more}."
_WORDS = {
    "'s": "The ending 's, as in it's.",
    "'t": "The ending 't, as in don't.",
    "'re": "The ending 're, as in we're.",
    "'ve": "The ending 've, as in I've.",
    "'m": "The ending 'm, as in I'm.",
    "'ll": "The ending 'll, as in you'll.",
    "'d": "The ending 'd, as in she'd.",
    "'(?:[sdmt]|ll|ve|re)": _CONTRACTION.format(case=""),
    "'(?i:[sdmt]|ll|ve|re)": _CONTRACTION.format(case=_ANY_CASE),
    r"'(?i:[sdmt]|ll|ve|re)(?!\p{M})": _CONTRACTION.format(
        case=_ANY_CASE + ", unless a mark follows"
    ),
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)": _CONTRACTION.format(case=_ANY_CASE),
    r" ?\p{L}+": "Letters, with the one space before them if there is one.",
    r" ?\p{N}+": "Digits and other numbers, with the one space before them if there is one.",
    r" ?[^\s\p{L}\p{N}]+": _SIGNS.format(more=""),
    r" ?[^\s\p{L}\p{N}]+[\r\n]*": _SIGNS.format(more=" and all line ends behind them"),
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*": _SIGNS.format(more=" and all line ends and slashes behind them"),
    r"[^\r\n\p{L}\p{N}]?\p{L}+": (
        "Letters, with one character before them that is no letter, number or line end, if any."
    ),
    r"[^\r\n\p{L}\p{M}\p{N}]?[\p{L}\p{M}]+": (
        "Letters with their marks, and one character before them that is no letter, mark, number "
        "or line end, if any."
    ),
    r"[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+": (
        "Letters and marks, with one character before them that is no letter, number or line end, "
        "if any."
    ),
    r" ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*": _SIGNS.format(more=" and all line ends behind them"),
    r"\p{N}": "One digit or other number.",
    r"\p{N}{1,3}": "One to three digits or other numbers.",
    r"(?:\p{N}\p{M}*){1,3}": "One to three digits or other numbers, each with its marks.",
    r"\s*[\r\n]": "White space up to the last line end in it.",
    r"\s*[\r\n]+": "White space up to the last line end in it.",
    r"\s+$": "White space at the very end of the text.",
    r"\s+(?!\S)": "White space, but without its last character when something follows.",
    # The parts that people write themselves.
    r"\p{L}+": "Letters.",
    r"\p{L}": "One letter.",
    r"[\p{L}\p{M}]+": "Letters and marks.",
    r" ?[\p{L}\p{M}]+": "Letters and marks, with the one space before them if there is one.",
    r"\p{N}+": "Digits and other numbers.",
    r"\d+": "Decimal digits.",
    r"\d": "One decimal digit.",
    r"\w+": "Letters, digits, marks and the low line.",
    r"\S+": "All that is not white space.",
    r"[^\p{L}\s]+": "All that is neither letter nor white space.",
    r"[^\w\s]+": "All that is neither letter, digit, mark, low line nor white space.",
    r"\X": "One character as people see it, with its marks.",
    r".": "Any one character but a line feed.",
    r"\s": _SPACE_LEFT.format(more=", one character of it"),
    r"\s+": _SPACE_LEFT.format(more=""),
}
_UPPER, _LOWER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}", r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
_TAIL = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_WORDS[rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]*[{_LOWER}]+{_TAIL}"] = _CASED.format(
    order="that end in small letters (capitals may come first)"
)
_WORDS[rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]+[{_LOWER}]*{_TAIL}"] = _CASED.format(
    order="that begin with capitals (small letters may follow)"
)
