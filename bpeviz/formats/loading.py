"""How a file of each format is loaded in its own library: two lines of Python, for people."""

from __future__ import annotations

from ..engine.patterns import resolve
from ..engine.tokenizer import Tokenizer

_WHOLE = "(?s:.+)"


def code(tok: Tokenizer, format: str) -> str:
    """The lines that load what ``dumps`` writes, named as it names it, and encode a text.

    >>> import bpeviz
    >>> print(code(bpeviz.train("low low", num_merges=1), "huggingface"))
    from tokenizers import Tokenizer
    ids = Tokenizer.from_file("tokenizer.json").encode("a text").ids
    """
    return _CODE[format].format(pattern=resolve(tok.pattern or _WHOLE), kind=_kind(tok))


def _kind(tok: Tokenizer) -> str:
    return f"RegexTokenizer(r'''{resolve(tok.pattern)}''')" if tok.pattern else "BasicTokenizer()"


_CODE = {
    "huggingface": (
        "from tokenizers import Tokenizer\n"
        'ids = Tokenizer.from_file("tokenizer.json").encode("a text").ids'
    ),
    "tiktoken": (
        "import tiktoken, tiktoken.load\n"
        "ids = tiktoken.Encoding(\n"
        "    \"own\", pat_str=r'''{pattern}''', special_tokens={{}},\n"
        '    mergeable_ranks=tiktoken.load.load_tiktoken_bpe("tokenizer.tiktoken"),\n'
        ').encode("a text")'
    ),
    "gpt2": (
        "from tokenizers import ByteLevelBPETokenizer\n"
        'ids = ByteLevelBPETokenizer("encoder.json", "vocab.bpe").encode("a text").ids'
    ),
    "minbpe": (
        "import minbpe\n"
        "tokenizer = minbpe.{kind}\n"
        'tokenizer.load("tokenizer.model")\n'
        'ids = tokenizer.encode("a text")'
    ),
    "subword-nmt": (
        "from subword_nmt.apply_bpe import BPE\n"
        'tokens = BPE(open("codes.txt", encoding="utf-8")).process_line("a text")'
    ),
    "csv": 'import pandas\nmerges = pandas.read_csv("merges.csv", keep_default_na=False)',
}
