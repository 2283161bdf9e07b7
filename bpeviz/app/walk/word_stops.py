"""The first six stops of the guided walk: from characters to a tokenizer, as in the first paper."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from bpeviz.views import walk as views
from bpeviz.views.glyphs import visible
from bpeviz.wording import count

from ..scrubber import Pane, panes
from ..text import plain
from ..trainings import turns
from ..trainings.jobs import Model
from . import CHARACTERS, STEP, Stop, Taken, filled_box, merges_box, quoted, toy, traced, write


def _characters(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        st.caption("The base vocabulary: each symbol with its id.")
        st.html(views.vocabulary(used.tokenizer))
        found = views.words(used.trace, 0)
        st.html(views.words_table(found, "The text in symbols, each different word once"))
    write(text, _of_characters(used, corpus))
    return Taken(corpus, CHARACTERS)


def _of_characters(used: Model, _: str) -> list[str]:
    trace = used.trace
    return [
        f"This text needs {count(len(used.tokenizer.base.vocabulary), 'symbol')}. One of them, the "
        "marker, is not in the text: it is shown as “\\_” and stands at the end of each word, so "
        "that words can be told apart again when the numbers are turned back into text.",
        "Nothing in this text is unknown now. But it has become long: "
        f"{count(trace.token_counts[0], 'symbol')} for {count(len(trace.chunks), 'word')}. The "
        "rest of the walk makes it shorter.",
    ]


def _words(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        found = views.words(used.trace, 0)
        st.html(views.words_table(found, "Different words and how often each stands in the text"))
    write(text, _of_words(used, corpus))
    return Taken(corpus, CHARACTERS)


def _of_words(used: Model, _: str) -> list[str]:
    found = views.words(used.trace, 0)
    total = sum(word.count for word in found)
    return [
        f"Here {count(len(found), 'different word')} {'stands' if len(found) == 1 else 'stand'} "
        f"for {total:,}. On a large corpus this saves nearly all the work.",
        "It also sets a limit: no symbol will ever reach over the end of a word into the next.",
    ]


def _pairs(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        found = views.pairs(used.trace, 0)
        st.html(views.pairs_table(used.trace, found, "Neighbours, the most frequent first"))
    write(text, _of_pairs(used, corpus))
    return Taken(corpus, CHARACTERS)


def _of_pairs(used: Model, _: str) -> list[str]:
    found = views.pairs(used.trace, 0)
    pair, most = found[0]
    names = _pair(used, pair)
    said = [f"There is 1 pair here: {names} stand together {count(most, 'time')}."]
    if len(found) > 1:
        tied = sum(times == most for _, times in found) - 1
        others = f"{count(tied, 'other')} as often" if tied else "none so often"
        said = [
            f"Of {count(len(found), 'different pair')}, {names} come first: they stand "
            f"together {count(most, 'time')}, and {others}."
        ]
    overlaps = views.overlaps(used.trace, 0)
    if overlaps:
        said.append(_overlap(used, next(iter(overlaps)), overlaps))
    return [
        *said,
        "When pairs tie, a rule decides. Here it is the pair that comes first in the text; other "
        "programs take another, and so they learn other tokens from the same text.",
    ]


def _names(used: Model) -> dict[int, str]:
    """The base symbols as text, the marker told apart where the text holds its character."""
    names = {id: visible(symbol) for id, symbol in used.tokenizer.base.vocabulary.items()}
    twins = views.twins(used.trace)
    if twins is not None:
        names[twins[1]] += " (the marker)"
    return names


def _pair(used: Model, pair: tuple[int, int]) -> str:
    """A pair inside a sentence."""
    names = _names(used)
    left, right = (f"“{plain(names[one])}”" for one in pair)
    return f"{left} and {right}"


def _overlap(
    used: Model, pair: tuple[int, int], overlaps: dict[tuple[int, int], tuple[int, int]]
) -> str:
    """What a pair that overlaps itself counts, and what a merge of it replaces."""
    counted, replaced = overlaps[pair]
    symbol = used.tokenizer.vocabulary[pair[0]]
    return (
        f"In a run such as {quoted(symbol * 3)} pairs overlap: {_pair(used, pair)} count "
        f"{count(counted, 'time')}, but a merge replaces only {replaced:,} of them."
    )


def _merge(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        found = dict(views.pairs(used.trace, 0))
        # To Streamlit, options of the same name are one option.
        names = _names(used)
        pair = st.selectbox(
            "The pair to merge",
            list(found),
            format_func=lambda pair: " + ".join(names[one] for one in pair),
            help="Training takes the first. Try another one.",
        )
        after = views.one_merge(used.tokenizer, pair, found[pair]).trace(corpus)
        st.html(views.words_table(views.words(after, 1), "The words after this merge"))
    write(text, _of_merge(used, corpus, pair))
    return Taken(corpus, replace(CHARACTERS, num_merges=1))


def _of_merge(used: Model, corpus: str, chosen: tuple[int, int] | None = None) -> list[str]:
    """``chosen``: the pair to merge; None for the first."""
    found = dict(views.pairs(used.trace, 0))
    pair = next(iter(found)) if chosen is None else chosen
    after = views.one_merge(used.tokenizer, pair, found[pair]).trace(corpus)
    counts, made = after.token_counts, after.tokenizer.merges[0]
    overlaps = views.overlaps(used.trace, 0)
    runs = pair if pair in overlaps else next(iter(overlaps), None)
    return [
        f"Here {quoted(made.token)} becomes token {made.id}. The text had "
        f"{count(counts[0], 'symbol')} and now has {counts[1]:,}.",
        *([] if runs is None else [_overlap(used, runs, overlaps)]),
        _saving(used, found, overlaps),
    ]


def _saving(
    used: Model,
    found: dict[tuple[int, int], int],
    overlaps: dict[tuple[int, int], tuple[int, int]],
) -> str:
    """Which pair saves the most: the most frequent, unless it overlaps itself."""
    if len(found) == 1:
        return "There is no other pair to choose."
    if len(set(found.values())) == 1 and not overlaps:
        return "All pairs are as frequent here, so each saves as much."
    saved = {pair: overlaps.get(pair, (times, times))[1] for pair, times in found.items()}
    first, best = next(iter(found)), max(saved, key=lambda pair: saved[pair])
    if saved[first] == saved[best]:
        return "The most frequent pair saves the most. Choose a rarer one and see."
    return (
        "So the first pair, which training takes, does not save the most here: it saves "
        f"{count(saved[first], 'symbol')}, and {_pair(used, best)} save {saved[best]:,}."
    )


def _repeat(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        asked = merges_box()
        shown = panes.pane(used, used.trace)
    write(text, _of_repeat(used, corpus))
    with example:
        _scrub(shown, used)
    return Taken(corpus, replace(CHARACTERS, num_merges=asked), stepped=True)


def _of_repeat(used: Model, _: str) -> list[str]:
    said = [
        "How many there are is for you to say, and which of tied pairs comes first; the counts "
        "decide the rest. The vocabulary has the base "
        f"symbols and one token for each merge: {len(used.tokenizer.vocabulary):,} here.",
        "Drag the slider, or press the arrow keys on it: every step is one merge. Frequent "
        "words become one token; rare ones stay in pieces.",
    ]
    if len(used.tokenizer.merges) < used.settings.num_merges:
        said.append(f"After {count(len(used.tokenizer.merges), 'merge')} no pair was left.")
    return said


@turns.fragment
def _scrub(shown: Pane, used: Model) -> None:
    """The walk has a step of its own; the step of the other pages stays where it is."""
    place = panes.scrub(
        [shown], "walk", of=STEP, steps=used.trace.steps, usual=0, speed=3, height=120
    )
    st.html(views.words_table(views.words(used.trace, place.step), "The words at this step"))


def _tokenizer(text: Any, example: Any) -> Taken:
    with example:
        corpus, used = toy()
        merges_box()
        word = filled_box("A text to encode", "walk_word", height=68)
        trace = traced(used, word)
        if trace is not None:
            st.html(views.encoded(trace, trace.steps, "Its tokens, with their ids"))
            back = used.tokenizer.decode(trace.ids(trace.steps))
            st.caption(f"Decoded again: “{plain(back)}”")
            if back != word:
                st.caption("Words do not keep white space: one space stands between two of them.")
        st.html(views.merges_table(used.tokenizer, used.tokenizer.merges, "The merges in order"))
    write(text, _of_tokenizer(used, word))
    return Taken(corpus, replace(CHARACTERS, num_merges=st.session_state["walk_merges"]), word)


def _of_tokenizer(_: Model, __: str) -> list[str]:
    return [
        "To **decode**, put the tokens of the ids side by side; each end of a word becomes a space.",
        "A word that training never saw falls into pieces that it did see. That is the point of "
        "it all. But try a character that the text does not hold, perhaps a capital letter or an "
        "accent: it is not in the base vocabulary and has no number. The next stop mends that.",
    ]


STOPS = [
    Stop(
        "Characters",
        "Characters",
        "A language model reads numbers, not letters. The plainest way to get there is to give "
        "every character a number. All of them together are the **base vocabulary**.",
        _characters,
        _of_characters,
    ),
    Stop(
        "Words",
        "Words, counted",
        "Words repeat. What is learned inside a word is the same wherever it stands, so the text "
        "itself is no longer needed: each different word once, with a count, says it all.",
        _words,
        _of_words,
    ),
    Stop(
        "Pairs",
        "Pairs, counted",
        "Now look at neighbours. Two symbols side by side are a **pair**, and each place of a pair "
        "in a word counts as often as the word does.",
        _pairs,
        _of_pairs,
    ),
    Stop(
        "One merge",
        "One merge",
        "A **merge** writes one pair as one new symbol, everywhere. The new symbol is a token "
        "like the others: it gets the next free id, and it can be part of a pair itself.",
        _merge,
        _of_merge,
    ),
    Stop(
        "Repeat",
        "Again and again",
        "Count the pairs again, since the new symbol has neighbours of its own, and merge "
        "again. And again. The **merges, in their order**, are what training gives.",
        _repeat,
        _of_repeat,
    ),
    Stop(
        "Tokenizer",
        "The tokenizer",
        "To **encode** a new text, cut its words into characters and apply the merges in the order "
        "in which they were learned, the oldest first. Then write down the ids.",
        _tokenizer,
        _of_tokenizer,
    ),
]
