"""What two regular expression engines do not do alike, though both can read it.

Each function looks at a pattern in parts (see ``regex_parts``).
"""

from __future__ import annotations

from .regex_parts import (
    Anchor,
    Choice,
    Group,
    Literal,
    Part,
    Range,
    Repeat,
    Sequence,
    Set,
)

LOOKS = ("(?=", "(?!", "(?<=", "(?<!")


def can_be_empty(part: Part) -> bool:
    """Whether a part can match an empty stretch; engines differ in how they go on from there."""
    if isinstance(part, Repeat):
        return part.least == 0 or can_be_empty(part.part)
    if isinstance(part, Sequence):
        return all(map(can_be_empty, part.parts))
    if isinstance(part, Choice):
        return any(map(can_be_empty, part.parts))
    if isinstance(part, Group):
        return part.opening in LOOKS or can_be_empty(part.part)
    return isinstance(part, Anchor)


def repeats_a_place(part: Part) -> bool:
    """Whether a place such as ``^`` is repeated, which Oniguruma refuses."""
    if isinstance(part, Repeat) and can_be_empty(part.part) and _holds_a_place(part.part):
        return True
    return any(map(repeats_a_place, _inside(part)))


def _holds_a_place(part: Part) -> bool:
    if isinstance(part, Anchor) or (isinstance(part, Group) and part.opening in LOOKS):
        return True
    return any(map(_holds_a_place, _inside(part)))


def ignores_case_too_far(part: Part) -> bool:
    """Whether there are both a group ``(?i:...)`` and, outside of one, a set with letters in it.

    The ``regex`` package then disregards case in that set, too (seen in 2026.11).
    """
    return _ignores_case(part) and _has_cased_set(part)


def _ignores_case(part: Part) -> bool:
    if isinstance(part, Group) and part.opening == "(?i:":
        return True
    return any(map(_ignores_case, _inside(part)))


def _has_cased_set(part: Part) -> bool:
    if isinstance(part, Group) and part.opening == "(?i:":
        return False
    if isinstance(part, Set):
        return any(_is_cased(member) for member in part.members)
    return any(map(_has_cased_set, _inside(part)))


def _is_cased(member: object) -> bool:
    if isinstance(member, Literal):
        return member.character.upper() != member.character.lower()
    # A range is taken to hold letters unless it is one of digits or signs of ASCII.
    return isinstance(member, Range) and not (member.last < "A" or "{" <= member.first <= "\x7f")


def _inside(part: Part) -> tuple[Part, ...]:
    if isinstance(part, (Sequence, Choice)):
        return part.parts
    return (part.part,) if isinstance(part, (Group, Repeat)) else ()
