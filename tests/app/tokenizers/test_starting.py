"""What training goes on from: as a word in links, and read back."""

import json

import pytest

import bpeviz
from bpeviz import BPEError
from bpeviz.app.corpus.samples import samples
from bpeviz.app.links import session_file
from bpeviz.app.links import words as link_words
from bpeviz.app.links.contents import Session
from bpeviz.app.links.size import digest
from bpeviz.app.tokenizers import continued, starting
from bpeviz.app.trainings.jobs import trained
from bpeviz.app.trainings.settings import Settings

# No compression makes it short.
LONG = "".join(chr(0x4E00 + (i * i * 7919 + i // 3) % 20_000) for i in range(9_000))
SETTINGS = Settings(mode="byte", num_merges=6, normalization="NFC", default_tokens=("lo",))


def test_a_training_is_found_again_from_its_word():
    model = trained("low lower lowest", SETTINGS)
    start = starting.start_of(starting.word(model, 4, None))
    assert start.tokenizer.merges == model.tokenizer.merges[:4]
    assert start.tokenizer.normalization == "NFC"
    assert starting.earlier_text(start) == "low lower lowest"


def test_a_chain_of_trainings_is_found_again():
    first = starting.start_of(starting.word(trained("low lower", SETTINGS), 3, None))
    second = trained("wide wider", Settings(mode="byte", num_merges=2, start=first))
    again = starting.start_of(starting.word(second, 5, None))
    assert again.tokenizer.merges == second.tokenizer.merges
    assert again.tokenizer.seams == (3,)


def test_the_page_says_what_has_changed():
    english, yoruba = samples()["english"].text, samples()["yoruba"].text
    start = starting.start_of(starting.word(trained(english, Settings(num_merges=60)), 40, None))
    model = trained(yoruba, Settings(num_merges=80, start=start))
    before, after = start.tokenizer, model.tokenizer
    new, old = ([len(tok.encode(text)) for tok in (before, after)] for text in (yoruba, english))
    kept = sum(token < before.next_id for token in after.encode(english))
    assert 0 < kept < old[0]
    assert continued.sentence(model) == (
        f"The 80 new merges save {new[0] - new[1]:,} of the {new[0]:,} tokens of the new text "
        f"({1 - new[1] / new[0]:.0%}). Of the {old[0]:,} tokens of the earlier training’s text, "
        f"{old[0] - kept:,} changed: {old[1]:,} now."
    )


def test_a_session_file_carries_both_texts():
    word = starting.word(trained("low lower lowest", SETTINGS), 4, None)
    saved = Session(text="wide wider", settings={"start": word, "num_merges": 5}, step=6)
    found, wrong = session_file.parse(session_file.dump(saved).encode(), ["explore"])
    assert (found, wrong) == (saved, [])
    assert starting.earlier_text(starting.start_of(found.settings["start"])) == "low lower lowest"


def test_a_link_carries_both_texts_where_they_fit_and_says_where_not():
    for text, fits in (("low lower " * 900, True), (LONG, False)):
        start = starting.word(trained(text, Settings(mode="byte", num_merges=2)), 2, None)
        words, long = link_words.query(Session(text="wide wider", settings={"start": start}))
        found, wrong = link_words.session("explore", words)
        assert found.text == "wide wider"
        if fits:
            assert (found.settings["start"], wrong, long) == (start, [], {})
        else:
            assert list(long) == ["start"] and "The text of the earlier training" in wrong[0]
            again, wrong = link_words.session(
                "explore", words, {digest(text): text for text in long.values()}
            )
            assert (again.settings["start"], wrong) == (start, [])


def test_the_app_trains_what_the_engine_trains():
    start = starting.start_of(starting.word(trained("low lower", SETTINGS), 3, None))
    got = trained("wide wider", Settings(mode="byte", num_merges=3, start=start)).tokenizer
    earlier = bpeviz.train(
        "low lower", mode="byte", num_merges=6, normalization="NFC", default_tokens=["lo"]
    )
    want = bpeviz.train("wide wider", num_merges=3, start=earlier.at(3))
    assert got.merges == want.merges


@pytest.mark.parametrize(
    "found",
    [
        [],
        {"at": 1},
        {"at": -1, "text": "low"},
        {"at": True, "text": "low"},
        {"at": 1, "text": 5},
        {"at": 1, "text": "low", "settings": {"mode": 5}},
        {"at": 1, "text": "low", "settings": {"nothing": 5}},
        {"at": 1, "text": "low", "settings": {"num_merges": 10**9}},
        {"at": 1, "text": "low", "settings": {"start": "{"}},
        {"at": 1, "text": "low", "settings": []},
    ],
)
def test_what_no_page_has_written_is_not_read(found):
    text = json.dumps(found)
    assert not starting.readable(text)
    with pytest.raises(BPEError):
        starting.start_of(text)


def test_a_file_that_nobody_has_opened_is_asked_for():
    text = json.dumps({"tokenizer": "0123456789abcdef0123 gpt2.json", "at": 9})
    with pytest.raises(BPEError, match=r"gpt2\.json.*Open it first"):
        starting.start_of(text)
