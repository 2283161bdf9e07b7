"""The codes of tokens: few enough for files as large as there are."""

from bpeviz.engine.base import byte_base
from bpeviz.engine.forest import Forest
from bpeviz.engine.pretokenization import Special


def test_codes_leave_no_gaps_where_several_merges_make_one_token():
    """Gemma 3's file has 514,906 merges, and there are 1,114,112 characters."""
    rules = [(left, 97, 256 + left % 3, None, None) for left in range(97, 107)]
    forest = Forest(byte_base(), rules, [Special("<s>", 300), Special("<t>", 301)])
    assert sorted(forest.ids) == [chr(code) for code in range(256 + 3 + 2)]
    assert [forest.ids[code] for code in forest.special_codes.values()] == [300, 301]


def test_more_merges_than_half_of_all_characters():
    rules = [(97, 97, 256, None, None)] * 600_000
    forest = Forest(byte_base(), rules, [Special("<s>", 300)])
    assert (forest.ranks, len(forest.ids)) == ({"aa": 0}, 258)
