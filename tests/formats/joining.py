"""A text as ``subword-nmt apply-bpe`` prints it, by a tokenizer of ours."""

from itertools import accumulate

from bpeviz import Tokenizer


def joined(tok: Tokenizer, text: str, separator: str = "@@") -> str:
    """The text as ``subword-nmt apply-bpe`` prints it: parts inside a word end with ``@@``."""
    lines = [line.strip("\r\n ") for line in text.split("\n")]
    words = list(dict.fromkeys(word for line in lines for word in line.split(" ") if word))
    written = dict(zip(words, _segmented(tok, words, separator), strict=True))
    result = []
    for whole, line in zip(text.split("\n"), lines, strict=True):
        before = whole[: len(whole) - len(whole.lstrip("\r\n "))]
        after = whole[len(before) + len(line) :]
        result.append(before + " ".join(written[w] for w in line.split(" ") if w) + after)
    return "\n".join(result)


def _segmented(tok: Tokenizer, words: list[str], separator: str) -> list[str]:
    """Each word with its tokens separated."""
    trace = tok.trace(words, unknown="keep", separator="")
    tokens = iter(trace.tokens(trace.steps))
    ends = {i + 1 for i, number in enumerate(trace.boundaries) if number > trace.steps}
    ends.add(len(trace.ids(0)))
    totals = list(accumulate(at in ends for at in range(len(trace.ids(0)) + 1)))
    segmented = []
    for start, end in trace.chunks:
        parts = [str(next(tokens)) for _ in range(totals[end] - totals[start])]
        marker = tok.end_of_word or ""
        parts[-1] = parts[-1].removesuffix(marker)
        segmented.append(f"{separator} ".join(part for part in parts if part))
    return segmented
