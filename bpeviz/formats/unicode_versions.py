"""Characters that came into Unicode after the tables that other programs were built with."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

import regex

# Hugging Face's StripAccents knows marks as they were in 2016: of these ranges it takes none off.
NOT_STRIPPED = (
    "\u05c8-\u05c9\u07fd\u0897-\u08d3\u09fe\u0afa-\u0aff\u0b53-\u0b55\u0c04-\u0c3c\u0cf3-\u0d00"
    "\u0d3b-\u0d3c\u0d81\u0eba\u0ece\u1715\u180f\u1abf-\u1af0\u1cf7\u1df6-\u1dfa\ua82c\ua8ff"
    "\U00010d24-\U00010f85\U00011070-\U00011074\U000110c2\U00011145-\U00011146\U000111c9"
    "\U000111ce-\U000111cf\U00011241\U0001133b\U000113b8-\U000113e2\U0001145e\U0001182c-\U00011b67"
    "\U00011d31-\U0001612f\U00016f4f\U00016f7f-\U00016f87\U00016fe4-\U00016ff1\U0001cf00-\U0001d128"
    "\U0001d250-\U0001d281\U0001e08f-\U0001e6f5"
)
# Hugging Face's library normalizes by Unicode 9 and leaves alone what came later: these are the blocks and
# characters since, as far as they have a decomposition or a combining class.
NOT_NORMALIZED = (
    "\u07fd\u0897-\u089f\u08ca-\u08d3\u09fe\u0c3c\u0cf3\u0d3b\u0d3c\u0eba\u0ece\u1715\u1abf-\u1aff"
    "\u1df6-\u1dfa\u31ef\u32ff\ua7f1-\ua7f4\ua82c\uab69\U000105c0-\U000105ff"
    "\U00010780-\U000107bf\U00010d24-\U00010d27\U00010d40-\U00010d8f\U00010e80-\U00010eff"
    "\U00010f30-\U00010faf\U00011070\U0001133b\U00011380-\U000113ff\U0001145e"
    "\U00011800-\U0001184f\U00011900-\U000119ff\U00011a34\U00011a47\U00011a99"
    "\U00011d40-\U00011daf\U00011f00-\U00011f5f\U00016100-\U0001613f\U00016d40-\U00016d7f"
    "\U00016ff0\U00016ff1\U0001ccd6-\U0001ccf9\U0001e030-\U0001e08f\U0001e100-\U0001e14f"
    "\U0001e290-\U0001e2ff\U0001e4d0-\U0001e4ff\U0001e5d0-\U0001e5ff\U0001f16c"
    "\U0001fbf0-\U0001fbf9"
)
# Hugging Face's library and tiktoken cut texts by Unicode 16: what came later is not assigned there, so
# it is no letter, mark, number, sign or symbol.
NOT_ASSIGNED = (
    "\u0558\u058b-\u058c\u05c8-\u05c9\u088f\u0b53-\u0b54\u0c5c\u0cdc\u1acf-\u1af0\u208f"
    "\u209d-\u209f\u20c1-\u20c4\u2b96\u2e60-\u2e63\ua7ce-\ua7cf\ua7d2\ua7d4\ua7dd\ua7e2\ua7f1"
    "\uab6c-\uab6d\ufbc3-\ufbd2\ufd90-\ufd91\ufdc8-\ufdce\U000107bb-\U000107bf"
    "\U00010940-\U00010959\U00010ec5-\U00010ec7\U00010ec9-\U00010eee\U00010ef0-\U00010efb"
    "\U00011b0a\U00011b60-\U00011b67\U00011db0-\U00011ddb\U00011de0-\U00011de9"
    "\U00011df0-\U00011df1\U0001246f\U00012475-\U0001247f\U00012550-\U00012686"
    "\U00016ea0-\U00016eb8\U00016ebb-\U00016ed3\U00016ff2-\U00016ff6\U000187f8-\U000187ff"
    "\U00018cd6-\U00018cda\U00018d09-\U00018d20\U00018d80-\U00018df2\U00018e00-\U00019191"
    "\U000191a0-\U000191d2\U0001b123-\U0001b128\U0001b168\U0001ccfa-\U0001ccfc"
    "\U0001ceba-\U0001ced0\U0001ced2-\U0001ced4\U0001cedd-\U0001cefd\U0001d127-\U0001d128"
    "\U0001d1eb-\U0001d1ff\U0001d250-\U0001d281\U0001d6a6\U0001db00-\U0001db1c"
    "\U0001df1f-\U0001df24\U0001df2b-\U0001df81\U0001df90-\U0001df96\U0001dfcd-\U0001dfff"
    "\U0001e6c0-\U0001e6de\U0001e6e0-\U0001e6f5\U0001e6fe-\U0001e6ff\U0001f1ae"
    "\U0001f6d8-\U0001f6d9\U0001f777-\U0001f77a\U0001f7da-\U0001f7db\U0001f7f1-\U0001f7ff"
    "\U0001f8d0-\U0001f8d8\U0001fa54-\U0001fa57\U0001fa8a-\U0001fa8e\U0001fac8"
    "\U0001facc-\U0001facd\U0001fadd\U0001faea-\U0001faeb\U0001faef\U0001faf9-\U0001fafa"
    "\U0001fbfa\U0002b73a-\U0002b73f\U0002b81e\U0002cea2-\U0002cead\U000323b0-\U00033479"
    "\U0003d000-\U0003fc3f"
)
# The numbers among them that Hugging Face's Digits knows all the same, as what stands for them.
NUMBERS_SINCE = "\U00051de0-\U00051de9\U00056ff4-\U00056ff6"
# Capital letters that Hugging Face's Lowercase knows, and Python's tables perhaps not yet.
SMALL_LETTERS = str.maketrans(
    {"\u1c89": "\u1c8a", "\ua7cb": "\u0264", "\ua7cc": "\ua7cd", "\ua7ce": "\ua7cf", "\ua7d2": "\ua7d3",
     "\ua7d4": "\ua7d5", "\ua7da": "\ua7db", "\ua7dc": "\u019b"}
    | {chr(0x10D50 + i): chr(0x10D70 + i) for i in range(22)}
    | {chr(0x16EA0 + i): chr(0x16EBB + i) for i in range(25)}
)  # fmt: skip
_NUMBERS = regex.compile("[\U00011de0-\U00011de9\U00016ff4-\U00016ff6]")
_LATER = regex.compile(f"[{NOT_ASSIGNED}]")
_OTHERS = regex.compile(f"[{NOT_ASSIGNED}\u0295]")


def newest_in(tokens: Iterable[bytes | str]) -> str | None:
    """A character of some tokens that came into Unicode after version 16, if there is one.

    >>> newest_in(["a", "\\u20c1".encode()]), newest_in(["é"])
    ('\\u20c1', None)
    """
    texts = (t if isinstance(t, str) else t.decode("utf-8", "ignore") for t in tokens)
    found = (_LATER.search(text) for text in texts if not text.isascii())
    return next((match.group() for match in found if match), None)


def as_in_unicode_16(text: str) -> str:
    """A text of the same length, each character in the class that it has in Unicode 16.

    >>> regex.findall(r"\\p{Sc}", as_in_unicode_16("€\\u20c1"))
    ['€']
    """
    return text if text.isascii() else _OTHERS.sub(_stand_in, text)


def _stand_in(match: regex.Match[str]) -> str:
    return _same_there(match.group())


@lru_cache(maxsize=2_000)
def _same_there(character: str) -> str:
    """A character that is today what another one was: the nearest, for ranges that hold both."""
    if character == "\u0295":
        return "\u0299"  # A small letter then, and a letter without case since Unicode 18.
    if _NUMBERS.match(character):
        return chr(0x50000 + ord(character) % 0x10000)
    code, ends = ord(character), _ends_of_unassigned()
    after = bisect_left(ends, code)
    return chr(min(ends[max(0, after - 1) : after + 1], key=lambda end: abs(end - code)))


@lru_cache(maxsize=1)
def _ends_of_unassigned() -> list[int]:
    """The first and the last code point of each stretch that is not assigned, in order."""
    stretches = regex.finditer(r"\p{Cn}+", "".join(map(chr, range(0x110000))))
    return [code for stretch in stretches for code in (stretch.start(), stretch.end() - 1)]
