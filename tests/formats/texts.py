"""Texts to compare on: the samples, 200 KB in ten scripts and more, random Unicode."""

import csv
import random
import unicodedata
from functools import cache
from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "sample_texts"
SHARED = Path(__file__).parents[3] / "shared"


@cache
def samples():
    """The sample texts, by file name."""
    return {path.name: path.read_text("utf-8") for path in sorted(SAMPLES.glob("*.txt"))}


@cache
def by_language():
    """The same text in each language: (script, text)."""
    with (SAMPLES / "languages.csv").open(encoding="utf-8", newline="") as file:
        return [(row["script"], row["text"]) for row in csv.DictReader(file)]


@cache
def many_scripts(size=210_000, seed=11):
    """At least ``size`` bytes of text in every script of the samples, in documents of some 5 KB."""
    rng = random.Random(seed)
    sentences = [text for _, text in by_language()]
    lines = [line for text in samples().values() for line in text.splitlines(keepends=True)]
    documents, length = [], 0
    while length < size:
        parts = []
        for text in rng.sample(sentences, len(sentences)):
            words = text.split(" ")
            rng.shuffle(words)
            parts.append(rng.choice([" ", "  ", "\n", "\t"]).join(words))
        parts += [*rng.choices(lines, k=20), random_text(60, rng.random())]
        documents.append("".join(parts))
        length += len(documents[-1].encode())
    return documents


def random_text(length, seed):
    """Random characters that Unicode 14 knows, so that all libraries agree on what they are."""
    rng = random.Random(seed)
    characters = []
    while len(characters) < length:
        top = rng.choice([0x80, 0x250, 0x3000, 0x20000, 0x110000])
        character = chr(rng.randrange(top))
        if unicodedata.category(character) not in ("Cs", "Cn"):
            characters.append(character * rng.choice([1, 1, 1, 3]))
    return "".join(characters)


@cache
def case_texts():
    """The inputs of the public cases, where they are."""
    import json

    path = SHARED / "cases" / "cases.jsonl"
    if not path.is_file():
        return []
    found = []
    for line in path.read_text("utf-8").splitlines():
        value = json.loads(line)["input"]
        values = value.values() if isinstance(value, dict) else value
        found += [value] if isinstance(value, str) else [v for v in values if isinstance(v, str)]
    return [
        text
        for text in found
        if text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore") == text
    ]


@cache
def all_texts():
    """Everything above."""
    return [
        *samples().values(),
        *(text for _, text in by_language()),
        *many_scripts(),
        *(random_text(200, seed) for seed in range(30)),
        *case_texts(),
        "",
    ]
