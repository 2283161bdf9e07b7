"""Whatever a file of at most the limit holds: it opens, or is refused, soon and in little memory."""

import base64
import json
import random
import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpeviz
from bpeviz.formats import loaded
from bpeviz.formats.loaded import FileBase, FileCut
from tests.formats.test_bad_files import GOOD
from tests.formats.test_huggingface import added, byte_level

BYTES = [bytes([b]) for b in range(256)]


def ranks(tokens):
    lines = (base64.b64encode(t) + b" %d\n" % i for i, t in enumerate([*BYTES, *tokens]))
    return b"".join(lines)


def minbpe(pairs):
    lines = (f"{left} {right}\n" for left, right in pairs)
    return ("minbpe v1\n\n0\n" + "".join(lines)).encode()


def codes(pairs):
    return "".join(f"{left} {right}\n" for left, right in pairs).encode()


def model(pieces):
    """A model of SentencePiece, as protocol buffer."""
    written = [b"\n\x09\n\x05<unk>\x18\x02"]
    for piece in map(str.encode, pieces):
        written.append(b"\n%c\n%c%s" % (len(piece) + 2, len(piece), piece))
    return b"".join([*written, b"\x12\x02\x18\x02"])


def doubled(n):
    return [("a" * 2**k, "a" * 2**k) for k in range(n)]


MADE = {
    "a chain": lambda: minbpe([(97, 97), *((256 + i, 97) for i in range(7_000))]),
    "a shorter chain": lambda: minbpe([(97, 97), *((256 + i, 97) for i in range(2_000))]),
    "doublings": lambda: minbpe([(97, 97), *((256 + i, 256 + i) for i in range(40))]),
    "doubled ranks": lambda: ranks(b"a" * 2**k for k in range(1, 21)),
    "a chain of ranks": lambda: ranks((b"ab" * 1_000)[:k] for k in range(2, 1_500)),
    "doubled codes": lambda: codes(doubled(20)),
    "prefixes": lambda: json.dumps(
        byte_level(added_tokens=[added("a" * 50 + str(i), i) for i in range(200_000)])
    ).encode(),
    "lines": lambda: b"a b\n" * 7_500_000,
    "values": lambda: b'{"model":{"vocab":{},"merges":[' + b'"a b",' * 4_000_000 + b'""]}}',
    "lists": lambda: b'{"model":{"vocab":' + b"[{}," * 1_000_000,
    "codes whose parts nothing makes": lambda: b"".join(b"%d a\n" % i for i in range(299_000)),
    "too many codes": lambda: b"".join(b"%d a\n" % i for i in range(990_000)),
    "ranks that nothing makes": lambda: ranks(b"%06d" % i for i in range(400_000)),
    "special tokens": lambda: minbpe([]).replace(b"0\n", b"900000\n") + b"".join(
        b"<%d> %d\n" % (i, i) for i in range(900_000)),
    "a piece twice": lambda: model([*(f"y{i}" for i in range(400_000)), "y399999"]),
    "brackets": lambda: b"[" * 30_000_000,
    "tokens": lambda: json.dumps(
        byte_level() | {"model": {"type": "BPE", "merges": [], "vocab": {str(i): i for i in range(1_000_001)}}}
    ).encode(),
}  # fmt: skip


def test_many_added_tokens_are_found_soon():
    entries = [added(f"<{i}>", i, normalized=True) for i in range(50_000)]
    data = json.dumps(byte_level(added_tokens=entries, normalizer={"type": "NFC"})).encode()
    started = time.process_time()
    tok = bpeviz.load(data)
    text = "<49999>a<0>" * 1_000
    assert tok.encode(text) == [256 + 49_999, tok.encode("a")[0], 256] * 1_000
    assert all(tok.encode("<7>") == [263] for _ in range(1_000))
    assert time.process_time() - started < 5


def test_more_tokens_than_can_be_told_apart_are_refused():
    # Each merge names two tokens of its own.
    data = minbpe([]) + b"".join(b"97 %d\n" % (97 + i % 3) for i in range(3))
    assert len(bpeviz.load(data).merges) == 3
    many = {str(i): i for i in range(700_000)}
    cut, rules = FileCut(), [(i, i, 700_000 + i, None, None) for i in range(400_000)]
    with pytest.raises(bpeviz.FormatError, match="names 1,100,000 tokens; at most 1,000,000"):
        loaded.tokenizer(
            FileBase(tuple(many), tuple(many.values()), in_characters=True), rules, cut
        )


def test_a_large_number_of_added_tokens_is_refused():
    entries = [{"content": f"<{i}>", "id": i} for i in range(100_001)]
    with pytest.raises(bpeviz.FormatError, match="100,001 added tokens; at most 100,000"):
        bpeviz.load(json.dumps(byte_level(added_tokens=entries)).encode())


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_time_and_memory(name):
    data = MADE[name]()
    started = time.process_time()
    try:
        number = len(bpeviz.load(data).merges)
    except bpeviz.BPEError as error:
        assert str(error).endswith(".")
        number = 0
    assert time.process_time() - started < 20
    if time.process_time() - started > 2:
        return  # To trace memory takes several times as long.
    tracemalloc.start()
    try:
        bpeviz.load(data)
    except bpeviz.BPEError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 50_000_000 + 10 * len(data) + 1_500 * number


@settings(max_examples=150)
@given(st.sampled_from(sorted(GOOD)), st.integers(0, 2**32), st.integers(1, 6))
def test_good_files_with_pieces_moved_repeated_or_lost(format, seed, times):
    rng, data = random.Random(seed), GOOD[format]
    for _ in range(times):
        start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        piece = data[start : min(end, start + 300)]
        at = rng.randrange(len(data) + 1)
        data = rng.choice(
            [data[:at] + piece + data[at:], data[:start] + data[end:], data + piece * 3]
        )
        data = data or b" "
    started = time.process_time()
    try:
        trace = bpeviz.load(data).trace("the rain, low", unknown="keep")
        assert trace.token_counts[trace.steps] == len(trace.ids(trace.steps))
    except bpeviz.BPEError as error:
        assert str(error).rstrip("”\"'").endswith((".", "?"))
    assert time.process_time() - started < 10
