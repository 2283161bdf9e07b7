"""Coloured tokens as a line of HTML, for places without a scrubber: short texts at one step.

Everything from a user is escaped. The styles are in ``css``; put them on the page once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape

from bpeviz import Tokenizer
from bpeviz.engine.base import Symbol
from bpeviz.engine.text import graphemes

from . import palette
from .glyphs import visible

#: Of a longer token so many graphemes are shown.
LONGEST = 200

_RULES = """
.bpe-line{font-family:var(--bpe-mono);line-height:1.9;overflow-wrap:anywhere}
.bpe-t{display:inline-block;max-width:100%;line-height:1.35;border-radius:3px;padding:1px 3px;
 margin:0 1px;white-space:pre-wrap;
 box-shadow:inset 0 0 0 1px light-dark(#0002,#fff3)}
.bpe-t.on{box-shadow:inset 0 0 0 2px light-dark(#0e1116,#fff)}
.bpe-t.no{background:light-dark(#fff,#12141a);color:light-dark(#a4001d,#ff9aa8);
 box-shadow:inset 0 0 0 1.5px currentColor}
.bpe-near{opacity:.8;white-space:pre-wrap}
.bpe-more{opacity:.75;padding:0 4px;white-space:nowrap}
"""
# DejaVu Sans Mono sets the marks of Yorùbá beside their letters, so it is not among these.
_MONO = '"Noto Sans Mono",ui-monospace,Menlo,Consolas,"Liberation Mono",monospace'


def css() -> str:
    """Return the styles of all HTML in this module, as a ``style`` element."""
    light, dark = palette.LIGHT_INK, palette.DARK_INK
    rules = [f":root{{--bpe-mono:{_MONO}}}", _RULES]
    for hue, (day, night) in enumerate(zip(palette.LIGHT, palette.DARK, strict=True)):
        for shade in (0, 1):
            ground = f"light-dark({day[shade]},{night[shade]})"
            rules.append(
                f".bpe-{hue}{shade}{{background:{ground};color:light-dark({light},{dark})}}"
            )
    return f"<style>{''.join(rules)}</style>"


def chip(
    token_id: int,
    symbol: Symbol | None,
    *,
    shade: int = 0,
    marked: bool = False,
    longest: int = LONGEST,
    tokenizer: Tokenizer | None = None,
) -> str:
    """One token; without a symbol, an id that does not exist. ``longest``: so many graphemes.

    ``tokenizer``: whose token it is, for its colour (see ``palette.hue_of``).

    >>> chip(97, b"<")
    '<bdi class="bpe-t bpe-40" title="id 97">&lt;</bdi>'
    >>> chip(999, None)
    '<bdi class="bpe-t no" title="no token has this id">no id 999</bdi>'
    >>> chip(300, "abcdefghij", longest=4)
    '<bdi class="bpe-t bpe-00" title="id 300">ab…ij</bdi>'
    """
    if symbol is None:
        return f'<bdi class="bpe-t no" title="no token has this id">no id {token_id}</bdi>'
    mark = " on" if marked else ""
    shown = escape(shortened(visible(symbol), longest))
    if token_id < 0:
        return f'<bdi class="bpe-t no{mark}" title="not in the vocabulary">{shown}</bdi>'
    name = f"bpe-t bpe-{palette.hue_of(token_id, tokenizer)}{shade}{mark}"
    return f'<bdi class="{name}" title="id {token_id}">{shown}</bdi>'


def shortened(text: str, longest: int) -> str:
    """Of a long text both ends, cut between graphemes; ``longest`` graphemes in all.

    >>> shortened("ọ̀" * 9, 4), shortened("low", 4)
    ('ọ̀ọ̀…ọ̀ọ̀', 'low')
    """
    if len(text) <= longest:
        return text
    parts = graphemes(text)
    if len(parts) <= longest:
        return text
    half = longest // 2
    return f"{''.join(parts[:half])}…{''.join(parts[-half:])}"


def chips(
    tokens: Iterable[tuple[int, Symbol | None]],
    marked: Collection[int] = (),
    limit: int = 400,
    longest: int = LONGEST,
    tokenizer: Tokenizer | None = None,
) -> str:
    """Several tokens in a row; ``marked`` are indices. What is over the limit is counted."""
    tokens = list(tokens)
    shown = tokens[:limit]
    shades = palette.colours([token_id for token_id, _ in shown], tokenizer)
    parts = [
        chip(
            token_id,
            symbol,
            shade=shade,
            marked=i in marked,
            longest=longest,
            tokenizer=tokenizer,
        )
        for i, ((token_id, symbol), (_, shade)) in enumerate(zip(shown, shades, strict=True))
    ]
    return "".join(parts) + more(len(tokens) - len(shown))


def more(count: int) -> str:
    """What says that some are left out; nothing when none are."""
    return f'<span class="bpe-more">and {count:,} more</span>' if count > 0 else ""


def line(html: Sequence[str] | str) -> str:
    """Put chips into a line of tokens."""
    return f'<div class="bpe-line">{html if isinstance(html, str) else "".join(html)}</div>'
