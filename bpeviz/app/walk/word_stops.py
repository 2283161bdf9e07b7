"""The first six stops of the guided walk: from characters to a tokenizer, as in the first paper."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from bpeviz.views import walk as views
from bpeviz.views.glyphs import visible

from .. import bench, header, panes, permalink, turns
from ..jobs import Model
from ..scrubber import Pane, scrubber
from ..settings import Settings
from . import (
    CHARACTERS,
    Stop,
    merges_box,
    text_box,
    toy,
    traced,
)

Taken = tuple[str, Settings]


def _quoted(symbol: bytes | str) -> str:
    return f"“{header.plain(visible(symbol))}”"


def _characters(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        st.caption("The base vocabulary: each symbol with its id.")
        st.html(views.vocabulary(used.tokenizer))
        found = views.words(used.trace, 0)
        st.html(views.words_table(found, "The text in symbols, each different word once"))
    trace = used.trace
    text.markdown(
        "A language model reads numbers, not letters. The plainest way to get there is to give "
        "every character a number. All of them together are the **base vocabulary**."
    )
    text.markdown(
        f"This text needs {len(used.tokenizer.base.vocabulary):,} symbols. One of them is no "
        "letter: “\\_” stands at the end of each word, so that words can be told apart again when "
        "the numbers are turned back into text."
    )
    text.markdown(
        f"Nothing in this text is unknown now. But it has become long: {trace.token_counts[0]:,} "
        f"symbols for {len(trace.chunks):,} words. The rest of the walk makes it shorter."
    )
    return corpus, CHARACTERS


def _words(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        found = views.words(used.trace, 0)
        st.html(views.words_table(found, "Different words and how often each stands in the text"))
    total = sum(word.count for word in found)
    text.markdown(
        "Words repeat. What is learned inside a word is the same wherever it stands, so the text "
        "itself is no longer needed: each different word once, with a count, says it all."
    )
    text.markdown(
        f"Here {len(found):,} different words stand for {total:,}. On a large corpus this saves "
        "nearly all the work."
    )
    text.markdown(
        "It also sets a limit: no symbol will ever reach over the end of a word into the next."
    )
    return corpus, CHARACTERS


def _pairs(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        found = views.pairs(used.trace, 0)
        st.html(views.pairs_table(used.trace, found, "Neighbours, the most frequent first"))
    text.markdown(
        "Now look at neighbours. Two symbols side by side are a **pair**, and a pair counts as "
        "often as the words that it stands in."
    )
    if found:
        pair, most = found[0]
        left, right = (_quoted(used.tokenizer.vocabulary[one]) for one in pair)
        tied = sum(count == most for _, count in found) - 1
        others = f"{tied} other{'s' if tied > 1 else ''} as often" if tied else "none so often"
        text.markdown(
            f"Of {len(found):,} different pairs, {left} and {right} come first: they stand "
            f"together {most:,} times, and {others}."
        )
    text.markdown(
        "When pairs tie, a rule decides. Here it is the pair that comes first in the text; other "
        "programs take another, and so they learn other tokens from the same text."
    )
    return corpus, CHARACTERS


def _merge(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        found = dict(views.pairs(used.trace, 0))
        known = used.tokenizer.vocabulary
        pair = st.selectbox(
            "The pair to merge",
            list(found),
            format_func=lambda pair: f"{visible(known[pair[0]])} + {visible(known[pair[1]])}",
            help="Training takes the first. Try another one.",
        )
        if pair is None:
            st.info("There is no pair in this text. Write longer words.")
            return corpus, CHARACTERS
        after = views.one_merge(used.tokenizer, pair, found[pair]).trace(corpus)
        st.html(views.words_table(views.words(after, 1), "The words after this merge"))
    counts = after.token_counts
    made = after.tokenizer.merges[0]
    text.markdown(
        "A **merge** writes one pair as one new symbol, everywhere. The new symbol is a token "
        "like the others: it gets the next free id, and it can be part of a pair itself."
    )
    text.markdown(
        f"Here {_quoted(made.token)} becomes token {made.id}. The text had {counts[0]:,} symbols "
        f"and now has {counts[1]:,}."
    )
    text.markdown("The most frequent pair saves the most. Choose a rarer one and see.")
    return corpus, replace(CHARACTERS, num_merges=1)


def _repeat(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        count = merges_box()
        shown = panes.pane(used, used.trace)
    with text:
        st.markdown(
            "Count the pairs again, since the new symbol has neighbours of its own, and merge "
            "again. And again. The **merges, in their order**, are what training gives."
        )
        st.markdown(
            "How many there are is for you to say; nothing else is. The vocabulary has the base "
            f"symbols and one token for each merge: {len(used.tokenizer.vocabulary):,} here."
        )
        st.markdown(
            "Drag the slider, or press the arrow keys on it: every step is one merge. Frequent "
            "words become one token; rare ones stay in pieces."
        )
        if len(used.tokenizer.merges) < count:
            st.markdown(f"After {len(used.tokenizer.merges)} merges no pair was left.")
    with example:
        _scrub(shown, used)
    return corpus, replace(CHARACTERS, num_merges=count)


@turns.fragment
def _scrub(shown: Pane, used: Model) -> None:
    """The walk has a step of its own; the step of the other pages stays where it is."""
    state = st.session_state
    step = min(state["walk_step"], used.trace.steps)
    place = scrubber([shown], key="walk", step=step, nonce=bench.nonce(), speed=3, height=120)
    if place.step != step:
        state["walk_step"] = place.step
    permalink.write("walk")
    st.html(views.words_table(views.words(used.trace, place.step), "The words at this step"))


def _tokenizer(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        merges_box()
        word = text_box("A text to encode", "walk_word", height=68)
        trace = traced(used, word)
        if trace is not None:
            st.html(views.encoded(trace, trace.steps, "Its tokens, with their ids"))
            back = used.tokenizer.decode(trace.ids(trace.steps))
            st.caption(f"Decoded again: “{header.plain(back)}”")
        st.html(views.merges_table(used.tokenizer, used.tokenizer.merges, "The merges in order"))
    text.markdown(
        "To **encode** a new text, cut its words into characters and apply the merges in the order "
        "in which they were learned, the oldest first. Then write down the ids."
    )
    text.markdown(
        "To **decode**, put the tokens of the ids side by side; each end of a word becomes a space."
    )
    text.markdown(
        "A word that training never saw falls into pieces that it did see. That is the point of "
        "it all. But try a capital letter, or an accent: a character outside the base vocabulary "
        "has no number. The next stop mends that."
    )
    return corpus, replace(CHARACTERS, num_merges=st.session_state["walk_merges"])


STOPS = [
    Stop("Characters", "Characters", _characters),
    Stop("Words", "Words, counted", _words),
    Stop("Pairs", "Pairs, counted", _pairs),
    Stop("One merge", "One merge", _merge),
    Stop("Repeat", "Again and again", _repeat),
    Stop("Tokenizer", "The tokenizer", _tokenizer),
]
