"""What of the tokenizer in use can be taken along: files, and the lines of Python that make it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from functools import partial

import streamlit as st

from bpeviz import BPEError, Tokenizer, formats
from bpeviz.formats.loading import code
from bpeviz.wording import listed

from ..text import plain
from ..trainings.settings import Settings

_USES = {
    "huggingface": "For tokenizers and transformers, in Python and JavaScript.",
    "tiktoken": "For tiktoken, which is given the pattern beside it.",
    "minbpe": "For minbpe.",
    "gpt2": "The pair that GPT-2 was published with; many programs read it.",
    "subword-nmt": "For subword-nmt apply-bpe.",
    "csv": "Merges and vocabulary as tables for a spreadsheet.",
}
# Kind of file, who has it, and where its maker keeps it: names of packages and models.
WHERE = """
| Tokenizer | File | Where it is found |
|---|---|---|
| GPT-2 | `vocab.bpe` and `encoder.json`, or `tokenizer.json` | Hugging Face: `openai-community/gpt2` |
| GPT-4, GPT-4o | `cl100k_base.tiktoken`, `o200k_base.tiktoken` | the package `tiktoken` downloads them |
| the same for JavaScript | `cl100k_base.json`, `o200k_base.json` | the npm packages `tiktoken` and `js-tiktoken` |
| Whisper | `multilingual.tiktoken` | the package `openai-whisper` |
| Claude 2 | `claude.json` | the npm package `@anthropic-ai/tokenizer` |
| Llama 2 | `tokenizer.model`, or `tokenizer.json` | Hugging Face: `meta-llama/Llama-2-7b-hf` |
| Llama 3, Llama 4 | `tokenizer.model`, or `tokenizer.json` | Hugging Face: `meta-llama/Llama-3.1-8B` |
| Mistral | `tokenizer.model`; `tekken.json` | the package `mistral-common` holds some |
| Gemma 3 | `tokenizer.model`, or `tokenizer.json` (33 MB) | Hugging Face: `google/gemma-3-1b-it` |
| Qwen 3, Qwen 3.5 | `tokenizer.json`, or `vocab.json` and `merges.txt` | Hugging Face: `Qwen/Qwen3-8B` |
| Phi-3 | `tokenizer.json` | Hugging Face: `microsoft/Phi-3-mini-4k-instruct` |
| subword-nmt | codes, as `learn-bpe` writes them | the package `subword-nmt` makes them |

Of BERT, T5, XLM-R and RWKV nothing can be opened: WordPiece, Unigram and RWKV's trie have no merges.
CLIP's files are refused, as its program changes a text in ways that are not done here.
"""


def draw(tokenizer: Tokenizer, key: str) -> None:
    """A row for each format: what it is for, what it cannot hold, how it is loaded, the download."""
    said = {format: _problems(tokenizer, format, key) for format in formats.FORMATS}
    refusals = [says.sentences for says in said.values() if says.refused]
    # One reason for several formats is said once.
    shared = next((one for one in refusals if refusals.count(one) > 1), None)
    if shared:
        names = [formats.FORMATS[f] for f, says in said.items() if says.sentences == shared]
        st.warning(plain(f"No export as {listed(names, 'or')}. {' '.join(shared)}"))
    for format, title in formats.FORMATS.items():
        says = said[format]
        if says.refused and says.sentences == shared:
            continue
        with st.container(border=True):
            with st.container(horizontal=True, vertical_alignment="center"):
                with st.container():
                    st.markdown(f"**{plain(title)}**")
                    st.caption(_USES[format])
                    for sentence in says.sentences:
                        (st.warning if says.refused else st.caption)(plain(sentence))
                st.download_button(
                    "Download",
                    partial(_exported, tokenizer, format),
                    file_name=says.file_name or f"{format}.txt",
                    mime="application/octet-stream",
                    key=f"export_{format}",
                    on_click="ignore",
                    disabled=says.refused,
                )
            if not says.refused:
                st.code(code(tokenizer, format), language=None, wrap_lines=True)


def draw_python(settings: Settings, file: str | None, pattern: str | None) -> None:
    """The call that makes the tokenizer in use, to be copied."""
    st.code(
        _load_call(file, pattern) if file else train_call(settings),
        language=None,
        wrap_lines=True,
    )


def train_call(settings: Settings) -> str:
    """The call of ``bpeviz.train`` for some settings, without what is the default there.

    >>> print(train_call(Settings(num_merges=300, mode="byte", documents="lines")))
    import bpeviz
    text = open("corpus.txt", encoding="utf-8", newline="").read()
    corpus = [line for line in text.splitlines() if line.strip()]
    tok = bpeviz.train(corpus, mode='byte', num_merges=300)
    """
    usual, given = Settings(), settings.arguments()
    # Mode and number are said even where they are the default: they are what one changes first.
    names = ["mode", "num_merges", *sorted(given.keys() - {"mode", "num_merges", "start"})]
    said = [n for n in names if n in ("mode", "num_merges") or given[n] != getattr(usual, n)]
    values = [f"{name}={given[name]!r}" for name in said]
    lines = ["import bpeviz", 'text = open("corpus.txt", encoding="utf-8", newline="").read()']
    if settings.documents in _DOCUMENTS:
        lines.append(f"corpus = {_DOCUMENTS[settings.documents]}")
    if settings.start is not None:
        lines.append('earlier = bpeviz.load("tokenizer.json")  # what training goes on from')
        values.append("start=earlier")
    corpus = "corpus" if settings.documents in _DOCUMENTS else "text"
    return "\n".join([*lines, f"tok = bpeviz.train({', '.join([corpus, *values])})"])


_DOCUMENTS = {
    "lines": "[line for line in text.splitlines() if line.strip()]",
    "blocks": r'[block for block in __import__("re").split(r"\n\s*\n", text) if block.strip()]',
}


def _load_call(name: str, pattern: str | None) -> str:
    """The call of ``bpeviz.load`` for a file, or for two that belong together."""
    first, _, second = name.partition(" + ")
    names = f"{{n: open(n, 'rb').read() for n in {[first, second]!r}}}" if second else repr(first)
    chosen = f", pattern={pattern!r}" if pattern else ""
    return f"import bpeviz\ntok = bpeviz.load({names}{chosen})"


@dataclass(frozen=True)
class _Says:
    sentences: list[str]
    refused: bool
    file_name: str | None


@st.cache_data(show_spinner=False, max_entries=64)
def _problems(_tokenizer: Tokenizer, format: str, key: str) -> _Says:
    try:
        files = formats.dumps(_tokenizer, format)
    except BPEError as error:
        return _Says([str(error)], True, None)
    return _Says(formats.notes(_tokenizer, format), False, archive(files)[0])


def _exported(tokenizer: Tokenizer, format: str) -> bytes:
    return archive(formats.dumps(tokenizer, format))[1]


def archive(files: dict[str, bytes]) -> tuple[str, bytes]:
    """One file as it is, several as a zip: (name, content).

    >>> archive({"merges.csv": b"a"})
    ('merges.csv', b'a')
    >>> archive({"a": b"1", "b": b"2"})[0]
    'a-b.zip'
    """
    if len(files) == 1:
        return next(iter(files.items()))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(name, content)
    return "-".join(name.rsplit(".", 1)[0] for name in files) + ".zip", packed.getvalue()
