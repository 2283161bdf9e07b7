r"""One letter, four sequences of code points: four encodings, until a normal form joins them.

They are canonically equivalent (Unicode Standard Annex 15). With the rare U+0340 for the grave there
are three more; a line below, U+0329, is no dot below, and no normal form makes them equal.

>>> ways = ["o\u0300\u0323", "o\u0323\u0300", "\u00f2\u0323", "\u1ecd\u0300", "o\u0340\u0323", "o\u0323\u0340", "\u1ecd\u0340"]
>>> {normalize(way, "NFC") == "\u1ecd\u0300" for way in ways}, normalize("o\u0329\u0300", "NFC") == "\u1ecd\u0300"
({True}, False)
"""

import unicodedata
from itertools import permutations
from typing import Any

from ..engine.text import NORMAL_FORMS, graphemes, normalize
from ..wording import count, listed
from .case import (
    Failure,
    Field,
    Finding,
    Number,
    Scene,
    Table,
    Tokens,
    Train,
    Values,
    merges,
    need,
    scene,
)

_MARKS = 5


def spellings(letter: str) -> list[str]:
    """All spellings of a letter that Unicode holds to be the same, the composed ones first.

    Not among them are those with characters that have another one for their equal, such as U+0340,
    a second grave accent. Of a letter with many marks only one order is looked at.

    >>> [[ord(c) for c in s] for s in spellings("\\u1ecd\\u0300")]
    [[242, 803], [7885, 768], [111, 768, 803], [111, 803, 768]]
    """
    parts = normalize(letter, "NFD")
    base, marks = parts[:1], parts[1:]
    orders = {marks} if len(marks) > _MARKS else set(map("".join, permutations(marks)))
    cuts = ((order[:n], order[n:]) for order in orders for n in range(len(marks) + 1))
    found = {letter} | {normalize(base + first, "NFC") + rest for first, rest in cuts}
    same = {s for s in found if normalize(s, "NFD") == parts}
    return sorted(same, key=lambda s: (len(s), [ord(c) for c in s]))


def occurrences(text: str, spelling: str) -> int:
    """How often a letter stands in a text in exactly this spelling."""
    return graphemes(text).count(spelling)


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = " ".join(spellings(need(values, "letter", "a letter with marks").strip()))
    how = {"mode": "byte", "num_merges": values["num_merges"]}
    form = values["form"]
    return (
        scene(train, values["corpus"], text, "As typed", **how),
        scene(train, values["corpus"], text, f"In {form}", normalization=form, **how),
    )


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    ways = spellings(values["letter"].strip())
    tokens = [[scene.of(way, step) for way in ways] for scene in scenes]
    different = [len({t.ids for t in row}) for row in tokens]
    times = [occurrences(values["corpus"], way) for way in ways]
    says: list[Any] = [
        f"“{ways[0]}” has {count(len(ways), 'spelling')}, and the training text holds them "
        f"{listed([f'{n:,}' for n in times])} times. As typed they are "
        f"{count(different[0], 'sequence')} of ids: "
    ]
    for spelled in tokens[0]:
        says += [spelled, " "]
    says += [
        f"and in {values['form']} they are {count(different[1], 'sequence')}: ",
        tokens[1][0],
        ".",
    ]
    numbers = (
        Number(len(ways), "spellings"),
        Number(different[0], "encodings as typed"),
        Number(different[1], f"encodings in {values['form']}"),
        Number(len(scenes[0].trained(step)), "tokens in the training text as typed"),
        Number(len(scenes[1].trained(step)), f"the same in {values['form']}"),
    )
    table = _table(ways, times, tokens, values["form"])
    return Finding(tuple(says), numbers, table, sum(tokens[0][1:], tokens[0][0]))


def _table(ways: list[str], times: list[int], tokens: list[list[Tokens]], form: str) -> Table:
    rows = tuple(
        (_code_points(way), len(way.encode("utf-8")), *facts)
        for way, *facts in zip(ways, times, *tokens, strict=True)
    )
    columns = ("Code points", "Bytes", "In the training text", "As typed", f"In {form}")
    return Table("The spellings", columns, rows)


def _code_points(text: str) -> str:
    """Code points by number and name: "U+006F o + U+0300 grave accent"."""
    names = (unicodedata.name(c, "").lower() for c in text)
    short = (n.removeprefix("latin small letter ").removeprefix("combining ") for n in names)
    return " + ".join(f"U+{ord(c):04X} {n}" for c, n in zip(text, short, strict=True))


FAILURE = Failure(
    key="spellings",
    title="Four spellings, four encodings",
    line="ọ̀ can be typed in four ways that look the same, and each has other tokens.",
    why=(
        "Unicode can write a letter with two marks as one, two or three code points. Keyboards "
        "differ in which they type, so one text holds several. On the screen they are the same; "
        "to a tokenizer they are different words. A normal form before training and encoding joins "
        "them, but not what only looks the same: o with a line below is another letter."
    ),
    fields=(
        Field(
            "letter",
            "Letter",
            "\u1ecd\u0300",
            help="With U+0340, a second grave accent that hardly anyone types, ọ̀ has seven spellings. "
            "The line below, U+0329, is no spelling of the dot below, U+0323.",
        ),
        Field("form", "Normal form", "NFC", "choice", options=NORMAL_FORMS),
        merges(200),
        Field(
            "corpus",
            "Trained on",
            "yoruba_as_typed",
            "sample",
            options=("yoruba_as_typed", "yoruba"),
        ),
    ),
    stage=_stage,
    tell=_tell,
)
