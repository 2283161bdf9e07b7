"""The parts of the page Encode and decode that show a text: its tokens, and copies of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import BPEError, CorpusError, Tokenizer, Trace
from bpeviz.engine.studies import places
from bpeviz.views import encode as views
from bpeviz.views import tokens as token_views
from bpeviz.views.glyphs import visible

from .. import bench, download, header, limits, links, reading
from . import tree as encode_tree

TABS = ["Encode", "Decode", "Why the lowest rank first", "Sorted ids"]
VIEWS = ["Tokens", "Replay", "Merge tree", "Copy"]
SPECIAL = {"text": "As text", "special": "As special tokens", "refuse": "Refuse the text"}
TEXT_KEY = links.TEXT
FIRST_TEXT = "Tokenizers split text into tokens: the longest words, àwọn ọmọ, 2024, 🙂"

#: Widgets that links carry: session key -> default, and what they may be.
LINKED: dict[str, Any] = {
    "encode_page": TABS[0],
    "encode_text": FIRST_TEXT,
    "encode_special": "text",
    "encode_view": VIEWS[0],
    "encode_tree_of": "Chunk",
    "decode_ids": "",
    "order_rules": "A+B, then B+C",
    "order_text": "ABC",
    "sorted_text": "hello world again",
}
OPTIONS: dict[str, Any] = {
    "encode_page": TABS,
    "encode_special": list(SPECIAL),
    "encode_view": VIEWS,
    "encode_tree_of": ["Token", "Chunk"],
}
#: Rows of the table of tokens, and tokens that can be copied.
_ROWS, _COPIED = 5000, 100_000
COLUMNS = {
    "n": st.column_config.NumberColumn("#", format="%d", width="small"),
    "token": st.column_config.TextColumn("Token"),
    "id": st.column_config.NumberColumn("Id", format="%d", width="small"),
    "bytes": st.column_config.TextColumn("Bytes"),
    "code points": st.column_config.TextColumn("Code points"),
    "step": st.column_config.NumberColumn("Born at step", format="%d", width="small"),
    "start": st.column_config.NumberColumn("From", format="%d", width="small"),
    "end": st.column_config.NumberColumn("To", format="%d", width="small"),
}


def start() -> None:
    """Fill in what the session does not know yet, and put the styles on the page."""
    for key, value in LINKED.items():
        st.session_state.setdefault(key, value)
    st.html(token_views.css() + views.css())


# --- the text -----------------------------------------------------------------------------------


def text_trace() -> Trace | None:
    """The text box and, with special tokens, how they are read; None for a text that is refused."""
    text = st.text_area(
        "Text to encode", key="encode_text", height=90, persist_state="session",
        placeholder="Type or paste any text",
    )  # fmt: skip
    tok = bench.model().tokenizer
    if tok.special_tokens:
        st.segmented_control(
            "Special tokens in the text", list(SPECIAL), format_func=SPECIAL.__getitem__,
            key="encode_special", required=True, persist_state="session",
        )  # fmt: skip
    special = st.session_state["encode_special"] if tok.special_tokens else "text"
    try:
        trace = trace_of(tok, reading.pasted(text), special)
    except BPEError as error:
        st.error(header.plain(str(error)))
        return None
    if not trace.symbols:
        st.info("The text has no tokens: white space only parts words in character mode.")
        return None
    _say_unknown(trace)
    return trace


@lru_cache(maxsize=6)
def trace_of(tok: Tokenizer, text: str, special: str) -> Trace:
    if not text:
        raise CorpusError("There is no text. Type or paste one.")
    return tok.trace(text, special=special, unknown="keep")


def _say_unknown(trace: Trace) -> None:
    if min(trace.symbols) >= 0:
        return
    pairs = zip(trace.symbols, trace.tokens(0), strict=True)
    unknown = list(dict.fromkeys(visible(token) for token_id, token in pairs if token_id < 0))
    named = ", ".join(unknown[:12]) + (", …" if len(unknown) > 12 else "")
    model = bench.model()
    what = (
        "The tokenizer file lacks them. Open a complete file, or close it and train."
        if model.file
        else "Train on a text that holds them with the alphabet “The characters of the corpus”, or "
        "use byte mode."
    )
    st.warning(
        header.plain(
            f"Not in the base vocabulary: {named}. They have no id; a negative number stands for it. "
            f"{what}"
        )
    )
    if not model.file and model.settings.alphabet not in (None, "observed"):
        st.button("Use the characters of the corpus", key="encode_observed", on_click=_observe)


def _observe() -> None:
    st.session_state.update(alphabet="observed", observed_bytes=False)


def shown(trace: Trace) -> Trace:
    """The part of the text that is drawn."""
    if len(trace.text) <= limits.SHOWN:
        return trace
    st.info(f"The first {limits.SHOWN:,} characters are drawn; the tables have them all.")
    return trace_of(trace.tokenizer, trace.text[: limits.SHOWN], st.session_state["encode_special"])


def height(trace: Trace) -> int:
    """Pixels that the scrubber gives the text: short texts take little room."""
    lines = sum(1 + len(line) // 60 for line in trace.text.split("\n")[:20])
    return min(300, 44 + 28 * lines)


# --- the place that was chosen ------------------------------------------------------------------


def follow(trace: Trace, clicked: int | None) -> int:
    """The base symbol that was chosen last, by a click on a token or in a table."""
    state, step = st.session_state, bench.step()
    key = (trace.tokenizer, trace.text)
    if state.get("encode_for") != key:
        state.update(encode_for=key, encode_at=None, encode_clicked=clicked)
    elif clicked != state.get("encode_clicked"):
        state["encode_clicked"] = clicked
        ids = trace.ids(step)
        if clicked in ids:
            state["encode_at"] = places.first_symbol(trace, ids.index(clicked), step)
    at = state["encode_at"]
    return _longest(trace) if at is None or at >= len(trace.symbols) else at


@lru_cache(maxsize=6)
def _longest(trace: Trace) -> int:
    return places.longest_symbol(trace)


# --- the views ----------------------------------------------------------------------------------


def tokens_view(trace: Trace) -> None:
    """Tokens, ids, bytes and code points: cards of the first, a table of all."""
    step = bench.step()
    count = trace.token_counts[step]
    st.html(views.aligned_html(trace, step))
    frame = views.token_frame(trace, step, _ROWS)
    note, button = st.columns([5, 1])
    rows = f"{count:,} tokens" if count <= _ROWS else f"The first {_ROWS:,} of {count:,} tokens"
    note.caption(f"{rows} at step {step:,}. Choose a row to see how its token came to be.")
    with button:
        download.csv(lambda: views.token_frame(trace, step), "tokens")
    key = f"encode_rows:{step}:{bench.nonce()}"
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
    step = bench.step()
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
