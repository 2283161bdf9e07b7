"""The parts of the page Unicode that need Streamlit's widgets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from bpeviz.engine.text import NORMAL_FORMS
from bpeviz.unicode.layers import Layers
from bpeviz.views import lens_diagram as drawing
from bpeviz.views import normal_forms as forms
from bpeviz.views import tokens
from bpeviz.views import unicode_lens as views

from .. import limits, registry, unicode_lens
from ..links import buttons
from ..registry import Edited
from ..scrubber import panes
from ..text import plain
from ..tokenizers import in_use
from ..trainings.waiting import last_good
from ..widgets import download
from . import EXAMPLES

#: Rows of a table on the page, code points in one, words with several spellings; downloads have all.
_ROWS, _POINTS, _WORDS = 1000, 5000, 200
#: Findings that are shown, each with its buttons.
_FINDINGS = 40
_FIX = ":material/build:"


def note() -> None:
    """Say what a button has done, and offer to take it back."""
    said = unicode_lens.said()
    if said is None:
        return
    sentence, done = said
    if not done:
        st.warning(plain(sentence))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.success(plain(sentence), icon=":material/check:")
        if unicode_lens.can_undo():
            st.button("Undo", key="lens_undo", icon=":material/undo:", on_click=unicode_lens.undo)


def text_box() -> None:
    """Examples, the text, and what can be done with all of it."""
    styles = (tokens, drawing, forms, views)
    st.html("".join(module.css() for module in styles))
    st.session_state["lens_example"] = unicode_lens.example()

    def take() -> None:
        if st.session_state["lens_example"]:
            unicode_lens.apply(st.session_state["lens_example"])

    st.pills(
        "Examples", list(EXAMPLES), key="lens_example", on_change=take,
        label_visibility="collapsed",
    )  # fmt: skip
    st.text_area(
        "Text to look at", key="lens_text", height=90, persist_state="session",
        placeholder="Type or paste any text",
    )  # fmt: skip
    _actions()


def _actions() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Apply NFC and use as corpus",
            key="lens_corpus_nfc",
            icon=":material/arrow_back:",
            on_click=unicode_lens.use_as_corpus,
            args=("NFC",),
        )
        st.button(
            "Take the sidebar's text",
            key="lens_corpus",
            type="tertiary",
            icon=":material/input:",
            on_click=unicode_lens.take_corpus,
        )
        buttons.text_button(unicode_lens.whole(), key="lens_encode")
        st.toggle(
            "Escapes",
            key="lens_escapes",
            persist_state="session",
            on_change=unicode_lens.turn_escapes,
            help="Write what cannot be seen or typed as an escape, such as u0323 with a backslash "
            "before it.",
        )


def changed(typed: str, seen: str) -> None:
    """Say that the tokenizer sees another text than was typed, if so: never silent."""
    sentence = views.changed_sentence(typed, seen, in_use.model().tokenizer.normalization)
    if sentence:
        st.info(plain(sentence), icon=":material/swap_horiz:")


# --- the diagram --------------------------------------------------------------------------------


def diagram(shown: Layers) -> None:
    """Graphemes, code points, bytes and tokens, and what moves along a long text."""
    step = in_use.step()
    st.html(views.facts_html(shown, step))
    first = unicode_lens.first_drawn(shown)
    names = st.session_state["lens_names"]
    st.html(drawing.diagram(shown, step, first, names=names))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(drawing.key_html())
        st.toggle("Names", key="lens_names", persist_state="session")
        if len(shown.graphemes) > drawing.DRAWN or drawing.cut_short(shown, first):
            _walk(shown, first)
    if views.right_to_left(shown.trace.text):
        st.caption("The diagram runs from left to right in the order of the bytes.")


def _walk(shown: Layers, first: int) -> None:
    count = len(shown.graphemes)
    last = first + len(drawing.drawn(shown, first))
    for name, pages, icon, off in (
        ("Before", -1, ":material/chevron_left:", first == 0),
        ("After", 1, ":material/chevron_right:", last == count),
    ):
        st.button(
            name,
            key=f"lens_turn_{name.lower()}",
            icon=icon,
            disabled=off,
            on_click=unicode_lens.turn_page,
            args=(shown, pages),
        )
    cut = drawing.cut_short(shown, first)
    more = f" The last has {cut:,} code points more." if cut else ""
    words = f"Graphemes {first + 1:,} to {last:,} of {count:,} are drawn.{more}"
    st.caption(words, width="content")


# --- the tabs -----------------------------------------------------------------------------------


def normal_forms(text: str, shown: Layers) -> None:
    """The four normal forms beside the text, what each changes, words in several spellings."""
    step = in_use.step()
    counts = unicode_lens.token_counts(text, step)
    frame = forms.with_tokens(unicode_lens.forms_frame(text), counts)
    st.markdown(f"**{plain(forms.equal_sentence(text))}**")
    st.html(forms.forms_html(text, frame))
    download.csv(frame, "normal-forms")
    if in_use.model().tokenizer.normalization:
        st.caption(
            "The tokens are counted under the sidebar's tokenizer, which normalizes first: that is "
            "why forms that differ have equal counts."
        )
    _rewrites(text)
    _spellings(text, step)


def _rewrites(text: str) -> None:
    table = unicode_lens.rewrites_frame(text)
    if table.empty:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        form = st.segmented_control(
            "What a normal form changes", list(NORMAL_FORMS), key="lens_form", required=True,
            persist_state="session",
        )  # fmt: skip
        mine = table[table["form"] == form].drop(columns="form")
        if len(mine):
            _button(f"Apply {form}", "lens_apply_form", unicode_lens.apply_form, form)
    n = int(mine["count"].sum())
    if not n:
        st.caption(f"The text is in {form} already: nothing would change.")
        return
    more = ""
    if form in ("NFKC", "NFKD"):
        more = " The K forms also take away differences that mean something; there is no way back."
    st.caption(f"{form} would change {n:,} grapheme{'s' * (n != 1)}.{more}")
    st.dataframe(mine[:_ROWS], hide_index=True, alt=f"Graphemes that {form} changes")
    download.csv(table, "normalization")


def _spellings(text: str, step: int) -> None:
    words = unicode_lens.spellings(text)
    if not words:
        return
    st.markdown("**Words in several spellings**")
    st.caption(
        "They look the same, NFC makes them equal, and the tokens differ until it does.",
        help="U+0340 and U+0341 are a second grave and acute accent, equal to U+0300 and U+0301, but "
        "rare: with them ọ̀ can be written in seven ways. U+0329, a line below, looks like the dot "
        "below, U+0323, but no normal form makes them equal: see “What is odd”.",
    )
    ids = {
        spelled: unicode_lens.ids(spelled, step)
        for one in words[:_WORDS]
        for spelled, _ in one.spellings
    }
    table = forms.spellings_frame(words[:_WORDS], ids)
    st.dataframe(table, hide_index=True, alt="Words that the text spells in several ways")
    download.csv(table, "spellings")


def odd(text: str) -> None:
    """What is odd in the text, with a fix each."""
    found = unicode_lens.findings(text)
    if not found:
        st.success("Nothing is odd in this text.", icon=":material/check:")
        return
    for i, one in enumerate(found[:_FINDINGS]):
        with st.container(border=True, gap="xsmall"):
            st.html(views.finding_html(one, text))
            with st.container(horizontal=True, gap="small"):
                if one.fix is not None:
                    _button("Fix", f"lens_fix_{i}", unicode_lens.mend, [one], icon=_FIX)
                start = one.places[0][0]
                _button(
                    "Show in the diagram", f"lens_show_{i}", unicode_lens.show_at, start,
                    type="tertiary", icon=":material/arrow_upward:",
                )  # fmt: skip
    if len(found) > _FINDINGS:
        st.caption(f"And {len(found) - _FINDINGS:,} more kinds; the download has all.")
    mendable = [one for one in found if one.fix is not None]
    with st.container(horizontal=True, vertical_alignment="center"):
        if len(mendable) > 1:
            _button(f"Apply all {len(mendable)} fixes", "lens_fix_all", unicode_lens.mend, mendable)
        download.csv(lambda: views.findings_frame(found, text), "findings")


def _button(label: str, key: str, act: Callable[[Any], None], what: Any, **more: Any) -> None:
    # The text box stands outside the fragment, so the whole page has to run again.
    if st.button(label, key=key, on_click=act, args=(what,), **more):
        st.rerun()


def code_points(shown: Layers) -> None:
    """A table of the code points."""
    step, first = in_use.step(), unicode_lens.first_drawn(shown)
    table = views.points_frame(shown, step, first, _ROWS, _POINTS)
    st.dataframe(table, hide_index=True, height=380, alt="The code points of the text")
    count = len(shown.graphemes)
    if count > _ROWS or len(table) == _POINTS:
        last = int(table["grapheme"].iloc[-1])
        st.caption(f"Graphemes {first + 1:,} to {last:,} of {count:,}; the download has all.")
    download.csv(lambda: views.points_frame(shown, step, 0, count), "code-points")


def cut_short(text: str) -> None:
    """Say that only the start of a long text is looked at."""
    if len(text) > limits.SHOWN:
        st.info(
            f"The first {limits.SHOWN:,} code points are looked at; fixes and normal forms are "
            "applied to all."
        )


def edited() -> Edited:
    """What talk mode edits."""
    return Edited("lens_text", {"lens_at": 0})


def on_stage() -> Callable[..., object]:
    """What talk mode shows: the text."""
    text = last_good("lens_good", lambda _: unicode_lens.looked_at(), "text")
    trace = unicode_lens.trace(text[: limits.SHOWN])
    return partial(panes.scrub, [panes.pane(in_use.model(), trace)], "lens_scrubber", pairs=True)


registry.enter_stage("unicode_lens", on_stage, edited=edited)
