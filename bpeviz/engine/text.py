"""What a text is made of: normal forms, graphemes, code points and bytes."""

import unicodedata

import regex

from bpeviz.engine.errors import SettingsError

__all__ = ["NORMAL_FORMS", "normalize", "repair"]

NORMAL_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
_SURROGATE = regex.compile("[\ud800-\udfff]")


def repair(text: str) -> str:
    r"""Make a text encodable: surrogate pairs are joined, lone surrogates become U+FFFD.

    >>> repair("a\ud83d\udc4d") == "a\U0001f44d"
    True
    >>> repair("a\ud83d")
    'a�'
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def normalize(text: str, form: str | None) -> str:
    """The text in a normal form of Unicode (UAX 15); `None` leaves it as it is.

    >>> normalize("o\\u0323\\u0300", "NFC") == "\\u1ecd\\u0300"
    True
    >>> normalize("a", "NFX")
    Traceback (most recent call last):
    ...
    bpeviz.engine.errors.SettingsError: There is no normal form 'NFX'. Choose NFC, NFD, NFKC, NFKD or none.
    """
    if form is None:
        return text
    if form not in NORMAL_FORMS:
        raise SettingsError(
            f"There is no normal form {form!r}. Choose NFC, NFD, NFKC, NFKD or none."
        )
    return unicodedata.normalize(form, text)
