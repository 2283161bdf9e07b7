"""The Explore page, driven as a person would."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from tests.browser.settling import settle
from tests.sparing import sparing

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.browser

TOY = "low lower newest newest newest widest widest widest widest low low low low"


@pytest.fixture
def explore(serve, open_page):
    """Open the app and wait for its first tokens."""

    def open_(**options):
        page = open_page(serve("streamlit_app.py"), **options)
        page.get_by_test_id("token").first.wait_for()
        settle(page, pause=0)
        return page

    return open_


def paste(page, text):
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill(text)
    box.press("Control+Enter")


def choose(page, mode):
    page.get_by_test_id("stSidebar").get_by_text(mode, exact=True).click()


def steps(page):
    return int(page.get_by_role("slider", name="Merge step").get_attribute("max"))


def wait_for_steps(page, number):
    slider = page.get_by_role("slider", name="Merge step")
    sync_api.expect(slider).to_have_attribute("max", str(number), timeout=20_000)


def ids(page):
    tokens = page.get_by_test_id("token")
    return tokens.evaluate_all("all => all.map((t) => Number(t.dataset.tokenId))")


def go_to(page, step):
    page.get_by_role("slider", name="Merge step").evaluate(
        "(input, k) => { input.value = k; input.dispatchEvent(new Event('input', {bubbles: true}));"
        " input.dispatchEvent(new Event('change', {bubbles: true})); }",
        step,
    )


def count_is(page, number):
    # The count groups its digits.
    digits = r"\D?".join(str(number))
    count = page.get_by_test_id("token-count").first
    sync_api.expect(count).to_have_text(re.compile(rf"^\D*{digits}\D*$"), timeout=20_000)


def test_it_opens_trained_and_at_the_first_step(explore):
    page = explore()
    slider = page.get_by_role("slider", name="Merge step")
    assert slider.get_attribute("max") == "300" and slider.input_value() == "0"
    assert page.get_by_test_id("merge-caption").inner_text().startswith("Step 0")
    box = page.get_by_test_id("scrubber").bounding_box()
    first = page.get_by_test_id("token").first.bounding_box()
    assert box["y"] < 300 and first["y"] + first["height"] < 800


def test_paste_train_and_scrub_the_toy_words(explore):
    page = explore()
    choose(page, "Character")
    paste(page, TOY)
    tok = bpeviz.train(TOY, mode="character", num_merges=300)
    wait_for_steps(page, len(tok.merges))
    trace = tok.trace(TOY)
    for step in (0, 1, 9, len(tok.merges)):
        go_to(page, step)
        count_is(page, trace.token_counts[step])
        assert ids(page) == trace.ids(step)
    go_to(page, 1)
    caption = page.get_by_test_id("merge-caption").inner_text()
    assert "#1" in caption and "counted 7, replaced 7" in caption


def test_keys_and_tables_follow(explore):
    page = explore()
    slider = page.get_by_role("slider", name="Merge step")
    page.get_by_role("tab", name="Pair counts").click()
    slider.focus()
    slider.press("Home")
    page.get_by_text(re.compile(r"different pairs\..*next merge", re.S)).wait_for()
    slider.press("ArrowRight")
    assert slider.input_value() == "1"
    slider.press("End")
    assert slider.input_value() == "300"
    page.get_by_text("This is the last step: nothing more was learned.").wait_for()
    page.get_by_role("tab", name="Merges so far").click()
    page.get_by_text("300 of 300 merges.").wait_for()
    page.get_by_role("textbox", name="Search").fill("the")
    page.get_by_role("textbox", name="Search").press("Enter")
    page.get_by_text(re.compile(r"^[1-9]\d? of 300 merges\.")).wait_for()


def merges_in_sight(page, which=""):
    """The steps of the rows in sight, the mark and the chosen one among them by ``which``."""
    return page.get_by_test_id("merges").evaluate(
        """(root, which) => {
          const list = root.querySelector('.rows');
          const box = list.getBoundingClientRect();
          return [...list.querySelectorAll('[data-testid=merge]' + which)].filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top >= box.top && bottom <= box.bottom;
          }).map((row) => Number(row.dataset.step));
        }""",
        which,
    )


MARK, CHOSEN = "[aria-current=step]", ".chosen"


def test_all_merges_are_listed_marked_and_chosen(explore):
    page = explore()
    tok = bpeviz.train(samples()["english"].text, num_merges=300)
    page.get_by_role("tab", name="Merges so far").click()
    page.get_by_test_id("merge").first.wait_for()
    assert merges_in_sight(page)[0] == 300
    for step in (150, 300, 1, 150):
        go_to(page, step)
        count_is(page, tok.trace(samples()["english"].text).token_counts[step])
        assert merges_in_sight(page, MARK) == [step]
    merge = tok.merges[146]
    row = page.get_by_test_id("merge").and_(page.locator("[data-step='147']"))
    cells = [cell.strip() for cell in row.get_by_role("cell").all_inner_texts()]
    assert cells[-3:] == [str(merge.id), str(merge.count), str(merge.replacements)]
    row.get_by_role("button").press("Enter")
    slider = page.get_by_role("slider", name="Merge step")
    sync_api.expect(slider).to_have_value("147")
    assert merges_in_sight(page, MARK) == merges_in_sight(page, CHOSEN) == [147]
    go_to(page, 150)
    sync_api.expect(page.get_by_test_id("merge").and_(page.locator(MARK))).to_have_attribute(
        "data-step", "150"
    )
    assert {148, 149, 150} <= set(merges_in_sight(page))
    assert merges_in_sight(page, CHOSEN) == [147]


@pytest.mark.slow
def test_merges_that_are_searched(explore):
    page = explore()
    page.get_by_role("tab", name="Merges so far").click()
    page.get_by_role("textbox", name="Search").fill("the")
    page.get_by_role("textbox", name="Search").press("Enter")
    tok = bpeviz.train(samples()["english"].text, num_merges=300)
    found = [i + 1 for i, merge in enumerate(tok.merges) if b"the" in merge.token.lower()][::-1]
    page.get_by_text(f"{len(found)} of 300 merges.").wait_for()
    rows = page.get_by_test_id("merge")
    sync_api.expect(rows).to_have_count(len(found))
    assert [int(row.get_attribute("data-step")) for row in rows.all()] == found


@pytest.mark.slow
def test_another_text_is_shown_under_the_same_tokenizer(explore):
    page = explore()
    page.get_by_text("Another text", exact=True).click()
    box = page.get_by_role("textbox", name="Another text")
    box.fill("E nilo lati dọbalẹ.")
    box.press("Control+Enter")
    go_to(page, 0)
    count_is(page, len("E nilo lati dọbalẹ.".encode()))


@pytest.mark.slow
def test_another_text_that_is_empty_says_so(explore):
    page = explore()
    page.get_by_text("Another text", exact=True).click()
    said = page.get_by_text("There is no other text yet, so the corpus is shown.")
    said.wait_for()
    count_is(page, len(samples()["english"].text.encode()))
    box = page.get_by_role("textbox", name="Another text")
    for text in ("low", ""):
        box.fill(text)
        box.press("Control+Enter")
        sync_api.expect(said).to_have_count(0 if text else 1)


@pytest.mark.slow
def test_the_button_for_pages_and_corpus_says_menu_on_a_phone(explore):
    page = explore(width=390, height=844)
    button = page.get_by_test_id("stExpandSidebarButton")
    words = "e => getComputedStyle(e, '::after').content"
    assert button.evaluate(words) == '"Menu"'
    button.click()
    sync_api.expect(page.get_by_role("textbox", name="Text", exact=True)).to_be_in_viewport()


def test_bad_corpora_get_a_sentence_and_the_last_good_result_stays(explore):
    page = explore()
    for text, words in [
        ("", "The corpus is empty"),
        ("  \n ", "The corpus is blank"),
        ("x", "The corpus has one character"),
    ]:
        paste(page, text)
        page.get_by_text(words).wait_for()
        settle(page)
        assert page.get_by_text("The last good result is still shown.").count() == 1
        assert steps(page) == 300 and page.get_by_test_id("token").count() > 10
    assert page.get_by_test_id("stException").count() == 0
    paste(page, "👍")  # One character, four bytes.
    page.get_by_text("Only 3 of 300 merges were learned").wait_for()
    paste(page, "ab ab")
    page.get_by_text("Only 2 of 300 merges were learned").wait_for()
    wait_for_steps(page, 2)
    assert page.get_by_role("slider", name="Merge step").input_value() == "0"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("([", "does not compile"),
        (r"(\p{L}+)+$|(a|a)*b", None),
    ],
)
def test_patterns_of_ones_own(explore, pattern, words):
    page = explore()
    page.get_by_role("combobox", name="Split pattern").click()
    page.get_by_role("option", name="Your own pattern").click()
    field = page.get_by_role("textbox", name="Your pattern")
    field.fill(pattern)
    field.press("Enter")
    if words:
        page.get_by_text(words).wait_for()
    page.wait_for_timeout(500)
    assert page.get_by_test_id("stException").count() == 0
    assert page.get_by_test_id("token").count() > 10


@pytest.mark.slow
def test_what_is_folded_open_stays_open(explore):
    page = explore()
    more = page.get_by_test_id("stSidebar").locator("details", has_text="Minimum pair count")
    page.get_by_test_id("stSidebar").get_by_text("More", exact=True).click()
    page.get_by_role("combobox", name="Split pattern").click()
    page.get_by_role("option", name="Your own pattern").click()
    page.get_by_role("textbox", name="Your pattern").wait_for()
    settle(page)
    assert more.get_attribute("open") is not None


@pytest.mark.slow
def test_uploads(explore):
    page = explore()
    page.get_by_text("Upload a text file").click()
    chooser = page.locator("section[data-testid=stFileUploaderDropzone] input[type=file]").first
    chooser.set_input_files(
        {"name": "bad.txt", "mimeType": "text/plain", "buffer": b"abc\xff\xfedef"}
    )
    page.get_by_text("byte FF at offset 3").wait_for()
    assert steps(page) == 300
    chooser.set_input_files(
        {"name": "ọ̀rẹ́.txt", "mimeType": "text/plain", "buffer": "ọ̀rẹ́ ọ̀rẹ́".encode("utf-16")}
    )
    page.get_by_text("ọ̀rẹ́.txt: 11 characters").wait_for()
    assert page.get_by_test_id("stException").count() == 0


@pytest.mark.parametrize("dark", sparing([False, True]))
def test_phone_width_has_no_horizontal_scrolling(explore, dark):
    page = explore(width=390, height=844, dark=dark)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.get_by_role("slider", name="Merge step").bounding_box()["width"] > 250


@pytest.mark.slow
def test_a_users_markup_is_text(explore):
    page = explore()
    page.evaluate("() => { window.__ran = 0; window.alert = () => { window.__ran += 1 } }")
    paste(
        page,
        '<img src=x onerror=alert(1)>" onmouseover="alert(1)\n<script>alert(1)</script> <b>b</b>',
    )
    page.get_by_text("merges were learned").wait_for()
    page.get_by_test_id("token").first.hover()
    page.wait_for_timeout(300)
    assert page.evaluate("window.__ran") == 0
    assert page.locator("[data-testid=scrubber] img, [data-testid=scrubber] script").count() == 0


@pytest.mark.slow
def test_a_tokenizer_file_can_be_closed_and_training_goes_on(explore):
    page = explore()
    choose(page, "Byte")
    wait_for_steps(page, 300)
    page.get_by_text("Open a tokenizer file").click()
    opener = page.get_by_test_id("stExpander").filter(has_text="Open a tokenizer file")
    opener.locator("input[type=file]").set_input_files(
        {"name": "tiny.tiktoken", "mimeType": "text/plain", "buffer": b"YQ== 0\nYg== 1\nYWI= 2\n"}
    )
    wait_for_steps(page, 1)
    page.get_by_role("button", name="Close it and train again").click()
    wait_for_steps(page, 300)
    paste(page, TOY)
    tok = bpeviz.train(TOY, mode="byte", num_merges=300)
    wait_for_steps(page, len(tok.merges))
    assert page.get_by_text("The last good result is still shown.").count() == 0


@pytest.mark.parametrize(("text", "least"), [(None, 6), ("low low lower\nnewest newest widest", 4)])
def test_pairs_stand_on_the_first_screen(serve, open_page, text, least):
    query = f"?text={quote(text)}&step=2" if text else "?step=24"
    page = open_page(f"{serve('streamlit_app.py')}/{query}")
    rows = page.get_by_test_id("pair-counts").get_by_test_id("pair")
    rows.nth(least - 1).wait_for()
    below = "rows => rows.map((row) => row.getBoundingClientRect().bottom)"
    assert sum(bottom <= 800 for bottom in rows.evaluate_all(below)) >= least
    box = page.get_by_test_id("scrubber").locator(".box").bounding_box()
    assert rows.first.bounding_box()["x"] >= box["x"] + box["width"]
