"""Work grows with what was sent, not with its square, and what cannot is refused beforehand.

Each text here took minutes once. Times are compared with the time for half the text, so that a busy
machine does not matter; the results with those of the libraries, on texts that are short enough.
"""

from __future__ import annotations

import random
import time
import tracemalloc
import unicodedata
from collections.abc import Callable

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

import bpeviz
from bpeviz.engine import patterns
from bpeviz.engine.expansion import LARGEST, expanded_size
from bpeviz.engine.patterns import PATTERNS, compile_pattern
from bpeviz.engine.text import NORMAL_FORMS, graphemes, normalize
from bpeviz.formats import dumps
from bpeviz.unicode.layers import Layers
from bpeviz.unicode.oddities import oddities
from bpeviz.views import lens_diagram
from bpeviz.views import normal_forms as forms

FLAG = "\U0001f1f3"
RUNS = {
    "one kind, then the other": lambda n: "a" + "\u0301" * n + "\u0323" * n,
    "in turns": lambda n: "a" + "\u0301\u0323" * n,
    "Tibetan vowels of class 0": lambda n: "\u0f73\u0f71" * n,
    "a mark of two marks": lambda n: "\u0344\u0327" * n,
    "Hangul with tone marks": lambda n: "한" + "\u302f\u0323\u302e" * n,
    "Hangul jamo": lambda n: "\u1100" * n + "\u1161\u11a8" * n,
    "halfwidth voiced marks": lambda n: "か" + "\uff9e\u0316" * n,
    "faces joined": lambda n: "👩" + "\u200d👩" * n,
    "a flag of tags": lambda n: "🏴" + "\U000e0067" * n,
    "Arabic ligatures with marks": lambda n: "ﷺ\u0651\u0650" * n,
    "Hebrew points and accents": lambda n: "א" + "\u05bc\u05b0\u0591" * n,
    "viramas": lambda n: "क" + "\u094dक" * n,
    "directions": lambda n: "\u202e\u2066a\u2069\u202c" * n,
    "regional indicators": lambda n: FLAG * (2 * n + 1),
}


def seconds(work: Callable[[], object]) -> float:
    """Processor time, the best of three runs."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def assert_linear(work: Callable[[int], object], n: int) -> None:
    # Sixteen times as long where work is quadratic, which was then a second and more.
    small, large = seconds(lambda: work(n)), seconds(lambda: work(4 * n))
    assert large < 10 * small + 0.3, (small, large)


@pytest.mark.parametrize("form", NORMAL_FORMS)
@pytest.mark.parametrize("name", RUNS)
def test_normal_forms_of_long_runs(name: str, form: str) -> None:
    assert_linear(lambda n: normalize(RUNS[name](n), form), 8000)


@pytest.mark.parametrize("name", RUNS)
def test_graphemes_of_long_runs(name: str) -> None:
    assert_linear(lambda n: graphemes(RUNS[name](n)), 8000)


MARKS = [chr(n) for n in range(0x110000) if regex.match(r"[\p{M}\uff9e\uff9f]", chr(n))]


@given(
    st.lists(st.sampled_from(MARKS), min_size=1, max_size=12),
    st.text(st.sampled_from("aọ한\u1100\u1161´\u1e69\u037a"), max_size=3),
    st.randoms(use_true_random=False),
)
def test_normal_forms_are_those_of_the_library(
    marks: list[str], letters: str, chance: random.Random
) -> None:
    text = "".join(chance.choices([*marks, *letters], k=300))
    for form in NORMAL_FORMS:
        assert normalize(text, form) == unicodedata.normalize(form, text)


def test_no_other_character_comes_apart_into_a_mark_first() -> None:
    for n in set(range(0x110000)) - set(range(0xD800, 0xE000)) - set(map(ord, MARKS)):
        for form in ("NFD", "NFKD"):
            assert not unicodedata.combining(unicodedata.normalize(form, chr(n))[0])


@given(st.lists(st.sampled_from([FLAG, FLAG * 63, "\u0301", "a", "\u0600", "\u200d"])))
def test_graphemes_are_those_of_the_library(parts: list[str]) -> None:
    text = "".join(parts)
    assert graphemes(text) == regex.findall(r"\X", text)


def test_the_lens_draws_so_many_code_points() -> None:
    text = "a" + "\u0301\u0323" * 30_000 + "b"
    layers = Layers(bpeviz.train("", mode="byte", num_merges=0).trace(text))
    assert len(lens_diagram.diagram(layers, 0)) < 1_000_000
    assert lens_diagram.cut_short(layers, 0) == 60_001 - lens_diagram.DRAWN_POINTS
    assert lens_diagram.cut_short(layers, 1) == 0
    assert_linear(lambda n: oddities(RUNS["in turns"](n)), 8000)
    assert_linear(lambda n: forms.forms_frame(RUNS["regional indicators"](n)), 4000)


# --- patterns -----------------------------------------------------------------------------------

TOO_LARGE = [
    "(a{1000}){5000}",
    "(a{1000}){12000}",
    "((((a{20}){20}){20}){20})",
    "(?:(?:a|b){200}[)](?#)){200}",
    "(?x)(a{ 1 000 }){ 5 000 }",
    "(?x)(a{10#\n00}){1000}",
    "(?V1)[[)]](a{1000}){1000}",
    "[[:alpha:](](a{1000}){1000}",
    "(?<=(a{1000}){1000})b",
    "(a{1000,}){1000,2000}",
    "a{99999999999999999999}",
    "(?=(a{3000}){3000})a",
    "(a{3000}+){3000}+",
    "(?:(a{1000})?){5000}",
    "(?>(a{1000}){5000})",
    "(a)?(?(1)(b{1000}){5000}|c)",
    "(?|(a{2000}){2000}|b)",
    r"(\X{1000}){5000}",
    "(?:a{900}|b{900}){900}",
    r"(?V1)[\p{L}&&[^\p{Lu}]]{60000}",
    "a" * (LARGEST + 1),
]


@pytest.mark.parametrize("pattern", TOO_LARGE)
def test_a_pattern_that_becomes_too_large_is_refused_before_it_is_compiled(pattern: str) -> None:
    tracemalloc.start()
    with pytest.raises(bpeviz.PatternError, match=r"repeats too much|characters"):
        compile_pattern(pattern)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_the_same_pattern_in_a_tokenizer_file_is_refused() -> None:
    tok = bpeviz.train("low lower", num_merges=3, pattern=r"\p{L}+x?")
    content = dumps(tok, "minbpe")
    model = next(content for name, content in content.items() if name.endswith(".model"))
    with pytest.raises(bpeviz.BPEError, match="repeats too much"):
        bpeviz.load(model.replace(rb"\p{L}+x?", b"(a{1000}){5000}")).encode("low")


@pytest.mark.parametrize(
    "pattern", ["a{1000}b{1000}", r"(\p{N}{1,3}){1,9999}|[^{9}]", "(a{0,9999})*"]
)
def test_counts_that_cost_little_are_taken(pattern: str) -> None:
    assert compile_pattern(pattern)
    assert all(expanded_size(source) < 1000 for source in PATTERNS.values())


def test_compiled_patterns_are_kept_by_their_size() -> None:
    for n in range(60):
        compile_pattern(f"a{{{15_000 + n}}}")
    assert patterns._compiled.size <= patterns._compiled.limit
    assert len(patterns._compiled) < 20


@pytest.mark.parametrize("pattern", ["(?<℘>a|(?&℘))", "(?x)(a|(?R ))", "(?P<n>a|(?P>n))"])
def test_a_pattern_that_calls_itself_is_refused(pattern: str) -> None:
    with pytest.raises(bpeviz.PatternError, match="calls a group or itself"):
        compile_pattern(pattern)
