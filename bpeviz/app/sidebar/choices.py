"""What the training settings offer, and how that is called."""

from __future__ import annotations

from bpeviz.views.spelling import AS_TYPED

OWN_PATTERN = "own pattern"
#: The choice of a page that takes what the sidebar says.
SIDEBAR = "sidebar"
LONGEST_MARKER = 12
MODES = {"character": "Character", "byte": "Byte", "regex": "Regex"}
FORMS = (AS_TYPED, "NFC", "NFD", "NFKC", "NFKD")
ALPHABETS = {
    "observed": "Of the corpus",
    "lowercase": "a to z",
    "latin-1": "Latin-1",
    "own": "Your own",
}
TIES = {
    "first-seen": "The first in the corpus",
    "smallest-ids": "The smallest ids",
    "huggingface": "As Hugging Face decides",
    "largest-symbols": "The largest symbols",
}
