"""Pictures of Explore: previewed on the page, made into files in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import streamlit as st

from bpeviz import Trace
from bpeviz.studies.trees import of_id
from bpeviz.views import pictures, token_page, tree
from bpeviz.views.glyphs import visible

from .. import registry
from ..registry import Key
from ..scrubber import live_page, look, panes
from ..tokenizers import in_use
from ..tokenizers.summary import describe
from ..widgets import number_field

KINDS = ["Tokens", "Several steps", "Merge tree"]
LINES = range(5, 201)
_MOST_STEPS = 12
registry.enter(
    "explore",
    Key("picture_kind", KINDS[0], KINDS),
    Key("picture_lines", 20, LINES),
    Key("picture_steps", ""),
)

_FOLDER = Path(__file__).parent
_picture = st.components.v2.component(
    "bpeviz_picture",
    html=(_FOLDER / "picture.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "picture.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "picture.js").read_text(encoding="utf-8"),
)


def tab(trace: Trace, step: int, token: int | None) -> None:
    """Choose a picture, see it, take it along; ``token``: the id of the token that was clicked."""
    draw = {KINDS[0]: _tokens, KINDS[1]: _strip, KINDS[2]: _tree}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = st.segmented_control(
            "Picture", KINDS, key="picture_kind", required=True, persist_state="session"
        )
        shown = draw[kind or KINDS[0]](trace, step, token)
    if shown is not None:
        _picture(key="picture", data=asdict(shown))


@dataclass
class _Shown:
    """A picture for the browser: ``page`` is the same as HTML, where there is that."""

    svg: str
    name: str
    alt: str
    page: str | None = None


def _live(trace: Trace, step: int, caption: str) -> Callable[[], str]:
    """What makes the page when it is asked for; by then the session cannot be read."""
    model = in_use.model()
    title = "Byte pair encoding, merge by merge"
    rule, drawn = panes.rule(model), panes.drawn(model, trace)
    return partial(live_page.html, trace, step, title, caption, look(), rule=rule, drawn=drawn)


def _tokens(trace: Trace, step: int, token: int | None) -> _Shown:
    caption = describe(in_use.model())
    drawn = pictures.svg(trace, [step], caption, most=_lines())
    page = token_page.html(trace, step, caption)
    st.download_button(
        "All steps in one page",
        _live(trace, step, caption),
        file_name="bpeviz.html",
        mime="text/html",
        on_click="ignore",
        icon=":material/play_circle:",
        key="live_page",
        help="The slider, the chart and the tokens in one HTML file, to play with without bpeviz.",
    )
    return _Shown(drawn, f"bpeviz-step-{step}", pictures.heading(trace, step), page)


def _strip(trace: Trace, step: int, token: int | None) -> _Shown:
    usual = pictures.default_steps(trace.steps)
    typed = st.text_input(
        "Steps",
        key="picture_steps",
        placeholder=", ".join(map(str, usual)),
        help=f"Numbers with commas between them, {_MOST_STEPS} at most.",
        persist_state="session",
    )
    numbers = [int(number[:9]) for number in re.findall(r"[0-9]+", typed)]
    steps = pictures.cleaned_steps(numbers, trace.steps) if numbers else usual
    if typed.strip() and not numbers:
        st.caption("There is no number in it, so the usual steps are drawn.")
    if len(steps) > _MOST_STEPS:
        st.caption(f"Of the {len(steps)} steps the first {_MOST_STEPS} are drawn.")
    drawn = pictures.svg(trace, steps[:_MOST_STEPS], describe(in_use.model()), most=_lines())
    return _Shown(drawn, "bpeviz-steps", "The tokens at several steps")


def _lines() -> int:
    typed = number_field.whole("Lines of a step, at most", LINES, key="picture_lines", width=180)
    number_field.say_refused("picture_lines")
    return typed or LINES[0]


def _tree(trace: Trace, step: int, token: int | None) -> _Shown | None:
    tokenizer = trace.tokenizer
    made = [merge.id for merge in tokenizer.merges[:step]]
    if token is None or token not in tokenizer.vocabulary:
        if not made:
            st.caption("Nothing is merged yet at step 0. Click a token, or take a later step.")
            return None
        token = max(made, key=lambda id: len(tokenizer.vocabulary[id]))
    st.caption(
        "Of the token that you clicked, or of the longest one so far.",
        help="Each token has the step that made it. The rank of that merge is one less: ranks begin at 0.",
    )
    name = visible(tokenizer.vocabulary[token])
    drawn = tree.svg([of_id(tokenizer, token)], theme="light", tokenizer=tokenizer)
    drawn = pictures.framed(drawn, f"Token {token}: {name}", describe(in_use.model()))
    return _Shown(drawn, f"bpeviz-token-{token}", f"Merge tree of {name}")
