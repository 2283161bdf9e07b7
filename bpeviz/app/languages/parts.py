"""The parts of the Languages page that need Streamlit's widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from bpeviz import Trace
from bpeviz.views import languages as views
from bpeviz.views.languages import REFERENCE, Row

from .. import languages, registry
from ..scrubber import Pane, panes
from ..tokenizers import in_use
from ..trainings.jobs import Model
from ..trainings.waiting import Waiting, last_good
from ..widgets import download
from . import TRAINERS

#: Widths hold the names of the columns in full.
_COLUMNS = {
    "rank": st.column_config.NumberColumn("Rank", width=55),
    "moved": st.column_config.TextColumn("Moved", width="small"),
    "language": st.column_config.TextColumn("Language", width=145),
    "script": st.column_config.TextColumn("Script", width=120),
    "tokens": st.column_config.NumberColumn("Tokens", format="localized", width=75),
    "premium": st.column_config.NumberColumn(
        "Premium",
        format="%.2f×",
        width=80,
        help="How many times the tokens of English: all texts say the same (Petrov et al. 2023).",
    ),
    "tokens per grapheme": st.column_config.NumberColumn(
        "Per grapheme",
        format="%.3f",
        width=115,
        help="Tokens for one character as people see it: an extended grapheme cluster (UAX 29).",
    ),
    "tokens per word": st.column_config.NumberColumn(
        "Per word",
        format="%.2f",
        width=85,
        help="Fertility: all tokens for one word (Ács 2019; Rust et al. 2021). Words are what white "
        "space parts; in Thai, Chinese or Japanese that is a sentence.",
    ),
    "one-token words": st.column_config.NumberColumn(
        "One-token words",
        format="percent",
        width=140,
        help="The share of words that are one token which touches no other word; the rest is "
        "“continued” (Rust et al. 2021).",
    ),
    "also": st.column_config.TextColumn("Other spelling", width=155),
    "bytes": st.column_config.NumberColumn("Bytes", format="localized", width="small"),
    "characters": st.column_config.NumberColumn("Characters", format="localized", width=95),
    "graphemes": st.column_config.NumberColumn("Graphemes", format="localized", width=95),
    "changed": st.column_config.NumberColumn("Changed", format="localized", width="small"),
    "unknown": st.column_config.NumberColumn("Unknown", format="localized", width="small"),
}
_ORDER = [
    *("rank", "moved", "language", "tokens", "premium", "tokens per grapheme"),
    *("tokens per word", "one-token words", "also"),
    *("bytes", "characters", "graphemes", "script", "changed", "unknown"),
]


@dataclass(frozen=True)
class Scene:
    """What the page shows: the rows, a model and the rows' traces for each trainer."""

    rows: list[Row]
    models: dict[str, Model]
    traces: dict[str, list[Trace]]

    @property
    def model(self) -> Model:
        return self.models[st.session_state["languages_trainer"]]

    @property
    def steps(self) -> int:
        return len(self.model.tokenizer.merges)

    def table(self, trainer: str, step: int) -> pd.DataFrame:
        """The costs under one trainer at a step, or at its last."""
        beside = st.session_state["languages_beside"]
        return views.table(self.rows, self.traces[trainer], step, beside)

    @property
    def sidebar_is_english(self) -> bool:
        """Whether the sidebar's tokenizer and that of English alone have the same merges."""
        sidebar, english = (self.models[name].tokenizer for name in ("sidebar", "english"))
        return sidebar.merges == english.merges and sidebar.pattern == english.pattern


def scene(waiting: Waiting | None = None) -> Scene:
    """Train all three, and trace every row; a BPEError says what is wrong."""
    rows = languages.rows()
    texts = tuple(row.text for row in rows)
    models = {trainer: languages.model(trainer, texts, waiting) for trainer in TRAINERS}
    traces = {
        trainer: [languages.trace(model, text) for text in texts]
        for trainer, model in models.items()
    }
    return Scene(rows, models, traces)


# --- above the slider -----------------------------------------------------------------------------


def choices(rows: list[Row]) -> None:
    """What the tokenizer is trained on, and which language stands beside English."""
    left, right = st.columns([3, 2])
    left.segmented_control(
        "Trained on",
        list(TRAINERS),
        format_func=TRAINERS.__getitem__,
        key="languages_trainer",
        required=True,
        on_change=languages.new_trainer,
        persist_state="session",
        width="stretch",
        help="What trains the tokenizer changes the ranking. All three use the settings of the "
        "sidebar; English alone is the English sample, the mix is all the texts of the table.",
    )
    names = [row.language for row in rows if row.language != REFERENCE]
    if st.session_state["languages_beside"] not in names:
        st.session_state["languages_beside"] = names[0]
    right.selectbox("Beside English", names, key="languages_beside", persist_state="session")


def about(shown: Scene) -> None:
    """What the chosen tokenizer has seen of the measured texts."""
    trainer = st.session_state["languages_trainer"]
    if trainer == "mix":
        st.caption(
            "The mix has seen the very texts that are measured here, each once: this is the best "
            "case for every one of them."
        )
    if trainer != "sidebar" and shown.steps < in_use.step():
        st.caption(f"It learned {shown.steps:,} merges; then no pair was left.")
    tok = shown.model.tokenizer
    if words := views.prepared(shown.rows, tok.spelling, tok.normalization):
        st.caption(words)


def sent(shown: Scene) -> list[Pane]:
    """Hand English and the language beside it to the browser."""
    names = [row.language for row in shown.rows]
    traces = shown.traces[st.session_state["languages_trainer"]]
    chosen = [names.index(name) for name in (REFERENCE, st.session_state["languages_beside"])]
    found = panes.several([(shown.model, traces[i], names[i]) for i in chosen])
    for pane, i in zip(found, chosen, strict=True):
        pane["per"] = views.graphemes(shown.rows[i])
        pane["measure"] = "tokens per grapheme"
    return found


def scrub(shown: Scene, both: list[Pane], **look: Any) -> int:
    """The scrubber with both texts, and its looks; returns the step."""
    look = {"height": 110} | look
    if languages.shared():
        panes.scrub(both, "languages", **look)
        return in_use.step()
    key = f"languages-{st.session_state['languages_trainer']}"
    steps, usual = shown.steps, min(in_use.step(), shown.steps)
    return panes.scrub(both, key, of=languages.STEP, steps=steps, usual=usual, **look).step


def on_stage() -> Callable[..., object]:
    """What talk mode shows: English and the language beside it."""
    shown = last_good("languages_good", scene, "table")
    return partial(scrub, shown, sent(shown))


registry.enter_stage("languages", on_stage)


# --- below the slider -----------------------------------------------------------------------------


def chart(shown: Scene, step: int) -> None:
    """The bars, the cheapest first."""
    frame = shown.table(st.session_state["languages_trainer"], step)
    kinds = languages.kinds(shown.rows, st.session_state["languages_beside"])
    spec = views.bars(frame, kinds, dark=_is_dark())
    same = " “Sidebar” and “English alone” are the same at present: one text, one tokenizer."
    unmerged = "" if step else " At step 0 nothing is merged yet: move the slider."
    st.caption(views.counted(frame) + (same if shown.sidebar_is_english else "") + unmerged)
    st.vega_lite_chart(spec, width="stretch", alt="Tokens against English, cheapest first")


def table(shown: Scene, step: int) -> None:
    """All numbers, the cheapest first."""
    trainer = st.session_state["languages_trainer"]
    frame = shown.table(trainer, step)
    words = "All texts say the same. What each column measures stands at its name."
    if trainer != "sidebar":
        frame = views.moved(frame, shown.table("sidebar", step))
        words += " Moved: ranks against the sidebar’s tokenizer."
    st.caption(words)
    st.dataframe(
        frame,
        column_config=_COLUMNS,
        column_order=[name for name in _ORDER if _worth_showing(frame, name)],
        hide_index=True,
        height=560,
        alt="What each text costs, cheapest first",
    )
    download.csv(frame.drop(columns="other"), "language-cost")


def _is_dark() -> bool:
    return st.context.theme.type == "dark"


def _worth_showing(frame: pd.DataFrame, name: str) -> bool:
    return name in frame and (name not in ("changed", "unknown", "also") or bool(frame[name].any()))


def ranking(shown: Scene, step: int) -> None:
    """How the ranking changes with what was trained on.

    What its last sentences say: Arnett, Chang, Biderman and Bergen, "Explaining and Mitigating
    Crosslingual Tokenizer Inequities" (arXiv:2510.21909, 2025), who trained some 7,000 tokenizers of
    one language each and found that the premiums stay where size and data are alike, and depend on
    the size of the vocabulary and on the split.
    """
    trainers = {name: words for name, words in TRAINERS.items() if name != "english"}
    if not shown.sidebar_is_english:
        trainers = TRAINERS
    tables = {words: shown.table(trainer, step) for trainer, words in trainers.items()}
    kinds = languages.kinds(shown.rows, st.session_state["languages_beside"])
    st.caption(
        "The same texts, the same settings, the same step: only the training text differs. The "
        "cheapest stands at the top. The number of merges and the split pattern matter, too. A part of the "
        "difference stays: languages pay differently even where each has a tokenizer of its own, "
        "trained on as much text (Arnett et al. 2025)."
    )
    st.vega_lite_chart(
        views.ranking(tables, kinds, dark=_is_dark()),
        width="stretch",
        alt="Rank of each language by training text",
    )
    download.csv(views.ranks(tables), "language-ranking")
