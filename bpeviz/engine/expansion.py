r"""How large a split pattern becomes when it is compiled.

The `regex` package unrolls the minimum of each count: ``(a{1000}){5000}`` becomes five million
nodes of some 300 bytes each, before any time limit applies. So nested counts are multiplied
beforehand.
"""

import regex

#: The most nodes that a pattern may become: some 10 MB, compiled in a tenth of a second.
LARGEST = 20_000

_SKIPPED = regex.compile(
    r"\\."  # an escape
    r"|\(\?\#[^)]*+(?:\)|$)"  # a comment
    r"|\[\^?(?:\\.|.)(?:\\.|[^\]\\])*+(?:\]|$)",  # a set; a bracket that comes first belongs to it
    regex.DOTALL,
)
_COUNT = regex.compile(r"\{\s*([\d\s]*)(?:,[\d\s]*)?\}")
# Sets in sets, sets by name, ignored white space: there the structure is not followed.
_UNUSUAL = regex.compile(r"\(\?[\w-]*(?:x|V1)|\[:")
_COMMENTED = regex.compile(r"(?=\{([^}]*#[^}]*))")


def expanded_size(pattern: str) -> int:
    r"""An upper bound on the nodes: each character counts as one, times the counts around it.

    A count with a minimum of 0 or 1 multiplies nothing.

    >>> expanded_size("a{1000}"), expanded_size("(a{1000}){5000}") // 10**6
    (1006, 5)
    >>> expanded_size(r"\p{N}{1,3}| ?[^\s{9}]+\{2}") < 40
    True
    """
    if _UNUSUAL.search(pattern):
        return _product_of_all(pattern)
    # The size of each open group so far, and of the last thing in it, which a count repeats.
    sizes, lasts = [0], [0]
    at = 0
    while at < len(pattern):
        skipped = _SKIPPED.match(pattern, at)
        count = None if skipped else _COUNT.match(pattern, at)
        found = skipped or count
        end = found.end() if found else at + 1
        if count:
            sizes[-1] += lasts[-1] * (_least(count) - 1) + end - at
        elif pattern[at] == "(" and not skipped:
            sizes.append(1)
            lasts.append(0)
        elif pattern[at] == ")" and len(sizes) > 1:
            lasts.pop()
            lasts[-1] = sizes.pop()
            sizes[-1] += lasts[-1] + 1
        else:
            lasts[-1] = end - at
            sizes[-1] += end - at
        at = end
    return sum(sizes)


def _product_of_all(pattern: str) -> int:
    """An upper bound that treats all counts as nested."""
    if "x" in pattern and _COMMENTED.search(pattern):
        # A comment can hide half of a count.
        return LARGEST + 1
    size = len(pattern)
    for count in _COUNT.finditer(pattern):
        size *= _least(count)
    return size


def _least(count: regex.Match) -> int:
    digits = "".join(count[1].split())
    # Python refuses to read numbers of thousands of digits.
    return max(1, int(digits[:9] or 1)) if len(digits) < 10 else LARGEST + 1
