"""Guided walk: from characters to the tokenizer of a large model, in nine stops."""

from bpeviz.app import header, walk, walk_bytes, walk_words

header.draw(
    "Guided walk",
    "How a tokenizer is made, from single characters to what large models use, in nine short "
    "stops. Every example is live: change it.",
)
walk.draw([*walk_words.STOPS, *walk_bytes.STOPS])
