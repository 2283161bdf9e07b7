"""Normal forms and graphemes: the ways in which one text can be written.

They look the same, but byte pair encoding sees the difference. `characters` describes single
characters; `oddities` finds unusual ones in a text and says how to fix them.
"""

import importlib.metadata
import itertools
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, cast

import regex

from .errors import SettingsError

__all__ = [
    "NORMAL_FORMS",
    "Rewrite",
    "graphemes",
    "is_normalized",
    "normal_forms",
    "normalize",
    "repair",
    "rewrites",
    "unicode_versions",
]

NORMAL_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
_Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
_SURROGATE = regex.compile("[\ud800-\udfff]")
_GRAPHEME = regex.compile(r"\X")
# Two regional indicators make a flag. To know which two, the library counts from the first one of the
# run at each of them; an even number, more of them behind it, is the end of a flag.
_FLAGS = regex.compile("[\U0001f1e6-\U0001f1ff]{64}(?=[\U0001f1e6-\U0001f1ff])")


def repair(text: str) -> str:
    r"""Make a text encodable: surrogate pairs are joined, lone surrogates become U+FFFD.

    >>> repair("a\ud83d\udc4d") == "a\U0001f44d"
    True
    >>> repair("a\ud83d")
    'a�'
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    repaired: str = SURROGATES.sub(_joined, text)
    return repaired


SURROGATES = regex.compile("[\ud800-\udbff]?[\udc00-\udfff]|[\ud800-\udbff]")


def _joined(match: regex.Match[str]) -> str:
    units: str = match.group()
    if len(units) == 1:
        return "\ufffd"
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def normalize(text: str, form: str | None) -> str:
    """The text in a normal form of Unicode (UAX 15); `None` leaves it as it is.

    >>> normalize("o\\u0323\\u0300", "NFC") == "\\u1ecd\\u0300"
    True
    >>> normalize("a", "NFX")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.SettingsError: There is no normal form 'NFX'. Choose NFC, NFD, NFKC, NFKD or none.
    """
    if form is None or (_form(form) and text.isascii()):
        return text
    return unicodedata.normalize(_form(form), _LONG_RUN.sub(partial(_in_order, form), text))


# The library sorts a run of marks by insertion, so 100,000 of them in a bad order take minutes.
# These are all characters that a form can take apart into marks alone (two are no marks themselves).
_LONG_RUN = regex.compile(r"[\p{M}\uff9e\uff9f]{64,}+")


def _in_order(form: str, run: regex.Match) -> str:
    """The marks of a run taken apart and in canonical order (UAX 15, D109), by a stable sort.

    That is an equivalent spelling, and nothing is left to sort for the library.
    """
    apart = {char: unicodedata.normalize(_DECOMPOSED[form], char) for char in set(run[0])}
    marks = "".join([apart[char] for char in run[0]])
    classes = {char: unicodedata.combining(char) for char in set(marks)}
    # A character of class 0 stays where it is, and each that follows stays behind it.
    parts, start = [], 0
    for place in [*(i for i, char in enumerate(marks) if not classes[char]), len(marks)]:
        parts += sorted(marks[start:place], key=classes.__getitem__)
        parts += marks[place : place + 1]
        start = place + 1
    return "".join(parts)


_DECOMPOSED: dict[str, _Form] = {"NFC": "NFD", "NFD": "NFD", "NFKC": "NFKD", "NFKD": "NFKD"}


def _form(form: str) -> _Form:
    if form not in NORMAL_FORMS:
        raise SettingsError(
            f"There is no normal form {form!r}. Choose NFC, NFD, NFKC, NFKD or none."
        )
    return cast(_Form, form)


def is_normalized(text: str, form: str) -> bool:
    """Whether a text is in a normal form already.

    >>> is_normalized("\\u1ecd\\u0300", "NFC"), is_normalized("\\u1ecd\\u0300", "NFD")
    (True, False)
    """
    return unicodedata.is_normalized(_form(form), text)


def normal_forms(text: str) -> dict[str, str]:
    """A text in all four normal forms.

    >>> {form: len(spelled) for form, spelled in normal_forms("\\ufb01\\u1eb9").items()}
    {'NFC': 2, 'NFD': 3, 'NFKC': 3, 'NFKD': 4}
    """
    return {form: normalize(text, form) for form in NORMAL_FORMS}


@dataclass(frozen=True)
class Rewrite:
    """A grapheme that a normal form changes, and how often it occurs in the text."""

    before: str
    after: str
    count: int


def rewrites(text: str, form: str) -> list[Rewrite]:
    """The graphemes of a text that a normal form changes, the most frequent first.

    Their counts add up to the number of characters, as people see them, that change.

    >>> rewrites("e\\u0301 \\ufb01", "NFC") == [Rewrite("e\\u0301", "\\u00e9", 1)]
    True
    >>> [(one.before, one.after) for one in rewrites("½ × ﬁ", "NFKC")]
    [('½', '1⁄2'), ('ﬁ', 'fi')]
    """
    if is_normalized(text, form):
        return []
    changed = [
        Rewrite(grapheme, spelled, n)
        for grapheme, n in Counter(graphemes(text)).items()
        if (spelled := normalize(grapheme, form)) != grapheme
    ]
    return sorted(changed, key=lambda one: -one.count)


def graphemes(text: str) -> list[str]:
    """Cut a text into characters as people see them: extended grapheme clusters (UAX 29).

    >>> [len(grapheme) for grapheme in graphemes("o\\u0323\\u0300👍🏽\\r\\n")]
    [3, 2, 2]
    """
    cuts = [0, *(match.end() for match in _FLAGS.finditer(text)), len(text)]
    parts = [_GRAPHEME.findall(text[a:b]) for a, b in itertools.pairwise(cuts)]
    return parts[0] if len(parts) == 1 else list(itertools.chain.from_iterable(parts))


@lru_cache(maxsize=1)
def unicode_versions() -> dict[str, str]:
    """The Unicode versions of the two sources.

    Names and normal forms come from `unicodedata`, categories in patterns and graphemes from `regex`.
    The `regex` package has no attribute for it: its description is asked, else known characters.

    >>> sorted(unicode_versions())
    ['regex', 'unicodedata']
    """
    return {"unicodedata": unicodedata.unidata_version, "regex": _regex_version()}


_FIRSTS = {"17.0": "\u20c1", "16.0": "\u1c89", "15.1": "\u2ffc", "15.0": "\U0001f6dc"}


def _regex_version() -> str:
    try:
        described = importlib.metadata.distribution("regex").read_text("METADATA") or ""
    except importlib.metadata.PackageNotFoundError:
        described = ""
    stated = regex.search(r"supports Unicode (\d+(?:\.\d+)*)", described)
    if stated:
        return str(stated[1])
    known = (version for version, char in _FIRSTS.items() if not regex.match(r"\p{Cn}", char))
    return f"at least {next(known, '14.0')}"
