"""The last three stops of the guided walk: bytes, default merges, the split."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, split
from bpeviz.views import walk as views

from ..settings import Settings
from . import (
    Stop,
    byte_settings,
    merges_box,
    model,
    text_box,
    traced,
)

Taken = tuple[str, Settings]


def _bytes(text: Any, example: Any) -> Taken:
    with example:
        letters = text_box("Any text", "walk_letters", height=68)
        trace = traced(model(letters, Settings(mode="byte", num_merges=0)), letters)
        if trace is None:
            return letters, Settings(mode="byte", num_merges=0)
        st.html(views.characters_table(letters, "Characters, code points and UTF-8 bytes"))
    decoded = trace.tokenizer.decode(trace.ids(0)) == letters
    text.markdown(
        "Unicode has over a hundred thousand characters: too many for a base vocabulary. But "
        "**UTF-8** writes every one of them with one to four **bytes**, and there are only "
        f"{len(trace.tokenizer.base.vocabulary)} different bytes."
    )
    text.markdown(
        f"Start from bytes, and nothing is unknown any more. These {len(letters):,} characters "
        f"become {trace.token_counts[0]:,} bytes"
        + (", and decoding gives the text back exactly." if decoded else ".")
    )
    text.markdown(
        "The price: letters with marks, other scripts and emoji begin as several tokens. Merges "
        "have to win that back, and they can only do so for what the corpus is full of."
    )
    return letters, Settings(mode="byte", num_merges=20)


def _defaults(text: Any, example: Any) -> Taken:
    with example:
        left, right = st.columns(2)
        with left:
            text_box("Default tokens, one a line", "walk_defaults", "Spaces count.", height=68)
            sentence = text_box("A text to encode", "walk_sentence", height=68)
        with right:
            corpus = text_box("The corpus", "walk_corpus", height=68)
            count = merges_box("walk_byte_merges")
        settings = byte_settings(count)
        used = model(corpus, settings)
        first = used.tokenizer.merges[: used.tokenizer.default_count]
        st.html(views.merges_table(used.tokenizer, first, "The merges of the default tokens"))
        for words, one in (
            ("With", used),
            ("Without", model(corpus, replace(settings, default_tokens=()))),
        ):
            trace = traced(one, sentence)
            if trace is not None:
                st.html(views.encoded(trace, trace.steps, f"{words} default tokens"))
    text.markdown(
        "Sometimes you know tokens that you want before any text is read: common words of a "
        "language for which there is little text, for example."
    )
    text.markdown(
        "**Default tokens** are built by merges like all others. Those merges come first: "
        f"{len(first):,} of them here, for {len(settings.default_tokens):,} strings, since a string "
        "also needs the pieces on the way. What the corpus teaches comes after."
    )
    text.markdown(
        "Look at the tokens that were learned: some run over the end of a word. Nothing forbids "
        "that in byte mode. The last stop does."
    )
    return corpus, settings


def _split(text: Any, example: Any) -> Taken:
    with example:
        sentence = text_box("A text to encode", "walk_sentence", height=68)
        pattern = st.selectbox(
            "Split pattern", list(PATTERNS), key="walk_pattern", persist_state="session"
        )
        st.html(views.chunks(split(sentence, pattern), "The text in chunks"))
        whole = byte_settings(st.session_state["walk_byte_merges"])
        settings = replace(whole, mode="regex", pattern=pattern)
        corpus = st.session_state["walk_corpus"]
        for words, chosen in (("Tokens with the split", settings), ("Without it", whole)):
            trace = traced(model(corpus, chosen), sentence)
            if trace is not None:
                st.html(views.encoded(trace, trace.steps, words))
    text.markdown(
        "A model is better off with whole words than with “e ” or “dog!”. So the text is cut into "
        "**chunks** before any pair is counted, and no merge crosses a cut. This is "
        "**pre-tokenization**, and the cuts are made by a regular expression: the split pattern."
    )
    text.markdown(
        f"This text has {len(split(sentence, pattern)):,} chunks. The space goes with the word "
        "behind it, digits stay apart from letters, and so does punctuation."
    )
    text.markdown(
        "Bytes, default tokens, a split, and then merges: this is how the tokenizers of today's "
        "large models work. Take it to Explore with a text of your own."
    )
    return corpus, settings


STOPS = [
    Stop("Bytes", "Bytes", _bytes),
    Stop("Default merges", "Default merges", _defaults),
    Stop("Split", "The split", _split),
]
