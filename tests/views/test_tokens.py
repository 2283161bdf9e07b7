"""Tokens as chips: what cannot be seen, what is no whole character, what looks like markup."""

import re

import bpeviz
from bpeviz.views import tokens
from bpeviz.views.glyphs import visible


def shown(tok, text):
    """The text of each chip."""
    trace = tok.trace(text)
    pairs = zip(trace.ids(trace.steps), trace.tokens(trace.steps), strict=True)
    return re.findall(r"<bdi[^>]*>(.*?)</bdi>", tokens.chips(pairs), re.S)


def test_part_characters_are_shown_in_hex():
    # Case C40.
    tok = bpeviz.train("😀😁😂", mode="byte", num_merges=3)
    assert shown(tok, "😀😁") == ["😀", "⟨F0 9F 98⟩", "⟨81⟩"]


def test_markup_is_text_in_elements_and_attributes():
    # Case C84.
    evil = '<img src=x onerror=alert(1)>" onmouseover="alert(1)'
    tok = bpeviz.train("", mode="byte", num_merges=0, special_tokens=[evil])
    trace = tok.trace(evil, special="special")
    html = tokens.chips(zip(trace.ids(0), trace.tokens(0), strict=True))
    escaped = "&lt;img·src=x·onerror=alert(1)&gt;&quot;·onmouseover=&quot;alert(1)"
    assert html.endswith(f">{escaped}</bdi>") and html.count("<") == 2


def test_every_blank_is_a_token_that_is_seen():
    # Case C85.
    tok = bpeviz.train("a  b\n\n\tc ", pattern="gpt2", num_merges=9)
    assert shown(tok, "a  b\n\n\tc ") == ["a", "·", "·b", "↵↵", "→", "c", "·"]
    assert visible("\u00a0") == "⟨U+00A0⟩"
