"""The Languages page's views: tables and charts of what a text costs."""

from __future__ import annotations

import json

import pytest

import bpeviz
from bpeviz.app.corpus.samples import languages
from bpeviz.views.languages import (
    Row,
    bars,
    graphemes,
    measured,
    moved,
    named,
    ranking,
    ranks,
    table,
)

ROWS = [Row("English", "the cat the cat"), Row("Yorùbá", "ọ̀ ẹ́"), Row("Own", "the", own=True)]
TOK = bpeviz.train("the the the", num_merges=2)


@pytest.fixture
def traces() -> list[bpeviz.Trace]:
    return [TOK.trace(row.text) for row in ROWS]


def test_costs_at_a_step(traces: list[bpeviz.Trace]) -> None:
    # t+h, then th+e: "the cat the cat" has 15 bytes and loses two at each merge.
    assert [merge.token for merge in TOK.merges] == [b"th", b"the"]
    assert [cost.tokens for cost in measured(traces, ROWS, 0)] == [15, 11, 3]
    assert [cost.tokens for cost in measured(traces, ROWS, 2)] == [11, 11, 1]
    assert [cost.premium for cost in measured(traces, ROWS, 0)] == [1.0, 11 / 15, 3 / 15]
    assert measured(traces, ROWS, 99) == measured(traces, ROWS, 2)


def test_table_is_sorted_and_ranks_ties_alike(traces: list[bpeviz.Trace]) -> None:
    frame = table(ROWS, traces, 2)
    assert frame["language"].tolist() == ["Own", "English", "Yorùbá"]
    assert frame["rank"].tolist() == [1, 2, 2]
    yoruba = frame.set_index("language").loc["Yorùbá"]
    assert (yoruba["bytes"], yoruba["characters"], yoruba["graphemes"]) == (11, 5, 3)
    assert yoruba["tokens per grapheme"] == 11 / 3
    assert frame["unknown"].sum() == frame["changed"].sum() == 0


def test_normalization_and_unknown_characters_are_counted() -> None:
    tok = bpeviz.train("ab ab", mode="character", num_merges=1, normalization="NFC")
    rows = [Row("English", "ab"), Row("Other", "e\u0301 a")]
    frame = table(rows, [tok.trace(row.text, unknown="keep") for row in rows], 1)
    other = frame.set_index("language").loc["Other"]
    assert (other["changed"], other["unknown"], other["tokens"]) == (2, 1, 4)


def test_without_english_there_is_no_premium(traces: list[bpeviz.Trace]) -> None:
    frame = table(ROWS[1:], traces[1:], 0)
    assert frame["premium"].isna().all()


def test_names_are_kept_apart() -> None:
    rows = named(
        [Row("Igbo", "a"), Row("Igbo", "b", own=True), Row("Igbo", "c"), Row("Igbo (2)", "d")]
    )
    assert [row.language for row in rows] == ["Igbo", "Igbo (2)", "Igbo (3)", "Igbo (2) (2)"]
    assert [row.text for row in rows] == ["a", "b", "c", "d"]
    assert rows[1].own


def test_what_trains_it_decides_the_ranking() -> None:
    rows = [Row(row["language"], row["text"], row["script"]) for row in languages()]
    assert len(rows) >= 16 and len({row.script for row in rows}) >= 9
    texts = [row.text for row in rows]
    tables = {}
    for name, corpus in {"English": texts[0], "Mix": "\n".join(texts)}.items():
        tok = bpeviz.train(corpus, num_merges=100)
        tables[name] = table(rows, [tok.trace(text) for text in texts], 100)
    english, mix = (frame.set_index("language") for frame in tables.values())
    assert english.loc["English", "rank"] == 1
    assert english["premium"].max() > 2 * mix["premium"].max()
    assert len(english) == len(rows) - 1 and "Yorùbá (NFD)" not in english.index
    same = ["bytes", "characters", "graphemes"]
    assert english[same].sort_index().equals(mix[same].sort_index())
    changed = moved(tables["Mix"], tables["English"])
    shifted = (english["rank"] - mix["rank"])[changed["language"]]
    assert [w.startswith("▲") for w in changed["moved"]] == [n > 0 for n in shifted]
    assert [w.startswith("▼") for w in changed["moved"]] == [n < 0 for n in shifted]
    wide = ranks(tables).set_index("language")
    assert wide.loc["English", "rank: English"] == 1
    assert wide.loc["Thai", "premium: Mix"] == mix.loc["Thai", "premium"]


def test_spellings_of_one_language_are_one_row() -> None:
    rows = [Row(row["language"], row["text"], row["script"]) for row in languages()]
    rows.append(Row("Mine", rows[0].text, own=True))
    tok = bpeviz.train(rows[0].text, num_merges=100)
    traces = [tok.trace(row.text) for row in rows]
    tokens = {row.language: len(tok.encode(row.text)) for row in rows}
    nfc, nfd = "Yorùbá (NFC)", "Yorùbá (NFD)"
    # NFD is dearer than NFC where nothing knows either.
    assert tokens[nfd] > tokens[nfc]
    for shown, other in ((nfc, nfd), (nfd, nfc)):
        frame = table(rows, traces, 100, shown).set_index("language")
        assert len(frame) == len(rows) - 1
        assert other not in frame.index and "Mine" in frame.index
        assert frame.loc[shown, "tokens"] == tokens[shown]
        assert frame.loc[shown, "also"] == f"{other}: {tokens[other]:,}"
        assert frame.loc[shown, "other"] == tokens[other] / tokens["English"]
        assert (frame["also"] != "").sum() == 1
        dearer = [name for name in frame.index if tokens[name] < tokens[shown]]
        assert frame.loc[shown, "rank"] == len(dearer) + 1


def test_words_of_a_language() -> None:
    frame = table(ROWS, [TOK.trace(row.text) for row in ROWS], 2).set_index("language")
    # "the", " ", "c", "a", "t", " ", "the", ...: 11 tokens for 4 words, of which 2 are one token.
    assert frame.loc["English", "tokens per word"] == 11 / 4
    assert frame.loc["English", "one-token words"] == 2 / 4


def test_bars_as_vega_lite(traces: list[bpeviz.Trace]) -> None:
    spec = bars(table(ROWS, traces, 2), {"English": "reference", "Own": "own"})
    json.dumps(spec)
    bar, rule, text, tick = spec["layer"]
    kinds = [layer["mark"]["type"] for layer in (bar, rule, text, tick)]
    assert kinds == ["bar", "rule", "text", "tick"]
    assert bar["encoding"]["y"]["sort"] is None
    data = spec["datasets"][bar["data"]["name"] if "data" in bar else spec["data"]["name"]]
    assert [row["language"] for row in data] == ["Own", "English", "Yorùbá"]
    assert [row["kind"] for row in data] == ["own", "reference", "other"]
    assert [row["label"] for row in data] == ["0.09×", "1.00×", "1.00×"]


def test_ranking_as_vega_lite(traces: list[bpeviz.Trace]) -> None:
    tables = {"One": table(ROWS, traces, 0), "Two": table(ROWS, traces, 2)}
    spec = ranking(tables, {"English": "reference"})
    json.dumps(spec)
    assert spec["layer"][0]["encoding"]["x"]["sort"] == ["One", "Two"]
    rows = spec["datasets"][spec["data"]["name"]]
    places = {(row["trainer"], row["language"]): row["place"] for row in rows}
    assert places["One", "Yorùbá"] == 2 and places["Two", "Yorùbá"] == 3


def test_graphemes() -> None:
    assert [graphemes(row) for row in ROWS] == [15, 3, 3]
