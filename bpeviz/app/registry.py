"""What the session holds: each room enters its keys here, and links, session files and resets read
them from here alone.

A key belongs to a page, or with EVERY_PAGE to all. What is more than one key, such as the corpus, is
entered as a ``Part``; what talk mode shows of a page, as a ``Stage``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import streamlit as st

EVERY_PAGE = ""
#: What a value may be: one of several options, an integer of a range, or what passes a test.
Allowed = Collection[Any] | Callable[[Any], bool] | None


@dataclass(frozen=True)
class Key:
    """A key of the session: its default, and what else its value may be.

    ``travels``: whether links and session files carry it; ``title``: what a message calls it where
    it is a long text; ``formerly``: earlier spellings of values, still read from old links;
    ``files``: the tokenizer files that a value names, as links call them.
    """

    name: str
    default: Any
    allowed: Allowed = None
    travels: bool = True
    title: str = "A text of this page"
    formerly: Mapping[Any, Any] = field(default_factory=dict)
    files: Callable[[Any], Iterable[str]] = field(default=lambda value: ())

    def allows(self, value: Any) -> bool:
        """Whether a value from elsewhere fits the widget.

        >>> mode, n, end = Key("mode", "regex", ["byte", "regex"]), Key("n", 1, range(5)), Key("end", "_", str.isascii)
        >>> mode.allows("byte"), mode.allows("bite"), n.allows(4), n.allows(7), n.allows(True)
        (True, False, True, False, False)
        >>> end.allows("#"), end.allows(None), Key("on", False).allows("x")
        (True, False, False)
        """
        if not _alike(value, self.default):
            return False
        if isinstance(self.allowed, range):
            return type(value) is int and value in self.allowed
        if callable(self.allowed):
            return bool(self.allowed(value))
        if self.allowed is None:
            return True
        if isinstance(self.default, list | tuple):
            return all(_among(one, self.allowed) for one in value)
        return _among(value, self.allowed)

    def meant(self, value: Any) -> Any:
        """A value as it is spelled today.

        >>> form = Key("normalization", "as typed", formerly={None: "as typed"})
        >>> form.meant(None), form.meant("NFC")
        ('as typed', 'NFC')
        """
        known = value is None or isinstance(value, str)
        return self.formerly.get(value, value) if known else value


def _among(value: Any, options: Collection[Any]) -> bool:
    return any(type(value) is type(one) and value == one for one in options)


def _alike(value: Any, default: Any) -> bool:
    """Whether a value is of the kind of the default."""
    if isinstance(value, float) and not math.isfinite(value):
        return False
    if default is None:
        return isinstance(value, str | int | float | list | tuple | None)
    if isinstance(default, bool):
        return isinstance(value, bool)
    if value is None:
        # A field for a number can be empty.
        return isinstance(default, int | float)
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(default, list | tuple):
        return isinstance(value, list | tuple)
    return type(value) is type(default)


class Part(NamedTuple):
    """A part of the session that travels under names of its own, and is more than one key.

    ``usual``: name -> a value of its kind. ``take()`` gives the values that are not the usual;
    ``check(values)`` those that are right, and sentences about the others; ``put(values)`` makes the
    session so, and says what could not be done.
    """

    usual: Mapping[str, Any]
    take: Callable[[], Mapping[str, Any]]
    check: Callable[[Mapping[str, Any]], tuple[dict[str, Any], list[str]]]
    put: Callable[[Mapping[str, Any]], list[str]]


class Edited(NamedTuple):
    """A text that can be edited during a talk: its session key, what else the session has to say for
    the page to show it, its longest where that is not what
    is drawn of a text, and what stands on stage now where that is another text.
    """

    key: str
    more: Mapping[str, Any] = {}
    longest: int | None = None
    shown: str | None = None


class Stage(NamedTuple):
    """What talk mode shows of a page.

    ``prepare()``, called outside a fragment, gives a function that draws the scrubber with the
    options it is called with; ``ready()``: whether there is something to show now; ``edited()``: the
    text that can be edited.
    """

    prepare: Callable[[], Callable[..., object]]
    ready: Callable[[], bool]
    edited: Callable[[], Edited | None]


class Enclosure(NamedTuple):
    """What session files hold and links do not, under a name of its own.

    ``take(values)`` gives, for the values that travel, a function that makes JSON of it; that one is
    called only when a file is saved. ``put(found)`` takes in what a file holds, before its values,
    and says what could not be taken in.
    """

    name: str
    take: Callable[[Mapping[str, Any]], Callable[[], Any]]
    put: Callable[[Any], list[str]]


#: Session key: the values that keys of pages had last, by their names.
LAST = "last_values"
_keys: dict[str, dict[str, Key]] = {}
_parts: dict[tuple[str, ...], Part] = {}
_stages: dict[str, Stage] = {}
_enclosures: dict[str, Enclosure] = {}


# --- for the rooms ------------------------------------------------------------------------------


def enter(page: str, *keys: Key) -> None:
    """Enter the keys of a page, or of every page."""
    _keys.setdefault(page, {}).update({key.name: key for key in keys})


def enter_part(
    usual: Mapping[str, Any],
    *,
    take: Callable[[], Mapping[str, Any]],
    check: Callable[[Mapping[str, Any]], tuple[dict[str, Any], list[str]]],
    put: Callable[[Mapping[str, Any]], list[str]],
) -> None:
    """Enter a part of the session that is more than one key; see ``Part``."""
    _parts[tuple(usual)] = Part(usual, take, check, put)


def enter_enclosure(enclosure: Enclosure) -> None:
    """Enter what session files hold besides; see ``Enclosure``."""
    _enclosures[enclosure.name] = enclosure


def enter_stage(
    page: str,
    prepare: Callable[[], Callable[..., object]],
    *,
    ready: Callable[[], bool] = lambda: True,
    edited: Callable[[], Edited | None] = lambda: None,
) -> None:
    """Enter what talk mode shows of a page; see ``Stage``."""
    _stages[page] = Stage(prepare, ready, edited)


def fill_in(page: str) -> None:
    """Give every key of a page that the session lacks the value it had last, or its default."""
    state = st.session_state
    last = state.get(LAST, {})
    for key in _keys.get(page, {}).values():
        # A key that is there is never assigned: Streamlit would overwrite what is being typed.
        if key.name not in state:
            state[key.name] = last.get(key.name, key.default)


def key(name: str) -> Key:
    """The key of a name."""
    return next(entered[name] for entered in _keys.values() if name in entered)


def range_of(name: str) -> range:
    """The integers that a key allows."""
    found = key(name).allowed
    assert isinstance(found, range)
    return found


# --- for links, session files and resets ----------------------------------------------------------


def keys(pages: Iterable[str]) -> dict[str, Key]:
    """The keys of these pages, those of every page among them, by name."""
    return {name: key for page in (EVERY_PAGE, *pages) for name, key in _keys.get(page, {}).items()}


def all_keys() -> dict[str, Key]:
    """The keys of all pages, by name."""
    return {name: key for entered in _keys.values() for name, key in entered.items()}


def travelling(pages: Iterable[str]) -> dict[str, Key]:
    """Of these keys those that links and session files carry."""
    return {name: key for name, key in keys(pages).items() if key.travels}


def title(name: str) -> str:
    """What a message calls a long text."""
    return next((entered[name].title for entered in _keys.values() if name in entered), Key.title)


def parts() -> list[Part]:
    """The parts that are more than one key."""
    return list(_parts.values())


def enclosures() -> list[Enclosure]:
    """What session files hold besides."""
    return list(_enclosures.values())


# --- for talk mode --------------------------------------------------------------------------------


def stage(page: str) -> Stage | None:
    """What talk mode shows of a page now; None if there is nothing."""
    found = _stages.get(page)
    return found if found and found.ready() else None
