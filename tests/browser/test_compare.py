"""Compare and Languages, driven as a person would."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bpeviz
from bpeviz.app.corpus.samples import languages, samples
from tests.sparing import sparing
from tests.words import compared

pytestmark = pytest.mark.browser

# Sixty key presses, one after the other; of each the ms until both panes are painted.
PAINTED = """(root) => new Promise((done) => {
  const slider = root.querySelector('.slider');
  const times = [];
  const key = {key: 'ArrowRight', bubbles: true, composed: true, cancelable: true};
  const press = () => {
    const pressed = performance.now();
    slider.dispatchEvent(new KeyboardEvent('keydown', key));
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      times.push(performance.now() - pressed);
      if (times.length === 60) done(times);
      else setTimeout(press, 10);
    };
    requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  press();
})"""


@pytest.fixture
def visit(serve: Callable[[str], str], open_page: Callable[..., Any]) -> Callable[..., Any]:
    """``visit("compare")`` opens a page and waits for its tokens."""

    def open_(path: str, **options: Any) -> Any:
        page = open_page(f"{serve('streamlit_app.py')}/{path}", **options)
        page.get_by_test_id("token").first.wait_for()
        return page

    return open_


@pytest.fixture(autouse=True)
def _known_troubles(watch: Any) -> None:
    # Streamlit looks for its server below the page's path first.
    watch.ignored = ("404",)


def main(page: Any) -> Any:
    return page.get_by_test_id("stMain")


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="Merge step")


def titles(page: Any) -> list[str]:
    return page.locator(".title span").all_inner_texts()


def counts(page: Any) -> list[int]:
    return [int(n) for n in page.get_by_test_id("token-count").all_inner_texts()]


def shows(page: Any, expected: list[str]) -> None:
    page.wait_for_function(
        """words => JSON.stringify([...document.querySelectorAll('*')].flatMap((e) =>
          [...(e.shadowRoot?.querySelectorAll('.title span') ?? [])].map((t) => t.textContent)))
          === JSON.stringify(words)""",
        arg=expected,
    )


def preset(page: Any, name: str) -> None:
    main(page).get_by_text(name, exact=True).click()


def to_the_end(page: Any) -> None:
    slider(page).focus()
    page.keyboard.press("End")


def lead(page: Any, words: str) -> None:
    page.locator(".parting .where", has_text=words).wait_for()


def no_errors(page: Any) -> None:
    assert page.get_by_test_id("stException").count() == 0


# --- Compare --------------------------------------------------------------------------------------


def answer(page: Any) -> dict[str, int]:
    """What the answer says, by its data: left, right, words, wordsDifferent."""
    element = page.get_by_test_id("compare-answer")
    return {
        name: int(n)
        for name, n in element.evaluate("e => ({...e.dataset})").items()
        if name != "testid"
    }


def expected_answer(text: str, forms: tuple[str | None, str | None], step: int) -> dict[str, int]:
    left, right = (bpeviz.train(text, num_merges=300, normalization=f).trace(text) for f in forms)
    steps = min(step, left.steps), min(step, right.steps)
    words = compared(left, right, steps)
    return {
        "left": left.token_counts[steps[0]],
        "right": right.token_counts[steps[1]],
        "words": len(words),
        "wordsDifferent": sum(bool(word.differing) for word in words.values()),
    }


def paste(page: Any, text: str) -> None:
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill(text)
    box.press("Control+Enter")


# ọ̀ and ẹ́ in several spellings, as several keyboards give them.
MIXED = (
    "O\u0323jo\u0323\u0301 dára, \u1ecdj\u1ecd\u0301 dára púp\u1ecd\u0300. Mo f\u1eb9\u0301 "
    "ẹ̀kọ́; mo fe\u0323\u0301 e\u0300\u0323k\u00f3\u0323.\nÓ dàbọ̀, o\u0301 da\u0300bo\u0323\u0300.\n"
)


def test_a_pasted_text_has_its_answer_on_the_first_screen(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    paste(page, MIXED)
    page.get_by_text("Both sides show your text from the sidebar.").wait_for()
    # The sides had these names before, so its words tell that the new text has arrived.
    page.locator(f"[data-testid=compare-answer][data-words='{len(set(MIXED.split()))}']").wait_for()
    shows(page, ["As typed", "NFC"])
    expected = expected_answer(MIXED, (None, "NFC"), int(slider(page).input_value()))
    assert answer(page) == expected
    sentence = page.locator(".sentence")
    box = sentence.bounding_box()
    assert box and box["y"] > 0 and box["y"] + box["height"] < 800
    assert page.evaluate("document.scrollingElement.scrollTop") == 0
    more, different = expected["left"] - expected["right"], expected["wordsDifferent"]
    percent = (expected["left"] / expected["right"] - 1) * 100
    assert sentence.inner_text() == (
        f"As typed costs {more} more tokens than NFC (+{percent:.1f}%); "
        f"{different} of {expected['words']} words are cut differently."
    )
    slider_box = slider(page).bounding_box()
    assert slider_box and slider_box["y"] + slider_box["height"] < 800
    page.get_by_role("slider", name="Merge step").focus()
    page.keyboard.press("Home")
    assert answer(page) == expected_answer(MIXED, (None, "NFC"), 0)
    no_errors(page)


def test_a_text_in_nfc_is_compared_with_nfd(visit: Callable[..., Any]) -> None:
    page = visit("compare?text=" + "ọ̀rọ̀ ẹ̀kọ́ ńlá ńlá".replace(" ", "+"))
    shows(page, ["NFC", "NFD"])
    assert answer(page)["words"] == 3
    no_errors(page)


def test_the_words_that_differ(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    text = samples()["yoruba_as_typed"].text
    left, right = (
        bpeviz.train(text, num_merges=300, normalization=f).trace(text) for f in (None, "NFC")
    )
    words = compared(left, right, (150, 150))
    rows = page.get_by_test_id("word")
    rows.first.wait_for()
    assert answer(page)["wordsDifferent"] == sum(bool(word.differing) for word in words.values())
    found = [row.evaluate("e => ({...e.dataset})") for row in rows.all()]
    costs = [-int(row["extra"]) for row in found]
    # The costlier side is the left one.
    assert costs == sorted(costs, reverse=True) and costs[0] > 0
    for row in found:
        word = words[row["word"]]
        assert (int(row["times"]), int(row["extra"])) == (word.times, word.extra)
        assert (int(row["left"]), int(row["right"])) in word.ways
    name = found[3]["word"]
    rows.nth(3).get_by_role("button").click()
    page.locator(".token.faded").first.wait_for()
    bright = page.locator(".pane").first.locator(".token:not(.faded)")
    assert bright.count() >= int(found[3]["left"]) * int(found[3]["times"])
    box = page.locator(".box").first
    assert (
        bright.first.bounding_box()["y"] >= box.bounding_box()["y"] - 1
        or int(found[3]["times"]) > 1
    )
    page.get_by_role("button", name="Show the whole text again").click()
    page.locator(".token.faded").first.wait_for(state="detached")
    page.get_by_role("searchbox").fill(bpeviz.normalize(name, "NFD"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").first.click()
    rows_of_csv = list(csv.reader(io.StringIO(download.value.path().read_text(encoding="utf-8"))))
    assert rows_of_csv[0][:4] == ["word", "times", "tokens: As typed", "tokens: NFC"]
    assert any(row[0] == name and int(row[-1]) == words[name].extra for row in rows_of_csv[1:])
    page.get_by_role("searchbox").fill("no such word")
    page.get_by_text("No such word among those that are cut differently.").wait_for()
    no_errors(page)


@pytest.mark.slow
def test_words_that_look_alike_are_told_apart(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    # ẹ́ with the dot, with the line that looks like it, and composed; ó has no other spelling here.
    paste(page, "fe\u0323\u0301 fe\u0329\u0301 f\u1eb9\u0301 o\u0301 fe\u0323\u0301")
    page.locator("[data-testid=compare-answer][data-words='4']").wait_for()
    slider(page).focus()
    page.keyboard.press("Home")
    rows = page.get_by_test_id("word")
    page.get_by_test_id("words-that-differ").and_(page.locator("[data-step='0']")).wait_for()
    spelled = {row.get_attribute("data-word"): row.locator("th small") for row in rows.all()}
    assert spelled["fe\u0323\u0301"].inner_text() == "fe U+0323 U+0301"
    assert spelled["fe\u0329\u0301"].inner_text() == "fe U+0329 U+0301"
    assert spelled["o\u0301"].count() == 0


@pytest.mark.slow
def test_another_text_that_is_empty_is_asked_for(visit: Callable[..., Any]) -> None:
    page = visit("compare?compare_shown=other")
    main(page).get_by_text("There is no other text yet").wait_for()
    page.get_by_role("button", name=re.compile("^Shown")).click()
    box = page.get_by_role("textbox", name="Another text")
    box.fill("ọ̀rọ̀")
    box.press("Control+Enter")
    page.locator("[data-testid=compare-answer][data-words='1']").wait_for()
    assert main(page).get_by_text("There is no other text yet").count() == 0
    box.fill("")
    box.press("Control+Enter")
    main(page).get_by_text("There is no other text yet").wait_for()


def test_as_typed_against_nfc_at_first(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    shows(page, ["As typed", "NFC"])
    text = samples()["yoruba_as_typed"].text
    assert answer(page) == expected_answer(text, (None, "NFC"), 150)
    assert counts(page) == [answer(page)["left"], answer(page)["right"]]
    to_the_end(page)
    toks = [bpeviz.train(text, num_merges=300, normalization=form) for form in (None, "NFC")]
    assert counts(page) == [len(tok.encode(text)) for tok in toks]
    page.get_by_text("nothing was normalized; 3,163 characters").wait_for()
    page.get_by_text("NFC changed 786 of 3,163 characters").wait_for()
    page.get_by_text("Both sides show the sample “Yorùbá, as typed”.").wait_for()
    lead(page, "They part at merge 1: As typed makes the dot below, NFC the first two bytes of ọ")
    no_errors(page)


@pytest.mark.slow
def test_every_preset_and_swap(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    for name, expected, words in (
        ("NFC, NFD", ["NFC", "NFD"], "They part at merge 1"),
        ("Byte, regex", ["byte", "regex"], "They part at merge 4"),
        ("gpt2, gpt4", ["gpt2", "gpt4"], "They part at merge 36: gpt2 makes ·mi of ·m + i"),
        ("First seen, smallest ids", ["first-seen", "smallest-ids"], "They part at merge 11"),
        ("Two corpora", ["English", "Yorùbá, NFC"], "he of h + e"),
        ("As typed, NFC", ["As typed", "NFC"], "They part at merge 1"),
    ):
        preset(page, name)
        shows(page, expected)
        lead(page, words)
    page.get_by_role("button", name="Swap").click()
    shows(page, ["NFC", "As typed"])
    no_errors(page)


def test_go_to_where_they_part(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    preset(page, "gpt2, gpt4")
    page.get_by_role("button", name="Go to step 36").click()
    page.wait_for_function(
        "() => document.querySelector('[data-testid=scrubber] .slider')?.value === '36'"
        " || [...document.querySelectorAll('*')].some((e) =>"
        " e.shadowRoot?.querySelector('.slider')?.value === '36')"
    )
    captions = page.get_by_test_id("merge-caption").all_inner_texts()
    assert all(caption.startswith("#36") for caption in captions)
    assert captions[0] != captions[1]


@pytest.mark.slow
def test_the_mixture_on_the_slider(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    page.get_by_role("tab", name="What normalization does").click()
    facts = main(page).locator("table.numbers", has_text="text in NFD")
    facts.nth(1).wait_for()
    assert [" ".join(t.split()[-6:]) for t in facts.all_inner_texts()] == [
        "NFC 24 50 NFD 56 23",
        "NFC 23 58 NFD 58 16",
    ]
    page.get_by_role("button", name="Put this on the slider").click()
    shows(page, ["Own text in NFC", "Own text in NFD"])
    page.wait_for_function(
        """() => [...document.querySelectorAll('*')].flatMap((e) => [...(
          e.shadowRoot?.querySelectorAll('[data-testid=token-count]') ?? [])].map((c) =>
          c.textContent)).join() === '50,23'"""
    )
    page.get_by_role("tab", name="Each on the other").click()
    crossed = main(page).locator("table.numbers", has_text="trained on").filter(visible=True)
    crossed.wait_for()
    assert "50" in crossed.inner_text() and "23" in crossed.inner_text()


def test_a_bad_text_is_named_and_nothing_is_lost(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    shows(page, ["As typed", "NFC"])
    page.get_by_role("button", name=re.compile("^Right ")).click()
    page.get_by_role("combobox", name=re.compile("Corpus")).last.click()
    page.get_by_role("option", name="Own text").click()
    problem = main(page).get_by_test_id("stAlert")
    problem.get_by_text("Right side: The corpus is empty.").wait_for()
    shows(page, ["As typed", "NFC"])
    box = page.get_by_role("textbox", name="Own text")
    box.fill("ẹ́ <b>$x$</b> ẹ́ <b>$x$</b>")
    box.press("Control+Enter")
    problem.wait_for(state="detached")
    page.wait_for_function(
        """() => [...document.querySelectorAll('*')].some((e) =>
          e.shadowRoot?.querySelector('.title span')?.textContent === 'Yorùbá, as typed')"""
    )
    no_errors(page)


@pytest.mark.slow
def test_notices_are_about_the_sides(visit: Callable[..., Any]) -> None:
    # 300 merges cannot be learned from the sidebar's text, which is not on the page.
    page = visit("compare?text=low+lower&compare_a_corpus=yoruba&compare_b_corpus=yoruba")
    shows(page, ["As typed", "NFC"])
    page.get_by_test_id("stSidebar").get_by_text("In use").wait_for()
    assert main(page).get_by_text("were learned").count() == 0
    page = visit("compare?text=low+lower")
    main(page).get_by_text("merges were learned").first.wait_for()


@pytest.mark.slow
def test_texts_that_cannot_be_compared(visit: Callable[..., Any]) -> None:
    page = visit("compare?compare_a_corpus=english&compare_b_corpus=yoruba")
    page.locator(".sentence", has_text="The two sides show different texts").wait_for()
    page.get_by_text("Choose one text to compare its words.").wait_for()
    assert answer(page)["words"] == 0
    page = visit("compare?compare_shown=other&compare_text=" + "%C2%A0" * 3)
    page.locator(".sentence", has_text="the text has no words").wait_for()
    page.get_by_text("The text has no words.", exact=True).wait_for()
    # The byte of c is in neither base vocabulary.
    page = visit("compare?text=abab+abab&observed_bytes=1&compare_shown=other&compare_text=abcc+ab")
    page.locator(".sentence", has_text="2 characters of the text are unknown to").wait_for()
    page.locator(".sentence", has_text="1 word with unknown characters left out").wait_for()
    assert answer(page)["words"] == 2
    no_errors(page)


def open_file(page: Any, side: str, contents: dict[str, bytes]) -> None:
    page.get_by_role("button", name=re.compile(f"^{side} ")).click()
    body = page.get_by_test_id("stPopoverBody").filter(visible=True).last
    body.get_by_text("Open a tokenizer file").click()
    uploads = [
        {"name": name, "mimeType": "text/plain", "buffer": data} for name, data in contents.items()
    ]
    body.locator("input[type=file]").set_input_files(uploads)


@pytest.mark.slow
def test_two_files_under_one_slider(visit: Callable[..., Any], tmp_path: Path) -> None:
    texts = {"small": samples()["english"].text, "large": samples()["yoruba"].text}
    toks = {
        name: bpeviz.train(texts[name], num_merges=merges, pattern="gpt2")
        for name, merges in (("small", 100), ("large", 250))
    }
    page = visit("compare")
    paste(page, MIXED)
    page.get_by_text("Both sides show your text from the sidebar.").wait_for()
    for side, name in (("Left", "small"), ("Right", "large")):
        toks[name].save(tmp_path / f"{name}.model", "minbpe")
        open_file(page, side, {f"{name}.model": (tmp_path / f"{name}.model").read_bytes()})
        page.get_by_role("button", name=f"{side} {name}.model").wait_for()
        page.keyboard.press("Escape")
    shows(page, ["small.model", "large.model"])
    at = {"left": len(toks["small"].encode(MIXED)), "right": len(toks["large"].encode(MIXED))}
    page.wait_for_function(
        """([left, right]) => [...document.querySelectorAll('*')].some((e) => {
          const data = e.shadowRoot?.querySelector('[data-testid=compare-answer]')?.dataset;
          return data?.left === String(left) && data?.right === String(right);
        })""",
        arg=list(at.values()),
    )
    # Half of the way is half of the merges of each.
    slider(page).focus()
    page.keyboard.press("5")
    assert counts(page) == [
        len(toks["small"].encode(MIXED, step=50)),
        len(toks["large"].encode(MIXED, step=125)),
    ]
    assert page.locator(".title small").all_inner_texts() == ["step 50 of 100", "step 125 of 250"]
    page.wait_for_url("**compare_step=125**")
    again = visit(page.url.split("/", 3)[3])
    shows(again, ["small.model", "large.model"])
    assert counts(again) == counts(page)
    open_file(page, "Right", {"nonsense.json": b"{}"})
    page.get_by_text("The side stays as it was.").wait_for()
    shows(page, ["small.model", "large.model"])
    no_errors(page)


@pytest.mark.slow
def test_the_offline_page_holds_answer_and_words(
    visit: Callable[..., Any], open_page: Callable[..., Any], tmp_path: Path
) -> None:
    page = visit("compare?compare_a_form=NFC&compare_b_form=NFD")
    shows(page, ["NFC", "NFD"])
    page.get_by_role("tab", name="Offline page").click()
    line = page.get_by_test_id("stCode").get_by_text("<iframe")
    line.wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Both sides in one page").click()
    name = download.value.suggested_filename
    assert f'src="{name}"' in line.inner_text()
    download.value.save_as(tmp_path / name)
    (tmp_path / "course.html").write_text(f"<h1>Course</h1>{line.inner_text()}", encoding="utf-8")
    text = samples()["yoruba_as_typed"].text
    alone = open_page((tmp_path / "course.html").as_uri()).frame_locator("iframe")
    alone.get_by_test_id("word").first.wait_for()
    data = alone.get_by_test_id("compare-answer").evaluate("e => ({...e.dataset})")
    expected = expected_answer(text, ("NFC", "NFD"), 150)
    assert {key: int(data[key]) for key in expected} == expected
    alone.get_by_role("slider", name="Merge step").press("End")
    assert alone.get_by_test_id("token-count").all_inner_texts() == [
        str(expected_answer(text, ("NFC", "NFD"), 300)[side]) for side in ("left", "right")
    ]
    alone.get_by_test_id("word").first.get_by_role("button").click()
    alone.locator(".token.faded").first.wait_for()


def test_a_phone_has_the_answer_then_one_side_at_a_time(visit: Callable[..., Any]) -> None:
    page = visit("compare", width=390, height=844)
    page.locator(".sentence", has_text="As typed costs").wait_for()
    places = [page.locator(".sentence"), slider(page), page.get_by_role("button", name="Swap")]
    tops = [place.bounding_box()["y"] for place in places]
    assert tops == sorted(tops) and tops[1] < 700
    sides = page.get_by_role("group", name="Which side is shown")
    assert [pane.is_visible() for pane in page.get_by_test_id("pane").all()] == [True, False]
    sides.get_by_role("button", name="NFC").click()
    assert [pane.is_visible() for pane in page.get_by_test_id("pane").all()] == [False, True]
    no_errors(page)


@pytest.mark.slow
def test_tables_download_as_csv(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    for tab, column in (("Numbers", "right: NFC"), ("Only one side", "code points")):
        page.get_by_role("tab", name=tab).click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download CSV").filter(visible=True).first.click()
        text = download.value.path().read_text(encoding="utf-8")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert rows and column in rows[0]


@pytest.mark.slow
def test_settings_and_step_outlive_a_change_of_page(visit: Callable[..., Any]) -> None:
    page = visit("compare")
    preset(page, "gpt2, gpt4")
    shows(page, ["gpt2", "gpt4"])
    to_the_end(page)
    page.wait_for_url("**compare_step=300**")
    address = page.url
    page.get_by_test_id("stTopNavLink").filter(has_text="Explore").click()
    page.get_by_role("textbox", name="Text", exact=True).wait_for()
    page.wait_for_url(lambda url: "compare" not in url)
    page.go_back()
    shows(page, ["gpt2", "gpt4"])
    again = visit(address.split("/", 3)[3])
    shows(again, ["gpt2", "gpt4"])
    assert slider(again).input_value() == "300"


# After a step and a rest, the ms until the list of words shows it.
LISTED = """(root) => new Promise((done) => {
  const moved = performance.now();
  const key = {key: 'ArrowLeft', bubbles: true, composed: true, cancelable: true};
  const slider = root.querySelector('.slider');
  slider.dispatchEvent(new KeyboardEvent('keydown', key));
  const list = [...document.querySelectorAll('*')].map((e) =>
    e.shadowRoot?.querySelector('.words')).find(Boolean);
  const look = () => {
    if (list.dataset.step === slider.value) done(performance.now() - moved);
    else requestAnimationFrame(look);
  };
  look();
})"""


@pytest.mark.slow
def test_two_panes_of_100_kb_scrub_together(
    visit: Callable[..., Any], record_property: Callable[[str, Any], None]
) -> None:
    page = visit("compare")
    text = samples()["yoruba_as_typed"].text + "\n" + samples()["english"].text
    text = "".join(f"{i} {text}\n" for i in range(18))[:100_000]
    assert len(text.encode()) >= 100_000
    merges = page.get_by_test_id("stSidebar").get_by_role("spinbutton", name="Merges")
    merges.fill("1000")
    merges.press("Enter")
    paste(page, text)
    page.wait_for_function(
        """() => [...document.querySelectorAll('*')].some((e) => e.shadowRoot?.querySelector(
          '.scrubber[aria-busy=false] .slider[max="1000"]') && Number(e.shadowRoot.querySelector(
          '[data-testid=compare-answer]').dataset.left) > 20000)"""
    )
    shows(page, ["As typed", "NFC"])
    for start, key in ((0, "Home"), (500, "5")):
        slider(page).focus()
        page.keyboard.press(key)
        page.get_by_test_id("words-that-differ").and_(
            page.locator(f"[data-step='{start}']")
        ).wait_for()
        times = sorted(page.get_by_test_id("scrubber").evaluate(PAINTED))
        words = f"from step {start}: median {times[30]:.1f} ms, 95th percentile {times[57]:.1f} ms"
        listed = page.get_by_test_id("scrubber").evaluate(LISTED)
        record_property("two panes and the answer, key to paint", words)
        record_property("the list of words, key to paint", f"{listed:.0f} ms")
        print(words, f"the words after {listed:.0f} ms")
        # The aim is 50 ms; ten times that is no busy machine but another kind of growth.
        assert times[30] < 500
        assert listed < 3000


# --- Language cost --------------------------------------------------------------------------------


def test_costs_of_languages(visit: Callable[..., Any]) -> None:
    page = visit("languages?step=150")
    shows(page, ["English", "Yorùbá (NFD)"])
    texts = {row["language"]: row["text"] for row in languages()}
    tok = bpeviz.train(samples()["english"].text, num_merges=300)
    expected = [len(tok.encode(texts[name], step=150)) for name in ("English", "Yorùbá (NFD)")]
    assert counts(page) == expected
    page.get_by_role("tab", name="Table").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").filter(visible=True).click()
    rows = {
        row["language"]: row
        for row in csv.DictReader(io.StringIO(download.value.path().read_text(encoding="utf-8")))
    }
    assert set(rows) == set(texts) - {"Yorùbá (NFC)"}
    for name, row in rows.items():
        tokens = len(tok.encode(texts[name], step=150))
        assert int(row["tokens"]) == tokens
        assert int(row["bytes"]) == len(texts[name].encode())
        assert float(row["premium"]) == pytest.approx(tokens / expected[0])
    no_errors(page)


@pytest.mark.slow
def test_what_trains_it(visit: Callable[..., Any]) -> None:
    page = visit("languages?step=150")
    texts = {row["language"]: row["text"] for row in languages()}
    tok = bpeviz.train("\n".join(texts.values()), num_merges=300)
    main(page).get_by_text("The mix of all").click()
    page.get_by_text("The mix has seen the very texts").wait_for()
    expected = [len(tok.encode(texts[name], step=150)) for name in ("English", "Yorùbá (NFD)")]
    page.wait_for_function(
        """words => [...document.querySelectorAll('*')].flatMap((e) => [...(
          e.shadowRoot?.querySelectorAll('[data-testid=token-count]') ?? [])].map((c) =>
          c.textContent)).join() === words""",
        arg=",".join(map(str, expected)),
    )
    page.get_by_role("tab", name="What trains it").click()
    main(page).get_by_text("only the training text differs").wait_for()
    no_errors(page)


@pytest.mark.slow
def test_own_texts_typed_and_as_csv(visit: Callable[..., Any]) -> None:
    page = visit("languages")
    main(page).get_by_text("Add texts of your own").click()
    page.get_by_role("button", name="Add row").click()
    page.get_by_text("The language is missing.").wait_for()
    page.get_by_role("textbox", name="Language").fill("<b>Mine</b> $x$")
    page.get_by_role("textbox", name="Text", exact=True).last.fill("a morning, a market")
    page.get_by_role("button", name="Add row").click()
    main(page).get_by_text("<b>Mine</b> $x$: a morning, a market").wait_for()
    upload = main(page).locator("input[type=file]")
    upload.set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"lang,text\na,b\n"})
    page.get_by_text("names “lang”, “text”, but not language").wait_for()
    upload = main(page).locator("input[type=file]")
    good = b'language,text\nToki,"toki, mi"\n'
    upload.set_input_files({"name": "y.csv", "mimeType": "text/csv", "buffer": good})
    main(page).get_by_text("Toki: toki, mi").wait_for()
    page.get_by_role("button", name="Remove").first.click()
    main(page).get_by_text("<b>Mine</b> $x$: a morning").wait_for(state="detached")
    assert main(page).get_by_text("Toki: toki, mi").count() == 1
    no_errors(page)


@pytest.mark.parametrize("path", sparing(["compare", "languages"]))
def test_a_phone_needs_no_sideways_scrolling(visit: Callable[..., Any], path: str) -> None:
    page = visit(path, width=390, height=844, dark=True)
    wide = main(page).evaluate("e => e.scrollWidth - e.clientWidth")
    assert wide <= 0
    no_errors(page)
