"""Language cost: the price of one text in many languages."""

from bpeviz.app import header

header.draw("Language cost", "The price of one text in many languages.")
