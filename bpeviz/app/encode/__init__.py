"""The parts of the page Encode that show a text: its tokens, and copies of them."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from bpeviz import BPEError, Tokenizer, Trace
from bpeviz.studies import places
from bpeviz.views import encode as views
from bpeviz.views import tokens as token_views
from bpeviz.views.glyphs import visible

from .. import registry
from ..corpus import reading
from ..links import buttons
from ..registry import Key
from ..step import SHARED
from ..text import plain
from ..tokenizers import in_use
from ..tokenizers.texts import trace_of
from ..widgets import download
from . import tree as encode_tree

TABS = ["Encode", "Decode", "Why the lowest rank first", "Sorted ids"]
VIEWS = ["Tokens", "Replay", "Merge tree", "Copy"]
SPECIAL = {"text": "As text", "special": "As special tokens", "refuse": "Refuse the text"}

registry.enter(
    "encode",
    Key("encode_page", TABS[0], TABS),
    Key(buttons.TEXT, buttons.FIRST_TEXT, title="The text to encode"),
    Key("encode_special", "text", SPECIAL),
    Key("encode_view", VIEWS[0], VIEWS),
    Key("encode_tree_of", "Chunk", ["Token", "Chunk"]),
    Key("decode_ids", ""),
    Key("order_rules", "A+B, then B+C"),
    Key("order_text", "ABC"),
    Key("sorted_text", "hello world again"),
)
STYLES = token_views.css() + views.css()
#: Rows of the table of tokens, and tokens that can be copied.
_ROWS, _COPIED = 5000, 100_000
COLUMNS = {
    "n": st.column_config.NumberColumn("#", format="%d", width="small"),
    "token": st.column_config.TextColumn("Token"),
    "id": st.column_config.NumberColumn("Id", format="%d", width="small"),
    "bytes": st.column_config.TextColumn("Bytes"),
    "code points": st.column_config.TextColumn("Code points"),
    "step": st.column_config.NumberColumn("Made at step", format="%d", width="small"),
    "start": st.column_config.NumberColumn("From", format="%d", width="small"),
    "end": st.column_config.NumberColumn("To", format="%d", width="small"),
}


# --- the text -----------------------------------------------------------------------------------


def text_trace() -> Trace | None:
    """The text box and, with special tokens, how they are read; None for a text that is refused."""
    text = st.text_area(
        "Text to encode", key="encode_text", height=90, persist_state="session",
        placeholder="Type or paste any text",
    )  # fmt: skip
    tok = in_use.model().tokenizer
    if tok.special_tokens:
        st.segmented_control(
            "Special tokens in the text", list(SPECIAL), format_func=SPECIAL.__getitem__,
            key="encode_special", required=True, persist_state="session",
        )  # fmt: skip
    special = st.session_state["encode_special"] if tok.special_tokens else "text"
    trace = _last_good(tok, text, special)
    if trace is None:
        return None
    if not trace.ids(0):
        st.info(
            "The text has no tokens: it is only white space, which separates words in character mode."
        )
        return None
    _say_unknown(trace)
    return trace


def _last_good(tok: Tokenizer, text: str, special: str) -> Trace | None:
    """The text under the tokenizer; what is wrong with it, and then the last one that was right."""
    try:
        trace = st.session_state["encode_good"] = trace_of(tok, reading.pasted(text), special)
        return trace
    except BPEError as error:
        kept: Trace | None = st.session_state.get("encode_good")
        kept = kept if kept is not None and kept.tokenizer is tok else None
        still = "" if kept is None else " The last good text is still shown."
        st.error(plain(f"{error}{still}"))
        return kept


def _say_unknown(trace: Trace) -> None:
    if min(trace.ids(0)) >= 0:
        return
    pairs = zip(trace.ids(0), trace.tokens(0), strict=True)
    unknown = list(dict.fromkeys(visible(token) for token_id, token in pairs if token_id < 0))
    named = ", ".join(unknown[:12]) + (", …" if len(unknown) > 12 else "")
    model = in_use.model()
    what = (
        "The tokenizer file lacks them. Open a complete file, or close it and train."
        if model.file
        else "Train on a text that holds them with the alphabet “Of the corpus”, or use byte mode."
    )
    st.warning(
        plain(
            f"Not in the base vocabulary: {named}. They have no id; a negative number stands for it. "
            f"{what}"
        )
    )
    if not model.file and model.settings.alphabet not in (None, "observed"):
        st.button("Use the characters of the corpus", key="encode_observed", on_click=_observe)


def _observe() -> None:
    st.session_state.update(alphabet="observed", observed_bytes=False)


# --- the place that was chosen ------------------------------------------------------------------


def follow(trace: Trace, clicked: int | None) -> int:
    """The base symbol that was chosen last, by a click on a token or in a table."""
    state, step = st.session_state, in_use.step()
    key = (trace.tokenizer, trace.text)
    if state.get("encode_for") != key:
        state.update(encode_for=key, encode_at=None, encode_clicked=clicked)
    elif clicked != state.get("encode_clicked"):
        state["encode_clicked"] = clicked
        ids = trace.ids(step)
        if clicked in ids:
            state["encode_at"] = places.first_symbol(trace, ids.index(clicked), step)
    at = state["encode_at"]
    return _longest(trace) if at is None or at >= len(trace.ids(0)) else at


@lru_cache(maxsize=6)
def _longest(trace: Trace) -> int:
    return places.longest_symbol(trace)


# --- the views ----------------------------------------------------------------------------------


def tokens_view(trace: Trace) -> None:
    """Tokens, ids, bytes and code points: cards of the first, a table of all."""
    step = in_use.step()
    count = trace.token_counts[step]
    st.html(views.aligned_html(trace, step))
    frame = views.token_frame(trace, step, _ROWS)
    note, button = st.columns([5, 1])
    rows = f"{count:,} tokens" if count <= _ROWS else f"The first {_ROWS:,} of {count:,} tokens"
    note.caption(f"{rows} at step {step:,}. Choose a row to see how its token came to be.")
    with button:
        download.csv(lambda: views.token_frame(trace, step), "tokens")
    key = f"encode_rows:{step}:{SHARED.nonce()}"
    event = st.dataframe(
        frame, column_config=COLUMNS, hide_index=True, height=260, on_select="rerun",
        selection_mode="single-row", key=key, alt="The tokens of the text at this step",
    )  # fmt: skip
    if event.selection.rows:
        index = event.selection.rows[0]
        st.session_state["encode_at"] = places.first_symbol(trace, index, step)
        encode_tree.view(trace, st.session_state["encode_at"], of="Token")


# --- copies -------------------------------------------------------------------------------------


def copy_view(trace: Trace) -> None:
    """Ids, tokens and counts, each with a button that copies it."""
    step = in_use.step()
    if trace.token_counts[step] > _COPIED:
        st.info(f"Up to {_COPIED:,} tokens can be copied. Take a shorter text.")
        return
    st.caption(f"At step {step:,}. The button at the right of each box copies all of it.")
    for name, text in (
        ("Ids", views.ids_json(trace, step)),
        ("Tokens", views.tokens_json(trace, step)),
        ("Counts", views.counts_text(trace, step)),
    ):
        st.markdown(f"**{name}**")
        st.code(text, language=None, wrap_lines=True, height="content" if len(text) < 900 else 220)
