"""White space in code costs tokens where training met no code."""

from ..wording import bare, count
from .case import (
    Failure,
    Field,
    Finding,
    Number,
    Scene,
    Table,
    Tokens,
    Train,
    Values,
    merges,
    need,
    scene,
)

_CODE = """\
def first_even(rows):
    for row in rows:
        for value in row:
            if value % 2 == 0:
                return value
    return None
"""


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    code = need(values, "code", "a few lines of code")
    how = {"mode": "regex", "pattern": values["pattern"], "num_merges": values["num_merges"]}
    texts = {"Trained on prose": values["prose"], "Trained on code": values["program"]}
    return tuple(scene(train, text, code, title, **how) for title, text in texts.items())


def blank(tokens: Tokens) -> int:
    """How many of the tokens are nothing but white space.

    >>> blank(Tokens((b"   ", b" x", b"\\n"), (1, 2, 3)))
    2
    """
    return sum(bare(symbol).isspace() for symbol in tokens.symbols)


def deeper(code: str) -> str:
    r"""The code, each line one level further in.

    >>> deeper("if x:\n    y\n")
    '    if x:\n        y\n'
    """
    return "".join("    " + line for line in code.splitlines(keepends=True))


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    code = values["code"]
    prose, program = (scene.tokens(step) for scene in scenes)
    indent = max((line[: len(line) - len(line.lstrip())] for line in code.splitlines()), key=len)
    says = (
        f"Trained on prose, the tokenizer spends {blank(prose)} of {count(len(prose), 'token')} on "
        f"white space alone; trained on code, {blank(program)} of {len(program)}. "
        + (f"The deepest line begins with {count(len(indent), 'blank')}: " if indent else ""),
        *((scenes[0].of(indent, step), " after prose, ") if indent else ()),
        *((scenes[1].of(indent, step), " after code.") if indent else ("No line is indented.",)),
    )
    more = [len(scene.of(deeper(code), step)) - len(scene.tokens(step)) for scene in scenes]
    numbers = (
        Number(f"{blank(prose)} of {len(prose)}", "tokens are white space, trained on prose"),
        Number(f"{blank(program)} of {len(program)}", "tokens are white space, trained on code"),
        Number(more[0], "tokens more one level deeper, trained on prose"),
        Number(more[1], "tokens more one level deeper, trained on code"),
    )
    return Finding(says, numbers, _table(code, scenes, step))


def _table(code: str, scenes: tuple[Scene, ...], step: int | None) -> Table:
    texts = {
        "As it is": code,
        "One level deeper": deeper(code),
        "With tabs for four spaces": code.replace("    ", "\t"),
        "Without indentation": "\n".join(line.lstrip() for line in code.splitlines()) + "\n",
    }
    rows = tuple(
        (what, *(n for s in scenes for t in [s.of(text, step)] for n in (len(t), blank(t))))
        for what, text in texts.items()
    )
    columns = ("The code", "Tokens, prose", "of them blank", "Tokens, code", "of these blank")
    return Table("The same program", columns, rows)


FAILURE = Failure(
    key="indentation",
    title="Indented code",
    line="Space after space, each a token: code is dear where training met only prose.",
    why=(
        "A run of spaces becomes one token only if training met such runs. Prose has none, so "
        "every blank is paid for and the context fills with white space. Tokenizers for code learn "
        "tokens for the usual depths of indentation."
    ),
    fields=(
        Field("code", "Code", _CODE, "text"),
        Field("pattern", "Pattern", "gpt4", "choice", options=("gpt2", "gpt4", "o200k", "llama3")),
        merges(200),
        Field("prose", "Prose", "english", "sample", options=("english", "yoruba", "numbers")),
        Field("program", "Code to train on", "code", "sample", options=("code", "english")),
    ),
    stage=_stage,
    tell=_tell,
)
