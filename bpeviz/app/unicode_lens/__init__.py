"""The page Unicode: its text, what can be done to it, and what it looks like to a tokenizer."""

from __future__ import annotations

from functools import lru_cache

import pandas as pd
import streamlit as st

from bpeviz import BPEError, CorpusError, Trace
from bpeviz.engine.text import NORMAL_FORMS, normal_forms, normalize, repair
from bpeviz.unicode.escapes import read_escapes, write_escapes
from bpeviz.unicode.finding import Finding
from bpeviz.unicode.layers import Layers
from bpeviz.unicode.oddities import oddities
from bpeviz.unicode.word_spellings import SpelledWord, word_spellings
from bpeviz.views import normal_forms as forms
from bpeviz.views.lens_diagram import DRAWN, drawn
from bpeviz.views.normal_forms import AS_TYPED

from .. import limits, registry
from ..corpus import reading
from ..corpus.state import corpus, set_corpus
from ..registry import Key
from ..tokenizers import in_use
from ..tokenizers.texts import trace_of

TABS = ["Normal forms", "What is odd", "Code points"]
#: Texts to look at, and whether they are written with escapes.
EXAMPLES: dict[str, tuple[str, bool]] = {
    # The fifth only looks the same: a line below in place of the dot.
    "Four spellings of ọ̀": (
        "\u1ecd\u0300 \u00f2\u0323 o\u0323\u0300 o\u0300\u0323 o\u0329\u0300",
        False,
    ),
    "Yorùbá": ("Ẹ̀gbọ́n mi fẹ́ràn ọbẹ̀.", False),
    "Look-alikes": (
        "\u1eb9k\u1ecd\u0301 e\u0329ko\u0329\u0301, p\u0430ypal, it's don\u2019t",
        False,
    ),
    "Hidden": (
        r"\ufeffzero\u200bwidth no\xa0break co\xadop \u202eright\u202c\r\n\x00 \ud83d \ue000",
        True,
    ),
    "Emoji": ("👩‍👩‍👧 👍🏽 🇳🇬 ❤️", False),
    "Scripts": ("नमस्ते สวัสดี سلام 한국어 ሰላም 日本", False),
    "Compatibility": ("ﬁ ½ Å ² ① ﷺ", False),
}
FIRST = "Four spellings of ọ̀"

registry.enter(
    "unicode_lens",
    Key("lens_text", EXAMPLES[FIRST][0], title="The text under the lens"),
    Key("lens_escapes", False),
    Key("lens_at", 0, range(limits.SHOWN + 1)),
    Key("lens_names", True),
    Key("lens_tab", TABS[0], TABS),
    Key("lens_form", "NFC", NORMAL_FORMS),
)


# --- the text -----------------------------------------------------------------------------------


def whole() -> str:
    """The text of the page, escapes read; only they can bring lone surrogates."""
    typed = reading.pasted(st.session_state["lens_text"] or "")
    return read_escapes(typed) if st.session_state["lens_escapes"] else typed


def looked_at() -> str:
    """The text of the page; a BPEError where there is none."""
    text = whole()
    if not text:
        raise CorpusError("There is no text. Type or paste one.")
    return text


def put(text: str) -> None:
    """Make it the text of the page (from a callback)."""
    state = st.session_state
    state["lens_before"] = (state["lens_text"], state["lens_escapes"])
    state["lens_text"] = write_escapes(text) if state["lens_escapes"] else repair(text)
    state["lens_at"] = 0


def example() -> str | None:
    """The example that the page shows at present, if any."""
    now = (st.session_state["lens_text"], st.session_state["lens_escapes"])
    return next((name for name, shown in EXAMPLES.items() if shown == now), None)


def apply(name: str) -> None:
    """Show an example (from a callback)."""
    text, escapes = EXAMPLES[name]
    st.session_state.update(lens_text=text, lens_escapes=escapes, lens_at=0)


def take_corpus() -> None:
    """Take the sidebar's text (from a callback)."""
    put(in_use.model().corpus[: limits.SHOWN])


def turn_escapes() -> None:
    """Write the text with escapes, or without, when the switch was turned (from a callback)."""
    state = st.session_state
    text = state["lens_text"] or ""
    state["lens_text"] = (
        write_escapes(text) if state["lens_escapes"] else repair(read_escapes(text))
    )


# --- what can be done to it ---------------------------------------------------------------------


def say(sentence: str, done: bool = True) -> None:
    """Keep a sentence on what a button did, or why it did nothing."""
    st.session_state["lens_note"] = (sentence, done, _situation())


def said() -> tuple[str, bool] | None:
    """The latest such sentence, and whether something was done; None once the text is another."""
    note = st.session_state.get("lens_note")
    return note[:2] if note and note[2] == _situation() else None


def _situation() -> tuple[str, str]:
    return st.session_state["lens_text"], corpus()


def mend(found: list[Finding]) -> None:
    """Apply the fixes of findings (from a callback), and say what they changed."""
    before = after = whole()
    for one in found:
        if one.fix is not None:
            after = one.fix(after)
    put(after)
    names = ", ".join(dict.fromkeys(one.kind for one in found if one.fix))
    say(f"Mended: {names}. {_sizes(before, after)}")


def apply_form(form: str) -> None:
    """Put the text into a normal form (from a callback), and say what changed."""
    before = whole()
    after = normalize(before, form)
    put(after)
    say(f"{form} applied. {_sizes(before, after)}")


def use_as_corpus(form: str | None) -> None:
    """Put the text, in a normal form, into the sidebar (from a callback)."""
    before = whole()
    after = normalize(before, form)
    try:
        reading.check_corpus(after)
        set_corpus(after)
    except BPEError as error:
        say(f"{error} The earlier corpus is still in use.", done=False)
        return
    done = f"{form} applied: {_sizes(before, after)} " if form else ""
    say(f"{done}The text is now the corpus.")


def can_undo() -> bool:
    """Whether there is an earlier text to go back to."""
    return bool(st.session_state.get("lens_before"))


def undo() -> None:
    """Take back the last change that a button made to the text (from a callback)."""
    text, escapes = st.session_state["lens_before"]
    st.session_state["lens_before"] = None
    st.session_state.update(lens_text=text, lens_escapes=escapes, lens_at=0)


def _sizes(before: str, after: str) -> str:
    if before == after:
        return "Nothing had to be changed."
    return f"{len(before):,} code points became {len(after):,}."


# --- what is shown ------------------------------------------------------------------------------


def trace(text: str) -> Trace:
    """The text under the sidebar's tokenizer."""
    return trace_of(in_use.model().tokenizer, repair(text), "text")


@lru_cache(maxsize=8)
def layers(of: Trace) -> Layers:
    return Layers(of)


@lru_cache(maxsize=8)
def findings(text: str) -> list[Finding]:
    return oddities(text)


@lru_cache(maxsize=8)
def spellings(text: str) -> list[SpelledWord]:
    return word_spellings(text)


def ids(word: str, step: int) -> list[int]:
    """The ids of a word by itself, at a step."""
    return in_use.model().tokenizer.encode(repair(word), step=step, unknown="keep")


def token_counts(text: str, step: int) -> dict[str, int]:
    """The tokens of the text as typed and in each normal form, at a step."""
    texts = {AS_TYPED: text} | normal_forms(text)
    return {form: trace(spelled).token_counts[step] for form, spelled in texts.items()}


@lru_cache(maxsize=8)
def forms_frame(text: str) -> pd.DataFrame:
    return forms.forms_frame(text)


@lru_cache(maxsize=8)
def rewrites_frame(text: str) -> pd.DataFrame:
    return forms.rewrites_frame(text)


def first_drawn(shown: Layers) -> int:
    """The index of the grapheme at which the drawing begins."""
    return shown.index_at(st.session_state["lens_at"] or 0)


def turn_page(shown: Layers, pages: int) -> None:
    """Draw an earlier or a later part (from a callback)."""
    last = max(0, len(shown.graphemes) - 1)
    first = first_drawn(shown)
    by = len(drawn(shown, first)) if pages > 0 else -DRAWN
    index = min(max(0, first + by), last)
    st.session_state["lens_at"] = sum(map(len, shown.graphemes[:index]))


def show_at(position: int) -> None:
    """Draw the surroundings of a code point (from a callback)."""
    st.session_state["lens_at"] = max(0, position - 5)
