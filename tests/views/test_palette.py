"""The palette: readable, and told apart with three kinds of colour blindness.

Colour blindness is simulated with the matrices of Machado, Oliveira and Fernandes (2009) for full
severity, in linear RGB; differences are measured in CIE Lab (1976), where about 2.3 is just seen.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.engine.base import byte_base
from bpeviz.engine.pretokenization import PlainCut
from bpeviz.views import palette

Colour = tuple[float, float, float]

SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
THEMES = {
    "light": (palette.LIGHT, palette.LIGHT_INK, "#ffffff"),
    "dark": (palette.DARK, palette.DARK_INK, "#12141a"),
}
#: Least differences that the palette keeps; a boundary is also drawn as a line.
LEAST_HUES, LEAST_SHADES, LEAST_GROUND, LEAST_ANY = 8, 7, 4, 3
#: D65 white in XYZ.
WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Colour:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return r, g, b


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, sight: str) -> Colour:
    rgb = linear(colour)
    rows = SIGHT[sight]
    r, g, b = [
        min(1.0, max(0.0, sum(k * v for k, v in zip(row, rgb, strict=True)))) for row in rows
    ]
    return r, g, b


def lab(rgb: Colour) -> Colour:
    r, g, b = rgb
    xyz = (
        0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        0.0193339 * r + 0.1191920 * g + 0.9503041 * b,
    )
    x, y, z = [
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (part / white for part, white in zip(xyz, WHITE, strict=True))
    ]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, sight: str) -> float:
    pairs = zip(lab(seen(one, sight)), lab(seen(other, sight)), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def test_the_measure_agrees_with_published_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert lab(linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)


@pytest.mark.parametrize("theme", list(THEMES))
def test_the_ink_is_read_on_every_shade(theme: str) -> None:
    shades, ink, _ = THEMES[theme]
    assert min(contrast(ink, shade) for hue in shades for shade in hue) >= 7


@pytest.mark.parametrize("sight", list(SIGHT))
@pytest.mark.parametrize("theme", list(THEMES))
def test_hues_are_told_apart(theme: str, sight: str) -> None:
    shades = THEMES[theme][0]
    found = {
        (i, j): difference(shades[i][0], shades[j][0], sight)
        for i, j in combinations(range(palette.HUES), 2)
    }
    assert min(found.values()) >= LEAST_HUES, sorted(found.items(), key=lambda x: x[1])[:3]


@pytest.mark.parametrize("sight", list(SIGHT))
@pytest.mark.parametrize("theme", list(THEMES))
def test_two_neighbours_of_one_hue_are_told_apart(theme: str, sight: str) -> None:
    shades = THEMES[theme][0]
    assert min(difference(a, b, sight) for a, b in shades) >= LEAST_SHADES


@pytest.mark.parametrize("theme", list(THEMES))
def test_tokens_are_seen_on_the_ground_of_the_page(theme: str) -> None:
    shades, _, ground = THEMES[theme]
    found = [difference(shade, ground, sight) for sight in SIGHT for h in shades for shade in h]
    assert min(found) >= LEAST_GROUND


@pytest.mark.parametrize("sight", list(SIGHT))
@pytest.mark.parametrize("theme", list(THEMES))
def test_any_two_neighbours_differ(theme: str, sight: str) -> None:
    shades = THEMES[theme][0]
    every = [difference(a, b, sight) for x, y in combinations(shades, 2) for a in x for b in y]
    assert min(every) >= LEAST_ANY


def test_neighbours_never_share_a_colour() -> None:
    ids = [5, 5, 5, 5, 97, 97, 300, 5, 5]
    found = palette.colours(ids)
    assert all(a != b for a, b in pairwise(found))
    assert all(hue == palette.hue_of(id) for id, (hue, _) in zip(ids, found, strict=True))


def test_a_token_never_has_the_colour_of_its_parts() -> None:
    text = samples()["english"].text
    tok = bpeviz.train(text, num_merges=300)
    hue = {i: palette.hue_of(i, tok) for i in tok.vocabulary}
    assert all(hue[m.id] not in (hue[m.left], hue[m.right]) for m in tok.merges)
    assert any(palette.hue_of(m.id) in (hue[m.left], hue[m.right]) for m in tok.merges)
    assert all(hue[i] == palette.hue_of(i) for i in range(256))
    for k in (0, 40, 300):
        found = palette.colours(tok.encode(text, k), tok)
        assert all(a != b for a, b in pairwise(found))


def test_colours_where_a_later_merge_makes_the_parts() -> None:
    merges = [(97, 257, 256, None, None), (98, 98, 257, None, None), (256, 97, 258, None, None)]
    tok = bpeviz.Tokenizer(byte_base(), merges, PlainCut())
    hue = {i: palette.hue_of(i, tok) for i in tok.vocabulary}
    assert all(hue[m.id] not in (hue[m.left], hue[m.right]) for m in tok.merges)


def test_hues_are_used_evenly() -> None:
    counts = [0] * palette.HUES
    for id in range(4000):
        counts[palette.hue_of(id)] += 1
    assert min(counts) > 400
