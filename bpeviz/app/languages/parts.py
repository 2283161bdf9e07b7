"""The parts of the Language cost page that need Streamlit's widgets."""

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

from .. import bench, download, languages, panes, permalink
from ..jobs import Model
from ..scrubber import Pane, scrubber
from ..waiting import Waiting
from . import TRAINERS

_COLUMNS = {
    "rank": st.column_config.NumberColumn("Rank", width="small"),
    "moved": st.column_config.TextColumn("Moved", width="small"),
    "language": st.column_config.TextColumn("Language", width="medium"),
    "script": st.column_config.TextColumn("Script", width="small"),
    "tokens": st.column_config.NumberColumn("Tokens", format="localized", width="small"),
    "premium": st.column_config.NumberColumn("Premium", format="%.2f×", width="small"),
    "tokens per grapheme": st.column_config.NumberColumn(
        "Per grapheme", format="%.3f", width="small"
    ),
    "bytes": st.column_config.NumberColumn("Bytes", format="localized", width="small"),
    "characters": st.column_config.NumberColumn("Characters", format="localized", width="small"),
    "graphemes": st.column_config.NumberColumn("Graphemes", format="localized", width="small"),
    "changed": st.column_config.NumberColumn("Changed", format="localized", width="small"),
    "unknown": st.column_config.NumberColumn("Unknown", format="localized", width="small"),
}
_ORDER = [
    *("rank", "moved", "language", "tokens", "premium", "tokens per grapheme"),
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
        return views.table(self.rows, self.traces[trainer], step)


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
        help="What trains the tokenizer decides the ranking. All three use the settings of the "
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
    if trainer != "sidebar" and shown.steps < bench.step():
        st.caption(f"It learned {shown.steps:,} merges; then no pair was left.")
    form = shown.model.tokenizer.normalization
    changed = sum(row["changed"] > 0 for row in shown.table(trainer, 0).to_dict("records"))
    if form:
        st.caption(
            f"Before encoding, {form} changed characters in {changed} of {len(shown.rows)} texts; "
            "the table says how many."
        )


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
        panes.scrub(both, key="languages", **look)
        return bench.step()
    place = scrubber(
        both,
        key=f"languages-{st.session_state['languages_trainer']}",
        step=languages.step(shown.steps),
        nonce=st.session_state.get("languages_nonce", 0),
        **look,
    )
    languages.moved_to(place.step, shown.steps)
    permalink.write("languages")
    return languages.step(shown.steps)


def on_stage() -> Callable[..., object]:
    """What talk mode shows: English and the language beside it."""
    languages.fill_in()
    shown = st.session_state.get("languages_good") or scene()
    return partial(scrub, shown, sent(shown))


# --- below the slider -----------------------------------------------------------------------------


def chart(shown: Scene, step: int) -> None:
    """The bars, the cheapest first."""
    frame = shown.table(st.session_state["languages_trainer"], step)
    kinds = languages.kinds(shown.rows, st.session_state["languages_beside"])
    spec = views.bars(frame, kinds, dark=_is_dark())
    st.vega_lite_chart(spec, width="stretch", alt="Tokens against English, cheapest first")


def table(shown: Scene, step: int) -> None:
    """All numbers, the cheapest first."""
    trainer = st.session_state["languages_trainer"]
    frame = shown.table(trainer, step)
    words = (
        "All texts say the same. Premium: how many times the tokens of English. Per grapheme: "
        "tokens for one character as people see it."
    )
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
    download.csv(frame, "language-cost")


def _is_dark() -> bool:
    return st.context.theme.type == "dark"


def _worth_showing(frame: pd.DataFrame, name: str) -> bool:
    return name in frame and (name not in ("changed", "unknown") or bool(frame[name].any()))


def ranking(shown: Scene, step: int) -> None:
    """How the ranking changes with what was trained on."""
    tables = {words: shown.table(trainer, step) for trainer, words in TRAINERS.items()}
    kinds = languages.kinds(shown.rows, st.session_state["languages_beside"])
    st.caption(
        "The same texts, the same settings, the same step: only the training text differs. "
        "Rank 1 is the cheapest."
    )
    st.vega_lite_chart(
        views.ranking(tables, kinds, dark=_is_dark()),
        width="stretch",
        alt="Rank of each language by training text",
    )
    download.csv(views.ranks(tables), "language-ranking")
