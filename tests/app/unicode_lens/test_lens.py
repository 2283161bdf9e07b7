"""Unicode and Splits, run alone: odd tokenizers, odd texts, and fixes."""

from __future__ import annotations

import unicodedata

import pytest

import bpeviz
from bpeviz.app import limits, split_patterns, unicode_lens
from tests.app.alone import change, run

MODULES = {"unicode_lens": unicode_lens, "split_patterns": split_patterns}
ODD = "\ufeff<b>o\u0323\u0300</b> ọ̀ *x* $y$\u200b\r\n👩\u200d👧 |\x00\ue000\U000e0041\u0378"


def html(app):
    return " ".join(block.body for block in app.get("html"))


def press(app, key):
    app.button(key=key).click().run()
    assert not app.exception
    return app


SETTINGS = [
    {"mode": "byte", "num_merges": 40},
    {"mode": "character", "num_merges": 40},
    {"mode": "character", "alphabet": "lowercase", "num_merges": 10},
    {"mode": "character", "end_of_word": "</w>", "end_of_word_joined": True, "num_merges": 10},
    {"mode": "regex", "num_merges": 0},
    {"mode": "byte", "observed_bytes": True, "num_merges": 5},
    {"mode": "regex", "normalization": "NFKD", "documents": "lines", "num_merges": 20},
    {"mode": "regex", "pattern": "own pattern", "own_pattern": r"\w+", "num_merges": 20},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_lens_has_no_traceback_whatever_the_tokenizer(settings):
    app = run("unicode_lens", **settings)
    for text in (ODD, " ", "a", "\u0300\u200d", "x" * 500):
        for tab in unicode_lens.TABS:
            change(app, lens_text=text, lens_tab=tab, step=7, nonce=50)
    change(app, lens_text=r"\ud83d \u0301", lens_escapes=True, lens_at=99)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_split_patterns_has_no_traceback_whatever_the_tokenizer(settings):
    app = run("split_patterns", **settings)
    for text in (ODD, " ", ""):
        for rows in split_patterns.ROWS:
            for tab in split_patterns.TABS:
                change(app, split_text=text, split_rows=rows, split_tab=tab)


# --- Unicode lens -------------------------------------------------------------------------------


def test_the_four_spellings_come_first_and_a_look_alike():
    app = run("unicode_lens", num_merges=0)
    assert [ascii(c) for c in app.session_state["lens_text"].split()] == [
        r"'\u1ecd\u0300'", r"'\xf2\u0323'", r"'o\u0323\u0300'", r"'o\u0300\u0323'",
        r"'o\u0329\u0300'",
    ]  # fmt: skip
    shown = html(app)
    assert "<b>9</b> graphemes, <b>17</b> code points, <b>28</b> bytes, <b>28</b> tokens" in shown
    assert "Token borders cut through <b>5</b> graphemes and 10 code points." in shown
    assert any("3 different texts" in one.value for one in app.markdown)


def test_nfc_becomes_the_corpus_with_one_button():
    app = press(run("unicode_lens"), "lens_corpus_nfc")
    assert app.session_state["corpus_text"] == "\u1ecd\u0300 " * 4 + "\u00f2\u0329"
    assert app.session_state["model"].corpus == app.session_state["corpus_text"]
    assert "17 code points became 14" in app.success[0].value
    # The text that is looked at stays as it was typed.
    assert app.session_state["lens_text"] == unicode_lens.EXAMPLES[unicode_lens.FIRST][0]


def test_a_text_that_cannot_be_trained_on_leaves_the_corpus():
    app = run("unicode_lens", lens_text="a")
    before = app.session_state["corpus_text"]
    press(app, "lens_corpus_nfc")
    assert app.session_state["corpus_text"] == before
    assert "needs two" in app.warning[0].value and not app.success


def test_a_fix_changes_the_text_and_can_be_undone():
    app = run("unicode_lens", lens_text="a\u00a0b\u200bc", lens_tab="What is odd")
    assert "U+00A0 NO-BREAK SPACE" in html(app)
    press(app, "lens_fix_0")
    assert app.session_state["lens_text"] == "a b\u200bc"
    press(app, "lens_undo")
    assert app.session_state["lens_text"] == "a\u00a0b\u200bc"
    press(app, "lens_fix_all")
    assert app.session_state["lens_text"] == "a bc"


def test_escapes_show_and_keep_what_cannot_be_seen():
    app = run("unicode_lens", lens_text="a\u200bo\u0323")
    app.toggle(key="lens_escapes").set_value(True).run()
    assert app.session_state["lens_text"] == r"a\u200bo\u0323"
    app.toggle(key="lens_escapes").set_value(False).run()
    assert app.session_state["lens_text"] == "a\u200bo\u0323"


def test_a_lone_surrogate_is_found_and_mended():
    app = run("unicode_lens", lens_text=r"a\ud83d", lens_escapes=True, lens_tab="What is odd")
    assert "Surrogate, 1×." in html(app)
    assert "U+FFFD" in app.info[0].value.replace("\\", "")
    press(app, "lens_fix_0")
    assert app.session_state["lens_text"] == "a\ufffd"


def test_normalization_before_encoding_is_said():
    text = "o\u0323\u0300 na"
    app = run("unicode_lens", normalization="NFC", lens_text=text)
    assert len(unicodedata.normalize("NFC", text)) == 5
    assert "NFC changed 3 code points: 6 became 5" in app.info[0].value.replace("\\", "")


def test_a_long_text_is_drawn_in_parts():
    app = run("unicode_lens", lens_text="ab " * 100)
    press(app, "lens_turn_after")
    assert app.session_state["lens_at"] == 40
    assert any("Graphemes 41 to 80 of 300" in one.value for one in app.caption)


def test_the_unicode_versions_are_shown():
    app = run("unicode_lens")
    assert any(unicodedata.unidata_version in one.value for one in app.caption)


# --- Split patterns -----------------------------------------------------------------------------


def test_the_sides_of_the_first_example():
    app = run("split_patterns")
    shown = html(app)
    # As the source documents print it: gpt4 keeps the line end with the signs before it.
    assert "<strong>11</strong> chunks · <strong>2</strong> not on the other side" in shown
    assert "<strong>10</strong> chunks · <strong>1</strong> not on the other side" in shown


@pytest.mark.parametrize("name", split_patterns.PRESETS)
def test_each_example_shows_a_difference(name):
    text, a, b = split_patterns.PRESETS[name]
    assert bpeviz.split(text, a) != bpeviz.split(text, b)


def test_a_pattern_goes_into_the_sidebar():
    app = run("split_patterns", mode="byte")
    press(app, "split_train_a")
    assert (app.session_state["mode"], app.session_state["pattern"]) == ("regex", "gpt2")
    assert app.session_state["model"].tokenizer.pattern == "gpt2"
    own = r"\p{L}+|\s|."
    press(change(app, split_b="own", split_b_own=own), "split_train_b")
    assert app.session_state["model"].tokenizer.pattern == own
    assert app.button(key="split_train_b").disabled


def test_a_bad_pattern_is_named_and_the_last_good_one_stays():
    app = run("split_patterns", split_a="qwen")
    change(app, split_a="own", split_a_own="a|([")
    assert app.button(key="split_train_a").disabled
    assert "Left pattern" in app.error[0].value and "position 4" in app.error[0].value
    assert "Shown is qwen" in app.error[0].value
    assert "▲" in html(app)
    change(app, split_a_own="")
    assert "empty" in app.error[0].value


def test_text_that_is_not_covered_is_said_to_be_lost():
    app = run("split_patterns", split_text="so? no!", split_a="own", split_a_own="[a-z]+")
    assert "3 characters match no alternative" in app.warning[-1].value.replace("\\", "")
    assert html(app).count('data-by="lost"') == 2


def test_a_runaway_pattern_is_stopped_and_named(monkeypatch):
    monkeypatch.setattr(limits, "PATTERN_SECONDS", 0.2)
    app = run("split_patterns", split_b="own", split_b_own="(?:a|a)+b", split_text="a" * 60 + "!")
    assert "Right pattern" in app.error[0].value and "stopped" in app.error[0].value
    assert "Shown is gpt4" in app.error[0].value
    change(app, split_rows="torn")
    assert "stopped" in app.error[0].value


def test_the_sidebars_pattern_can_be_looked_at():
    app = run("split_patterns", pattern="llama3", split_a="sidebar", split_b="llama3")
    assert "same cuts" in html(app)
    change(app, mode="byte")
    assert any("no split pattern" in one.value for one in app.caption)


def test_an_emptied_text_keeps_the_last_result():
    app = run("unicode_lens", lens_text="o\u0323")
    change(app, lens_text="")
    said = app.error[0].value.replace("\\", "")
    assert said == "There is no text. Type or paste one. The last good text is still shown."
    assert "U+0323" in html(app)


def test_a_text_that_cannot_be_cut_leaves_the_last_result():
    app = run("split_patterns", split_a="own", split_a_own=r"[a-z]+|\s", split_text="ab c")
    before = html(app)
    assert ">ab<" in before
    change(app, split_text="x" * (limits.PASTE + 1))
    said = app.error[0].value.replace("\\", "")
    assert "the limit for pasting" in said and "The last good result is still shown." in said
    assert html(app) == before


@pytest.mark.parametrize("name", ["walk", "fails", "vocabulary", "split_patterns"])
def test_pages_without_use_for_the_sidebar_leave_it_empty(name):
    assert bool(run(name).sidebar.text_area) is (name not in ("walk", "fails"))
