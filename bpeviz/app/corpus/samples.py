"""The sample texts that come with bpeviz, read once from `sample_texts/`.

A sample is a `.txt` file and a table of the same name in `notes.toml`, which also gives the
order. To add one, write both. `languages.csv` holds one short text in many languages.
Texts are given as they stand in the files: no normal form is applied here.
"""

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "sample_texts"


@dataclass(frozen=True)
class Sample:
    """One sample text; `key` is the stem of its file, `note` one sentence about it."""

    key: str
    title: str
    note: str
    text: str


def samples() -> dict[str, Sample]:
    """Return every sample by its key, in the order of `notes.toml`.

    >>> list(samples())[:2]
    ['toy_words', 'english']
    >>> samples()["toy_words"].text.split().count("low")
    5
    """
    return {sample.key: sample for sample in _read_samples()}


def languages() -> list[dict[str, str]]:
    """Return the rows of `languages.csv`: dicts of language, code, script and text.

    >>> first = languages()[0]
    >>> first["language"], first["code"], first["script"]
    ('English', 'en', 'Latin')
    """
    return [dict(row) for row in _read_languages()]


@cache
def _read_samples() -> tuple[Sample, ...]:
    notes = tomllib.loads(_read("notes.toml"))
    return tuple(
        # The newline that ends the file is not part of the text.
        Sample(key, note["title"], note["note"], _read(f"{key}.txt").removesuffix("\n"))
        for key, note in notes.items()
    )


@cache
def _read_languages() -> tuple[dict[str, str], ...]:
    return tuple(csv.DictReader(_read("languages.csv").splitlines()))


def _read(name: str) -> str:
    # Bytes, not read_text: Windows must not change line ends, nor pick another encoding.
    return (FOLDER / name).read_bytes().decode("utf-8")
