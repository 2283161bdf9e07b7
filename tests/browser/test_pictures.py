"""Pictures as files, opened again in a browser: sizes, tokens, and no text cut off."""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import bpeviz
from bpeviz.app.corpus.samples import samples
from bpeviz.views import pictures, token_page
from tests.browser.settling import settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser

TEXTS = {
    "yoruba": samples()["yoruba_as_typed"].text[:500],
    "devanagari": "नमस्ते दुनिया। क्षत्रिय ज्ञान, स्त्री और शृंगार। ट्र्य र्क्ष\n" * 2,
    "arabic": "مرحبا بالعالم، كَيْفَ الحال؟ BPE 2024 لا إله\nالسَّلامُ عَلَيْكُم\n" * 2,
    "emoji": samples()["emoji"].text[:400],
    "mixed": samples()["multilingual"].text[:900],
}
# Each text of a token: is what is drawn inside the picture, and inside the token's box, but for 2 px?
FITS = """() => {
  const svg = document.querySelector('svg');
  const { width, height } = svg.viewBox.baseVal;
  const rects = [...svg.querySelectorAll('rect[data-id]')].map((r) => r.getBBox());
  return [...svg.querySelectorAll('text[textLength]')].map((text) => {
    const box = text.getBBox();
    const middle = box.x + box.width / 2;
    const line = Number(text.getAttribute('y'));
    const home = rects.find((r) => middle >= r.x && middle <= r.x + r.width
      && line > r.y && line < r.y + r.height);
    return {
      text: text.textContent,
      inPicture: box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.5
        && box.y + box.height <= height + 0.5,
      inBox: Boolean(home) && box.x >= home.x - 2
        && box.x + box.width <= home.x + home.width + 2,
    };
  });
}"""
# Whether anything but white stands on the outermost pixels.
CLEAN_EDGE = """async (svg) => {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const edge = 8;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
    if (x >= edge && y >= edge && x < width - edge && y < height - edge) continue;
    const at = 4 * (y * width + x);
    if (data[at] + data[at + 1] + data[at + 2] < 750) return `${x},${y}`;
  }
  return '';
}"""


def traced(name: str, mode: str) -> bpeviz.Trace:
    tok = bpeviz.train(TEXTS[name], mode=mode, num_merges=60)
    return tok.trace(TEXTS[name])


@pytest.mark.parametrize("mode", sparing(["regex", "character"]))
@pytest.mark.parametrize("name", list(TEXTS))
def test_no_text_is_cut_off(
    open_page: Callable[..., Any], tmp_path: Path, name: str, mode: str
) -> None:
    trace = traced(name, mode)
    svg = pictures.svg(trace, [0, trace.steps], "Made for a test", most=60)
    file = tmp_path / "picture.svg"
    file.write_text(svg, encoding="utf-8")
    page = open_page(file.as_uri())
    seen = page.evaluate(FITS)
    assert len(seen) >= sum(trace.token_counts[step] > 0 for step in (0, trace.steps))
    assert [one for one in seen if not one["inPicture"]] == []
    assert [one for one in seen if not one["inBox"]] == []
    page.goto("about:blank")
    assert page.evaluate(CLEAN_EDGE, svg) == ""


@pytest.mark.parametrize("name", list(TEXTS))
def test_the_page_holds_all_tokens_in_its_width(
    open_page: Callable[..., Any], tmp_path: Path, name: str
) -> None:
    trace = traced(name, "regex")
    file = tmp_path / "page.html"
    file.write_text(token_page.html(trace, trace.steps, "Made for a test"), encoding="utf-8")
    for width in (390, 1000):
        page = open_page(file.as_uri(), width=width)
        assert page.locator("main span").count() == trace.token_counts[trace.steps]
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def files(serve: Callable[[str], str], open_page: Callable[..., Any], tmp_path: Path) -> Callable:
    """``files(query, "svg", "png")`` downloads the pictures that the app shows."""

    def download(query: dict[str, Any], *kinds: str) -> dict[str, Path]:
        link = {"explore_tab": "Pictures", **query}
        page = open_page(f"{serve('streamlit_app.py')}/?{urlencode(link)}", height=1400)
        page.set_default_timeout(40_000)
        page.locator("[data-save=png]").wait_for()
        page.wait_for_function(
            """() => [...document.querySelectorAll('*')].some((e) =>
              e.shadowRoot?.querySelector('.preview img')?.naturalWidth > 0)"""
        )
        found = {}
        for kind in kinds:
            with page.expect_download() as caught:
                page.locator(f"[data-save={kind}]").click()
            found[kind] = tmp_path / f"{len(found)}.{kind}"
            assert caught.value.suggested_filename.endswith(f".{kind}")
            caught.value.save_as(found[kind])
        return found

    return download


def png_size(file: Path) -> tuple[int, int]:
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


# In the middle of the left edge of every token the picture has the token's colour.
COLOURS = """async ([svg, png]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + png;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const wrong = [];
  for (const r of drawing.querySelectorAll('rect.token')) {
    const [x, y] = ['x', 'y'].map((name) => Number(r.getAttribute(name)));
    const [red, green, blue] = pen.getImageData(2 * x + 4, 2 * y + 5, 1, 1).data;
    const hex = '#' + [red, green, blue].map((v) => v.toString(16).padStart(2, '0')).join('');
    if (hex !== r.getAttribute('fill')) wrong.push([hex, r.getAttribute('fill')]);
  }
  return wrong;
}"""


def test_svg_png_and_html_show_the_same_tokens(
    files: Callable, open_page: Callable[..., Any]
) -> None:
    text = TEXTS["yoruba"]
    found = files({"text": text, "num_merges": 40, "step": 25}, "svg", "png", "html")
    ids = bpeviz.train(text, mode="regex", num_merges=40).trace(text).ids(25)
    page = open_page(found["svg"].as_uri())
    drawn = page.locator("rect.token").evaluate_all("all => all.map((r) => Number(r.dataset.id))")
    assert drawn == ids
    width, height = page.evaluate(
        "() => ['width', 'height'].map((n) => Number(document.querySelector('svg').getAttribute(n)))"
    )
    assert png_size(found["png"]) == (2 * width, 2 * height)
    svg = found["svg"].read_text(encoding="utf-8")
    assert "Regex mode, split pattern gpt4, 40 merges" in svg
    page.goto("about:blank")
    png = base64.b64encode(found["png"].read_bytes()).decode()
    assert page.evaluate(COLOURS, [svg, png]) == []
    page.goto(found["html"].as_uri())
    assert page.locator("main span").count() == len(ids)


def test_all_steps_live_in_one_page(
    serve: Callable[[str], str], open_page: Callable[..., Any], tmp_path: Path
) -> None:
    text = TEXTS["arabic"] + "</script><script>document.title = 'broken'</script>"
    link = urlencode({"text": text, "num_merges": 30, "step": 12, "explore_tab": "Pictures"})
    app = open_page(f"{serve('streamlit_app.py')}/?{link}", height=1400)
    app.set_default_timeout(40_000)
    app.get_by_role("button", name="All steps in one page").wait_for()
    settle(app)
    with app.expect_download() as caught:
        app.get_by_role("button", name="All steps in one page").click()
    caught.value.save_as(tmp_path / "live.html")
    trace = bpeviz.train(text, mode="regex", num_merges=30).trace(text)
    page = open_page((tmp_path / "live.html").as_uri())
    tokens = page.get_by_test_id("token")
    read = "all => all.map((t) => Number(t.dataset.tokenId))"
    assert tokens.evaluate_all(read) == trace.ids(12)
    page.get_by_role("slider", name="Merge step").press("End")
    assert tokens.evaluate_all(read) == trace.ids(30)
    assert page.title() == "Step 30 · Byte pair encoding, merge by merge"


@pytest.mark.slow
def test_several_steps_stand_on_one_picture(files: Callable, open_page: Callable[..., Any]) -> None:
    text = TEXTS["devanagari"]
    query = {"text": text, "mode": "character", "num_merges": 30, "picture_lines": 200}
    found = files(
        query | {"picture_kind": "Several steps", "picture_steps": "0, 7; 30"}, "svg", "png"
    )
    trace = bpeviz.train(text, mode="character", num_merges=30).trace(text)
    page = open_page(found["svg"].as_uri())
    words = " ".join(page.locator("text").all_text_contents())
    assert all(
        f"Step {step} of 30: {trace.token_counts[step]} tokens" in words for step in (0, 7, 30)
    )
    assert page.locator("rect.token").count() == sum(trace.token_counts[k] for k in (0, 7, 30))
    assert min(png_size(found["png"])) > 800


@pytest.mark.slow
def test_a_merge_tree_is_a_picture_too(files: Callable, open_page: Callable[..., Any]) -> None:
    query = {"sample": "toy_words", "mode": "character", "num_merges": 10, "step": 10}
    found = files(query | {"picture_kind": "Merge tree"}, "svg", "png")
    page = open_page(found["svg"].as_uri())
    words = page.locator("text").all_text_contents()
    assert any("widest_" in word for word in words)
    assert any("Character mode, 10 merges from the sample" in word for word in words)
    assert min(png_size(found["png"])) > 200
