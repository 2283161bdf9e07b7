"""Bytes written as letters, as GPT-2 does, so that every token can stand in a text file.

Bytes that print (33-126, 161-172, 174-255) are the character of that number; the other 68 take, in
order, the characters from U+0100 on. So a space is "Ġ" and a newline "Ċ".

Source: the release of GPT-2 (2019), whose ids number the bytes in the order of these letters.
"""

from __future__ import annotations

_PRINTED = [*range(33, 127), *range(161, 173), *range(174, 256)]
_OTHERS = [b for b in range(256) if b not in _PRINTED]
# The bytes in GPT-2's own order: b"!" has the id 0.
BYTE_ORDER: tuple[int, ...] = (*_PRINTED, *_OTHERS)
_LETTER_OF = {b: chr(b) for b in _PRINTED} | {b: chr(0x100 + i) for i, b in enumerate(_OTHERS)}
BYTE_OF: dict[str, int] = {letter: b for b, letter in _LETTER_OF.items()}
# A space or a control character is no letter; what it becomes here cannot be a byte.
_TO_BYTES = dict.fromkeys(_OTHERS, "\uffff") | {ord(a): chr(b) for a, b in BYTE_OF.items()}


def bytes_to_letters(data: bytes) -> str:
    """Write each byte as its letter.

    >>> bytes_to_letters(b" the\\n")
    'ĠtheĊ'
    """
    return data.decode("latin-1").translate(_LETTER_OF)


def letters_to_bytes(letters: str) -> bytes:
    """Read letters back; KeyError for a character that is no letter of a byte.

    >>> letters_to_bytes("ĠtheĊ")
    b' the\\n'
    >>> letters_to_bytes("a b")
    Traceback (most recent call last):
    ...
    KeyError: ' '
    """
    try:
        return letters.translate(_TO_BYTES).encode("latin-1")
    except UnicodeEncodeError:
        raise KeyError(next(c for c in letters if c not in BYTE_OF)) from None
