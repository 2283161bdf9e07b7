"""Alternatives of a pattern: found by a parser, checked against the regex engine itself."""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bpeviz.engine.patterns import PATTERNS, resolve, split
from bpeviz.splitting.anatomy import alternatives, explain, matched_alternative


@pytest.mark.parametrize(
    ("pattern", "parts"),
    [
        ("a|b", ["a", "b"]),
        ("a", ["a"]),
        ("", [""]),
        ("a||b|", ["a", "", "b", ""]),
        (r"a\|b|c", [r"a\|b", "c"]),
        ("[|]|[^|]", ["[|]", "[^|]"]),
        ("[]|]|x", ["[]|]", "x"]),
        ("[^]|]|x", ["[^]|]", "x"]),
        (r"[\]|]|x", [r"[\]|]", "x"]),
        ("[[:alpha:]|]|x", ["[[:alpha:]|]", "x"]),
        ("[[|]|x", ["[[|]", "x"]),
        ("(?V1)[[a|b]--[|]]|x", ["(?V1)[[a|b]--[|]]", "x"]),
        ("(a|b)|(?:c|(?=d|e))", ["(a|b)", "(?:c|(?=d|e))"]),
        ("(?#one|two)a|b", ["(?#one|two)a", "b"]),
        ("(?|(a)|(b))|c", ["(?|(a)|(b))", "c"]),
        ("(?:a|b)", ["a", "b"]),
        ("(?:(?:a|b))", ["a", "b"]),
        ("(?:a|b)+", ["(?:a|b)+"]),
        ("(?:a|b)|(?:c)", ["(?:a|b)", "(?:c)"]),
        ("(?:a)(?:b|c)", ["(?:a)(?:b|c)"]),
        ("(?i:a|b)|c", ["(?i:a|b)", "c"]),
        ("(?x) a # one | two\n | b", ["(?x) a # one | two\n ", " b"]),
        ("(?x:a # one | two )\n)|b", ["(?x:a # one | two )\n)", "b"]),
        (r"(?x) a \# | b [#|] | c", [r"(?x) a \# ", " b [#|] ", " c"]),
        ("a#|b", ["a#", "b"]),
        ("a#|(?x)b # x | y", ["a#", "(?x)b # x | y"]),
        ("(?:(?x)a # |\n)|b#|c", ["(?:(?x)a # |\n)", "b#", "c"]),
        (r"\p{L}+|\p{N}{1,3}|\x41|\N{LATIN SMALL LETTER A}", None),
    ],
)
def test_top_level_alternatives(pattern, parts):
    assert alternatives(pattern) == (parts or pattern.split("|"))


def test_alternatives_of_the_named_patterns():
    assert [len(alternatives(name)) for name in PATTERNS] == [12, 7, 8, 7, 7, 7, 7, 7]
    assert alternatives("gpt2")[:8] == ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d", r" ?\p{L}+"]
    for name in PATTERNS:
        assert "|".join(alternatives(name)) == resolve(name)


def test_every_alternative_of_a_named_pattern_is_explained():
    for name in PATTERNS:
        for one in explain(name):
            assert one.meaning.endswith(".") and "the expression" not in one.meaning


def test_unknown_alternatives_are_explained_in_general():
    assert [one.meaning for one in explain("cat|c.t|\\.")] == [
        "Exactly “cat”.",
        "As the expression says.",
        "As the expression says.",
    ]


@pytest.mark.parametrize(
    ("text", "pattern", "which"),
    [
        ("We'RE 12345!?\n x  ", "gpt4", [1, 0, 6, 2, 2, 3, 1, 5]),
        ("it's 5", "gpt2", [7, 0, 8]),
        ("a  b", "gpt2", [7, 10, 7]),
        ("a\n ", "gpt4", [1, 4, 5]),
        ("a\n ", "cl100k", [1, 4]),
        ("A!a", r"(?i)a|!", [0, 1, 0]),
        ("a-b", r"\w", [0, None, 0]),
        ("aab", r"(a)\1|(b)", [0, 1]),
        ("abab", r"(?P<x>a)|(?P<y>b)(?=a)|b", [0, 1, 0, 2]),
        ("ab", r"(?x) a # comment" + "\n | b # the last", [0, 1]),
        ("a#b", "a#|(?x)b # the last", [0, 1]),
        ("xaxb", r"(?<=x)a|x(?=a)|x|(?<!a)b", [1, 0, 2, 3]),
        ("aa", r"a(?!$)|a", [0, 1]),
        ("ab", r"(?P<bpeviz0>a)|b", [0, 1]),
        ("", "gpt4", []),
    ],
)
def test_which_alternative_made_each_chunk(text, pattern, which):
    chunks = matched_alternative(text, pattern)
    assert [chunk.alternative for chunk in chunks] == which
    assert [chunk.text for chunk in chunks] == split(text, pattern)


PARTS = st.sampled_from(
    [
        "a",
        "ab",
        "a+",
        "[ab]",
        "b(?=a)",
        "(?<=a)b",
        "(?:a|b)b",
        "(?i:A)",
        r"\s+(?!\S)",
        r"\s+",
        "(c)",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("abc  \n"), max_size=20), st.lists(PARTS, min_size=1, max_size=5))
def test_the_alternative_is_the_first_that_matches_there(text, parts):
    pattern = "|".join(parts)
    if len(parts) > 1:
        assert alternatives(pattern) == parts
    for chunk in matched_alternative(text, pattern):
        matches = [regex.compile(part).match(text, chunk.start) for part in alternatives(pattern)]
        hits = [k for k, match in enumerate(matches) if match]
        assert chunk.alternative == (hits[0] if hits else None)
        if hits:
            assert matches[hits[0]].end() == chunk.end


TEXTS = st.text(
    st.sampled_from("aA '’s\u017f1٣ \t\n\r\u00a0.,!/é\u0301ẹनम्文👍\u200d\ufe0f"), max_size=40
)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(list(PATTERNS)))
def test_chunks_of_named_patterns_have_an_alternative_that_matches_them_first(text, name):
    compiled = [regex.compile(part) for part in alternatives(name)]
    for chunk in matched_alternative(text, name):
        matches = [part.match(text, chunk.start) for part in compiled]
        first = next(k for k, match in enumerate(matches) if match)
        assert (first, matches[first].end()) == (chunk.alternative, chunk.end)
