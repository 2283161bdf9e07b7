"""What a link or a session file carries: page, corpus, tokenizer file, settings and step.

The settings are the session keys that the registry lists as travelling. A value that is not allowed
never reaches a widget.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from .. import registry
from ..text import refusal, short

FIRST_PAGE = "explore"
#: A file can name any number of settings; so many that are wrong are named.
MOST_SAID = 20


@dataclass
class Session:
    """What travels. ``settings``: key -> value where it is not the default; ``text``: the corpus,
    None for the sample's; ``file``: the name under which the text was uploaded; ``tokenizer``: of
    a tokenizer file its digest and its name, since the file itself is too large to travel.
    """

    page: str = FIRST_PAGE
    sample: str | None = None
    text: str | None = None
    file: str | None = None
    tokenizer: str | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    step: int | None = None

    def parts(self) -> dict[str, Any]:
        """What travels beside the settings, by name."""
        found = {name: getattr(self, name) for part in registry.parts() for name in part.usual}
        return {name: value for name, value in found.items() if value is not None}


def take(page: str, pages: Iterable[str]) -> Session:
    """Read the session as it stands, with the settings of these pages."""
    state = st.session_state
    known = registry.travelling(pages)
    last = state.setdefault(registry.LAST, {})
    # One look a key: Streamlit's state is slow, and this is read at every step.
    found = ((name, state.get(name, last)) for name in known)
    last.update((name, value) for name, value in found if value is not last)
    settings = {
        name: last[name]
        for name, key in known.items()
        if last.get(name, key.default) != key.default
    }
    parts = {name: value for part in registry.parts() for name, value in part.take().items()}
    return Session(page, settings=settings, **parts)


def put(session: Session, pages: Iterable[str]) -> list[str]:
    """Make the session what it says; what it does not name gets its default.

    ``session`` is checked already (``checked``); call it before widgets are drawn. Returns sentences
    about what could not be done.
    """
    state = st.session_state
    for name, key in registry.keys(pages).items():
        state[name] = session.settings.get(name, key.default)
    state[registry.LAST] = dict(session.settings)
    parts = session.parts()
    return [sentence for part in registry.parts() for sentence in part.put(parts)]


def checked(
    page: str, settings: Mapping[str, Any], parts: Mapping[str, Any], pages: Iterable[str]
) -> tuple[Session, list[str]]:
    """The session of these values as far as they are allowed; of the others what is wrong."""
    found = Session(page)
    wrong: list[str] = []
    known = registry.travelling(pages)
    for name, given in settings.items():
        key = known.get(name)
        value = key.meant(given) if key else given
        if key and key.allows(value):
            found.settings[name] = value
        elif len(wrong) < MOST_SAID:
            unknown = f"“{short(name)}” is not a setting of this page."
            wrong.append(refusal(name, given) if key else unknown)
    for part in registry.parts():
        good, said = part.check(parts)
        vars(found).update(good)
        wrong += said
    return found, wrong
