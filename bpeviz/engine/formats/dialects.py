r"""Split patterns between programs: the ``regex`` package here, Oniguruma in Hugging Face's.

A pattern is read into its parts and written again, so that it means the same in the other engine:

* ``\p{N}{1,3}+`` is possessive in ``regex``; Oniguruma repeats ``\p{N}{1,3}``: written ``(?>...)``;
* ``^`` and ``$`` are about lines in Oniguruma, ``\Z`` allows for a last newline;
* ``(?s)`` is called ``(?m)`` there; sets can hold sets, and what they have in common is ``&&``;
* ``\w`` differs in a handful of characters.

What cannot be said in the other dialect is a PatternError that names it.
"""

from __future__ import annotations

from functools import lru_cache

from ..errors import PatternError
from ..patterns import PATTERNS, compile_pattern, resolve
from .regex_checks import can_be_empty, ignores_case_too_far, repeats_a_place
from .regex_reading import read
from .regex_writing import Writer


@lru_cache(maxsize=64)
def from_oniguruma(pattern: str) -> str:
    r"""A pattern of Oniguruma in the syntax of ``regex``; a name if it is one of the named ones.

    >>> from_oniguruma(r"\p{N}{1,3}+"), from_oniguruma(r"[^(\s|[.,])]+")
    ('(?:\\p{N}{1,3})+', '[^(\\s|.,)]+')
    >>> from_oniguruma(r"\p{N}{1,3}")
    '\\p{N}{1,3}'

    PatternError for what is not the same here.
    """
    written = _write(pattern, from_onig=True, to_onig=False)
    compile_pattern(written)
    return next((name for name, same in _canonical().items() if same == written), written)


@lru_cache(maxsize=64)
def to_oniguruma(name_or_regex: str) -> str:
    r"""A split pattern of this program in the syntax of Oniguruma.

    >>> to_oniguruma(r"\p{N}{1,3}+|\s++$")
    '(?>\\p{N}{1,3})|\\s++\\Z'
    """
    compile_pattern(name_or_regex)
    part = read(resolve(name_or_regex), oniguruma=False)
    if repeats_a_place(part):
        raise PatternError(
            "The split pattern repeats a place, such as ^ or \\b, which other programs refuse. "
            "Repeat text only."
        )
    if ignores_case_too_far(part):
        raise PatternError(
            "The split pattern has a group without regard to case, (?i:...), and letters in a set "
            "outside of it; the two programs read that differently. Write out both cases."
        )
    return _write(resolve(name_or_regex), from_onig=False, to_onig=True)


def without_groups(pattern: str) -> str:
    r"""A pattern of ``regex`` whose groups are there for the structure only.

    >>> without_groups(r"(\p{L}+)|(\s+)")
    '(?:\\p{L}+)|(?:\\s+)'
    """
    return _write(pattern, from_onig=False, to_onig=False)


@lru_cache(maxsize=1)
def _canonical() -> dict[str, str]:
    """The named patterns as ``from_oniguruma`` writes what ``to_oniguruma`` makes of them."""
    return {name: _write(to_oniguruma(name), from_onig=True, to_onig=False) for name in PATTERNS}


def _write(pattern: str, *, from_onig: bool, to_onig: bool) -> str:
    try:
        part = read(pattern, from_onig)
        if can_be_empty(part):
            raise PatternError(
                "The split pattern can match an empty stretch of text, and programs differ in how "
                "they go on from there. Write + in place of *, or {1,n} in place of {0,n}."
            )
        return Writer(from_onig, to_onig).write(part)
    except RecursionError:
        raise PatternError(
            "The split pattern is too deeply nested to be translated. Make it simpler."
        ) from None
