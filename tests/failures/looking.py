"""What the tests of the failures share: looking at one, and the plain definition as an oracle."""

import bpeviz
from bpeviz.app.corpus.samples import languages, samples
from bpeviz.failures import Finding, Tokens
from tests.engine import reference


def sample(name):
    if name == "languages":
        return "\n".join(f"{row['language']}: {row['text']}" for row in languages())
    return samples()[name].text


def look(module, step=None, **changes):
    """The values, the scenes and the finding of a failure, some values changed."""
    failure = getattr(module, "FAILURE", module)
    values = failure.defaults(sample) | changes
    scenes = failure.stage(values, bpeviz.train)
    return values, scenes, failure.tell(values, scenes, step)


def numbers(finding: Finding):
    return [number.value for number in finding.numbers]


def sentence(finding: Finding):
    """What is said, with tokens in brackets."""
    words = (
        f"[{'|'.join(shown(part))}]" if isinstance(part, Tokens) else str(part)
        for part in finding.says
    )
    return "".join(words)


def shown(tokens):
    return [t if isinstance(t, str) else t.decode("utf-8", "replace") for t in tokens.symbols]


def column(finding, name):
    at = finding.table.columns.index(name)
    return [row[at] for row in finding.table.rows]


def naive(corpus, num_merges, text):
    """The tokens of a text by the plain definition, over the chunks of the GPT-4 pattern."""
    chunks = [tuple(chunk.encode()) for chunk in reference.chunks(corpus)]
    merges, _ = reference.train(chunks, num_merges, lambda a, b, rank: 256 + rank)
    names = {i: bytes([i]) for i in range(256)}
    for left, right, new, *_ in merges:
        names[new] = names[left] + names[right]
    ranks = {(a, b): (rank, new) for rank, (a, b, new, *_) in enumerate(merges)}
    return [
        names[i].decode("utf-8", "replace")
        for chunk in reference.chunks(text)
        for i in reference.encode(chunk.encode(), ranks)
    ]
