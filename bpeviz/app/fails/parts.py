"""The parts of the page Failures that need Streamlit's widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from bpeviz.failures import FAILURES, Failure, Field, Scene
from bpeviz.views import fails as views
from bpeviz.views import tokens

from .. import fails, registry
from ..links.moves import switch_page
from ..registry import Edited
from ..scrubber import Pane, panes
from ..stage import moves
from ..text import plain
from ..widgets import download, number_field
from . import Shown


def gallery() -> None:
    """The first screen: a card for each failure."""
    styles()
    with st.container(key="fails_cards"):
        for failure in FAILURES:
            with st.container(border=True, key=f"fails_card_{failure.key}"):
                st.button(
                    plain(failure.title),
                    key=f"fails_go_{failure.key}",
                    type="tertiary",
                    on_click=fails.open_,
                    args=(failure.key,),
                )
                st.html(views.card(fails.first_look(failure.key), failure.line))


def styles() -> None:
    """The styles of the page, once a run."""
    st.html(tokens.css() + views.css())


def walk(failure: Failure, shown: Shown) -> None:
    """To all of them, to the one before and the one after; reset; take it to Explore."""
    place, before, after = fails.neighbours(failure)
    with st.container(horizontal=True, vertical_alignment="center", key="fails_walk"):
        _nav_button("All failures", "", ":material/grid_view:", "fails_all")
        _nav_button("Previous", before, ":material/arrow_back:", "fails_before")
        _nav_button("Next", after, ":material/arrow_forward:", "fails_after")
        st.caption(f"{place} of {len(FAILURES)}", width="content")
        st.space("stretch")
        st.button(
            "Reset",
            key="fails_reset",
            icon=":material/restart_alt:",
            on_click=fails.reset,
            args=(failure,),
        )
        _to_explore(shown)


def _nav_button(label: str, to: Failure | str | None, icon: str, key: str) -> None:
    target = to.key if isinstance(to, Failure) else to
    st.button(
        label,
        key=key,
        icon=icon,
        disabled=to is None,
        help=plain(to.title) if isinstance(to, Failure) else None,
        on_click=fails.open_,
        args=(target,),
    )


# --- the fields ---------------------------------------------------------------------------------


def fields(failure: Failure) -> None:
    """The widgets of a failure: what its tokenizer is trained on, and what it is shown."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="fails_fields"):
        for field in failure.fields:
            _field(failure, field)
    number_field.say_refused(*(fails.widget(failure, field) for field in failure.fields))


def _field(failure: Failure, field: Field) -> None:
    more: dict[str, Any] = {
        "key": fails.widget(failure, field),
        "help": field.help,
        "persist_state": "session",
    }
    if field.kind == "whole":
        by = 10 if field.high > 500 else 1
        allowed = range(field.low, field.high + 1)
        number_field.whole(field.label, allowed, step=by, width=130, **more)
    elif field.kind == "text":
        with st.popover(field.label, icon=":material/edit_note:"):
            st.text_area(field.label, height=260, max_chars=20_000, width=520, **more)
    elif field.kind == "line":
        size = len(field.default)
        width = 120 if size < 10 else 160 if size < 16 else 340
        st.text_input(field.label, max_chars=300, width=width, **more)
    else:
        _choice(failure, field, more)


def _choice(failure: Failure, field: Field, more: dict[str, Any]) -> None:
    current = {
        f.name: st.session_state[fails.widget(failure, f)]
        for f in failure.fields
        if f.kind != "sample"
    }
    current |= {
        f.name: fails.sample_text(st.session_state[fails.widget(failure, f)])
        for f in failure.fields
        if f.kind == "sample"
    }
    options = fails.choices(field, current)
    if len(options) < 2:
        return
    if st.session_state[more["key"]] not in options:
        st.session_state[more["key"]] = options[0]
    title = fails.sample_title if field.kind == "sample" else str
    st.selectbox(field.label, options, format_func=title, width=150, **more)


# --- what is seen -------------------------------------------------------------------------------


def explain(shown: Shown) -> None:
    """What one sees after all merges, and why."""
    styles()
    if shown.problem:
        st.error(plain(f"{shown.problem} The last good result is still shown."))
    st.html(views.intro(shown.finding(), shown.failure.why))
    for sentence in shown.short_of_merges():
        st.caption(plain(sentence))


def scrub(shown: Shown, sent: list[Pane], **look: Any) -> int:
    """The scrubber with the scenes, and its looks; returns the step."""
    steps = shown.steps
    key = f"fails_{shown.failure.key}"
    look = {"chart": False, "height": _height(shown)} | look
    return panes.scrub(sent, key, of=fails.STEP, steps=steps, usual=steps, **look).step


def edited() -> Edited | None:
    """What talk mode edits: the text that fails, or that is trained on."""
    failure = fails.chosen()
    assert failure is not None
    lines = [field for field in failure.fields if field.kind == "line"]
    texts = [field for field in failure.fields if field.kind == "text"]
    field = next(iter(lines + texts[::-1]))
    return Edited(fails.widget(failure, field), longest=fails.longest(field))


def on_stage() -> Callable[..., object]:
    """What talk mode shows: the failure that is open, what is seen there and why, and its scenes."""
    failure = fails.chosen()
    assert failure is not None
    shown = Shown(failure)
    sent = shown.panes()
    styles()
    for part in views.on_stage(failure, shown.finding()):
        st.html(part)
    _, before, after = fails.neighbours(failure)
    moves.offer(*(partial(fails.open_, one.key) if one else None for one in (after, before)))

    def draw(**look: Any) -> None:
        scrub(shown, sent, **look | {"chart": False})

    return draw


# The gallery is not staged.
registry.enter_stage("fails", on_stage, ready=lambda: fails.chosen() is not None, edited=edited)


def _height(shown: Shown) -> int:
    """Room for the longest text, in px: two lines at least, eight at most."""
    width = 90 if len(shown.scenes) == 1 else 42
    lines = max(
        sum(1 + len(line) // width for line in scene.trace.text.split("\n"))
        for scene in shown.scenes
    )
    return 26 * min(max(lines, 2), 8) + 14


def numbers(shown: Shown, step: int) -> None:
    """The numbers and the table at a step."""
    finding = shown.finding(step)
    st.html(views.numbers(finding.numbers, step, shown.steps))
    if finding.table and finding.table.rows:
        st.html(views.table(finding.table))
        frame = views.frame(finding.table)
        download.csv(frame, shown.failure.key.replace("_", "-"), key="fails_csv")


def _to_explore(shown: Shown) -> None:
    """What takes a scene to Explore: its text, its training text and its settings."""
    # Of scenes with one tokenizer the last: it shows another text than the training text.
    scenes = list({scene.tokenizer: scene for scene in shown.scenes}.values())
    if len(scenes) == 1:
        _send_button("Take this to Explore", scenes[0], 0)
        return
    with st.popover("Take this to Explore", icon=":material/open_in_new:"):
        for i, scene in enumerate(scenes):
            _send_button(scene.title, scene, i)


def _send_button(label: str, scene: Scene, i: int) -> None:
    icon = ":material/open_in_new:"
    key = f"fails_explore_{i}"
    if st.button(plain(label), key=key, icon=icon, on_click=fails.send, args=(scene,)):
        switch_page("pages/explore.py")
