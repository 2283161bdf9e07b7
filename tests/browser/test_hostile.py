"""Nothing that a person brings is ever run, and no page shows a traceback for it.

Every payload would call ``alert`` (or its kin), which every page replaces by a note of the call, or
would fetch something from another host, which the watch of ``open_page`` reports.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import bpeviz
import bpeviz.app.pages
from bpeviz.app import registry
from bpeviz.app.links import permalink, session_file
from bpeviz.app.links.contents import Session
from bpeviz.engine.text import repair
from bpeviz.failures import FAILURES
from bpeviz.formats import dumps
from tests.browser.settling import settle
from tests.sparing import sparing

pytestmark = pytest.mark.browser

MARKUP = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(2)>",
    "\"><svg onload=alert(3)>",
    "' onmouseover='alert(4)' x='",
    "<iframe srcdoc='<script>parent.alert(5)</script>'></iframe>",
    "<style>*{display:none!important}</style>",
    "</textarea></style></script><img src=x onerror=alert(6)>",
    "[x](javascript:alert(7))",
    "![x](http://elsewhere.invalid/x.png)",
    "<a href=\"javascript:alert(8)\">x</a>",
    r"$\href{javascript:alert(9)}{x}$ :red[x] :material/home: `x` **x**",
    "<details open ontoggle=alert(10)>",
    "{{constructor.constructor('alert(11)')()}} ${alert(12)} %s",
]  # fmt: skip
TEXT = "\n".join(MARKUP)
# Short enough for a file's name, a marker of 12 characters, a word.
SHORT = "<img src=x onerror=alert(13)>"

_NOTE_CALLS = """
  window.ran = [];
  for (const name of ["alert", "confirm", "prompt", "print", "open"])
    window[name] = (...all) => { window.ran.push(`${name}(${all})`); return null; };
"""
# What of a person's markup has become an element, in shadow roots too.
_FOREIGN = """() => {
  const found = [];
  const look = (root) => {
    for (const e of root.querySelectorAll("*")) {
      const attributes = [...e.attributes];
      if (attributes.some((a) => /^on/i.test(a.name))) found.push(e.outerHTML.slice(0, 200));
      if (attributes.some((a) => ["src", "href", "srcdoc", "action", "xlink:href"].includes(a.name)
          && /alert|javascript:|elsewhere/.test(a.value))) found.push(e.outerHTML.slice(0, 200));
      if (/^(script|style|iframe)$/i.test(e.localName) && /alert\\(|none!important/.test(e.textContent))
        found.push(e.outerHTML.slice(0, 200));
      if (e.shadowRoot) look(e.shadowRoot);
    }
  };
  look(document);
  return [...window.ran, ...found];
}"""


@pytest.fixture
def app(serve: Callable[[str], str], open_page: Callable[..., Any], watch: Any) -> Callable:
    """``app("compare", {...})`` opens a page with these words in its address."""
    # Streamlit looks for its health page beside the address of a page first.
    watch.ignored = ("404 (Not Found)",)

    def open_(path: str = "", words: dict[str, str] | None = None) -> Any:
        page = open_page("about:blank")
        page.add_init_script(_NOTE_CALLS)
        page.goto(f"{serve('streamlit_app.py')}/{path}?{urlencode(words or {})}")
        page.locator("[data-testid=stMainBlockContainer] h2").first.wait_for()
        settle(page)
        return page

    return open_


def check(page: Any) -> None:
    """Nothing ran, nothing foreign is in the page, no traceback is shown."""
    assert page.evaluate(_FOREIGN) == []
    assert page.get_by_test_id("stException").count() == 0
    assert "Traceback" not in page.locator("body").inner_text()
    assert page.locator("[data-testid=stMainBlockContainer] h2").first.is_visible()


def look_around(page: Any) -> None:
    """Point at tokens and marks, open all tabs and what is folded; check after each."""
    check(page)
    main = page.get_by_test_id("stMain")
    for number in range(min(main.get_by_role("tab").count(), 8)):
        main.get_by_role("tab").nth(number).click()
        settle(page)
        check(page)
    for token in page.get_by_test_id("token").all()[:6]:
        if token.is_visible():
            token.hover(timeout=2000, force=True)
    for folded in main.locator("details:not([open]) > summary").all()[:4]:
        if folded.is_visible():
            folded.click()
    settle(page)
    check(page)


def free_texts(page: str) -> dict[str, str]:
    """The settings of a page that take any text, each with the payload."""
    return {
        key: SHORT if key == "special_tokens" or "word" in key or "letter" in key else TEXT
        for key, found in registry.travelling([page]).items()
        if isinstance(found.default, str) and found.allows(TEXT)
    }


def address(page: str, **more: Any) -> dict[str, str]:
    words, long = permalink.query(Session(page, text=TEXT, settings=free_texts(page) | more))
    assert not long
    return words


PATHS = {
    "explore": "", "walk": "walk", "compare": "compare", "unicode_lens": "unicode_lens",
    "languages": "languages", "encode": "encode", "vocabulary": "vocabulary",
    "split_patterns": "split_patterns", "files": "files",
}  # fmt: skip


#: Where a token is shown otherwise if it is made of characters instead of bytes.
BY_MODE = ("explore", "compare", "encode", "vocabulary")


@pytest.mark.parametrize(
    ("name", "mode"),
    sparing([*((name, "regex") for name in PATHS), *((name, "character") for name in BY_MODE)]),
)
def test_markup_in_every_text_of_a_page(app: Callable, name: str, mode: str) -> None:
    look_around(app(PATHS[name], address(name, mode=mode)))


@pytest.mark.slow
def test_markup_in_every_failure(app: Callable) -> None:
    first, *others = FAILURES
    words, long = permalink.query(
        Session("fails", settings=free_texts("fails") | {"fails_open": first.key})
    )
    assert not long
    page = app("fails", words)
    look_around(page)
    for failure in others:
        page.get_by_role("button", name="Next", exact=True).click()
        page.get_by_role("heading", name=failure.title, exact=True).wait_for()
        settle(page)
        look_around(page)


@pytest.mark.slow
def test_markup_where_values_are_wrong(app: Callable) -> None:
    page = app("", dict.fromkeys(["mode", "num_merges", "sample", "step", "text", SHORT], SHORT))
    page.get_by_text("is not a setting").or_(page.get_by_text("cannot be")).first.wait_for()
    look_around(page)


def test_markup_in_a_split_pattern_that_is_wrong(app: Callable) -> None:
    page = app("", {"pattern": "own pattern", "own_pattern": f"({SHORT}"})
    page.get_by_text("does not compile").first.wait_for()
    check(page)


# --- files --------------------------------------------------------------------------------------


def give(page: Any, label: str, name: str, content: bytes) -> None:
    """Put a file into the uploader that has this label."""
    box = page.get_by_test_id("stFileUploader").filter(has_text=label).locator("input[type=file]")
    box.set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
    settle(page, pause=500)


def open_sidebar(page: Any, title: str) -> None:
    page.get_by_test_id("stSidebar").get_by_text(title, exact=True).click()


@pytest.mark.slow
def test_markup_in_an_uploaded_text_and_its_name(app: Callable) -> None:
    page = app()
    open_sidebar(page, "Upload a text file")
    give(page, "Text file", SHORT, TEXT.encode())
    page.get_by_text(f"{len(TEXT):,} characters").wait_for()
    look_around(page)
    give(page, "Text file", f"wrong{SHORT}", b"abc \xff def ghi")
    page.get_by_text("is not UTF-8").wait_for()
    check(page)


def tokenizer_file() -> bytes:
    tok = bpeviz.train(TEXT * 3, num_merges=60, special_tokens=[SHORT, MARKUP[0]])
    return dumps(tok, "huggingface")["tokenizer.json"]


@pytest.mark.slow
def test_markup_in_a_tokenizer_file_and_its_name(app: Callable) -> None:
    page = app("", permalink.query(Session(text=TEXT))[0])
    open_sidebar(page, "Open a tokenizer file")
    give(page, "Tokenizer file", f"{SHORT}.json", tokenizer_file())
    page.get_by_text("Close it and train again").wait_for()
    look_around(page)
    page.get_by_text("Match special tokens").click()
    settle(page)
    look_around(page)


WRONG_FILES = [
    b'{"model": {"type": "<img src=x onerror=alert(1)>"}}',
    f"#version: 0.2\n{SHORT}\n".encode(),
    b"minbpe v1\n<script>alert(1)</script>\nx\n",
    TEXT.encode(),
]


@pytest.mark.slow
def test_markup_in_a_file_that_is_wrong(app: Callable) -> None:
    page = app()
    open_sidebar(page, "Open a tokenizer file")
    for number, content in enumerate(WRONG_FILES):
        give(page, "Tokenizer file", f"{number}{SHORT}.json", content)
        said = page.get_by_test_id("stAlert").filter(has_text="The tokenizer in use stays.")
        said.filter(has_text=f"{number}{SHORT}.json").wait_for()
        check(page)


@pytest.mark.parametrize(
    "name",
    sparing(["explore", "encode", "unicode_lens"], 0),
)
def test_markup_in_a_session_file(app: Callable, tmp_path: Path, name: str) -> None:
    session = Session(name, text=TEXT, file=SHORT, settings=free_texts(name))
    content = json.loads(session_file.dump(session)) | {SHORT: SHORT, "sample": SHORT}
    page = app()
    page.get_by_role("button", name="Session").click()
    give(page, "Open session", f"{SHORT}.json", json.dumps(content).encode())
    page.get_by_text("is not known").wait_for()
    look_around(page)


def test_markup_in_a_session_file_that_is_wrong(app: Callable) -> None:
    page = app()
    page.get_by_role("button", name="Session").click()
    give(page, "Open session", f"{SHORT}.json", TEXT.encode())
    page.get_by_text("is not JSON").wait_for()
    check(page)


@pytest.mark.slow
def test_markup_in_a_csv_of_languages(app: Callable) -> None:
    rows = "\n".join('"{0}","{0}"'.format(one.replace('"', '""')) for one in MARKUP)
    page = app("languages")
    page.get_by_test_id("stMain").locator("summary").first.click()
    give(page, "CSV", f"{SHORT}.csv", f"language,text\n{rows}\n".encode())
    look_around(page)
    give(page, "CSV", f"{SHORT}.csv", f"{SHORT},text\n{rows}\n".encode())
    check(page)


# --- halves of characters -----------------------------------------------------------------------


ODD = ["a\ud83d b\udc4d lone", "zero\0byte\0zero", "\u202e\u2066bidi\ufeff"]


@pytest.mark.slow
def test_odd_characters_typed_in(app: Callable) -> None:
    page = app()
    for text in ODD:
        type_in(page, text)
        size = len(repair(text).encode("utf-8"))
        page.get_by_text(f"from {size} bytes").wait_for()
        look_around(page)


def type_in(page: Any, text: str) -> None:
    """Put any UTF-16 into the box for the text, halves of characters too."""
    box = page.get_by_role("textbox", name="Text", exact=True)
    units = [int.from_bytes(text.encode("utf-16-be", "surrogatepass")[i : i + 2], "big")
             for i in range(0, 2 * len(text), 2)]  # fmt: skip
    box.evaluate(
        """(box, units) => {
          const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
          put.call(box, String.fromCharCode(...units));
          box.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        units,
    )
    box.press("Control+Enter")


@pytest.mark.slow
def test_a_table_has_no_download_but_ours(app: Callable) -> None:
    # That of the table would give =1+1 to a spreadsheet as a formula.
    page = app()
    page.get_by_role("tab", name="Pair counts").click()
    settle(page)
    table = page.get_by_test_id("stDataFrame").first
    table.hover()
    page.get_by_role("button", name="Search: The most frequent").wait_for()
    assert not page.get_by_role("button", name="Download as CSV: The most frequent").is_visible()


@pytest.mark.slow
def test_a_session_file_makes_no_link_and_no_image(app: Callable) -> None:
    page = app()
    page.get_by_role("button", name="Session").click()
    markup = "![x](http://elsewhere.invalid/v.png) www.evil.invalid a@evil.invalid $x$"
    for start in range(0, len(markup), 20):
        content = {"program": "bpeviz session", "version": markup[start:]}
        give(page, "Open session", f"{markup[start:]}.json", json.dumps(content).encode())
        alert = page.get_by_test_id("stAlert").filter(has_text="this program reads version")
        alert.wait_for()
        assert alert.locator("a, img, .katex").count() == 0
        check(page)
