"""What people upload, paste, open and put in addresses: a result or a sentence, nothing else."""

from __future__ import annotations

import contextlib
import csv
import io
import json

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bpeviz
import bpeviz.app.pages
from bpeviz import BPEError, formats
from bpeviz.app import registry
from bpeviz.app.corpus import reading
from bpeviz.app.languages import csv_rows
from bpeviz.app.links import permalink, session_file
from bpeviz.app.links.contents import Session
from bpeviz.app.tokenizers import files
from bpeviz.engine.text import repair
from bpeviz.views.csv import safe_csv

from . import strategies as hostile

QUICK = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
PAGES = [
    "explore",
    "compare",
    "languages",
    "encode",
    "vocabulary",
    "split_patterns",
    "fails",
    "files",
]
KEYS = st.sampled_from(sorted(registry.travelling(PAGES)))


def sentence(error: BPEError) -> None:
    """A message that can be sent to a browser and says something."""
    str(error).encode("utf-8")
    assert str(error).strip().endswith((".", "?", "…", "”"))


@QUICK
@given(st.binary(max_size=300) | hostile.texts().map(lambda t: t.encode("utf-16", "surrogatepass")))
def test_uploads(data):
    with contextlib.suppress(BPEError):
        reading.decode(data, "a\ud800<b>").encode("utf-8")


@QUICK
@given(hostile.texts())
def test_pastes(text):
    assert reading.pasted(text).encode("utf-8") is not None
    try:
        reading.check_corpus(reading.pasted(text))
    except BPEError as error:
        sentence(error)


@QUICK
@given(hostile.csv_texts())
def test_csv_rows(text):
    try:
        rows = csv_rows.read_rows(text)
    except BPEError:
        return
    assert rows and all(language and words for language, words in rows)
    again = csv_rows.read_rows(csv_rows.write_rows(rows))
    assert len(again) == len(rows)


@QUICK
@given(
    st.sampled_from(PAGES),
    st.dictionaries(
        st.one_of(KEYS, st.sampled_from(["sample", "text", "file", "step"]), hostile.texts(2)),
        hostile.address_words(),
        max_size=4,
    ),
)
def test_addresses(page, words):
    found, wrong = permalink.session(page, words)
    assert isinstance(found, Session) and all(isinstance(one, str) for one in wrong)
    known = registry.travelling([page])
    for key, value in found.settings.items():
        assert known[key].allows(value)
    permalink.query(found)
    session_file.dump(found).encode("utf-8")


@QUICK
@given(hostile.session_files(KEYS))
def test_session_files(data):
    try:
        found, wrong = session_file.parse(data, PAGES, "a\ud800<b>.json")
    except BPEError:
        return
    assert found.page in PAGES and all(isinstance(one, str) for one in wrong)
    session_file.dump(found).encode("utf-8")
    permalink.query(found)


GOOD_SESSION = {"program": "bpeviz session", "version": 1, "page": "explore", "text": "low"}
ODD_STEPS = ["1e999", "NaN", "-Infinity", "1" + "0" * 400, "-5", "true", "[1]", '"\\ud800"']


@pytest.mark.parametrize("step", ODD_STEPS)
def test_a_step_of_a_session_file_that_is_none(step):
    written = json.dumps(GOOD_SESSION)[:-1] + f', "step": {step}}}'
    found, wrong = session_file.parse(written.encode(), PAGES, "a.json")
    assert found.step is None and found.text == "low"
    assert len(wrong) == 1 and len(wrong[0]) < 200


@pytest.mark.parametrize(
    "data",
    [
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000 + "1" + "}" * 50_000,
        '{"step": ' + "9" * 10**5,
    ],
    ids=["lists", "objects", "digits"],
)
def test_a_session_file_that_python_cannot_read(data):
    with pytest.raises(BPEError, match=r"not a session file|not JSON"):
        session_file.parse(data.encode(), PAGES, "a.json")


def test_what_is_said_about_a_session_file_is_bounded():
    unknown = {f"x{n}": "![x](http://elsewhere.invalid)" for n in range(50_000)}
    written = json.dumps(GOOD_SESSION | {"settings": unknown})
    wrong = session_file.parse(written.encode(), PAGES, "a.json")[1]
    assert 0 < len(wrong) < 50 and sum(map(len, wrong)) < 5000


TRAINED = bpeviz.train("the rain in spain, low low", num_merges=20, special_tokens=["<|e|>"])
WORDS = bpeviz.train("the rain in spain, low low", mode="character", num_merges=20)
GPT2 = bpeviz.train("the rain in spain", pattern="gpt2", num_merges=9)
GOOD = [
    *formats.dumps(TRAINED, "huggingface").items(),
    *formats.dumps(TRAINED, "tiktoken").items(),
    *formats.dumps(TRAINED, "minbpe").items(),
    *list(formats.dumps(GPT2, "gpt2").items())[:1],
    *formats.dumps(WORDS, "subword-nmt").items(),
]


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(GOOD).flatmap(lambda f: st.tuples(st.just(f[0]), hostile.mutated(f[1]))))
def test_tokenizer_files(file):
    name, content = file
    try:
        opened = files.read({name: content}, None, None)
    except BPEError as error:
        sentence(error)
        return
    tok = opened.tokenizer
    try:
        tok.trace("the rain\ud800 <|e|> 漢", unknown="keep", special="special").tokens(0)
    except BPEError as error:
        sentence(error)
    for format in formats.FORMATS:
        try:
            formats.dumps(tok, format)
        except BPEError as error:
            sentence(error)


@pytest.mark.parametrize("merges", [30, 200, 5000])
def test_a_file_whose_tokens_double(merges):
    """Each merge doubles the token before it: 2 ** 200 bytes would not fit anywhere."""
    lines = ["minbpe v1", r"\w+", "0", "97 97", *(f"{256 + i} {256 + i}" for i in range(merges))]
    with pytest.raises(BPEError, match="together") as caught:
        files.read({"a.model": "\n".join(lines).encode()}, None, None)
    sentence(caught.value)


@QUICK
@given(st.lists(hostile.texts(3).map(repair), min_size=1, max_size=5))
def test_csv_cells_do_nothing_in_a_spreadsheet(cells):
    written = safe_csv(pd.DataFrame({"cell": cells})).decode("utf-8-sig")
    for row in csv.reader(io.StringIO(written, newline="")):
        assert not row or not row[0].startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize(
    "place", ['"Regex": "', '"content": "<|', '"vocab": {\n   "', '"merges": [\n   [\n    "']
)
def test_half_a_surrogate_pair_in_a_json_file(place):
    """JSON can write down what no UTF-8 can hold; the libraries of tokenizers refuse it too."""
    content = formats.dumps(TRAINED, "huggingface")["tokenizer.json"].decode()
    broken = content.replace(place, place + r"\ud83d", 1)
    assert broken != content
    with pytest.raises(BPEError, match="surrogate pair") as caught:
        files.read({"tokenizer.json": broken.encode()}, None, None)
    sentence(caught.value)
    whole = content.replace(place, place + r"\ud83d\ude00", 1)
    try:  # A whole pair is a character, wrong in this place or not.
        files.read({"tokenizer.json": whole.encode()}, None, None)
    except BPEError as error:
        assert "surrogate" not in str(error)
