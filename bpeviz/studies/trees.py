"""Merge trees: how a token came to be, from its base symbols up.

A tree is plain data, made of the Forest that a Tokenizer and a Trace keep inside. Equal subtrees
are one object, so a tree is cheap however long its token is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from ..engine.base import Symbol
from ..engine.errors import BPEError
from ..engine.forest import Forest
from ..engine.tokenizer import Tokenizer, Trace


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One token of a merge tree.

    ``step`` is the step at which it first exists (0: a base symbol), ``rank`` the rank of the
    merge that made it (None: no merge did), ``parts`` its left and right part, or nothing.
    ``size`` is its length in base symbols.
    """

    id: int
    symbol: Symbol
    step: int
    rank: int | None
    parts: tuple[Node, ...]
    size: int


def of_id(tok: Tokenizer, token_id: int) -> Node:
    """Return the merge tree of an entry of the vocabulary.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low lower", mode="byte", num_merges=2)
    >>> tree = of_id(tok, 257)
    >>> tree.symbol, tree.rank, [part.symbol for part in tree.parts]
    (b'low', 1, [b'lo', b'w'])

    Raises a BPEError for an id that does not exist. A token that no merge makes has no parts.
    """
    if token_id not in tok.vocabulary:
        raise BPEError(f"There is no token with the id {token_id} in this vocabulary.")
    code = tok.forest.code_of.get(token_id)
    if code is None:
        return Node(token_id, tok.vocabulary[token_id], 0, None, (), 1)
    return _grown(tok, tok.forest, code)


def of_token(trace: Trace, index: int, step: int) -> Node:
    """Return the merge tree of the token at ``index`` of a text at a step.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low lower", mode="byte", num_merges=2).trace("slow")
    >>> of_token(trace, 1, 2).symbol, of_token(trace, 1, 0).symbol
    (b'low', b'l')
    """
    return _grown(trace.tokenizer, trace.forest, trace.codes(step)[index])


def _grown(tok: Tokenizer, forest: Forest, root: str) -> Node:
    made: dict[str, Node] = {}
    for code in forest.parts_first([root]):
        step, *parts = forest.trees.get(code, (0,))
        nodes = tuple(made[part] for part in parts)
        symbol = tok.base.show(forest.symbol(code))
        token_id = forest.ids[code]
        rank = _rank(tok, token_id, step, nodes)
        size = sum(node.size for node in nodes) or 1
        made[code] = Node(token_id, symbol, step, rank, nodes, size)
    return made[root]


def _rank(tok: Tokenizer, token_id: int, step: int, parts: Sequence[Node]) -> int | None:
    if not parts:
        return None
    pair = (parts[0].id, parts[1].id)
    usual = tok.merges[step - 1]
    if (usual.left, usual.right) == pair and usual.id == token_id:
        return step - 1
    # Merges of a file may stand in an order in which a pair is only there after its rank.
    ranks = (r for r, m in enumerate(tok.merges) if (m.left, m.right) == pair and m.id == token_id)
    return next(ranks, None)


def walk(root: Node) -> Iterator[Node]:
    """Yield the nodes of a tree, each before its parts, from left to right."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.parts))


def cut(roots: Sequence[Node], leaves: int) -> int:
    """Return the step down to which trees can be drawn with at most so many leaves.

    Nodes of that step and older ones are not taken apart. 0: the trees can be drawn whole.

    >>> import bpeviz
    >>> tok = bpeviz.train("low low lower", mode="byte", num_merges=2)
    >>> cut([of_id(tok, 257)], 3), cut([of_id(tok, 257)], 2)
    (0, 1)
    """
    count = len(roots)
    waiting = [(-node.step, i, node) for i, node in enumerate(roots) if node.parts]
    heapify(waiting)
    serial = count
    while waiting:
        if count >= leaves:
            return -waiting[0][0]
        node = heappop(waiting)[2]
        count += 1
        for part in node.parts:
            if part.parts:
                serial += 1
                heappush(waiting, (-part.step, serial, part))
    return 0
