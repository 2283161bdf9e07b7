"""Split patterns in Oniguruma and here: the pieces are the same, or there is a reason."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats.dialects import from_oniguruma, to_oniguruma, without_groups
from bpeviz.formats.splits import Split, pieces

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


def is_known_to_the_library(pattern):
    try:
        return bool(tokenizers.Regex(pattern))
    except Exception:
        return False


@pytest.mark.parametrize("there", [False, True])
def test_random_patterns(there):
    """Each is refused or cuts the same; most that can match no empty text are not refused."""
    outcomes = Counter()

    @settings(max_examples=400)
    @given(patterns(oniguruma=there), st.lists(TEXTS, max_size=4))
    def check(pattern, texts):
        if misread(pattern) or (there and not is_known_to_the_library(pattern)):
            return
        try:
            written = from_oniguruma(pattern) if there else to_oniguruma(pattern)
        except bpeviz.PatternError as error:
            outcomes["empty" if "empty" in str(error) else "refused"] += 1
            return
        outcomes["compared"] += 1
        theirs, ours = (pattern, written) if there else (written, pattern)
        for text in texts:
            assert library_pieces(theirs, text) == own_pieces(ours, text)

    check()
    assert outcomes["compared"] > outcomes["refused"]
    assert outcomes["compared"] > 60


GPT2 = bpeviz.PATTERNS["gpt2"]
LLAMA3 = bpeviz.PATTERNS["llama3"]
O200K = bpeviz.PATTERNS["o200k"]
# The patterns of tokenizer files that are published.
PUBLISHED = {
    "GPT-2, StarCoder, Phi, Falcon": GPT2,
    "Llama 3, GLM-4": LLAMA3,
    "Llama 4, GPT-4o": O200K,
    "Qwen 2 and 3": bpeviz.PATTERNS["qwen"],
    "Qwen 3.5": bpeviz.PATTERNS["qwen3.5"],
    "Mistral's tekken": O200K.replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "").replace("{1,3}", ""),
    "CLIP": r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
    "BLOOM": r" ?[^(\s|[.,!?…。，、।۔،])]+",
    "Falcon's digits": "[0-9][0-9][0-9]",
    "SuperBPE's digits": r"(?=(\d{3})+(?!\d))",
    "words with their space": "[^ ]+ ",
    "DeepSeek V3, digits": r"\p{N}{1,3}",
    "DeepSeek V3, Chinese and Japanese": "[一-龥\u3040-ゟ゠-ヿ]+",
    "DeepSeek V3, the rest": (
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
        r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "DeepSeek LLM, lines": "[\r\n]",
    "DeepSeek LLM, letters": r"\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵ]+",
    "DeepSeek LLM, signs": r"\s?[!-/:-~！-／：-～‘-‟\u3000-。]+",
    "DeepSeek LLM, white space": r"\s+$",
    "Kimi K2": (
        r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*"
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+"
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
        r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "Jais 2": LLAMA3.removesuffix(r"\s+(?!\S)|\s+")
    + r"\s{512}(?!\S)|\s{4}(?!\S)|\s{1,2}(?!\S)|\s{1}",
    "EXAONE MoE": (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+|\p{N}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+"
    ),
    "Tiny Aya, digits": r"\d{1,3}(?=(?:\d{3})*\b)",
    "AFMoE, digits": r"\p{Nd}{1,2}(?=(?:\p{Nd}{3})+(?!\p{Nd}))|\p{Nd}{3}",
    "Chameleon, images": "(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z",
    "Chameleon, signs": r"[\p{P}!-/:-@\[-`{-~]",
    "Bailing": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*"
        r"|\s*[\r\n]|\s+(?!\S)|\s+"
    ),
    "Llama 3 without flags": (
        r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "tekken without categories": (
        r"[^\r\n\p{L}\p{N}]?((?=[\p{L}])([^a-z]))*((?=[\p{L}])([^A-Z]))+"
        r"|[^\r\n\p{L}\p{N}]?((?=[\p{L}])([^a-z]))+((?=[\p{L}])([^A-Z]))*|\p{N}|\s+"
    ),
    "spaces": " {2,}",
    "words": r"\w+|[^\w\s]+",
    "minbpe's way to keep the rest": rf"{GPT2}|(?:(?!{GPT2})[\s\S])+",
}
TRIED = (
    "It's 1234567 o'clock, I'LL say'S\n\n  SO ſ\u2028 12345",
    "a\n ",
    "\r\n\r\nx  y\t\tz ",
    "'LLy ọ̀ ọ́jọ́ 中文字abc 漢x かなカナ，。「x」",
    "def f(x):\n    return x**2 # ²³ ½\n",
    "don’t — «é» naïve camelCase HTTPServer ǅx ʰa \u200d नमस्ते 👩\u200d👧",
)


@pytest.mark.parametrize("name", PUBLISHED)
@given(text=TEXTS)
def test_published_patterns_cut_as_in_their_library(name, text):
    written = from_oniguruma(PUBLISHED[name])
    for one in (*TRIED, text):
        assert own_pieces(written, one) == library_pieces(PUBLISHED[name], one)


# What users write themselves, of the constructs that are commonly used.
COMMON = [r"\w+", r"\w+|\s+|[^\w\s]+", r"\S+\s*", r"\d{1,3}|\D+", "[aeiou]|[^aeiou]+", r"(?s:.+)",
          r"\p{L}+|\p{N}{1,2}+|.", r"[\p{L}\p{M}]+|\s", r"(\w+)|(\s+)", r"(?<word>\w+)", r"^\w+$",
          r"\b\w", r"(?<=[a-z])(?=[A-Z])", r"[A-Z]?[a-z]+|[A-Z]+|.", r"[\w'-]+|[^\w'-]+", r"\W+",
          r"'(?i:ll|ve)|\p{L}+|.", r"[[\](){}]|\w", r"a\.b|\x41|\u00e9|\p{Script=Han}|\pL",
          r"[^\S\n]+|\n|\S+", r".+\Z", r"(?>a+|b)c*"]  # fmt: skip


@pytest.mark.parametrize("pattern", COMMON)
@given(text=TEXTS)
def test_common_patterns_are_exported(pattern, text):
    written = to_oniguruma(pattern)
    for one in (*TRIED, text):
        assert library_pieces(written, one) == own_pieces(pattern, one)


@pytest.mark.parametrize("name", bpeviz.PATTERNS)
def test_tiktoken_cuts_by_the_named_patterns_alike(name):
    tiktoken = pytest.importorskip("tiktoken")
    ranks = {bytes([b]): b for b in range(256)}
    for text in TRIED:
        chunks = dict.fromkeys(bpeviz.split(text, name))
        whole = [c.encode() for c in chunks if len(c.encode()) > 1]
        all_ranks = ranks | {chunk: 256 + i for i, chunk in enumerate(whole)}
        encoding = tiktoken.Encoding(
            "named", pat_str=bpeviz.PATTERNS[name], mergeable_ranks=all_ranks, special_tokens={}
        )
        found = [encoding.decode([i]) if i > 255 else bytes([i]) for i in encoding.encode(text)]
        expected = [c if len(c.encode()) > 1 else c.encode() for c in bpeviz.split(text, name)]
        assert found == expected


PLACES = [
    r"(?=(\d{3})+(?!\d))",
    "(?<=[a-z])(?=[A-Z])",
    "(?=a)|(?<=b)",
    r"(?<!\s)(?=\s)",
    "^",
    "$",
    r"\b",
]


@pytest.mark.parametrize("pattern", PLACES)
@pytest.mark.parametrize("behavior", ["isolated", "removed", "merged_with_next", "contiguous"])
@given(text=st.text("aabAB 123456\n.é", max_size=14), invert=st.booleans())
def test_a_pattern_of_places_only_cuts_there(pattern, behavior, text, invert):
    library = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), behavior, invert)
    way = Split(from_oniguruma(pattern), behavior.replace("_", "-"), invert)
    kept = [piece for piece, keep in pieces(text, [way]) if keep]
    assert kept == [piece for piece, _ in library.pre_tokenize_str(text)]


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
        (r"x$", r"x(?=\n|\Z)"),
        (r"x\Z", r"x(?=\n?\Z)"),
        (r"(?m:.)", r"(?s:.)"),
        (r"(?i:re)", r"(?:[rR][eE])"),
        (r"[a-f&&[^b]]", r"(?:(?![b])[a-f])"),
    ],
)
def test_what_means_something_else_there_is_written_out(pattern, written):
    assert from_oniguruma(pattern) == written


@pytest.mark.parametrize("pattern", [r"\Ka", r"\Ga", r"(a)\1", r"(?<n>a)\g<n>", "(?~a)", r"\p{InLatin}",
                                     r"\Xa", "(?i:ss)", "(?i:é)", "(?(1)a|b)", "a*", "(?a)a", r"[[:punct:]]",
                                     "a{20000}", "(a", "a)", "[a", "a\\", "+a", "(?i:[a[b]])", "a{2}?", r"\h", "[[:alpha:]]", "(?m)a", "(?i)a",
                                     "[a&&b]", "[a[b[c]]]", "[a[^b]]", r"[\W]", "(?<=a+)b", "a{,2}b", "a**", "(?:^)+a", "[b-a]", "(?=a"])  # fmt: skip
def test_what_cannot_be_said_is_refused(pattern):
    with pytest.raises(bpeviz.PatternError):
        from_oniguruma(pattern)


@pytest.mark.parametrize("pattern", [r"\X", r"(a)\1", r"(?r)a", r"\m\w+", "(?:ab){e<=1}", "(?V1)a", "(?i:a)[b-d]",
                                     "(?:^a?)+", r"\N{BULLET}", "a?", r"(?|a|b)", "(?x) a b", "(?i:ß)", "a{e}"])  # fmt: skip
def test_what_cannot_be_exported_is_refused(pattern):
    with pytest.raises(bpeviz.PatternError):
        to_oniguruma(pattern)


def test_deep_nesting_is_refused():
    for deep in ("(?:" * 5000 + "a" + ")" * 5000, "[" * 5000 + "a" + "]" * 5000):
        with pytest.raises(bpeviz.PatternError):
            from_oniguruma(deep)


def test_groups_are_taken_out():
    assert without_groups(r"(?P<word>\w+)|(\s)") == r"(?:\w+)|(?:\s)"
