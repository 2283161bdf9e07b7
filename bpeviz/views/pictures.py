"""Pictures to take along: the tokens of a step, or of several, as SVG; and as a page of HTML.

They are drawn for paper: a light ground, the heading and the settings beside the tokens, nothing
loaded from elsewhere, everything from a user escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from bpeviz import Trace

from . import palette
from .picture_labels import CHIP_SIZE, SIZE, Part, width_of
from .picture_layout import LINE, PAD, Box, Line, lines

_MARGIN = 20.0
_BOX_HEIGHT = 26.0
_HEADING, _SMALL = 17.0, 12.5
# DejaVu Sans Mono comes late: it sets the marks of Yorùbá beside their letters.
_MONO = (
    "'Noto Sans Mono',ui-monospace,Menlo,Consolas,'Liberation Mono','Noto Sans Devanagari',"
    "'Noto Naskh Arabic','Noto Color Emoji','DejaVu Sans Mono',monospace"
)
_SANS = "system-ui,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif"
_INK, _GREY = palette.LIGHT_INK, "#4b5260"


def heading(trace: Trace, step: int) -> str:
    """What a picture of one step shows, in numbers.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("low low")
    >>> heading(trace, 1)
    'Step 1 of 2: 5 tokens, 0.714 tokens per byte'
    """
    count, size = trace.token_counts[step], len(trace.text.encode("utf-8", "replace"))
    plural = "token" if count == 1 else "tokens"
    ratio = f", {count / size:.3f} tokens per byte" if size else ""
    return f"Step {step:,} of {trace.steps:,}: {count:,} {plural}{ratio}"


def svg(
    trace: Trace, steps: Sequence[int], caption: str, *, width: float = 760, most: int = 20
) -> str:
    """Draw the tokens of one step, or of several below each other.

    ``caption`` stands at the foot; ``width`` of the text in px; ``most``: lines of each step.

    >>> import bpeviz
    >>> trace = bpeviz.train("low low", mode="byte", num_merges=2).trace("low <low>")
    >>> picture = svg(trace, [0, 2], "byte mode")
    >>> picture.count('class="token"'), "&lt;" in picture
    (14, True)
    """
    drawn: list[str] = []
    y = _MARGIN
    for step in steps:
        y += _HEADING
        drawn.append(_words(heading(trace, step), y, _HEADING, _INK, bold=True))
        y += 12
        shown, tokens = lines(trace, step, width, most)
        shades = palette.colours(trace.ids(step), trace.tokenizer)
        for line in shown:
            drawn.append(_line(line, y, shades))
            y += LINE
        left = trace.token_counts[step] - tokens
        if left:
            y += 10
            drawn.append(_words(f"… and {left:,} more tokens", y, _SMALL, _GREY))
        y += 16
    for row in _wrapped_words(caption, width):
        y += _SMALL + 4
        drawn.append(_words(row, y, _SMALL, _GREY))
    told = f"{'; '.join(heading(trace, step) for step in steps)}. {caption}"
    return _page(width + 2 * _MARGIN, y + _MARGIN, told, "".join(drawn))


def framed(picture: str, title: str, caption: str) -> str:
    """Put a heading above an SVG picture and a caption below it.

    >>> framed('<svg width="40" height="30"></svg>', "A & b", "byte mode").count("<svg")
    2
    """
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture)
    wide, high = (float(number) for number in size.groups()) if size else (0.0, 0.0)
    width = max(wide, 420.0)
    y = _MARGIN + _HEADING
    drawn = [_words(title, y, _HEADING, _INK, bold=True)]
    drawn.append(picture.replace("<svg", f'<svg x="{_MARGIN:g}" y="{y + 8:g}"', 1))
    y += high + 16
    for row in _wrapped_words(caption, width):
        y += _SMALL + 4
        drawn.append(_words(row, y, _SMALL, _GREY))
    return _page(width + 2 * _MARGIN, y + _MARGIN, f"{title}. {caption}", "".join(drawn))


def _page(width: float, height: float, told: str, drawn: str) -> str:
    told = escape(_clean(told))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{told}" '
        f'font-family="{_MONO}" font-size="{SIZE:g}" fill="{_INK}" xml:space="preserve">'
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>{drawn}</svg>'
    )


def _words(text: str, y: float, size: float, ink: str, *, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    text = _clean(text)
    return (
        f'<text x="{_MARGIN:g}" y="{y:g}" font-family="{_SANS}" font-size="{size:g}" '
        f'fill="{ink}"{weight}>{escape(text)}</text>'
    )


def _clean(text: str) -> str:
    """Without characters that XML forbids."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def _wrapped_words(text: str, width: float) -> list[str]:
    rows: list[str] = []
    for word in text.split():
        # A long word, a pattern for example, is cut where it must be.
        while word:
            room = next((n for n in range(len(word), 1, -1) if _wide(word[:n]) <= width), 1)
            word, rest = word[:room], word[room:]
            if rows and _wide(f"{rows[-1]} {word}") <= width:
                rows[-1] += f" {word}"
            else:
                rows.append(word)
            word = rest
    return rows


def _wide(text: str) -> float:
    return width_of(text, _SMALL)


def _line(line: Line, y: float, shades: Sequence[tuple[int, int]]) -> str:
    return "".join(_box(box, y, shades[box.token]) for box in line.boxes)


def _box(box: Box, y: float, shade: tuple[int, int]) -> str:
    """A token: its ground, then its parts; each text is made as wide as its part."""
    hue, alt = shade
    name = ' class="token"' if box.first else ""
    fill, edge = palette.LIGHT[hue][alt], "#5a6070"
    look = f'fill="{fill}" stroke="{edge}" stroke-width="0.75"'
    if box.id < 0:
        look = 'fill="#ffffff" stroke="#b3261e" stroke-width="1.5" stroke-dasharray="3 2"'
    drawn = [
        f'<rect{name} data-id="{box.id}" x="{_MARGIN + box.x + 0.5:.1f}" y="{y:.1f}" '
        f'width="{box.width - 1:.1f}" height="{_BOX_HEIGHT:g}" rx="2" {look}/>'
    ]
    x = _MARGIN + box.x + PAD
    for part in reversed(box.parts) if box.rtl else box.parts:
        drawn.append(_part(part, x, y))
        x += part.width
    return "".join(drawn)


def _part(part: Part, x: float, y: float) -> str:
    base = y + 0.7 * _BOX_HEIGHT
    if not part.chip:
        return _text(part.text, x, base, part.width, "")
    ground = (
        f'<rect x="{x + 1:.1f}" y="{y + 5:.1f}" width="{part.width - 2:.1f}" height="16" rx="3" '
        f'fill="none" stroke="{_INK}" stroke-width="0.9"/>'
    )
    size = f' font-size="{CHIP_SIZE:g}"'
    return ground + _text(part.text, x + 3, base - 1, part.width - 6, size)


def _text(text: str, x: float, y: float, length: float, size: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" textLength="{length:.1f}" '
        f'lengthAdjust="spacingAndGlyphs"{size}>{escape(text)}</text>'
    )


def default_steps(last: int) -> list[int]:
    """The steps of a strip: 0, 10, 100 and all.

    >>> default_steps(300), default_steps(10), default_steps(0)
    ([0, 10, 100, 300], [0, 10], [0])
    """
    return sorted({step for step in (0, 10, 100, last) if step <= last})


def cleaned_steps(steps: Iterable[int], last: int) -> list[int]:
    """Steps in order, each once, those beyond the last left out; never none.

    >>> cleaned_steps([50, 5, 5, 900], 100), cleaned_steps([], 7)
    ([5, 50], [7])
    """
    return sorted({step for step in steps if 0 <= step <= last}) or [last]
