"""The programs that the formats belong to, as encoders to compare with."""

import base64
import io
import warnings
from itertools import pairwise

import pytest
import regex


def huggingface(files):
    """The ids that ``tokenizers`` gives, special tokens as text."""
    tokenizers = pytest.importorskip("tokenizers")
    tokenizer = tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode("utf-8"))
    tokenizer.encode_special_tokens = True
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def ranks_of(content):
    """The ranks of a rank file, read as tiktoken reads it."""
    lines = (line.split() for line in content.splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in lines}


def tiktoken(files, pattern):
    """The ids that ``tiktoken`` gives, special tokens as text."""
    library = pytest.importorskip("tiktoken")
    (content,) = files.values()
    encoding = library.Encoding(
        "test", pat_str=pattern, mergeable_ranks=ranks_of(content), special_tokens={}
    )
    return encoding.encode_ordinary


def gpt2(files):
    """The ids of GPT-2's pair of files in ``tokenizers``."""
    tokenizers = pytest.importorskip("tokenizers")
    import json

    vocabulary = json.loads(files["encoder.json"])
    lines = files["vocab.bpe"].decode("utf-8").split("\n")[1:-1]
    model = tokenizers.models.BPE(vocabulary, [tuple(line.split(" ")) for line in lines])
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    return lambda text: tokenizer.encode(text).ids


def minbpe(files):
    """minbpe's way of reading a .model and encoding, written from its description."""
    lines = files["tokenizer.model"].decode("utf-8").split("\n")
    assert lines[0].strip() == "minbpe v1"
    pattern, count = lines[1].strip(), int(lines[2].strip())
    for line in lines[3 : 3 + count]:
        _special, number = line.strip().split()
        int(number)
    pairs = [tuple(map(int, line.split())) for line in lines[3 + count :] if line]
    merges = {pair: 256 + r for r, pair in enumerate(pairs)}

    def chunk_ids(chunk):
        ids = list(chunk.encode("utf-8"))
        while len(ids) > 1:
            pair = min(pairwise(ids), key=lambda p: merges.get(p, 1 << 40))
            if pair not in merges:
                break
            merged, i = [], 0
            while i < len(ids):
                here = tuple(ids[i : i + 2]) == pair
                merged.append(merges[pair] if here else ids[i])
                i += 2 if here else 1
            ids = merged
        return ids

    def encode(text):
        chunks = regex.findall(pattern, text) if pattern else [text]
        return [number for chunk in chunks for number in chunk_ids(chunk)]

    return encode


def subword_nmt(files):
    """``subword-nmt apply-bpe`` on one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library = pytest.importorskip("subword_nmt.apply_bpe")
    return library.BPE(io.StringIO(files["codes.txt"].decode("utf-8"))).process_line
