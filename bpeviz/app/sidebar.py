"""The sidebar that all pages share: the corpus and how it is trained on.

Every widget has a key of its own in the session, listed in ``DEFAULTS``; ``settings()`` reads them
back. Links and the session file set these keys and nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, BPEError, create_default_merges
from bpeviz.engine.base import byte_base, character_base

from . import bench, files, limits, reading
from .samples import samples
from .settings import DOCUMENTS, Settings, listed

OWN = "own"
OWN_PATTERN = "own pattern"
FIRST_SAMPLE = "english"
LONGEST_MARKER = 12
MODES = {"character": "Character", "byte": "Byte", "regex": "Regex"}
FORMS = ("as typed", "NFC", "NFD", "NFKC", "NFKD")
ALPHABETS = {
    "observed": "The characters of the corpus",
    "lowercase": "a to z",
    "latin-1": "Latin-1",
    "own": "Characters of my own",
}
TIES = {
    "first-seen": "The first in the corpus",
    "smallest-ids": "The smallest ids",
    "largest-symbols": "The largest symbols",
}

#: Session key -> value of every widget here.
DEFAULTS: dict[str, Any] = {
    "sample": FIRST_SAMPLE,
    "corpus_text": None,
    "corpus_file": None,
    "mode": "regex",
    "num_merges": 300,
    "pattern": "gpt4",
    "own_pattern": r"\p{L}+|\s+|[^\p{L}\s]+",
    "normalization": "as typed",
    "documents": "whole",
    "alphabet": "observed",
    "own_alphabet": "",
    "observed_bytes": False,
    "end_of_word": "_",
    "end_of_word_joined": False,
    "default_tokens": "",
    "special_tokens": "",
    "tie_break": "first-seen",
    "min_count": 1,
}

#: What these may be, for values that come from elsewhere: options, a range, or a test.
OPTIONS: dict[str, Any] = {
    "mode": MODES,
    "num_merges": range(limits.MERGES + 1),
    "pattern": [*PATTERNS, OWN_PATTERN],
    "normalization": FORMS,
    "documents": DOCUMENTS,
    "alphabet": ALPHABETS,
    "end_of_word": lambda text: len(text) <= LONGEST_MARKER,
    "tie_break": TIES,
    "min_count": range(1, 2**31),
}


def draw() -> None:
    """Draw the sidebar and train what it says."""
    _fill_in()
    with st.sidebar:
        _draw_corpus()
        file = files.current()
        if file:
            files.draw_opened(file)
            bench.use_file(corpus(), file, settings())
        else:
            _draw_mode()
            _draw_more()
            bench.use(corpus(), settings())
        files.draw_open()
        _draw_status()


def _fill_in() -> None:
    for key, value in DEFAULTS.items():
        # Never assigned again: Streamlit would overwrite what is being typed. Widgets that are not
        # drawn on every run keep their values by persist_state.
        st.session_state.setdefault(key, value)
    if st.session_state["corpus_text"] is None:
        st.session_state["corpus_text"] = samples()[FIRST_SAMPLE].text


def corpus() -> str:
    """The corpus as it stands in the sidebar."""
    file = st.session_state["corpus_file"]
    return file[1] if file else st.session_state["corpus_text"]


def set_corpus(text: str) -> None:
    """Put a text into the corpus box (from a callback, before the sidebar is drawn)."""
    text = reading.pasted(text)
    own = next((key for key, sample in samples().items() if sample.text == text), OWN)
    st.session_state.update(corpus_text=text, corpus_file=None, sample=own)


def settings() -> Settings:
    """The settings as they stand in the sidebar."""
    s = st.session_state
    if s["mode"] == "character":
        alphabet = tuple(s["own_alphabet"]) if s["alphabet"] == "own" else s["alphabet"]
    else:
        alphabet = "observed" if s["observed_bytes"] else None
    return Settings(
        mode=s["mode"],
        num_merges=int(s["num_merges"] or 0),
        pattern=s["own_pattern"] if s["pattern"] == OWN_PATTERN else s["pattern"],
        normalization=None if s["normalization"] == FORMS[0] else s["normalization"],
        documents=s["documents"],
        alphabet=alphabet,
        end_of_word=s["end_of_word"] or None,
        end_of_word_joined=s["end_of_word_joined"] and bool(s["end_of_word"]),
        default_tokens=listed(s["default_tokens"]),
        special_tokens=listed(s["special_tokens"]),
        tie_break=s["tie_break"],
        min_count=int(s["min_count"] or 1),
    )


# --- the corpus ---------------------------------------------------------------------------------


def _draw_corpus() -> None:
    titles = {key: sample.title for key, sample in samples().items()} | {OWN: "Your own text"}
    st.selectbox(
        "Corpus",
        list(titles),
        format_func=titles.__getitem__,
        key="sample",
        on_change=_take_sample,
        help="The text that the merges are learned from. Take a sample, edit it, paste your own "
        "or upload a file.",
    )
    file = st.session_state["corpus_file"]
    if file:
        st.text(f"{file[0]}: {len(file[1]):,} characters")
        st.button("Back to the typed text", on_click=_drop_file)
    else:
        st.text_area(
            "Text",
            key="corpus_text",
            persist_state="session",
            height=150,
            label_visibility="collapsed",
            placeholder="Paste a text here",
            on_change=_take_typed,
        )
    with st.expander("Upload a text file"):
        st.file_uploader(
            "Text file",
            key="upload",
            label_visibility="collapsed",
            on_change=_take_upload,
            help=f"UTF-8, or UTF-16 with a byte order mark; up to {limits.words(limits.UPLOAD)}.",
        )
        if st.session_state.get("upload_problem"):
            st.error(st.session_state["upload_problem"])


def _take_sample() -> None:
    chosen = st.session_state["sample"]
    text = samples()[chosen].text if chosen != OWN else ""
    st.session_state.update(corpus_text=text, corpus_file=None)


def _take_typed() -> None:
    text = st.session_state["corpus_text"]
    same = next((key for key, sample in samples().items() if sample.text == text), OWN)
    st.session_state["sample"] = same


def _take_upload() -> None:
    uploaded = st.session_state["upload"]
    st.session_state["upload_problem"] = None
    if uploaded is None:
        return
    try:
        text = reading.decode(uploaded.getvalue(), uploaded.name)
        reading.check_corpus(text)
    except BPEError as error:
        st.session_state["upload_problem"] = f"{error} The earlier corpus is still in use."
        return
    st.session_state.update(corpus_file=(uploaded.name, text), sample=OWN)


def _drop_file() -> None:
    st.session_state["corpus_file"] = None


# --- how it is trained on -----------------------------------------------------------------------


def _draw_mode() -> None:
    st.segmented_control(
        "Mode",
        list(MODES),
        format_func=MODES.__getitem__,
        key="mode",
        required=True,
        help="Character: characters of words, as in the first paper. Byte: UTF-8 bytes of the "
        "whole text. Regex: bytes inside the chunks that a split pattern gives, as GPT does.",
    )
    base = base_size()
    vocab_size = int(st.session_state["num_merges"] or 0) + base
    if st.session_state.get("vocab_size") != vocab_size:
        st.session_state["vocab_size"] = vocab_size
    left, right = st.columns(2)
    left.number_input(
        "Merges",
        min_value=0,
        max_value=limits.MERGES,
        step=50,
        key="num_merges",
        help="How many merges to learn, at most. A merge makes one new token of the most "
        "frequent pair of tokens.",
    )
    right.number_input(
        "Vocabulary",
        min_value=base,
        max_value=limits.MERGES + base,
        step=50,
        key="vocab_size",
        on_change=_take_vocab_size,
        help=f"The number of tokens: {base:,} to begin with, and one for each merge.",
    )
    regex_mode = st.session_state["mode"] == "regex"
    left, right = st.columns(2)
    if regex_mode:
        left.selectbox(
            "Split pattern",
            [*PATTERNS, OWN_PATTERN],
            key="pattern",
            persist_state="session",
            help="Pre-tokenization: the text is cut into chunks first, and no merge crosses the "
            "border of a chunk.",
        )
    (right if regex_mode else st).selectbox(
        "Normal form",
        FORMS,
        key="normalization",
        help="Unicode can spell one letter in several ways. A normal form makes them one, before "
        "training and before encoding.",
    )
    if regex_mode and st.session_state["pattern"] == OWN_PATTERN:
        st.text_input(
            "Your pattern",
            key="own_pattern",
            persist_state="session",
            help="In the syntax of Python's regex.",
        )


def _take_vocab_size() -> None:
    st.session_state["num_merges"] = max(0, int(st.session_state["vocab_size"] or 0) - base_size())


def base_size() -> int:
    """The number of tokens before the first learned merge, default tokens' own merges included."""
    try:
        return _base_size(corpus(), settings())
    except BPEError:
        return 256


@lru_cache(maxsize=16)
def _base_size(text: str, chosen: Settings) -> int:
    if chosen.mode == "character":
        words = text.split()
        base = character_base(chosen.alphabet, words, chosen.end_of_word, chosen.end_of_word_joined)
        return len(base.vocabulary)
    base = byte_base([text, *chosen.default_tokens] if chosen.alphabet else None)
    return len(base.vocabulary) + len(create_default_merges(chosen.default_tokens))


def _draw_more() -> None:
    with st.expander("More"):
        if st.session_state["mode"] == "character":
            _draw_character_settings()
        else:
            _draw_byte_settings()
        st.selectbox(
            "Documents",
            list(DOCUMENTS),
            format_func=DOCUMENTS.__getitem__,
            key="documents",
            help="No pair is counted across two documents.",
        )
        st.selectbox(
            "When pairs tie",
            list(TIES),
            format_func=TIES.__getitem__,
            key="tie_break",
            help="First in the corpus: minbpe. Smallest ids: rustbpe. Largest symbols: subword-nmt.",
        )
        st.number_input(
            "Smallest count",
            min_value=1,
            key="min_count",
            help="Training ends when the best pair is rarer than this.",
        )


def _draw_character_settings() -> None:
    st.selectbox(
        "Alphabet",
        list(ALPHABETS),
        format_func=ALPHABETS.__getitem__,
        key="alphabet",
        persist_state="session",
        help="The base vocabulary. A character outside it can be trained on but not encoded.",
    )
    if st.session_state["alphabet"] == "own":
        st.text_input("Characters", key="own_alphabet", persist_state="session")
    st.text_input(
        "End-of-word marker",
        key="end_of_word",
        persist_state="session",
        max_chars=LONGEST_MARKER,
        help="Stands at the end of each word, so that words can be put together again. "
        "Leave it empty for none.",
    )
    st.checkbox(
        "Join it with the last character",
        key="end_of_word_joined",
        persist_state="session",
        help="As in subword-nmt 0.2; otherwise the marker is a symbol of its own.",
    )


def _draw_byte_settings() -> None:
    st.text_area(
        "Default tokens, one a line",
        key="default_tokens",
        persist_state="session",
        height=80,
        help="Strings that become tokens before training, for example “ at”. Spaces count.",
    )
    st.text_area(
        "Special tokens, one a line",
        key="special_tokens",
        persist_state="session",
        height=80,
        help="Strings that are cut out of the corpus and never merged, for example an end-of-text "
        "mark.",
    )
    st.checkbox(
        "Only the bytes of the corpus",
        key="observed_bytes",
        persist_state="session",
        help="The base vocabulary is then not all 256 bytes, and other texts may not encode.",
    )


def _draw_status() -> None:
    current = bench.model()
    tokenizer = current.tokenizer
    size = limits.words(len(current.corpus.encode("utf-8", "replace")))
    origin = "from a file" if current.file else f"from {size} in {_duration(current.seconds)}"
    st.caption(
        f"In use: {len(tokenizer.merges):,} merges, {len(tokenizer.vocabulary):,} tokens, {origin}."
    )


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
