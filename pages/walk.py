"""Walk: from characters to the tokenizer of a large model, in nine stops."""

from bpeviz.app import walk
from bpeviz.app.frame import header
from bpeviz.app.walk import byte_stops, word_stops

header.draw(
    "Walk",
    "How a tokenizer is made, from single characters to what large models use, in nine short "
    "stops. Every example is live: change it.",
)
walk.draw([*word_stops.STOPS, *byte_stops.STOPS])
