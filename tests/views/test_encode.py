"""Views of Encode: frames and HTML, with values that can be counted by hand."""

import json
import re

import bpeviz
from bpeviz.studies.pasted_ids import decode_known
from bpeviz.studies.replay import replay
from bpeviz.views import encode, tokens
from bpeviz.views import replay as replay_views

EVIL = '<img src=x onerror=alert(1)>" onmouseover="alert(1)'


def test_token_frame_tells_bytes_code_points_and_places():
    trace = bpeviz.train("abab é", mode="byte", num_merges=1).trace("ab é")
    assert encode.token_frame(trace, 1).to_dict("records") == [
        {"n": 1, "token": "ab", "id": 256, "bytes": "61 62", "code points": "U+0061 U+0062",
         "step": 1, "start": 0, "end": 2},
        {"n": 2, "token": "·", "id": 32, "bytes": "20", "code points": "U+0020", "step": 0,
         "start": 2, "end": 3},
        {"n": 3, "token": "⟨C3⟩", "id": 195, "bytes": "C3", "code points": "part of U+00E9",
         "step": 0, "start": 3, "end": 4},
        {"n": 4, "token": "⟨A9⟩", "id": 169, "bytes": "A9", "code points": "part of U+00E9",
         "step": 0, "start": 3, "end": 4},
    ]  # fmt: skip
    assert len(encode.token_frame(trace, 1, 2)) == 2


def test_a_marker_of_the_end_of_a_word_has_no_code_points():
    trace = bpeviz.train("ab", mode="character", num_merges=0).trace("ab")
    assert list(encode.token_frame(trace, 0)["code points"]) == ["U+0061", "U+0062", ""]


def test_what_can_be_copied():
    trace = bpeviz.train("abab", mode="byte", num_merges=1).trace('ab"é')
    assert json.loads(encode.ids_json(trace, 1)) == [256, 34, 195, 169]
    assert json.loads(encode.tokens_json(trace, 1)) == ["ab", '"', "⟨C3⟩", "⟨A9⟩"]
    assert encode.counts_text(trace, 1).splitlines()[:3] == [
        "tokens: 4",
        "bytes: 5",
        "characters: 4",
    ]


def test_decoded_stretches():
    tok = bpeviz.train("é", mode="byte", num_merges=0)
    html = encode.decoded_html(decode_known(tok, [195, 169, 999, 60, 195]))
    assert ">é</bdi>" in html and "no id 999" in html and ">C3</bdi>" in html
    assert ">&lt;</bdi>" in html


def test_ids_in_a_table():
    tok = bpeviz.train("abab", mode="byte", num_merges=1)
    frame = encode.id_frame(tok, [256, 999])
    assert list(frame["token"]) == ["ab", "no token"] and frame["step"][0] == 1


def test_everything_from_a_text_is_escaped():
    trace = bpeviz.train(EVIL * 2, mode="byte", num_merges=20).trace(EVIL)
    for step in (0, 10, 20):
        for html in (
            encode.aligned_html(trace, step),
            replay_views.turns_html(replay(trace), step % 5, trace),
            encode.decoded_html(decode_known(trace.tokenizer, trace.ids(step))),
            tokens.chips(zip(trace.ids(step), trace.tokens(step), strict=True)),
        ):
            assert set(re.findall(r"</?([a-z]+)", html)) <= {"div", "bdi", "span", "b"}
            # No quote of the text ends an attribute: what follows a name is one of ours.
            assert set(re.findall(r'<\w+ ([a-z]+)="', html)) <= {"class", "title", "style"}


def test_long_rows_of_tokens_say_how_many_are_left_out():
    row = tokens.chips([(97, b"a")] * 500, limit=400)
    assert row.count("<bdi") == 400 and "and 100 more" in row


def test_cards_say_how_many_are_left_out():
    trace = bpeviz.train("ab", mode="byte", num_merges=0).trace("abcdefg")
    html = encode.aligned_html(trace, 0, 3)
    assert re.findall(r"and ([\d,]+) more", html) == ["4"]
    assert html.count("<div><b>") == 3
    assert "more" not in encode.aligned_html(trace, 0, 7)
