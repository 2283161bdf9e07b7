"""What a side of the comparison can be: a training, or a tokenizer file by what links call it."""

from __future__ import annotations

from ..tokenizers import files

#: The choice of no file.
TRAINED = ""


def is_choice(mark: object) -> bool:
    """Whether a link may name this as a side's tokenizer: none, a file by its mark, an offered file.

    >>> is_choice(TRAINED), is_choice("0123456789abcdef0123 a.json"), is_choice("a.json"), is_choice(5)
    (True, True, False, False)
    """
    return mark == TRAINED or files.is_mark(mark)
