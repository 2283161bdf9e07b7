"""The page Vocabulary says which tokens cannot be made from their own text, and filters by why."""

from __future__ import annotations

import re

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.app.vocabulary import own_text
from tests.app.alone import change, run


def answer(app) -> str:
    pills = [group.label for group in app.button_group if "own text" in (group.label or "")]
    return " ".join([*pills, *(caption.value for caption in app.caption)])


def shown(app) -> list[int]:
    return app.dataframe[0].value["id"].tolist()


def test_the_answer_is_in_sight_and_each_reason_a_filter():
    tok = bpeviz.train(samples()["english"].text, "regex", 300, special_tokens=["the"])
    wrong = {i for i in tok.vocabulary if tok.encode(tok.decode([i])) != [i]}
    size = len(tok.vocabulary)
    app = run("vocabulary", mode="regex", num_merges=300, special_tokens="the")
    assert f"{len(wrong)} of {size} tokens cannot be made from their own text" in answer(app)
    assert sorted(shown(app)) == sorted(tok.vocabulary)
    change(app, vocabulary_lost=["special"])
    assert shown(app) == [tok.special_tokens["the"]]
    change(app, vocabulary_lost=["special", "partial"])
    assert set(shown(app)) == wrong


def test_the_entry_says_what_comes_instead():
    app = run("vocabulary", mode="byte", num_merges=5, vocabulary_token=0xC3)
    said = " ".join(caption.value for caption in app.caption)
    assert "cannot be made from its own text (not whole characters), which becomes:" in said
    line = next(html.proto.body for html in app.get("html") if "EF" in html.proto.body)
    assert re.findall(r'title="id (\d+)"', line) == ["239", "191", "189"]  # U+FFFD in UTF-8
    change(app, vocabulary_token=ord("a"))
    assert "cannot be made" not in " ".join(caption.value for caption in app.caption)


def test_none_is_said_too():
    app = run("vocabulary", corpus_text="abcabc", mode="byte", observed_bytes=True, num_merges=2)
    assert "Each of the 5 tokens can be made from its own text." in answer(app)


def test_a_vocabulary_that_is_too_large_is_not_looked_through(monkeypatch):
    monkeypatch.setattr(own_text, "MOST", 100)
    app = run("vocabulary", mode="byte", num_merges=5)
    assert "is looked for in up to 100 tokens; here are 261." in answer(app)
    assert not [group for group in app.button_group if "own text" in (group.label or "")]
