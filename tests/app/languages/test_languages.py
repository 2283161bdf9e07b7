"""CSV of a person's own texts: what is read, and what is refused in which words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpeviz import CorpusError
from bpeviz.app.languages.csv_rows import MOST, read_rows, write_rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("language,text\nIgbo,Kedu?\n", [("Igbo", "Kedu?")]),
        ("\ufefflanguage,text\r\nIgbo,Kedu?\r\n", [("Igbo", "Kedu?")]),
        ("Text;Language\nKedu, nne?;Igbo", [("Igbo", "Kedu, nne?")]),
        ("language\ttext\tnote\nIgbo\tKedu\tx", [("Igbo", "Kedu")]),
        ('language,text\nIgbo,"Kedu, ""nne""\nka"\n\n', [("Igbo", 'Kedu, "nne"\nka')]),
        ("\n\nlanguage,text\n Igbo , a ", [("Igbo", " a ")]),
    ],
)
def test_what_is_read(text: str, rows: list[tuple[str, str]]) -> None:
    assert read_rows(text) == rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The CSV is empty"),
        ("  \n ", "The CSV is empty"),
        ("lang,text\na,b", "names “lang”, “text”, but not language"),
        ("just words", "not language and text"),
        ("language,text\n", "no rows"),
        ("language,text\nIgbo,a,b", "Row 2 of the CSV has 3 cells, the first line has 2"),
        ("language,text\nIgbo", "Row 2 of the CSV has 1 cells"),
        ("language,text\nIgbo,a\n,b", "Row 3 of the CSV has no language"),
        ("language,text\nIgbo,  ", "Row 2 of the CSV has no text"),
        ('language,text\nIgbo,"open', "not a CSV that can be read"),
        ("language,text\n" + "a,b\n" * (MOST + 1), f"{MOST + 1} rows; the limit is {MOST}"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(CorpusError) as caught:
        read_rows(text)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


cells = st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=20
).filter(str.strip)


@given(st.lists(st.tuples(cells.map(str.strip), cells), min_size=1, max_size=4))
def test_what_is_written_is_read_again(rows: list[tuple[str, str]]) -> None:
    assert read_rows(write_rows(rows)) == rows


def test_no_rows_are_no_text() -> None:
    assert write_rows([]) == ""
