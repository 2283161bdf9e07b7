"""The colours of tokens: eight hues, each in two shades, for a light and a dark ground.

A token's hue belongs to its id, so it keeps it at every step, and it is never that of one of the
two tokens that it was made of; of two neighbours with one hue the second takes the other shade. The hues differ for the common kinds of colour blindness, in
lightness as well, and all of them carry the ink with a contrast of 7:1 or more.
"""

from __future__ import annotations

from collections import defaultdict
from weakref import WeakKeyDictionary

from bpeviz import Tokenizer

HUES = 8

#: (shade, alternate shade) of each hue, on a light ground.
LIGHT = (
    ("#fec2cb", "#e8a8b3"),
    ("#d6ba98", "#bfa27d"),
    ("#f4e589", "#ddcc65"),
    ("#c4f5b9", "#a8de9d"),
    ("#9dfcf2", "#7ae5da"),
    ("#94c5f1", "#78aedd"),
    ("#d7d3fc", "#bfbae7"),
    ("#f3a5cc", "#de8bb5"),
)

#: (shade, alternate shade) of each hue, on a dark ground.
DARK = (
    ("#721a3d", "#872f4f"),
    ("#6d4d36", "#573822"),
    ("#484500", "#595614"),
    ("#053917", "#1b4b28"),
    ("#0d605f", "#004b4a"),
    ("#0e3c75", "#224e89"),
    ("#544c86", "#40376f"),
    ("#501046", "#632358"),
)

LIGHT_INK = "#0e1116"
DARK_INK = "#ffffff"


def hue_of(token_id: int, tokenizer: Tokenizer | None = None) -> int:
    """Return the hue of a token id, 0..7: neighbouring ids lie far apart.

    With its tokenizer, the hue of a token that a merge makes differs from those of its two parts.

    >>> [hue_of(i) for i in (97, 98, 256, 257)]
    [4, 1, 6, 3]
    >>> import bpeviz
    >>> tok = bpeviz.train("cc", mode="byte", num_merges=1)
    >>> hue_of(99), hue_of(256), hue_of(256, tok)
    (6, 6, 1)
    """
    if tokenizer is not None and (made := _hues(tokenizer).get(token_id)) is not None:
        return made
    return ((token_id + 1) * 0x9E3779B1 & 0xFFFFFFFF) >> 29


_known: WeakKeyDictionary[Tokenizer, dict[int, int]] = WeakKeyDictionary()


def _hues(tokenizer: Tokenizer) -> dict[int, int]:
    """The hues of all tokens that merges make; parts come first, since they are shorter."""
    if tokenizer not in _known:
        parts: defaultdict[int, set[int]] = defaultdict(set)
        for merge in tokenizer.merges:
            parts[merge.id] |= {merge.left, merge.right}
        found: dict[int, int] = {}
        for merge in sorted(tokenizer.merges, key=lambda merge: len(merge.token)):
            taken = {found.get(part, hue_of(part)) for part in parts[merge.id]}
            wish = hue_of(merge.id)
            turns = ((wish + 3 * i) % HUES for i in range(HUES))
            found[merge.id] = next((hue for hue in turns if hue not in taken), wish)
        _known[tokenizer] = found
    return _known[tokenizer]


def colours(ids: list[int], tokenizer: Tokenizer | None = None) -> list[tuple[int, int]]:
    """Return (hue, shade) for each token of a text; shade is 0 or 1, and neighbours differ.

    >>> colours([97, 97, 97, 98])
    [(4, 0), (4, 1), (4, 0), (1, 0)]
    """
    found: list[tuple[int, int]] = []
    for token_id in ids:
        hue = hue_of(token_id, tokenizer)
        found.append((hue, int(bool(found) and found[-1] == (hue, 0))))
    return found


def css() -> str:
    """Return the palette as CSS rules ``.h0`` to ``.h7``, with ``.alt`` for the other shade."""
    rows = zip(LIGHT, DARK, strict=True)
    inks = f"--ink:light-dark({LIGHT_INK},{DARK_INK});--inverse:light-dark({DARK_INK},{LIGHT_INK})"
    rules = [f":host{{{inks}}}"]
    for hue, (light, dark) in enumerate(rows):
        for shade, suffix in enumerate(("", ".alt")):
            ground = f"light-dark({light[shade]},{dark[shade]})"
            rules.append(f".h{hue}{suffix}{{background-color:{ground}}}")
    return "\n".join(rules)
