"""Split patterns in Oniguruma and here: the pieces are the same, or there is a reason."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine.formats.dialects import from_oniguruma, to_oniguruma, without_groups
from bpeviz.engine.pretokenization import Split, pieces

tokenizers = pytest.importorskip("tokenizers")

TEXTS = st.lists(
    st.sampled_from(
        [
            *"aabbsS'  \n\r1²x-.()|éÉßſKk",
            "\u200d",
            "\u0301",
            "中",
            "\u2028",
            "ll",
            "'LL",
            "ve",
            "\n",
        ]
    ),
    max_size=14,
).map("".join)
KINDS = [
    r"\w",
    r"\W",
    r"\d",
    r"\s",
    r"\S",
    r"\p{L}",
    r"\P{N}",
    r"\p{Lu}",
    r"\p{^M}",
    r"\p{Han}",
    ".",
]
LITERALS = ["a", "b", "'", "s", "1", " ", r"\n", "-", "é", r"\x{61}", r"\u0062"]
GREEDY = ["", "", "*", "+", "?", "{1,2}", "{2}", "{,2}", "{1,}", "*?", "+?", "??", "{1,2}?"]


def sets(oniguruma):
    member = st.sampled_from(
        ["a", "b", "s", "1", " ", r"\n", "é", "(", "|", "a-c", r"\w", r"\d", r"\s"]
    )
    plain = st.tuples(st.sampled_from(["", "^"]), st.lists(member, min_size=1, max_size=3)).map(
        lambda t: f"[{t[0]}{''.join(t[1])}]"
    )
    if not oniguruma:
        return plain
    return st.one_of(
        plain,
        st.tuples(plain, plain).map(lambda t: f"[{t[0]}{t[1]}x]"),
        st.tuples(plain, plain).map(lambda t: f"[{t[0]}&&{t[1]}]"),
    )


def patterns(oniguruma):
    kinds = [k for k in LITERALS if oniguruma or "{" not in k]
    atoms = st.one_of(st.sampled_from(KINDS), st.sampled_from(kinds), sets(oniguruma))
    repeats = st.sampled_from(GREEDY + ([] if oniguruma else ["{1,3}+"]) + ["++", "*+", "?+"])
    repeated = st.tuples(atoms, repeats).map("".join)
    places = st.sampled_from(
        ["^", "$", r"\A", r"\Z", r"\b", r"\B", r"(?<=a|b)", "(?<!s)", "(?=a)", "(?! )"]
    )
    any_case = st.sampled_from(["(?i:'s)", "(?i:ll|ve)", "(?i:[sdmt])", "(?i:k)"])
    extend = lambda inner: st.one_of(  # noqa: E731
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map("|".join),
        st.tuples(st.sampled_from(["(", "(?:", "(?>"]), inner, repeats).map(
            lambda t: f"{t[0]}{t[1]}){t[2]}"
        ),
    )
    return st.recursive(st.one_of(repeated, repeated, places, any_case), extend, max_leaves=6)


def library_pieces(pattern, text):
    split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    return [piece for piece, _ in split.pre_tokenize_str(text)]


def own_pieces(pattern, text):
    return [piece for piece, _ in pieces(text, [Split(pattern)])]


# Where the regex package itself reads a pattern wrongly: a negated set whose members are
# everything but little, or two such sets as alternatives.
def misread(pattern):
    return pattern.count("[^") + pattern.count(".") > 1 or any(c in pattern for c in (r"\W", r"\P"))


@settings(max_examples=400, deadline=None)
@given(patterns(oniguruma=False), st.lists(TEXTS, max_size=4))
def test_to_oniguruma(pattern, texts):
    try:
        written = to_oniguruma(pattern)
    except bpeviz.PatternError:
        return
    for text in [] if misread(pattern) else texts:
        assert library_pieces(written, text) == own_pieces(pattern, text)


@settings(max_examples=400, deadline=None)
@given(patterns(oniguruma=True), st.lists(TEXTS, max_size=4))
def test_from_oniguruma(pattern, texts):
    try:
        tokenizers.Regex(pattern)
    except Exception:
        return
    try:
        written = from_oniguruma(pattern)
    except bpeviz.PatternError:
        return
    for text in [] if misread(pattern) else texts:
        assert own_pieces(written, text) == library_pieces(pattern, text)


@pytest.mark.parametrize("name", bpeviz.PATTERNS)
def test_named_patterns_go_both_ways(name):
    written = to_oniguruma(name)
    assert from_oniguruma(written) == name
    for text in ("It's 12345 o'clock,\n\n  SO ſ\u2028 ", "a\n ", "\r\n\r\nx", "'LLy ọ̀ 中文"):
        assert library_pieces(written, text) == bpeviz.split(text, name)


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        (r"\p{N}{1,3}", r"\p{N}{1,3}"),
        (r"\p{N}{1,3}+", r"(?:\p{N}{1,3})+"),
        (r" ?[^(\s|[.,!?])]+", r" ?[^(\s|.,!?)]+"),
        (r"a{2}?b", r"(?:a{2})?b"),
        (r"x$", r"x(?=\n|\Z)"),
        (r"x\Z", r"x(?=\n?\Z)"),
        (r"(?m).", r"(?:[\s\S])"),
        (r"(?i:re)", r"(?:[rR][eE])"),
        (r"\h", r"[0-9a-fA-F]"),
        (r"[[:alpha:]]", r"[\p{Alphabetic}]"),
        (r"[a-f&&[^b]]", r"(?:(?:(?=[a-f])(?:[^b])))"),
    ],
)
def test_what_means_something_else_there_is_written_out(pattern, written):
    assert from_oniguruma(pattern) == written


@pytest.mark.parametrize("pattern", [r"\Ka", r"\Ga", r"(a)\1", r"(?<n>a)\g<n>", "(?~a)", r"\p{InLatin}",
                                     r"\Xa", "(?i:ss)", "(?i:é)", "(?(1)a|b)", "a*", "(?a)a", r"[[:punct:]]",
                                     "a{20000}", "(a", "a)", "[a", "a\\", "+a", "(?i:[a[b]])"])  # fmt: skip
def test_what_cannot_be_said_is_refused(pattern):
    with pytest.raises(bpeviz.PatternError):
        from_oniguruma(pattern)


@pytest.mark.parametrize("pattern", [r"\X", r"(a)\1", r"(?r)a", r"\m\w+", "(?:ab){e<=1}", "(?V1)a", "(?i:a)[b-d]",
                                     "(?:^a?)+", r"\N{BULLET}", "a?", r"(?|a|b)"])  # fmt: skip
def test_what_cannot_be_exported_is_refused(pattern):
    with pytest.raises(bpeviz.PatternError):
        to_oniguruma(pattern)


def test_deep_nesting_is_refused():
    for deep in ("(?:" * 5000 + "a" + ")" * 5000, "[" * 5000 + "a" + "]" * 5000):
        with pytest.raises(bpeviz.PatternError):
            from_oniguruma(deep)


def test_groups_are_taken_out():
    assert without_groups(r"(?P<word>\w+)|(\s)") == r"(?:\w+)|(?:\s)"
