"""The merge tree as SVG: well-formed, escaped, complete, and what stands where."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.studies.trees import of_id, of_token
from bpeviz.views.tree import svg

SVG = "{http://www.w3.org/2000/svg}"


def read(picture):
    return ElementTree.fromstring(picture)


def labels(picture):
    """What each node says: (label, note)."""
    nodes = read(picture).iter(f"{SVG}g")
    return [tuple(text.text for text in node.iter(f"{SVG}text")) for node in nodes]


def test_every_node_carries_its_step():
    tok = bpeviz.train("low low", mode="byte", num_merges=2)
    found = labels(svg([of_id(tok, 257)]))
    assert sorted(found) == [
        ("l", "id 108"), ("lo", "step 1"), ("low", "step 2"), ("o", "id 111"), ("w", "id 119"),
    ]  # fmt: skip


def test_parts_stand_below_their_token_and_beside_each_other():
    tok = bpeviz.train("low low", mode="byte", num_merges=2)
    at = {}
    for node in read(svg([of_id(tok, 257)])).iter(f"{SVG}g"):
        box = node.find(f"{SVG}rect")
        at[node.find(f"{SVG}text").text] = (float(box.get("x")), float(box.get("y")))
    assert at["low"][1] < at["lo"][1] < at["l"][1] == at["w"][1]
    assert at["l"][0] < at["o"][0] < at["w"][0]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=20), st.sampled_from(["byte", "character"]))
def test_any_token_gives_well_formed_xml(text, mode):
    tok = bpeviz.train(text * 2, mode=mode, num_merges=20, end_of_word="<&>")
    trace = tok.trace(text)
    roots = [of_token(trace, i, trace.steps) for i in range(len(trace.ids(trace.steps)))]
    for theme in ("auto", "light", "dark"):
        read(svg(roots, theme=theme, interactive=True))


def test_markup_in_a_token_is_text():
    evil = "<script>alert('x')</script>\" onload=\"y"
    tok = bpeviz.train(evil * 2, mode="byte", num_merges=60)
    picture = svg([of_id(tok, tok.merges[-1].id)], interactive=True)
    names = {element.tag.removeprefix(SVG) for element in read(picture).iter()}
    assert names <= {"svg", "g", "rect", "text", "path", "title"}
    assert all(not name.startswith("on") for e in read(picture).iter() for name in e.attrib)
    assert "<script" not in picture


def test_it_stands_by_itself():
    tok = bpeviz.train("low low", mode="byte", num_merges=2)
    for theme in ("light", "dark"):
        picture = svg([of_id(tok, 257)], theme=theme)
        assert "light-dark" not in picture and "var(" not in picture and "url(" not in picture
        assert picture.count("http") == picture.count("http://www.w3.org/2000/svg") == 1
    with pytest.raises(ValueError, match="sepia"):
        svg([of_id(tok, 257)], theme="sepia")


def test_later_tokens_are_dashed():
    tok = bpeviz.train("low low", mode="byte", num_merges=2)
    root = of_id(tok, 257)
    dashed = [svg([root], step=step).count("stroke-dasharray:4 3") for step in (0, 1, 2)]
    assert dashed == [2, 1, 0]


def test_a_large_tree_ends_at_older_tokens_that_say_their_size():
    tok = bpeviz.train("a" * 4096, mode="byte", num_merges=12)
    found = labels(svg([of_id(tok, tok.merges[-1].id)], leaves=40))
    assert len(found) == 63
    assert [note for _, note in found].count("step 7, 128 symbols") == 32


def test_no_trees_give_an_empty_picture():
    assert labels(svg([])) == []


def test_a_screen_reader_is_told_the_merges():
    tok = bpeviz.train("low low", mode="byte", num_merges=2)
    assert read(svg([of_id(tok, 257)])).get("aria-label") == (
        "Merge tree of low. step 1: l and o; step 2: lo and w"
    )
