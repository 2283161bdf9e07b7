"""Files made as those of published models are: trained small, with the parts that the models have.

The library trains each on the samples, and its ids are what is wanted. Normalizers, pre-tokenizers,
flags of added tokens and of the model are those of the published files.
"""

import json

import pytest

import bpeviz
from tests.formats import texts
from tests.formats.test_huggingface import added, file, load

tokenizers = pytest.importorskip("tokenizers")

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN2 = LLAMA3.replace("{1,3}", "")
QWEN35 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
TEKKEN = O200K.replace(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "").replace("{1,3}", "")
DEEPSEEK3 = (
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
    r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
BLOOM = " ?[^(\\s|[.,!?…。，、।۔،])]+"


def split(pattern, behavior="Isolated", invert=False):
    return {"type": "Split", "pattern": pattern if isinstance(pattern, dict) else {"Regex": pattern},
            "behavior": behavior, "invert": invert}  # fmt: skip


def byte_level(prefix=False, by_gpt2=False):
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True,
            "use_regex": by_gpt2}  # fmt: skip


def pre(*parts):
    return {"type": "Sequence", "pretokenizers": list(parts)}


def norm(*parts):
    return {"type": "Sequence", "normalizers": list(parts)}


def digits(one_by_one=True):
    return {"type": "Digits", "individual_digits": one_by_one}


def metaspace(**settings):
    return {"type": "Metaspace", "replacement": "▁", **settings}


NFC = {"type": "NFC"}
TO_PIECES = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
PREPEND = {"type": "Prepend", "prepend": "▁"}
FALLBACK = {"byte_fallback": True, "fuse_unk": True, "unk_token": "<unk>"}
CHAT = [added("<|im_start|>", 0, special=True), added("<|im_end|>", 0, special=True),
        added("<think>", 0), added("</think>", 0)]  # fmt: skip
SPACES = [added(" " * n, 0, normalized=True) for n in range(24, 1, -1)]
TEMPLATE = {
    "type": "TemplateProcessing",
    "single": [
        {"SpecialToken": {"id": "<s>", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
    ],
    "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
    "special_tokens": {"<s>": {"id": "<s>", "ids": [0], "tokens": ["<s>"]}},
}

BYTES = {
    "GPT-2": {"pre_tokenizer": byte_level(by_gpt2=True),
              "added_tokens": [added("<|endoftext|>", 0, normalized=True, special=True)]},
    "RoBERTa": {"pre_tokenizer": byte_level(by_gpt2=True),
                "added_tokens": [added("<s>", 0, normalized=True, special=True),
                                 added("<mask>", 0, lstrip=True, special=True)],
                "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", 2],
                                   "cls": ["<s>", 0], "trim_offsets": True,
                                   "add_prefix_space": False}},
    "BART with a space in front": {"pre_tokenizer": byte_level(prefix=True, by_gpt2=True),
                                   "added_tokens": [added("<mask>", 0, lstrip=True, special=True)]},
    "Llama 3": {"pre_tokenizer": pre(split(LLAMA3), byte_level()), "ignore_merges": True,
                "added_tokens": [added("<|begin_of_text|>", 0, special=True)]},
    "Llama 4": {"pre_tokenizer": pre(split(O200K), byte_level())},
    "Qwen 2 and 3": {"normalizer": NFC, "pre_tokenizer": pre(split(QWEN2), byte_level()),
                     "added_tokens": CHAT},
    "Qwen 3.5": {"normalizer": NFC, "pre_tokenizer": pre(split(QWEN35), byte_level()),
                 "added_tokens": CHAT},
    "GPT-4o": {"pre_tokenizer": pre(split(O200K, "Removed", True), byte_level())},
    "Mistral Nemo": {"pre_tokenizer": pre(split(TEKKEN), byte_level()), "ignore_merges": True,
                     "added_tokens": [added("[INST]", 0, special=True)]},
    "DeepSeek V3": {"pre_tokenizer": pre(split(r"\p{N}{1,3}"), split("[一-龥぀-ゟ゠-ヿ]+"),
                                         split(DEEPSEEK3), byte_level()),
                    "added_tokens": [added("<｜begin▁of▁sentence｜>", 0, special=True),
                                     added("<｜tool▁sep｜>", 0, normalized=True)]},
    "DeepSeek Coder": {"pre_tokenizer": pre(
        split("[\r\n]"), split(r"\s?\p{L}+"), split(r"\s?\p{P}+"),
        split("[一-龥ࠀ-一가-퟿]+"), digits(), byte_level())},
    "StarCoder": {"pre_tokenizer": pre(digits(), byte_level(by_gpt2=True)),
                  "added_tokens": [added("<fim_prefix>", 0, special=True)]},
    "Falcon": {"pre_tokenizer": pre(
        {"type": "Punctuation", "behavior": "Contiguous"}, byte_level(by_gpt2=True),
        digits(False), split("[0-9][0-9][0-9]"))},
    "BLOOM": {"pre_tokenizer": pre(split(BLOOM), byte_level()),
              "added_tokens": [added("<unk>", 0, special=True)], "unk_token": None},
    "Phi-2": {"pre_tokenizer": byte_level(by_gpt2=True),
              "added_tokens": [*SPACES, *(added("\t" * n, 0, normalized=True) for n in (9, 4, 2))]},
    "GPT-NeoX": {"normalizer": NFC, "pre_tokenizer": byte_level(by_gpt2=True),
                 "added_tokens": [added("<|padding|>", 0, special=True), *SPACES]},
    "ModernBERT": {"normalizer": NFC, "pre_tokenizer": byte_level(by_gpt2=True),
                   "added_tokens": [*SPACES, added("[MASK]", 0, lstrip=True, special=True)],
                   "post_processor": TEMPLATE},
    "Command R": {"normalizer": NFC, "pre_tokenizer": pre(digits(), byte_level(by_gpt2=True)),
                  "post_processor": TEMPLATE},
    "SmolLM": {"pre_tokenizer": pre(digits(), byte_level(by_gpt2=True)), "added_tokens": CHAT},
    "Whisper": {"pre_tokenizer": byte_level(by_gpt2=True),
                "added_tokens": [added("<|en|>", 0, special=True),
                                 added("<|0.00|>", 0, normalized=True)]},
    "SuperBPE": {"pre_tokenizer": pre(split(r"\p{N}+"), split(r"(?=(\d{3})+(?!\d))"), byte_level())},
    "single words": {"pre_tokenizer": byte_level(by_gpt2=True),
                     "added_tokens": [added("rain", 0, single_word=True, normalized=True),
                                      added("ọmọ", 0, rstrip=True)]},
}  # fmt: skip
PIECES = {
    "Llama 2": {"normalizer": norm(PREPEND, TO_PIECES), **FALLBACK},
    "CodeLlama": {"normalizer": norm(PREPEND, TO_PIECES), **FALLBACK,
                  "added_tokens": [added("▁<PRE>", 0, special=True)]},
    "Phi-3": {"normalizer": norm(PREPEND, TO_PIECES), **FALLBACK,
              "added_tokens": [added("<|user|>", 0, rstrip=True, special=True),
                               added("</s>", 0, rstrip=True)]},
    "Mistral 7B v0.3": {"pre_tokenizer": metaspace(prepend_scheme="first", split=False),
                        **FALLBACK, "added_tokens": [added("[INST]", 0, special=True)]},
    "Gemma 2": {"normalizer": TO_PIECES,
                "pre_tokenizer": split({"String": " "}, "MergedWithPrevious"), **FALLBACK,
                "added_tokens": [added("<bos>", 0, special=True), added("<h1>", 0),
                                 added("\n\n", 0), added("▁▁", 0)]},
    "Yi": {"normalizer": TO_PIECES, **FALLBACK, "added_tokens": CHAT},
    "NLLB, without a table": {"pre_tokenizer": metaspace(prepend_scheme="always", split=True),
                              "unk_token": "<unk>", "fuse_unk": True},
    "characters": {"pre_tokenizer": {"type": "Whitespace"}, "unk_token": "[UNK]"},
    "characters of BERT": {"normalizer": norm({"type": "NFD"}, {"type": "Lowercase"},
                                              {"type": "StripAccents"}),
                           "pre_tokenizer": {"type": "BertPreTokenizer"}, "unk_token": "[UNK]"},
    "suffix": {"pre_tokenizer": {"type": "WhitespaceSplit"}, "unk_token": "<unk>",
               "end_of_word_suffix": "</w>"},
}  # fmt: skip
TEXTS = [
    "", " ", "  ", "a", "Hello world", "  lead and trail  ", "don't WE'LL I'm we'Ve 'S",
    "1 12 123 1234 1234567 3.14 ½ ²", "a\n\nb\t c\r\n  d\n", "def f(x):\n    return x+1  # 2**10",
    "x𓀀y ꙮ", "👩‍👩‍👧 🇳🇬!", "Ẹ káàárọ̀, ṣé dáadáa ni?", "Ẹ káàárọ̀", "नमस्ते दुनिया १२३", "日本語テキストです。12",
    "▁ already▁there", "camelCaseXMLHttp HTMLs ÀÉ", "…—“quotes” (a) [b] {c}", "a,b;c...d!!??", "\x00\x7f\u200b",
    "ſ İ ﬁ ΑΣ ǅ", "한국어 텍스트", "مرحبا ۱۲۳", "\u3000wide\u00a0space", "<s>", "<think>x</think>", "e\u0301 ᄀ\u1161",
]  # fmt: skip
WITH_TOKENS = ["{}", "a {} b", "{}{}", "rain{}rain  {}\n rain ọmọ x", " {} ", "a{}"]


def learned(parts, in_bytes):
    """A small tokenizer.json with the parts, its merges learned by the library."""
    parts = dict(parts)
    tokens = parts.pop("added_tokens", [])
    unknown = parts.pop("unk_token", None)
    names = [f"<0x{byte:02X}>" for byte in range(256)] if parts.get("byte_fallback") else []
    suffix = parts.pop("end_of_word_suffix", None)
    data = file(**parts, unk_token=unknown, end_of_word_suffix=suffix)
    tokenizer = tokenizers.Tokenizer.from_str(json.dumps(data))
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet() if in_bytes else []
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=900 + len(names), special_tokens=[unknown, *names] if unknown else names,
        initial_alphabet=alphabet, show_progress=False, **({"end_of_word_suffix": suffix} if suffix else {}),
    )  # fmt: skip
    corpus = texts.samples()["english.txt"] + texts.samples()["yoruba.txt"]
    tokenizer.train_from_iterator(corpus.splitlines(keepends=True), trainer)
    data = json.loads(tokenizer.to_str())
    first = [added(unknown, 0, special=True)] if unknown else []
    data["added_tokens"] = [*first, *tokens]
    # As the file says it, the ids are those that the library gives.
    library = tokenizers.Tokenizer.from_str(json.dumps(data))
    for token in data["added_tokens"]:
        token["id"] = library.token_to_id(token["content"])
    return data


def agree(data):
    """Whether ids are those of the library, without and with special tokens."""
    tok, library = load(data), tokenizers.Tokenizer.from_str(json.dumps(data))
    known = [token["content"] for token in data["added_tokens"]]
    every = [*TEXTS, *(one.replace("{}", token) for one in WITH_TOKENS for token in known[-3:])]
    every += [text for _, text in texts.by_language()[:20]]
    for special in ("text", "special"):
        library.encode_special_tokens = special == "text"
        for text in every:
            wanted = library.encode(text, add_special_tokens=False).ids
            trace = tok.trace(text, special=special, unknown="keep")
            got = [i for i in trace.ids(trace.steps) if i >= 0]
            assert got == wanted, (special, text)
            assert len(trace.spans(trace.steps)) == len(trace.source_spans(trace.steps))
    return tok


@pytest.mark.parametrize("name", BYTES)
def test_bytes(name):
    tok = agree(learned(BYTES[name], in_bytes=True))
    for text in ("Hello, wọ́rld 12\n", " a"):
        normal = tok.cut.normalized(text)
        assert tok.decode(tok.encode(text)).removeprefix(" ") == normal.removeprefix(" ")


@pytest.mark.parametrize("name", PIECES)
def test_pieces_and_characters(name):
    agree(learned(PIECES[name], in_bytes=False))


REFUSED = {
    "Unigram (T5, XLM-R, ALBERT)": ({"model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0]]}}, "Unigram"),
    "WordPiece (BERT)": ({"model": {"type": "WordPiece", "vocab": {"[UNK]": 0}, "unk_token": "[UNK]",
                                    "continuing_subword_prefix": "##", "max_input_chars_per_word": 100}}, "WordPiece"),
    "WordLevel": ({"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}}, "WordLevel"),
    "CLIP": (file(vocab={"a": 0}, end_of_word_suffix="</w>", pre_tokenizer=byte_level()), "end_of_word_suffix"),
    "GPT": (file(vocab={"a": 0}, end_of_word_suffix="</w>",
                 normalizer={"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                             "strip_accents": None, "lowercase": True},
                 pre_tokenizer={"type": "BertPreTokenizer"}), "BERT's own normalizer"),
    "NLLB": (file(vocab={"a": 0}, normalizer={"type": "Precompiled", "precompiled_charsmap": ""}), "Precompiled"),
    "some bytes": (file(vocab={"<unk>": 0, "<0x41>": 1}, normalizer=TO_PIECES, **FALLBACK),
                   "falls back to bytes, lacks some"),
    "strip and first": (file(vocab={"<unk>": 0}, unk_token="<unk>", fuse_unk=True,
                             normalizer={"type": "Strip", "strip_left": True, "strip_right": True},
                             pre_tokenizer=metaspace(prepend_scheme="first")), "changes the start of a text"),
    "first after a replacement": (
        file(vocab={"<unk>": 0}, unk_token="<unk>", fuse_unk=True,
             normalizer={"type": "Replace", "pattern": {"Regex": "b+"}, "content": "a"},
             pre_tokenizer=metaspace(prepend_scheme="first")), "changes the start of a text"),
    "nothing is replaced": (
        file(vocab={"a": 0}, normalizer={"type": "Replace", "pattern": {"Regex": r"\b"}, "content": "a"}),
        "replaces an empty stretch"),
    "an added token that falls away": (
        file(vocab={"a": 0}, added_tokens=[added("\n", 1, normalized=True)],
             normalizer={"type": "Strip", "strip_left": True, "strip_right": True}), r"'\\n', that its normalizer"),
    "an added token twice": (
        file(vocab={"a": 0}, added_tokens=[added("<x>", 1), added("<x>", 1), added("<x>", 1, special=True)]),
        "'<x>' twice, in two ways"),
    "two added tokens of one id": (
        file(vocab={"a": 0, "b": 2}, added_tokens=[added("<x>", 2), added("b", 2)]), "gives the id 2 to two added"),
    "an added token that becomes white space": (
        file(vocab={"a": 0}, added_tokens=[added("<x>", 1, normalized=True), added("<y>", 2, rstrip=True)],
             normalizer={"type": "Replace", "pattern": {"Regex": "<x>"}, "content": " "}), "white space and others"),
    "prefix": (file(vocab={"a": 0}, continuing_subword_prefix="##"), "continuing_subword_prefix"),
    "dropout": (file(vocab={"a": 0}, dropout=0.1), "dropout"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_shown_is_refused_by_name(name):
    data, why = REFUSED[name]
    with pytest.raises(bpeviz.FormatError, match=why):
        load(data)


LATER = "\u20c1\u088f\u1acf\U00011de0\u2e60\ua7ce\ufbc3\U000323b0\u2b96\U0001faef\u0558\u0295"


@pytest.mark.parametrize(
    "name",
    [
        "GPT-2",
        "Llama 3",
        "Qwen 3.5",
        "GPT-4o",
        "DeepSeek V3",
        "DeepSeek Coder",
        "BLOOM",
        "Falcon",
        "StarCoder",
    ],
)
def test_characters_that_the_library_has_in_another_class(name):
    data = learned(BYTES[name], in_bytes=True)
    tok, library = load(data), tokenizers.Tokenizer.from_str(json.dumps(data))
    pieces = library.pre_tokenizer.pre_tokenize_str
    for character in LATER:
        for text in (
            f"a{character}b",
            f"{character}{{~",
            f" {character}1",
            f"{character}\U00050000.",
        ):
            trace = tok.trace(text)
            assert trace.ids(trace.steps) == library.encode(text).ids, ascii(text)
            assert trace.text == text and len(trace.chunks) == len(pieces(text))


def test_a_currency_sign_of_unicode_17_under_deepseeks_pattern():
    merges = [["â", "ĥ"], ["âĥ", "ģ"], ["âĥģ", "{"]]
    data = learned(BYTES["DeepSeek V3"] | {"added_tokens": []}, in_bytes=True)
    letters = sorted(token for token in data["model"]["vocab"] if len(token) == 1)
    data["model"]["vocab"] = {t: i for i, t in enumerate([*letters, *map("".join, merges)])}
    data["model"]["merges"] = merges
    ids = tokenizers.Tokenizer.from_str(json.dumps(data)).encode("\u20c1{~").ids
    # Not one chunk of symbols: the sign, and what stands behind it, so the last merge is not made.
    assert load(data).encode("\u20c1{~") == ids and len(ids) == 3
