"""Views of Vocabulary: the table, the charts and the costs."""

import bpeviz
from bpeviz.studies.entries import Entry, entries
from bpeviz.views import vocabulary, vocabulary_charts
from bpeviz.views.vocabulary import Usage

TEXT = "low low lower"


def usage(text=TEXT, num_merges=5):
    tok = bpeviz.train(TEXT, mode="byte", num_merges=num_merges)
    return tok, Usage(tok.trace(text))


def test_use_at_a_step_and_status():
    tok, counted = usage(num_merges=2)
    assert [m.token for m in tok.merges] == [b"lo", b"low"]
    assert counted.counts(1)[256] == 3 and counted.final.get(256) is None
    assert (counted.status(256), counted.status(257), counted.status(0)) == (
        vocabulary.MERGED, vocabulary.IN_USE, vocabulary.UNSEEN,
    )  # fmt: skip


def test_the_table_tells_parts_birth_and_counts():
    tok, counted = usage("low x", num_merges=2)
    frame = vocabulary.table(entries(tok, {108: 3}), counted, 1)
    assert len(frame) == 258
    assert frame.iloc[257].to_dict() == {
        "id": 257, "token": "low", "bytes": "6C 6F 77", "length": 3, "step": 2, "left": "lo",
        "right": "w", "made": 3, "used": 1, "now": 0, "status": "in use",
    }  # fmt: skip
    assert frame["now"][256] == 1 and frame["status"][256] == "merged away"
    assert frame["made"][108] == 3 and frame["status"][122] == "unseen"


def test_orders_of_the_table():
    tok, counted = usage(num_merges=2)
    found = entries(tok)
    first = {name: vocabulary.in_order(found, name, counted)[0].id for name in vocabulary.SORTS}
    assert first == {
        "Newest first": 257, "By id": 0, "Longest first": 257, "Most used first": 257,
        "Least used first": 256,
    }  # fmt: skip


def test_code_points_are_named():
    assert vocabulary.named_code_points(Entry(9, b"\xc3", 0, None, None)) == (
        "Its bytes are not whole characters."
    )
    assert "U+0300 COMBINING GRAVE ACCENT" in vocabulary.named_code_points(
        Entry(9, "ọ̀", 0, None, None)
    )
    assert vocabulary.named_code_points(Entry(9, b"a" * 20, 0, None, None)).endswith("and 8 more")


def test_places_in_the_text_are_escaped_and_marked():
    tok = bpeviz.train("<b>low</b> low", mode="byte", num_merges=0)
    html = vocabulary.contexts_html(tok.trace("<b>low</b> low"), ord("l"), 0)
    assert html.count("bpe-line") == 2 and "<b>" not in html
    assert "&lt;b&gt;</span><bdi" in html


def test_rank_and_frequency():
    _, counted = usage(num_merges=2)
    spec = vocabulary_charts.rank_frequency(counted, {"Base": 0, "All": 2}).to_dict()
    (rows,) = spec["datasets"].values()
    # l o w l o w l o w e r and two spaces; then low three times, e, r and the spaces.
    assert [row["count"] for row in rows if row["at"] == "Base"] == [3, 3, 3, 2, 1, 1]
    assert [row["count"] for row in rows if row["at"] == "All"] == [3, 2, 1, 1]
    assert spec["encoding"]["x"]["scale"]["type"] == spec["encoding"]["y"]["scale"]["type"] == "log"


def test_curves_over_the_vocabulary_size():
    spec = vocabulary_charts.size_curves(
        [256, 257, 257], {"a": [1, 0.5, 0.4]}, 257, "Tokens", ".2f"
    ).to_dict()
    rows = next(rows for rows in spec["datasets"].values() if "value" in rows[0])
    assert [(row["size"], row["value"]) for row in rows] == [(256, 1), (257, 0.5), (257, 0.4)]


def test_what_layers_cost():
    # The small GPT-2 has 50,257 tokens of width 768: 38,597,376 parameters, used twice.
    frame = vocabulary_charts.layer_costs({"GPT-2": 50_257}, 768, tied=False)
    assert frame.iloc[0].to_dict() == {
        "vocabulary": "GPT-2", "tokens": 50_257, "embedding": 38_597_376, "output": 38_597_376,
        "together": 77_194_752, "memory": 77_194_752 * 2 / 1e6,
    }  # fmt: skip
