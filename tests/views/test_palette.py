"""The colours of tokens: contrast, colour blindness, and neighbours."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpeviz.views import palette

RGB = tuple[float, float, float]
Matrix = tuple[RGB, RGB, RGB]

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
BLINDNESS: dict[str, Matrix] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
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
THEMES = [(palette.LIGHT, palette.LIGHT_INK), (palette.DARK, palette.DARK_INK)]


def linear(colour: str) -> RGB:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return r, g, b


def times(matrix: Matrix, colour: RGB) -> RGB:
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, colour, strict=True)))) for row in matrix
    )
    return r, g, b


def oklab(colour: RGB) -> RGB:
    """Ottosson (2020): distances in it are close to those that are seen."""
    r, g, b = colour
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def distance(one: RGB, other: RGB) -> float:
    return sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) ** 0.5


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        r, g, b = linear(colour)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted([light(one), light(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("theme", "ink"), THEMES)
def test_ink_stands_out_on_every_shade(theme: tuple[tuple[str, str], ...], ink: str) -> None:
    assert len(theme) == palette.HUES
    assert min(contrast(shade, ink) for shades in theme for shade in shades) >= 7


@pytest.mark.parametrize("matrix", BLINDNESS.values(), ids=BLINDNESS)
@pytest.mark.parametrize(("theme", "ink"), THEMES)
def test_hues_differ_for_every_eye(
    theme: tuple[tuple[str, str], ...], ink: str, matrix: Matrix
) -> None:
    seen = [times(matrix, linear(shade)) for shade, _ in theme]
    # 0.02 is about what can just be told apart side by side.
    assert min(distance(a, b) for a, b in combinations(seen, 2)) > 0.045


@pytest.mark.parametrize("matrix", BLINDNESS.values(), ids=BLINDNESS)
@pytest.mark.parametrize(("theme", "ink"), THEMES)
def test_the_two_shades_of_a_hue_differ(
    theme: tuple[tuple[str, str], ...], ink: str, matrix: Matrix
) -> None:
    pairs = [[times(matrix, linear(shade)) for shade in shades] for shades in theme]
    assert min(distance(a, b) for a, b in pairs) > 0.045


@given(st.lists(st.integers(-2, 300_000)))
def test_neighbours_never_share_a_colour(ids: list[int]) -> None:
    found = palette.colours(ids)
    assert [hue for hue, _ in found] == [palette.hue_of(i) for i in ids]
    assert all(a != b for a, b in pairwise(found))


def test_hues_are_used_evenly() -> None:
    hues = [palette.hue_of(i) for i in range(256, 1056)]
    assert all(90 <= hues.count(hue) <= 110 for hue in range(palette.HUES))


def test_css_has_every_colour() -> None:
    css = palette.css()
    for shades in (*palette.LIGHT, *palette.DARK):
        assert all(shade in css for shade in shades)
    assert css.count("background-color") == 2 * palette.HUES
