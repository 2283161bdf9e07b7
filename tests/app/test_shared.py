"""What sessions share: nothing of one reaches another, and its size is bounded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz import BPEError, formats
from bpeviz.app import limits
from bpeviz.app.tokenizers import files
from bpeviz.app.trainings import memory
from bpeviz.app.trainings.jobs import Job, Jobs, Model
from bpeviz.app.trainings.keys import digest, file_key, training_key
from bpeviz.app.trainings.settings import Settings
from bpeviz.engine.cache import SizedCache

SETTINGS = Settings(num_merges=5)


# --- keys ---------------------------------------------------------------------------------------


@given(st.text(), st.text(), st.booleans())
def test_a_training_is_never_taken_for_a_file(file: str, corpus: str, special: bool) -> None:
    # Corpora made so that they join to what stands for a file.
    key = file_key(file, special, corpus, SETTINGS)
    for crafted in (f"{file}{special}{corpus}", f"{file}{corpus}", corpus):
        assert training_key(crafted, SETTINGS) != key


parts = st.lists(st.one_of(st.text(), st.binary(), st.integers(), st.none(), st.booleans()))


@given(parts, parts)
def test_other_values_have_another_digest(some: list[object], others: list[object]) -> None:
    alike = [(type(one), one) for one in some] == [(type(one), one) for one in others]
    assert (digest(*some) == digest(*others)) == alike


def test_names_and_contents_of_files_are_kept_apart() -> None:
    content = formats.dumps(bpeviz.train("low low", num_merges=2), "huggingface")["tokenizer.json"]
    one = files.read({"a.json": content}, None, None)
    two = files.read({"<b>EVIL</b>.json": content}, None, None)
    assert one.name == "a.json" and two.name == "<b>EVIL</b>.json" and one.digest != two.digest
    # Whoever names a digest beside a name of his own has that name for himself.
    mine = files.again(f"{one.digest} EVIL")
    assert mine is not None and mine.name == "EVIL"
    again = files.read({"a.json": content}, None, None)
    assert again.name == "a.json" and again.tokenizer is mine.tokenizer


def test_a_model_that_is_shared_holds_no_name() -> None:
    named = {"name", "title", "session", "page"}
    assert not named & set(Model.__dataclass_fields__)
    assert files.name_of("0" * 20) == "of a link"


# --- memory -------------------------------------------------------------------------------------


@pytest.fixture
def kept() -> Iterator[Jobs]:
    yield Jobs()


def model(corpus: str) -> Model:
    tokenizer = bpeviz.train("low", num_merges=1)
    return Model(training_key(corpus, SETTINGS), tokenizer, corpus, SETTINGS, 0.0)


def test_trainings_are_kept_by_their_size(monkeypatch: pytest.MonkeyPatch, kept: Jobs) -> None:
    monkeypatch.setattr(kept._models, "limit", 50_000 * memory.A_CHARACTER)
    models = [model(f"{n}" * 20_000) for n in range(5)]
    for one in models:
        kept.keep(one)
    assert [kept.model(one.key) is not None for one in models] == [False] * 3 + [True] * 2
    kept.keep(model("x" * 900_000))
    assert len(kept._models) == 1


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 70)), max_size=60))
def test_a_cache_never_holds_more_than_its_limit(puts: list[tuple[int, int]]) -> None:
    cache: SizedCache[int] = SizedCache(100)
    sizes: dict[int, int] = {}
    for key, size in puts:
        cache.put(key, size, size)
        sizes[key] = size
        held = {key: cache.get(key) for key in sizes if cache.get(key) is not None}
        assert cache.size == sum(sizes[key] for key in held) <= 100 or len(cache) == 1
        assert cache.get(key) == size


def test_nothing_large_is_taken_in_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    if not memory.used():
        pytest.skip("this system does not say how much memory is used")
    monkeypatch.setattr(limits, "MEMORY", memory.used() // 2)
    with pytest.raises(BPEError, match="in use by other pages"):
        memory.make_room(10**6, "the file")
    job = Job("key", "low lower " * 30, SETTINGS)
    job.run()
    assert job.model is None and "in use by other pages" in (job.error or "")
