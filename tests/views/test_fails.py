"""Views of the page Failures: escaping, tables, downloads."""

import pytest

from bpeviz.failures import Finding, Number, Table, Tokens
from bpeviz.views import fails
from bpeviz.views.csv import safe_csv

HOSTILE = '<img src=x onerror=alert(1)>" onmouseover="alert(1)'
TOKENS = Tokens((HOSTILE.encode(), b"\xc3"), (300, 195))


@pytest.mark.parametrize(
    "html",
    [
        fails.sentence((HOSTILE, TOKENS)),
        fails.card(Finding((TOKENS,)), HOSTILE),
        fails.intro(Finding((HOSTILE,)), HOSTILE),
        fails.numbers((Number(HOSTILE, HOSTILE),), 1, 2),
        fails.table(Table(HOSTILE, (HOSTILE, "n"), ((HOSTILE, TOKENS),))),
    ],
)
def test_everything_is_escaped(html):
    assert "<img" not in html and '" onmouseover="' not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_a_sentence_draws_tokens_where_they_stand():
    html = fails.sentence(("before ", TOKENS, f" after {1200}"))
    assert html.startswith("before <bdi") and html.endswith(" after 1200")
    assert "⟨C3⟩" in html and 'title="id 195"' in html


def test_the_picture_goes_before_the_first_tokens_of_the_sentence():
    one, two = Tokens((b"a",), (97,)), Tokens((b"b",), (98,))
    assert ">a<" in fails.strip(Finding(("x ", one, two)))
    assert ">b<" in fails.strip(Finding(("x ", one), picture=two))
    assert fails.strip(Finding(("no tokens",))).endswith("></div>")


def test_a_column_of_bars_is_drawn_against_its_largest():
    table = Table("Prices", ("Language", "Times"), (("one", 1.0), ("two", 4.0)), bars="Times")
    html = fails.table(table)
    assert "width:25.0%" in html and "width:100.0%" in html
    assert "<b>1.00</b>" in html and '<th scope="row">one</th>' in html


def test_numbers_are_aligned_and_grouped():
    html = fails.table(Table("T", ("Token", "n"), ((TOKENS, 12345),)))
    assert '<th scope="col" class="n">n</th>' in html and '<td class="n">12,345</td>' in html


def test_a_table_without_rows_keeps_its_head():
    assert "<tbody></tbody>" in fails.table(Table("T", ("a", "b"), ()))


def test_the_download_is_harmless():
    frame = fails.frame(Table("T", ("Token", "n"), ((Tokens((b"=1+1",), (300,)), 2),)))
    assert safe_csv(frame).decode() == "Token,n\r\n'=1+1,2\r\n"


def test_the_step_is_named():
    assert "Before the first merge" in fails.numbers((), 0, 30)
    assert "After merge 1,000 of 2,000" in fails.numbers((), 1000, 2000)
