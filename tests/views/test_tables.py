"""Tables of the Explore page, against values that can be counted by hand."""

import bpeviz
from bpeviz.views import glyphs, tables

TOY = "low lower newest newest newest widest widest widest widest low low low low"


def test_pairs_mark_the_next_merge_and_the_tied_ones():
    trace = bpeviz.train(TOY, mode="character", num_merges=10).trace(TOY)
    found = tables.pairs(trace, 0, "first-seen")
    rows = found.frame.to_dict("records")
    assert rows[0] | {"share": 0} == {
        "mark": "▶ next", "left": "e", "right": "s", "token": "es", "count": 7, "share": 0,
    }  # fmt: skip
    assert [r["token"] for r in rows if r["mark"] == "tied"] == ["st", "t_"]
    assert rows[0]["share"] == 7 / 62
    assert "ties with 2 other pairs at 7" in found.note and "14 different pairs" in found.note


def test_one_pair_is_one():
    trace = bpeviz.train("ab ab", mode="character", end_of_word=None, num_merges=1).trace("ab ab")
    assert tables.pairs(trace, 0, "first-seen").note == "1 different pair."


def test_pairs_at_the_last_step_have_no_next_merge():
    trace = bpeviz.train(TOY, mode="character", num_merges=3).trace(TOY)
    found = tables.pairs(trace, 3, "first-seen")
    assert set(found.frame["mark"]) == {""} and "last step" in found.note


def test_merges_are_found_by_token_space_and_step():
    tok = bpeviz.train("the cat the cat", num_merges=6)
    everything = tables.merges(tok, 6)
    assert list(everything["step"]) == [6, 5, 4, 3, 2, 1]
    assert set(tables.merges(tok, 6, " cat")["token"]) == {"·cat"}
    assert list(tables.merges(tok, 6, "3")["step"]) == [3]
    assert list(tables.merges(tok, 2)["step"]) == [2, 1]
    assert tables.merges(tok, 6, "zzz").empty


def test_tokens_are_made_visible():
    assert glyphs.visible(b"\n\t ") == "↵→·"
    assert glyphs.visible("\u200d") == "⟨U+200D⟩"
    assert (
        glyphs.visible(b"\x89\xe1\xbb") == "⟨89⟩⟨E1 BB⟩"
        or glyphs.visible(b"\x89\xe1\xbb") == "⟨89 E1 BB⟩"
    )


def test_a_file_has_no_tie_rule() -> None:
    trace = bpeviz.train(TOY, mode="character", num_merges=10).trace(TOY)
    note = tables.pairs(trace, 0, None).note
    assert note.endswith("ties with 2 other pairs at 7; its rank in the file decides.")
