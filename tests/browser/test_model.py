"""The browser's model of tokenizer and text, run in Chromium, against the Trace.

Random trainings and random files: ids, texts, counts, pairs in the order of the tie rule, and the
count of a pair over all steps. The engine is the oracle.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.app.widgets.scripts import script
from bpeviz.engine.letters import bytes_to_letters
from bpeviz.views import palette
from bpeviz.views.payload import document_payload, tokenizer_payload
from tests.browser.tie_order import in_order
from tests.formats import test_pieces
from tests.formats.test_pieces import learned
from tests.sparing import sparing

pytestmark = pytest.mark.browser

#: More rows than a small text has pairs.
ALL = 10_000
RUN = """({tokenizer, document, rule, most}) => {
  const pane = new PaneModel(new TokenizerModel(tokenizer), new DocumentModel(document));
  pane.rule = rule;
  const { document: text } = pane;
  const at = (k) => {
    const tokens = [];
    for (let s = 0; s < text.n; s = tokens.at(-1).e) tokens.push(pane.tokenFrom(s, k));
    const visited = [];
    pane.eachToken(k, (id) => visited.push(id));
    return {
      ids: tokens.map(({ id }) => id),
      visited,
      texts: tokens.map(({ s, e }) => text.plain(s, e)),
      unknown: tokens.map(({ unknown }) => unknown),
      hues: tokens.map(({ id }) => pane.tokenizer.hueOf(id)),
      parts: tokens.map((token) => pane.partsOf(token)?.map(({ id }) => id) ?? null),
      count: pane.counts[k],
      pairs: pairsAt(pane, k, most),
    };
  };
  const steps = Array.from({ length: pane.steps + 1 }, (_, k) => at(k));
  const history = (pair) => [...pairHistory(pane, ...pair)];
  const seen = new Map();
  for (const { pairs } of steps)
    for (const { left, right } of pairs.rows) seen.set(`${left} ${right}`, [left, right]);
  return { steps, histories: [...seen.values()].slice(-30).map((pair) => [pair, history(pair)]) };
}"""


@pytest.fixture(scope="module")
def run(browser: Any) -> Any:
    """``run(trace, rule)``: what the browser's model says of a trace at every step."""
    page = browser.new_page()
    page.add_script_tag(content=script("scrubber/scrubber.js"))

    def run_(trace: bpeviz.Trace, rule: str | None) -> dict[str, Any]:
        tokenizer = tokenizer_payload(trace.tokenizer, "t")
        document = document_payload(trace, "d")
        parts = {"tokenizer": tokenizer, "document": document, "rule": rule, "most": ALL}
        return page.evaluate(RUN, parts)

    yield run_
    page.close()


def span_texts(trace: bpeviz.Trace, step: int) -> list[str]:
    text = trace.text
    return [text[start:end].replace("\ud800", "\ufffd") for start, end in trace.spans(step)]


def agree(run: Callable[..., Any], trace: bpeviz.Trace, rule: str | None = None) -> dict[str, Any]:
    """Assert that the browser's model says of a trace at every step what the trace says."""
    found = run(trace, rule)
    tok = trace.tokenizer
    assert len(found["steps"]) == trace.steps + 1
    for k, step in enumerate(found["steps"]):
        ids = trace.ids(k)
        assert step["ids"] == step["visited"] == ids, k
        assert step["texts"] == span_texts(trace, k), k
        assert step["count"] == trace.token_counts[k] == len(ids)
        assert step["hues"] == [palette.hue_of(i, tok) for i in ids]
        pairs, counts = step["pairs"], trace.pair_counts(k)
        rows = [(row["left"], row["right"], row["count"]) for row in pairs["rows"]]
        assert rows == in_order(trace, k, rule), k
        assert pairs["different"] == len(counts)
        if k < trace.steps:
            merge = tok.merges[k]
            here = counts.get((merge.left, merge.right), 0)
            assert pairs["next"] == {"left": merge.left, "right": merge.right, "count": here}
            assert pairs["tied"] == (list(counts.values()).count(here) - 1 if here else 0)
    for (left, right), history in found["histories"]:
        every = [trace.pair_counts(k).get((left, right), 0) for k in range(trace.steps + 1)]
        assert history == every, (left, right)
    return found


TEXT = st.text(st.sampled_from("aaabbc é\u0301\n𝔘\ud800ß"), max_size=60)
CALM = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@pytest.mark.parametrize("examples", sparing([60, 300]))
def test_random_trainings(run: Any, examples: int) -> None:
    @settings(max_examples=examples, **CALM)
    @given(
        TEXT,
        TEXT,
        st.sampled_from(["byte", "regex", "character"]),
        st.sampled_from(["first-seen", "smallest-ids", "largest-symbols", "huggingface"]),
        st.fixed_dictionaries(
            {"num_merges": st.integers(0, 25)},
            optional={
                "normalization": st.sampled_from(["NFC", "NFD"]),
                "alphabet": st.sampled_from([None, "observed", "lowercase"]),
            },
        ),
        st.fixed_dictionaries({"end_of_word": st.sampled_from(["_", "</w>", None, "a"])}),
        st.booleans(),
    )
    def check(
        corpus: str, other: str, mode: str, rule: str, more: Any, end: Any, joined: bool
    ) -> None:
        if mode == "character":
            more = more | end | {"end_of_word_joined": joined and bool(end["end_of_word"])}
        elif more.get("alphabet") == "lowercase":
            more = more | {"alphabet": None}
        try:
            tok = bpeviz.train(corpus + " ab ab aab", mode=mode, tie_break=rule, **more)
        except bpeviz.BPEError:
            assume(False)
        trace = tok.trace(corpus + " ab ab aab", unknown="keep")
        found = agree(run, trace, rule)
        for k, merge in enumerate(tok.merges):
            first = found["steps"][k]["pairs"]["rows"][0]
            assert (first["left"], first["right"]) == (merge.left, merge.right)
            assert first["count"] == merge.count
        agree(run, tok.trace(other, unknown="keep"), None)

    check()


SYMBOLS = "abcé"


@st.composite
def merge_lists(draw: st.DrawFn, symbols: list[str]) -> list[tuple[str, str]]:
    """Merges in any order, some of them of one product or of parts that later merges make."""
    known, merges = list(symbols), []
    for _ in range(draw(st.integers(0, 10))):
        pair = (draw(st.sampled_from(known)), draw(st.sampled_from(known)))
        if pair not in merges and len("".join(pair)) < 9:
            merges.append(pair)
            known.append("".join(pair))
    return draw(st.permutations(merges)) if draw(st.booleans()) else merges


@st.composite
def huggingface_files(draw: st.DrawFn) -> bytes:
    """A tokenizer.json of bytes or characters, with and without an unknown token, with added ones."""
    in_bytes = draw(st.booleans())
    base = [bytes_to_letters(bytes([b])) for b in range(256)] if in_bytes else list(SYMBOLS + " ")
    letters = [bytes_to_letters(c.encode())[0] for c in SYMBOLS] if in_bytes else list(SYMBOLS)
    merges = draw(merge_lists(letters))
    vocab = {
        t: i for i, t in enumerate(dict.fromkeys(["[UNK]", *base, *("".join(m) for m in merges)]))
    }
    unknown = draw(st.sampled_from([None, "[UNK]"])) if not in_bytes else None
    contents = draw(st.lists(st.sampled_from(["[UNK]", "<s>", "é", "ab", "c"]), unique=True))
    added = [
        {"id": vocab.get(content, len(vocab) + i), "content": content, "single_word": False,
         "lstrip": draw(st.booleans()), "rstrip": draw(st.booleans()),
         "normalized": draw(st.booleans()), "special": draw(st.booleans())}
        for i, content in enumerate(contents)
    ]  # fmt: skip
    level = {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": True,
        "use_regex": True,
    }
    model = {
        "type": "BPE", "dropout": None, "unk_token": unknown, "continuing_subword_prefix": None,
        "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
        "ignore_merges": draw(st.booleans()), "vocab": vocab, "merges": [list(m) for m in merges],
    }  # fmt: skip
    words = draw(st.sampled_from([None, {"type": "Whitespace"}]))
    return json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": added,
        "normalizer": draw(st.sampled_from([None, {"type": "NFC"}])), "decoder": None,
        "pre_tokenizer": level if in_bytes else words, "post_processor": None, "model": model,
    }).encode()  # fmt: skip


@st.composite
def rank_files(draw: st.DrawFn) -> bytes:
    """Ranks of tokens of which some can be made by no merge, in any order."""
    longer = draw(st.lists(st.text(st.sampled_from("abc"), min_size=2, max_size=6), unique=True))
    tokens = [*(bytes([b]) for b in range(256)), *(token.encode() for token in longer)]
    lines = (base64.b64encode(token) + b" %d\n" % rank for rank, token in enumerate(tokens))
    return b"".join(lines)


@st.composite
def piece_files(draw: st.DrawFn) -> bytes:
    """A tokenizer.json of pieces: spaces as ▁, unknown characters as bytes or in runs."""
    letters = [*SYMBOLS, "é", "▁"]
    names = [f"<0x{byte:02X}>" for byte in range(256)] if draw(st.booleans()) else []
    merges = draw(merge_lists(letters))
    tokens = dict.fromkeys(["<unk>", *names, *letters, *("".join(m) for m in merges)])
    model = {
        "type": "BPE", "dropout": None, "unk_token": draw(st.sampled_from([None, "<unk>"])),
        "continuing_subword_prefix": None, "end_of_word_suffix": None,
        "fuse_unk": draw(st.booleans()), "byte_fallback": bool(names), "ignore_merges": False,
        "vocab": {token: i for i, token in enumerate(tokens)}, "merges": [list(m) for m in merges],
    }  # fmt: skip
    changes = [
        {"type": "Prepend", "prepend": "▁"},
        {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
    ]
    return json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "decoder": None,
        "normalizer": {"type": "Sequence", "normalizers": changes[draw(st.integers(0, 1)):]},
        "pre_tokenizer": None, "post_processor": None, "model": model,
    }).encode()  # fmt: skip


FILES = st.one_of(huggingface_files(), rank_files(), piece_files())


@pytest.mark.parametrize("examples", sparing([80, 400]))
def test_random_files(run: Any, examples: int) -> None:
    @settings(max_examples=examples, **CALM)
    @given(
        FILES, st.text(st.sampled_from("aaabbbcc é\u0301xyz😁<s>[UNK]"), max_size=40), st.booleans()
    )
    def check(data: bytes, text: str, special: bool) -> None:
        more = {} if data.startswith(b"{") else {"pattern": "gpt2"}
        try:
            tok = bpeviz.load(data, **more)
        except bpeviz.BPEError:
            assume(False)
        text += "<s>[UNK]éab abc"
        agree(run, tok.trace(text, special="special" if special else "text", unknown="keep"))

    check()


@pytest.mark.parametrize("name", ["Llama 2", "fused", "lower case"])
def test_pieces_of_several_bytes_or_characters(run: Any, name: str) -> None:
    data = learned(**test_pieces.PARTS[name], size=40)
    tok = bpeviz.load(json.dumps(data).encode())
    trace = tok.trace("the baker's bread, ọjà 😁😁 <s>漢字 the", special="special", unknown="keep")
    agree(run, trace)
