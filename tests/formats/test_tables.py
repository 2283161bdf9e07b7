"""Merges and vocabulary as CSV: complete, and harmless in a spreadsheet."""

import csv
import io

import bpeviz
from bpeviz.formats import dumps, problems


def rows(data):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def test_every_merge_and_token_has_a_row():
    tok = bpeviz.train("the rain, ọ̀rọ̀ \n", num_merges=20, special_tokens=["<|e|>"])
    files = {name: rows(data) for name, data in dumps(tok, "csv").items()}
    merges, tokens = files["merges.csv"], files["vocabulary.csv"]
    assert [(int(r["left"]), int(r["right"]), int(r["id"])) for r in merges] == [
        m[:3] for m in tok.merges
    ]
    assert [int(r["count"]) for r in merges] == [m.count for m in tok.merges]
    assert {int(r["id"]): bytes.fromhex(r["bytes"]) for r in tokens} == tok.vocabulary
    assert [r["token"] for r in tokens if r["special"]] == ["<|e|>"]


def test_no_cell_begins_like_a_formula():
    tok = bpeviz.train("=1+1 -2 @a \t\tx \r\r", mode="byte", num_merges=10)
    for data in dumps(tok, "csv").values():
        for row in rows(data):
            assert not row["token"].startswith(tuple("=+-@\t\r"))
    assert "'=" in [row["token"] for row in rows(dumps(tok, "csv")["vocabulary.csv"])]


def test_character_mode():
    tok = bpeviz.train("low low", mode="character", num_merges=2)
    table = rows(dumps(tok, "csv")["vocabulary.csv"])
    assert [row["token"] for row in table] == ["l", "o", "w", "_", "lo", "low"]
    assert "spreadsheet" in problems(tok, "csv")[0]
