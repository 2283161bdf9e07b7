"""The last three stops of the guided walk: bytes, default merges, the split.

What is said of other models is from these: why words are kept from what stands beside them, Radford
et al., "Language Models are Unsupervised Multitask Learners" (GPT-2, 2019), section 2.2; tokens
across spaces, Liu et al., "SuperBPE: Space Travel for Language Models" (2025); byte fallback,
Touvron et al., "Llama 2" (2023), on its tokenizer, and the ``tokenizer.json`` of Llama 2 and Gemma, whose
model is "BPE" with ``byte_fallback``. Default tokens are from the introduction that the walk
follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from bpeviz import PATTERNS, Merge, split
from bpeviz.engine.text import graphemes
from bpeviz.views import walk as views
from bpeviz.wording import count, listed

from ..trainings.jobs import Model
from ..trainings.settings import Settings
from . import (
    Stop,
    Taken,
    byte_settings,
    filled_box,
    last_filled,
    merges_box,
    model,
    quoted,
    text_box,
    traced,
    write,
)

#: Tokens and chunks that a sentence names.
NAMED = 3


def _bytes(text: Any, example: Any) -> Taken:
    with example:
        letters = filled_box("Any text", "walk_letters", height=68)
        used = model(letters, Settings(mode="byte", num_merges=0))
        if traced(used, letters) is None:
            return Taken(letters, Settings(mode="byte", num_merges=0))
        st.html(views.characters_table(letters, "Characters, code points and UTF-8 bytes"))
    write(text, _of_bytes(used, letters))
    return Taken(letters, Settings(mode="byte", num_merges=20))


def _of_bytes(used: Model, letters: str) -> list[str]:
    trace = used.trace_of(letters)
    decoded = trace.tokenizer.decode(trace.ids(0)) == letters
    # The browser's box counts UTF-16 units, a reader counts graphemes: so the words say which.
    points, seen = len(letters), len(graphemes(letters))
    return [
        f"Start from bytes, and nothing is unknown any more. Here {count(points, 'code point')} "
        f"{'becomes' if points == 1 else 'become'} {count(trace.token_counts[0], 'byte')}"
        + (", and decoding gives the text back exactly." if decoded else ".")
        + (
            f" To a reader they are {count(seen, 'character')}: one can be made of several code "
            "points."
            if seen < points
            else ""
        ),
        "The price: letters with marks, other scripts and emoji begin as several tokens. Merges "
        "have to win that back, and they can only do so for what the corpus is full of.",
    ]


def _defaults(text: Any, example: Any) -> Taken:
    with example:
        left, right = st.columns(2)
        with left:
            text_box("Default tokens, one a line", "walk_defaults", "Spaces count.", height=68)
            sentence = filled_box("A text to encode", "walk_sentence", height=68)
        with right:
            corpus = filled_box("The corpus", "walk_corpus", height=68)
            settings = byte_settings(merges_box("walk_byte_merges"))
        used = model(corpus, settings)
        if first := used.tokenizer.merges[: used.tokenizer.default_count]:
            st.html(views.merges_table(used.tokenizer, first, "The merges of the default tokens"))
        for words, one in (
            ("With", used if settings.default_tokens else None),
            ("Without", model(corpus, replace(settings, default_tokens=()))),
        ):
            trace = None if one is None else traced(one, sentence)
            if trace is not None:
                st.html(views.encoded(trace, trace.steps, f"{words} default tokens"))
    write(text, _of_defaults(used, sentence))
    return Taken(corpus, settings, sentence)


def _of_defaults(used: Model, _: str) -> list[str]:
    first = used.tokenizer.default_count
    return [
        "**Default tokens** are built by merges like all others. Those merges come first: "
        f"{_first(first, len(used.settings.default_tokens))} What the corpus teaches comes after.",
        _learned(used.tokenizer.merges[first:], used.settings.num_merges),
    ]


def _first(merges: int, strings: int) -> str:
    """How many merges the default tokens take, and why where that needs a reason."""
    if not strings:
        return "none here, since the box has no default token. Write one."
    wanted = count(strings, "string")
    if not merges:
        return f"none here, for {wanted}, since a single byte is a token already."
    pieces = ", since a string also needs the pieces on the way" if merges > strings else ""
    return f"{merges:,} of them here, for {wanted}{pieces}."


def _learned(learned: Sequence[Merge], asked: int) -> str:
    """Which of the tokens that were learned run over the end of a word."""
    end = "Nothing forbids that in byte mode. The last stop does."
    if not learned:
        why = "the corpus has no pair left" if asked else "Merges is 0"
        return (
            f"No token was learned here: {why}. A learned token may run over the end of a word "
            f"into the next. {end}"
        )
    across = views.across_words(learned)
    one = len(learned) == 1
    all_of = f"{count(len(learned), 'token')} {'was' if one else 'were'} learned here"
    if not across:
        none = "it does not run" if one else "none of them runs"
        return f"{all_of}, and {none} over the end of a word into the next. {end}"
    names = listed([quoted(token) for token in across[:NAMED]])
    some = "it runs" if one else f"{len(across):,} of them {'runs' if len(across) == 1 else 'run'}"
    such = ", such as" if len(across) > NAMED else ":"
    return f"{all_of}, and {some} over the end of a word into the next{such} {names}. {end}"


def _split(text: Any, example: Any) -> Taken:
    with example:
        sentence = filled_box("A text to encode", "walk_sentence", height=68)
        pattern = st.selectbox(
            "Split pattern", list(PATTERNS), key="walk_pattern", persist_state="session"
        )
        cut = split(sentence, pattern)
        st.html(views.chunks(cut, "The text in chunks"))
        whole = byte_settings(st.session_state["walk_byte_merges"])
        settings = replace(whole, mode="regex", pattern=pattern)
        corpus = last_filled("The corpus", "walk_corpus")
        for words, chosen in (("Tokens with the split", settings), ("Without it", whole)):
            trace = traced(model(corpus, chosen), sentence)
            if trace is not None:
                st.html(views.encoded(trace, trace.steps, words))
    write(text, _of_split(model(corpus, settings), sentence))
    return Taken(corpus, settings, sentence)


def _of_split(used: Model, sentence: str) -> list[str]:
    cut = split(sentence, used.settings.pattern)
    return [
        f"This text has {count(len(cut), 'chunk')}. Put together, chunks are the text again. "
        f"{_cuts(cut)} Where else they cut, patterns differ: choose another one and see.",
        "Tokens of several words are not bad in themselves: SuperBPE (2025) lets merges cross spaces "
        "in a second stage, and reports gains.",
        "Bytes, a split, and then merges: this is how the tokenizers of the GPT models, Llama 3 and "
        "Qwen work; few need default tokens. Others differ. Llama 2 and Gemma start from "
        "characters, and fall back to bytes only for a character that their vocabulary lacks "
        "(**byte fallback**). Take it to Explore with a text of your own.",
    ]


def _cuts(cut: list[str]) -> str:
    """What the chunks of a text hold; only the sentence on digits is true of every text."""
    spaced, mixed = views.spaced(cut), views.mixed(cut)
    says = "Letters and digits never share a chunk."
    if mixed:
        more = [f"{len(mixed) - NAMED:,} more"] if len(mixed) > NAMED else []
        says += f" Letters and other signs do in {listed([*map(quoted, mixed[:NAMED]), *more])}."
    if spaced:
        says += f" The space before a word goes with that word in {count(spaced, 'chunk')}."
    return says


STOPS = [
    Stop(
        "Bytes",
        "Bytes",
        "Unicode has over a hundred thousand characters: too many for a base vocabulary. But "
        "**UTF-8** writes every one of them with one to four **bytes**, and there are only "
        "256 different bytes.",
        _bytes,
        _of_bytes,
    ),
    Stop(
        "Default merges",
        "Default merges",
        "Sometimes you know tokens that you want before any text is read: common words of a "
        "language for which there is little text, for example.",
        _defaults,
        _of_defaults,
    ),
    Stop(
        "Split",
        "The split",
        "Without a split, tokens such as “e ” or “dog!” fill the vocabulary with copies of words. So "
        "the text is cut into **chunks** before any pair is counted, and no merge crosses a cut. "
        "This is **pre-tokenization**, and the cuts are made by a regular expression: the split "
        "pattern.",
        _split,
        _of_split,
    ),
]
