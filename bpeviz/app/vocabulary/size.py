"""How large a vocabulary? Curves over its size, and what the layers of a model then cost."""

from __future__ import annotations

from functools import lru_cache

import streamlit as st

from bpeviz import BPEError, Trace
from bpeviz.studies import usage
from bpeviz.views import vocabulary_charts as views
from bpeviz.views.charts import Chart, tokens_per_byte
from bpeviz.views.vocabulary import Usage

from ..corpus.samples import samples
from ..links import buttons
from ..text import plain
from ..tokenizers import in_use
from ..trainings import jobs
from ..trainings.jobs import Model
from ..widgets import download, number_field
from . import RARE, WIDTHS

_TENTH, _ENCODE = "tenth", "encode"
#: A second training for the held-out tenth is made only for what takes a moment.
_LARGEST_CORPUS, _MOST_MERGES = 1_000_000, 5000
_COST_COLUMNS = {
    "vocabulary": st.column_config.TextColumn("Vocabulary"),
    "tokens": st.column_config.NumberColumn("Tokens", format="localized"),
    "embedding": st.column_config.NumberColumn("Embedding", format="localized"),
    "output": st.column_config.NumberColumn("Output layer", format="localized"),
    "together": st.column_config.NumberColumn("Parameters", format="localized"),
    "memory": st.column_config.NumberColumn("MB at 2 bytes each", format="%.1f"),
}


def view() -> None:
    """The two charts and the table of costs."""
    st.markdown(
        "A larger vocabulary makes shorter sequences. But each further merge saves less, its token "
        "is rarer, so a model sees it less often, and each token costs a row in two layers."
    )
    left, right = st.columns([3, 1])
    with left:
        model, held_out, name = _held_out()
    rare = number_field.whole(
        "Rare: fewer uses than", RARE, key="vocabulary_rare", place=right,
        help="How often a token has to stand in the training text not to count as rare.",
    )  # fmt: skip
    number_field.say_refused("vocabulary_rare")
    step = min(in_use.step(), model.trace.steps)
    ratio, share = _charts(model, held_out, name, rare or RARE[0], step)
    left, right = st.columns(2)
    left.altair_chart(ratio, width="stretch", alt="Tokens per byte against vocabulary size")
    right.altair_chart(share, width="stretch", alt="Share of rare tokens against vocabulary size")
    st.caption(
        f"The dashed line is step {step:,}. A token learned counts as rare at a size when the text, "
        "cut with the vocabulary of that size, uses it too seldom."
    )
    _costs(model, step)


# --- the held-out text --------------------------------------------------------------------------


def _held_out() -> tuple[Model, Trace, str]:
    """The model, a text that it was not trained on, and the name of that text."""
    model = in_use.model()
    choices = _choices(model)
    if st.session_state["vocabulary_held_out"] not in choices:
        st.session_state["vocabulary_held_out"] = next(iter(choices))
    chosen = st.selectbox(
        "Held-out text", list(choices), format_func=choices.__getitem__, key="vocabulary_held_out",
        persist_state="session",
        help="A text that training did not see. The last tenth: the tokenizer is trained again on "
        "the first nine tenths.",
    )  # fmt: skip
    try:
        if chosen == _TENTH:
            head, tail = _parted(model.corpus)
            model = jobs.trained(head, model.settings)
        else:
            tail = _text_of(chosen)
        return model, _trace(model, tail), choices[chosen]
    except BPEError as error:
        st.error(plain(str(error)))
        return model, model.trace, "Training text"


def _choices(model: Model) -> dict[str, str]:
    found = {_TENTH: "The last tenth of the corpus"}
    small = len(model.corpus) <= _LARGEST_CORPUS and len(model.tokenizer.merges) <= _MOST_MERGES
    if model.file or not small or not all(part.strip() for part in _parted(model.corpus)):
        found = {}
    others = {k: f"Sample: {s.title}" for k, s in samples().items() if s.text != model.corpus}
    return found | {_ENCODE: "The text of Encode"} | others


def _parted(text: str) -> tuple[str, str]:
    """The first nine tenths and the last tenth of a text, parted at white space."""
    at = len(text) * 9 // 10
    while at < len(text) and not text[at].isspace():
        at += 1
    return text[:at], text[at:]


def _text_of(chosen: str) -> str:
    if chosen == _ENCODE:
        return buttons.text_of_encode()
    return samples()[chosen].text


@lru_cache(maxsize=6)
def _trace(model: Model, text: str) -> Trace:
    return model.trace_of(text)


# --- charts and costs ---------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _charts(model: Model, held_out: Trace, name: str, rare: int, step: int) -> tuple[Chart, Chart]:
    tok = model.tokenizer
    sizes = usage.vocabulary_sizes(tok)
    ratio = {"Training text": tokens_per_byte(model.trace), name: tokens_per_byte(held_out)}
    learned = [max(1, size - sizes[0]) for size in sizes]
    trained, unseen = Usage(model.trace).lifespans, Usage(held_out).lifespans
    share = {
        f"Training text: fewer than {rare} uses": usage.rare_tokens(tok, trained, rare),
        f"{name}: never used": usage.rare_tokens(tok, unseen, 1),
    }
    shares = {
        text: [n / of for n, of in zip(counts, learned, strict=True)]
        for text, counts in share.items()
    }
    return (
        views.size_curves(sizes, ratio, sizes[step], "Tokens per byte", ".2f"),
        views.size_curves(sizes, shares, sizes[step], "Share of the learned tokens", ".0%"),
    )


def _costs(model: Model, step: int) -> None:
    left, right = st.columns([1, 3], vertical_alignment="bottom")
    width = number_field.whole(
        "Width of the model", WIDTHS, key="vocabulary_width", place=left,
        help="Numbers that stand for one token: 768 in the small GPT-2.",
    )  # fmt: skip
    tied = right.checkbox(
        "The output layer shares the weights of the embedding", key="vocabulary_tied",
        persist_state="session",
    )  # fmt: skip
    number_field.say_refused("vocabulary_width")
    sizes = usage.vocabulary_sizes(model.tokenizer)
    named = {"This step": sizes[step], "All merges": sizes[-1]} | views.KNOWN_SIZES
    frame = views.layer_costs(named, width or WIDTHS[0], tied)
    st.dataframe(
        frame, column_config=_COST_COLUMNS, hide_index=True,
        alt="Parameters of the embedding and output layers for some vocabulary sizes",
    )  # fmt: skip
    download.csv(frame, "layer-costs")
