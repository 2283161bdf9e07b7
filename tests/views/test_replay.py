"""Views of the replay, with values that can be counted by hand."""

import re

import bpeviz
from bpeviz.studies.replay import replay
from bpeviz.views import replay as views


def test_the_replay_in_tables():
    tok = bpeviz.train("low low lower newer newer", mode="regex", num_merges=4)
    done = replay(tok.trace("lower newer"))
    frame = views.turn_frame(done, tok)
    assert list(frame["rank"]) == [0, 1, 2] and list(frame["made"]) == [1, 1, 2]
    assert list(frame["token"]) == ["lo", "low", "er"] and list(frame["candidates"]) == [2, 2, 1]
    first = views.candidate_frame(done.turns[0], tok)
    assert list(first["choice"]) == ["▶ chosen", ""] and list(first["count"]) == [1, 2]


def test_the_replay_marks_the_pair_of_each_turn():
    trace = bpeviz.train("abab", mode="byte", num_merges=1).trace("abcab")
    html = views.turns_html(replay(trace), 0, trace)
    first, end = html.split("end</span>")
    assert re.findall(r'bpe-t bpe-\d+ on" title="id \d+">(.)<', first) == ["a", "b", "a", "b"]
    assert " on" not in end and end.count("id 256") == 2


def test_unknown_symbols_keep_their_places_in_the_replay():
    trace = bpeviz.train("abab", mode="character", num_merges=1).trace("xaby", unknown="keep")
    html = views.turns_html(replay(trace), 1, trace)
    shown = re.findall(r'title="[^"]*">([^<]*)</bdi>', html.split("end</span>")[1])
    assert shown == ["x", "ab", "y", "_"]
