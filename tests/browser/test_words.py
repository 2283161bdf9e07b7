"""The words that differ, as the browser works them out, against an oracle of their definition."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.app.widgets.scripts import script
from bpeviz.views.payload import document_payload, tokenizer_payload
from tests.words import compared

pytestmark = pytest.mark.browser

# What the browser knows of every word at some steps of the slider.
WORK = """({ left, right, steps }) => {
  const panes = [left, right].map(({ document, tokenizer }) =>
    new PaneModel(new TokenizerModel(tokenizer), new DocumentModel(document)));
  const found = new WordsThatDiffer(panes);
  return steps.map((k) => ({
    names: found.words.names,
    many: found.differing(k).many,
    costs: found.costs(k).map(({ word, name, times, extra }) => {
      const { left, right, times: here } = found.commonest(word, k);
      return { name, times, extra, here, left: left.length, right: right.length };
    }),
  }));
}"""


@pytest.fixture(scope="module")
def work(browser: Any) -> Iterator[Callable[..., list[dict[str, Any]]]]:
    """``work(left, right, steps)`` gives what the browser finds for two traces of one text."""
    page = browser.new_page()
    page.add_script_tag(content=script("scrubber/scrubber.js"))

    def found(left: bpeviz.Trace, right: bpeviz.Trace, steps: list[int]) -> list[dict[str, Any]]:
        sent = {
            side: {
                "document": document_payload(trace, side),
                "tokenizer": tokenizer_payload(trace.tokenizer, side),
            }
            for side, trace in (("left", left), ("right", right))
        }
        return page.evaluate(WORK, json.loads(json.dumps(sent)) | {"steps": steps})

    yield found
    page.close()


def agree(work: Callable[..., Any], left: bpeviz.Trace, right: bpeviz.Trace) -> None:
    last = max(left.steps, right.steps)
    steps = sorted({0, 1, last // 2, last})
    for k, found in zip(steps, work(left, right, steps), strict=True):
        expected = compared(left, right, (min(k, left.steps), min(k, right.steps)))
        assert found["names"] == list(expected)
        differing = {word: facts for word, facts in expected.items() if facts.differing}
        assert found["many"] == len(differing)
        assert {row["name"] for row in found["costs"]} == set(differing)
        for row in found["costs"]:
            facts = differing[row["name"]]
            assert (row["times"], row["extra"]) == (facts.times, facts.extra)
            assert row["here"] <= facts.ways[row["left"], row["right"]]


# ọ̀ as it can be typed, é, a ligature, Hangul, marks that change places, an emoji, white space.
LETTERS = ["a", "b", "o\u0323\u0300", "\u1ecd\u0300", "\u00f2\u0323", "\u00e9", "e\u0301", "\ufb01"]
LETTERS += [
    "\u0301",
    "\u0323",
    "\uac00",
    "\u1100\u1161",
    "\U0001f44d",
    "_",
    " ",
    "  ",
    "\n",
    "\u00a0",
]
TEXTS = st.lists(st.sampled_from(LETTERS), max_size=40).map("".join)
SIDES = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(["regex", "byte", "character"]),
        "normalization": st.sampled_from([None, "NFC", "NFD", "NFKC", "NFKD"]),
        "spelling": st.sampled_from([None, "dots", "bare", "mended"]),
        "num_merges": st.integers(0, 12),
    }
)


def _side(mode: str, num_merges: int, spelling: str | None = None) -> dict[str, Any]:
    return {
        "mode": mode,
        "normalization": None,
        "spelling": spelling,
        "num_merges": num_merges,
    }


@given(TEXTS, SIDES, SIDES)
# A word that becomes no token on the right, and on the left one that reaches over its end.
@example("\u0301\n", _side("regex", 2), _side("regex", 0, "dots"))
@example("a \u0301\n", _side("regex", 2), _side("regex", 0, "bare"))
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_words_of_any_two_sides(
    work: Callable[..., Any], text: str, left: dict[str, Any], right: dict[str, Any]
) -> None:
    traces = [
        bpeviz.train(text + " ab", **side).trace(text, unknown="keep") for side in (left, right)
    ]
    agree(work, *traces)


@pytest.mark.parametrize("key", ["yoruba_as_typed", "multilingual", "emoji", "code"])
def test_words_of_the_samples(work: Callable[..., Any], key: str) -> None:
    text = samples()[key].text
    traces = [
        bpeviz.train(text, num_merges=120, normalization=form).trace(text)
        for form in ("NFC", "NFD")
    ]
    agree(work, *traces)
    byte = bpeviz.train(text, mode="byte", num_merges=120).trace(text)
    agree(work, traces[0], byte)


def test_words_and_their_order(work: Callable[..., Any]) -> None:
    text = "n\u0301 n\u0301 o\u0323\u0300 sa sa"
    left, right = (
        bpeviz.train(text, num_merges=0, normalization=form).trace(text) for form in (None, "NFC")
    )
    (found,) = work(left, right, [0])
    # ń: three bytes become two of one letter; ọ̀: five bytes become five of other letters.
    assert [
        (row["name"], row["times"], row["left"], row["right"], row["extra"])
        for row in found["costs"]
    ] == [
        ("n\u0301", 2, 3, 2, -2),
        ("o\u0323\u0300", 1, 5, 5, 0),
    ]
