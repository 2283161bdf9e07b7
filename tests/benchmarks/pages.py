"""How long the server takes to answer a change on a page: ``python -m tests.benchmarks.pages``.

The corpus has 100 KB and 1,000 merges. Printed is the median over three changes of a kind, without
the browser; the aim is 0.3 s.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from bpeviz.app import encode, unicode_lens, vocabulary
from bpeviz.app.encode import cases
from tests.app.alone import change, run

from . import corpora

State = dict[str, Any]
Change = tuple[str, State, list[State]]
# The shared step, moved from outside of the slider.
STEP = [{"step": k, "nonce": 100 + k} for k in (100, 500, 900)]


def of_encode() -> Iterator[Change]:
    """What a person changes: its name, what is set before, three values of it."""
    text = [{"encode_text": f"another text {n} of the market"} for n in range(3)]
    for view in encode.VIEWS:
        yield f"{view}, step", {"encode_view": view}, STEP
        yield f"{view}, text", {"encode_view": view}, text
    ids = [{"decode_ids": f"97 98 {300 + n}"} for n in range(3)]
    yield "ids", {"encode_page": "Decode"}, ids
    rules = [{"order_rules": name} for name in cases.RULES]
    yield "order", {"encode_page": encode.TABS[2]}, rules
    texts = [{"sorted_text": f"hello {n}"} for n in range(3)]
    yield "sorted", {"encode_page": encode.TABS[3]}, texts


def of_vocabulary() -> Iterator[Change]:
    yield "step", {}, STEP
    yield "search", {}, [{"vocabulary_query": query} for query in "abc"]
    yield "token", {"vocabulary_query": ""}, [{"vocabulary_token": n} for n in (300, 600, 1200)]
    yield "frequency", {"vocabulary_tab": vocabulary.TABS[1]}, STEP
    rare = [{"vocabulary_rare": n} for n in (5, 20, 50)]
    yield "rare", {"vocabulary_tab": vocabulary.TABS[2]}, rare


def of_lens() -> Iterator[Change]:
    for tab in unicode_lens.TABS:
        texts = [{"lens_text": f"another text {n} ọ̀ o\u0323"} for n in range(3)]
        yield f"{tab}, text", {"lens_tab": tab}, texts
        yield f"{tab}, step", {"lens_tab": tab}, STEP


def of_splits() -> Iterator[Change]:
    yield "text", {}, [{"split_text": f"It's {n} o'clock"} for n in range(3)]
    yield "pattern", {}, [{"split_a": one} for one in ("qwen", "llama3", "o200k")]
    own = [{"split_a_own": rf"\p{{L}}{{1,{n}}}|."} for n in (3, 4, 5)]
    yield "own", {"split_a": "own"}, own


CHANGES = {
    "encode": of_encode,
    "vocabulary": of_vocabulary,
    "unicode_lens": of_lens,
    "split_patterns": of_splits,
}


def main() -> None:
    corpus = corpora.text("English", 100_000)
    for name, changes in CHANGES.items():
        app = run(name, corpus_text=corpus, sample="own", num_merges=1000)
        for what, before, values in changes():
            change(app, **before)
            seconds = []
            for value in values:
                started = time.perf_counter()
                change(app, **value)
                seconds.append(time.perf_counter() - started)
            print(f"{name + ', ' + what:44}{statistics.median(seconds):7.3f} s", flush=True)


if __name__ == "__main__":
    main()
