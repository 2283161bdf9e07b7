"""What holds for every failure: something is said at every step, and bad input is refused."""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz import BPEError
from bpeviz.failures import FAILURES
from tests.failures.looking import look


def test_keys_differ_and_every_field_is_explained():
    assert len({failure.key for failure in FAILURES}) == len(FAILURES) >= 14
    for failure in FAILURES:
        assert failure.title and failure.line.endswith(".")
        assert 2 <= len(regex.findall(r"[.:?](?: |$)", failure.why)) <= 5, failure.key
        assert not regex.search(
            r"\d", failure.why.replace("GPT-4", "").replace("GPT-2", "").replace("−1", "")
        )
        assert {"whole"} <= {field.kind for field in failure.fields}, "it can be trained again"


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.key)
def test_something_is_said_at_every_step(failure):
    values, scenes, _ = look(failure)
    last = max(scene.trace.steps for scene in scenes)
    for step in {0, 1, last // 2, last, last + 5}:
        finding = failure.tell(values, scenes, step)
        assert finding.says and finding.numbers
        if finding.table:
            assert all(len(row) == len(finding.table.columns) for row in finding.table.rows)
    assert failure.tell(values, scenes, None) == failure.tell(values, scenes, last)


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.key)
def test_without_merges_and_with_a_tiny_text(failure):
    none = {f.name: f.low for f in failure.fields if f.kind == "whole"}
    look(failure, **none)
    tiny = {f.name: "ab ab" for f in failure.fields if f.name == "corpus"}
    look(failure, **none | tiny)


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.key)
def test_a_blank_field_is_named_in_a_sentence(failure):
    for field in failure.fields:
        if field.kind not in ("line", "text") or field.name == "corpus":
            continue
        with pytest.raises(BPEError) as caught:
            look(failure, **{field.name: ""})
        assert str(caught.value).endswith(".") and len(str(caught.value).split()) > 5


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(FAILURES), st.text(min_size=1, max_size=30), st.integers(0, 20))
def test_any_text_is_looked_at_or_refused(failure, text, step):
    names = [f.name for f in failure.fields if f.kind in ("line", "text") and f.name != "corpus"]
    try:
        look(failure, step, **{names[0]: bpeviz.engine.text.repair(text)})
    except BPEError as error:
        assert str(error)
