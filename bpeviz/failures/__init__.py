"""Where tokenization fails: a gallery of failures, each computed live.

To add one, write a module with a ``Failure`` (``letters`` is a plain example, ``case`` says what it
is made of) and put it into ``FAILURES``: the page, its first screen and the tests find it there.
"""

from . import (
    arithmetic,
    cut_characters,
    end_markers,
    indentation,
    languages,
    letters,
    memorising,
    seen_bytes,
    spelled_ways,
    spellings,
    torn_marks,
    trailing_space,
    undertrained,
    unknown_characters,
    word_borders,
)
from .case import Failure, Field, Finding, Number, Scene, Table, Tokens, Train, Values

#: All failures, in the order of the gallery.
FAILURES: tuple[Failure, ...] = (
    letters.FAILURE,
    arithmetic.FAILURE,
    spelled_ways.FAILURE,
    trailing_space.FAILURE,
    indentation.FAILURE,
    languages.FAILURE,
    spellings.FAILURE,
    torn_marks.FAILURE,
    cut_characters.FAILURE,
    undertrained.FAILURE,
    memorising.FAILURE,
    word_borders.FAILURE,
    unknown_characters.FAILURE,
    end_markers.FAILURE,
    seen_bytes.FAILURE,
)

__all__ = [
    "FAILURES",
    "Failure",
    "Field",
    "Finding",
    "Number",
    "Scene",
    "Table",
    "Tokens",
    "Train",
    "Values",
]
