"""The page Splits: a text, two patterns, what each makes of the text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import streamlit as st

from bpeviz import PATTERNS, BPEError, PatternError
from bpeviz.splitting import cuts
from bpeviz.splitting.cuts import Cut
from bpeviz.splitting.pattern_checks import problems

from .. import limits, registry
from ..corpus import reading
from ..registry import Key
from ..sidebar.choices import OWN_PATTERN, SIDEBAR
from ..tokenizers import in_use

SIDES = {"a": "Left", "b": "Right"}
NAMES = {"a": "Left pattern", "b": "Right pattern"}
OWN = "own"
CHOICES = [SIDEBAR, *PATTERNS, OWN]
TABS = ["Chunk by chunk", "Torn marks"]
ROWS = {
    "all": "All chunks",
    "differing": "Only on this side",
    "torn": "Begin with a torn mark",
    "lost": "Matched by nothing",
}
LONGEST_PATTERN = 4000
_USUAL = "gpt4"

#: Texts that show something, each with the two patterns to look at it with.
PRESETS: dict[str, tuple[str, str, str]] = {
    "Everything": ("Hello've world123 how's   are you!!!?\n", "gpt2", "gpt4"),
    "Apostrophes": ("It's fine, HOW'S that? We'll see, WE'LL SEE. It’s curly.", "gpt2", "gpt4"),
    "Digits": ("1234567 tokens in 2024, Hello world9119, 1 2 3", "gpt2", "gpt4"),
    "Spaces": ("how      are?\n    if x:\n        return  1", "gpt2", "gpt4"),
    "Newlines": ("one\ntwo\n\nthree!\n\n\nfour\n ", "gpt4", "cl100k"),
    "Yorùbá": ("Ẹ̀gbọ́n mi fẹ́ràn ọbẹ̀ ẹ̀fọ́.", "gpt4", "gpt4-marks"),
    "Yorùbá, NFD": (
        "E\u0323\u0300gbo\u0323\u0301n mi fe\u0323\u0301ra\u0300n o\u0323be\u0323\u0300.",
        "gpt2",
        "o200k",
    ),
    "Devanagari": ("नमस्ते दुनिया, हिन्दी में", "gpt2", "gpt4-marks"),
    "Thai": ("สวัสดีชาวโลก น้ำตาล กำลัง", "gpt4", "gpt4-marks"),
}
FIRST = "Everything"

registry.enter(
    "split_patterns",
    Key("split_text", PRESETS[FIRST][0], title="The text to split"),
    Key("split_a", PRESETS[FIRST][1], CHOICES),
    Key("split_b", PRESETS[FIRST][2], CHOICES),
    Key("split_a_own", r"\p{L}+|\p{N}", lambda pattern: len(pattern) <= LONGEST_PATTERN),
    Key("split_b_own", r" ?[\p{L}\p{M}]+|\s+|.", lambda pattern: len(pattern) <= LONGEST_PATTERN),
    Key("split_tab", TABS[0], TABS),
    Key("split_side", "a", SIDES),
    Key("split_rows", "all", ROWS),
)


# --- presets ------------------------------------------------------------------------------------


def preset() -> str | None:
    """The preset that the page shows at present, if any."""
    now = tuple(st.session_state[key] for key in ("split_text", "split_a", "split_b"))
    return next((name for name, shown in PRESETS.items() if shown == now), None)


def apply(name: str) -> None:
    """Show a preset (from a callback)."""
    text, a, b = PRESETS[name]
    st.session_state.update(split_text=text, split_a=a, split_b=b, split_rows="all")


def take_corpus() -> None:
    """Put the sidebar's text into the box (from a callback)."""
    st.session_state["split_text"] = in_use.model().corpus[: limits.SHOWN]


# --- what the sides say -------------------------------------------------------------------------


def text() -> str:
    """The text of the page, not over its limit."""
    return reading.pasted(st.session_state["split_text"] or "")[: limits.SHOWN]


def sidebar_pattern() -> str | None:
    """The pattern of the tokenizer in use; None outside regex mode."""
    return in_use.model().tokenizer.pattern


def title(choice: str) -> str:
    """A pattern in a list."""
    return {SIDEBAR: "The sidebar's pattern", OWN: "Your own pattern"}.get(choice, choice)


def pattern(side: str) -> str:
    """The pattern of a side: a name or an expression."""
    chosen = st.session_state[f"split_{side}"]
    if chosen == SIDEBAR:
        return sidebar_pattern() or _USUAL
    return st.session_state[f"split_{side}_own"] if chosen == OWN else chosen


def remark(side: str) -> str:
    """What to know about the choice of a side; empty if nothing."""
    if st.session_state[f"split_{side}"] != SIDEBAR:
        return ""
    used = sidebar_pattern()
    if used is None:
        mode = in_use.model().tokenizer.mode
        return f"In {mode} mode the sidebar has no split pattern; {_USUAL} is shown."
    return f"It is {used if used in PATTERNS else 'a pattern of its own'}."


@dataclass(frozen=True)
class Side:
    """What a side shows: a text and its cut, and what is wrong with the pattern that was asked for,
    if it is not that of the cut."""

    text: str
    found: Cut
    asked: str
    wrong: str = ""
    position: int | None = None


def sides() -> dict[str, Side]:
    """Both sides; a BPEError where the text cannot be cut."""
    shown = text()
    return {which: side(which, shown) for which in SIDES}


def side(which: str, text: str) -> Side:
    """Cut the text by a side's pattern; a bad one leaves the last good one in place."""
    asked = pattern(which)
    result = _cut(text, asked)
    if isinstance(result, Cut):
        st.session_state[f"split_good_{which}"] = asked
        return Side(text, result, asked)
    message, position = result
    for good in (st.session_state.get(f"split_good_{which}"), _USUAL):
        last = _cut(text, good) if good else None
        if isinstance(last, Cut):
            return Side(text, last, asked, message, position)
    raise BPEError(message)


@lru_cache(maxsize=12)
def _cut(text: str, pattern: str) -> Cut | tuple[str, int | None]:
    """A cut, or what is wrong: that is kept too, so that a pattern runs away only once."""
    if not pattern:
        return "The split pattern is empty. Type one, or choose a named pattern.", None
    try:
        return cuts.cut(text, pattern, limits.PATTERN_SECONDS)
    except PatternError as error:
        return str(error), error.position


@lru_cache(maxsize=12)
def differing(found: Cut, other: Cut) -> frozenset[int]:
    """The chunks that the other cut does not have, by index."""
    return found.differing(other)


@lru_cache(maxsize=12)
def warnings(text: str, pattern: str) -> list[str]:
    """What to know about a pattern of one's own, besides the text that it leaves uncovered."""
    found = problems(pattern, text[:2000])
    return [one for one in found if not one.startswith("The pattern leaves")]


# --- into the sidebar ---------------------------------------------------------------------------


def trains_with(pattern: str) -> bool:
    """Whether the sidebar trains with this pattern."""
    state = st.session_state
    mine = state["own_pattern"] if state["pattern"] == OWN_PATTERN else state["pattern"]
    return state["mode"] == "regex" and mine == pattern


def train_with(pattern: str) -> None:
    """Make it the sidebar's split pattern (from a callback)."""
    state = st.session_state
    state["mode"] = "regex"
    if pattern in PATTERNS:
        state["pattern"] = pattern
    else:
        state.update(pattern=OWN_PATTERN, own_pattern=pattern)
    state["split_note"] = "The sidebar now trains with this pattern."


def said() -> str | None:
    """What a button has done; once."""
    note: str | None = st.session_state.pop("split_note", None)
    return note
