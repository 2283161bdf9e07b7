"""All pages, and talk mode: importing them enters their session keys and what talk mode shows."""

from . import vocabulary
from .compare import parts as compare
from .encode import parts as encode
from .explore import parts as explore
from .explore import pictures
from .fails import parts as fails
from .languages import parts as languages
from .split_patterns import parts as split_patterns
from .stage import talk
from .tokenizers import enclosed, open_box
from .unicode_lens import parts as unicode_lens
from .walk import parts as walk

__all__ = [
    "compare",
    "enclosed",
    "encode",
    "explore",
    "fails",
    "languages",
    "open_box",
    "pictures",
    "split_patterns",
    "talk",
    "unicode_lens",
    "vocabulary",
    "walk",
]
