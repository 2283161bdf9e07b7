"""The guided walk's examples as HTML: words, pairs, characters and merges as tables of tokens."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from bpeviz import Merge, Tokenizer, Trace
from bpeviz.engine.base import END, Symbol
from bpeviz.wording import bare

from . import palette, tokens
from .glyphs import visible

_RULES = """
.walk-table{border-collapse:collapse;width:100%;margin:0 0 .5rem}
.walk-table caption{text-align:start;font-size:.875rem;padding:0 0 .35rem;opacity:.85}
.walk-table th{text-align:start;font-weight:600;font-size:.875rem;opacity:.85}
.walk-table :is(th,td){padding:.2rem .75rem .2rem 0;border-bottom:1px solid light-dark(#0002,#fff3);
 vertical-align:baseline}
.walk-table .number{text-align:end;font-variant-numeric:tabular-nums;width:1%;white-space:nowrap}
.walk-table .bar{width:40%;min-width:5rem}
.walk-bar{display:block;height:.7rem;border-radius:2px;background:light-dark(#3b4cc0,#93a4ff)}
.walk-table tr.first td{font-weight:600}
.walk-table td.bpe-line{line-height:1.6}
.walk-caption{font-size:.875rem;opacity:.85;margin:0 0 .25rem}
.walk-named{display:inline-block;max-width:100%}
.walk-id{font-size:.75rem;opacity:.85;margin:0 .5rem 0 .1rem}
"""


@dataclass(frozen=True)
class Word:
    """A distinct word (or chunk) at a step: its tokens, and how often it stands in the text."""

    ids: tuple[int, ...]
    symbols: tuple[Symbol, ...]
    count: int


def css() -> str:
    """Return the styles of this module and of tokens, as ``style`` elements."""
    return f"{tokens.css()}<style>{_RULES}</style>"


def words(trace: Trace, step: int) -> list[Word]:
    """The distinct words of a text at a step, in the order in which they first occur.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low lower", mode="character", num_merges=1).trace("low low lower")
    >>> [(word.symbols, word.count) for word in words(trace, 1)]
    [(('lo', 'w', '_'), 2), (('lo', 'w', 'e', 'r', '_'), 1)]
    """
    ids, symbols, alive = trace.ids(step), trace.tokens(step), trace.boundaries
    ends = [i + 1 for i, number in enumerate(alive) if number > step] + [len(alive) + 1]
    counts: Counter[tuple[tuple[int, ...], tuple[Symbol, ...]]] = Counter()
    at = 0
    for _, end in trace.chunks:
        first = at
        while at < len(ids) and ends[at] <= end:
            at += 1
        counts[tuple(ids[first:at]), tuple(symbols[first:at])] += 1
    return [Word(ids, symbols, n) for (ids, symbols), n in counts.items() if ids]


def words_table(found: Sequence[Word], caption: str, limit: int = 30) -> str:
    """Words as tokens, with their counts."""
    rows = [
        f"<tr>{_cell(_chips(word.ids, word.symbols))}{_number(word.count)}</tr>"
        for word in found[:limit]
    ]
    left = tokens.more(len(found) - limit)
    return _table(caption, ["Word", "Times"], rows) + left


def pairs(trace: Trace, step: int) -> list[tuple[tuple[int, int], int]]:
    """The pairs at a step with their counts, the next merge first, then the most frequent."""
    counts = trace.pair_counts(step)
    merges = trace.tokenizer.merges
    best = (merges[step].left, merges[step].right) if step < len(merges) else None
    return sorted(counts.items(), key=lambda item: (item[0] != best, -item[1]))


def pairs_table(
    trace: Trace, found: Sequence[tuple[tuple[int, int], int]], caption: str, limit: int = 14
) -> str:
    """Pairs with their counts, as bars too; the first is the one that is merged next."""
    most = max((count for _, count in found), default=1)
    known = trace.tokenizer.vocabulary
    rows = []
    for i, (pair, count) in enumerate(found[:limit]):
        bar = f'<td class="bar"><span class="walk-bar" style="width:{100 * count / most:.0f}%">'
        first = ' class="first"' if i == 0 else ""
        shown = _cell(_chips(pair, [known[one] for one in pair]))
        rows.append(f"<tr{first}>{shown}{_number(count)}{bar}</span></td></tr>")
    table = _table(caption, ["Pair", "Times", ""], rows)
    return table + tokens.more(len(found) - limit)


def overlaps(trace: Trace, step: int) -> dict[tuple[int, int], tuple[int, int]]:
    """The pairs that overlap themselves, as "aa" in "aaa": how often counted, how often replaced.

    The most frequent come first. A merge saves as many tokens as it replaces pairs.

    >>> import bpeviz
    >>> text = "aaa aaa aaa bc bc bc bc bc"
    >>> trace = bpeviz.train(text, mode="character", num_merges=0).trace(text)
    >>> overlaps(trace, 0)
    {(0, 0): (6, 3)}
    """
    counted: Counter[tuple[int, int]] = Counter()
    replaced: Counter[tuple[int, int]] = Counter()
    for word in words(trace, step):
        for id, run in groupby(word.ids):
            length = len(list(run))
            counted[id, id] += (length - 1) * word.count
            replaced[id, id] += length // 2 * word.count
    return {pair: (n, replaced[pair]) for pair, n in counted.most_common() if replaced[pair] < n}


def twins(trace: Trace) -> tuple[int, int] | None:
    """The ids of the character and of the marker, where a text holds the marker's character.

    >>> import bpeviz
    >>> twins(bpeviz.train("a_b", mode="character", num_merges=0).trace("a_b"))
    (0, 3)
    >>> twins(bpeviz.train("ab", mode="character", num_merges=0).trace("ab")) is None
    True
    """
    tok = trace.tokenizer
    raw = {tok.raw_symbol(id): id for id in tok.base.vocabulary}
    own = raw.get(tok.end_of_word or "")
    return None if own is None or own not in trace.ids(0) else (own, raw[END])


def missing(tok: Tokenizer, text: str) -> list[Symbol]:
    """The different symbols of a text that the base vocabulary lacks, in their order.

    >>> import bpeviz
    >>> missing(bpeviz.train("low", mode="character", num_merges=0), "Low Élow L")
    ['L', 'É']
    """
    trace = tok.trace(text, unknown="keep")
    found = zip(trace.ids(0), trace.tokens(0), strict=True)
    return list(dict.fromkeys(symbol for id, symbol in found if id < 0))


def across_words(merges: Iterable[Merge]) -> list[Symbol]:
    """The tokens that run over the end of a word into the next: white space is in their middle.

    >>> import bpeviz
    >>> tok = bpeviz.train("to be to be", mode="byte", num_merges=4)
    >>> [merge.token for merge in tok.merges], across_words(tok.merges)
    ([b'to', b'to ', b'to b', b'to be'], [b'to b', b'to be'])
    """
    return [merge.token for merge in merges if len(bare(merge.token).split()) > 1]


def spaced(chunks: Iterable[str]) -> int:
    """How many chunks are a space and the word behind it.

    >>> spaced(["to", " be", " ", "12", " ?"])
    1
    """
    return sum(chunk[0] == " " and chunk[1:2].isalpha() for chunk in chunks)


def mixed(chunks: Iterable[str]) -> list[str]:
    """The different chunks that hold letters beside punctuation or a symbol.

    >>> mixed(["we", "'ll", " _f", "()", " 12", "'ll"])
    ["'ll", ' _f']
    """
    found = []
    for chunk in dict.fromkeys(chunks):
        kinds = {unicodedata.category(char)[0] for char in chunk}
        if "L" in kinds and kinds & {"P", "S"}:
            found.append(chunk)
    return found


def vocabulary(tok: Tokenizer) -> str:
    """The base vocabulary: each symbol with its id."""
    return tokens.line([_named(id, symbol) for id, symbol in tok.base.vocabulary.items()])


def one_merge(tok: Tokenizer, pair: tuple[int, int], count: int) -> Tokenizer:
    """A tokenizer that makes one token of this pair, whatever training would have merged.

    >>> import bpeviz
    >>> tok = bpeviz.train("low lower", mode="character", num_merges=0)
    >>> after = one_merge(tok, tuple(tok.encode("low")[2:]), 1)
    >>> after.trace("low lower").tokens(1)[:3]
    ['l', 'o', 'w_']
    """
    new = max(tok.base.vocabulary, default=-1) + 1
    return Tokenizer(tok.base, [(*pair, new, count, count)], tok.cut)


def merges_table(tok: Tokenizer, found: Iterable[Merge], caption: str) -> str:
    """Merges in their order, as pair, token and id."""
    rows = [
        "<tr>"
        + _cell(
            _chips(
                (merge.left, merge.right), [tok.vocabulary[merge.left], tok.vocabulary[merge.right]]
            )
        )
        + _cell(tokens.chip(merge.id, merge.token))
        + _number(merge.id)
        + "</tr>"
        for merge in found
    ]
    return _table(caption, ["Pair", "Token", "Id"], rows)


def encoded(trace: Trace, step: int, caption: str, limit: int = 200) -> str:
    """The tokens of a short text with their ids."""
    ids, symbols = trace.ids(step), trace.tokens(step)
    shades = palette.colours(ids, trace.tokenizer)
    shown = [
        _named(id, symbol, shade)
        for id, symbol, (_, shade) in list(zip(ids, symbols, shades, strict=True))[:limit]
    ]
    left = tokens.more(len(ids) - limit)
    return f'<p class="walk-caption">{escape(caption)}</p>{tokens.line([*shown, left])}'


def characters_table(text: str, caption: str, limit: int = 24) -> str:
    """The characters of a text with their code points and UTF-8 bytes."""
    rows = [
        f"<tr>{_cell(escape(visible(char)))}<td>U+{ord(char):04X}</td>"
        f"{_cell(tokens.chips([(b, bytes([b])) for b in char.encode('utf-8')]))}</tr>"
        for char in text[:limit]
    ]
    table = _table(caption, ["Character", "Code point", "Bytes"], rows)
    return table + tokens.more(len(text) - limit)


def chunks(found: Sequence[str], caption: str) -> str:
    """The chunks of a split, in turn in two shades."""
    shown = [tokens.chip(0, chunk, shade=i % 2) for i, chunk in enumerate(found)]
    return f'<p class="walk-caption">{escape(caption)}</p>{tokens.line(shown)}'


def _named(id: int, symbol: Symbol, shade: int = 0) -> str:
    """A token with its id behind it."""
    chip = tokens.chip(id, symbol, shade=shade)
    return f'<span class="walk-named">{chip}<span class="walk-id">{id}</span></span> '


def _chips(ids: Sequence[int], symbols: Sequence[Symbol]) -> str:
    return tokens.chips(zip(ids, symbols, strict=True))


def _cell(html: str) -> str:
    return f'<td class="bpe-line">{html}</td>'


def _number(number: int) -> str:
    return f'<td class="number">{number:,}</td>'


def _table(caption: str, heads: Sequence[str], rows: Iterable[str]) -> str:
    numeric = {"Times", "Id"}
    head = "".join(
        f'<th scope="col"{" class=number" if name in numeric else ""}>{escape(name)}</th>'
        if name
        else "<td></td>"
        for name in heads
    )
    return (
        f'<table class="walk-table"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
