"""How a text is spelled, in words: the names of the spellings, and what one changed."""

from __future__ import annotations

from functools import lru_cache

from bpeviz import respell

AS_TYPED = "as typed"
#: What a spelling is called; without one a text stays as it was typed.
NAMES = {
    AS_TYPED: "as typed",
    "dots": "dots only",
    "bare": "no marks at all",
    "mended": "substitutes mended",
}
#: Marks that a sentence names.
_NAMED = 6


@lru_cache(maxsize=16)
def spelled(text: str, how: str | None) -> str:
    """What a spelling changed in a text, in a sentence; "" without one.

    >>> spelled("o\\u0300 a\\u0301 e\\u0301", "dots")
    'Dots only took off 3 marks: U+0301 (2), U+0300 (1).'
    >>> spelled("o\\u0329", "mended")
    'Substitutes mended replaced 1 mark: U+0329 (1).'
    >>> spelled("o", "bare"), spelled("o", None)
    ('No marks at all: nothing had to be changed.', '')
    """
    if how is None:
        return ""
    name = NAMES[how].capitalize()
    marks = sorted(respell(text, how)[1].items(), key=lambda one: -one[1])
    if not marks:
        return f"{name}: nothing had to be changed."
    total = sum(n for _, n in marks)
    named = [f"U+{ord(mark):04X} ({n:,})" for mark, n in marks[:_NAMED]]
    if len(marks) > _NAMED:
        named.append(f"{len(marks) - _NAMED} more")
    did = "replaced" if how == "mended" else "took off"
    return f"{name} {did} {total:,} mark{'s' * (total != 1)}: {', '.join(named)}."
