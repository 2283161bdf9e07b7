"""The same sentence costs more tokens in a language that training met less.

UTF-8 (RFC 3629) writes a letter outside ASCII with two to four bytes; Adlam's have four.

>>> [len(letter.encode("utf-8")) for letter in "aéअ𞤀"]
[1, 2, 3, 4]
"""

from collections.abc import Sequence

from ..engine.errors import SettingsError
from ..wording import count
from .case import Failure, Field, Finding, Number, Scene, Table, Train, Values, merges, scene


def sentences(text: str) -> dict[str, str]:
    """Read one language a line, its name before the first colon.

    >>> sentences("English: good day\\nHausa: barka da rana\\n")
    {'English': 'good day', 'Hausa': 'barka da rana'}
    """
    pairs = [line.split(":", 1) for line in text.splitlines() if ":" in line]
    found = {name.strip(): sentence.strip() for name, sentence in pairs if sentence.strip()}
    if len(found) < 2:
        raise SettingsError(
            "There is nothing to compare. Write one language a line, at least two: its name, a "
            "colon, and the sentence."
        )
    return found


def _names(values: Values) -> Sequence[str]:
    try:
        return list(sentences(values["texts"]))
    except SettingsError:
        return []


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    texts = sentences(values["texts"])
    names = [next(iter(texts)), values["other"]]
    if names[1] not in texts:
        raise SettingsError(f"There is no “{names[1]}” among the languages. Choose another.")
    how = {"mode": "regex", "pattern": "gpt4", "num_merges": values["num_merges"]}
    return tuple(scene(train, values["corpus"], texts[name], name, **how) for name in names)


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    texts = sentences(values["texts"])
    sizes = {name: len(scenes[0].of(text, step)) for name, text in texts.items()}
    first, other = (scene.title for scene in scenes)
    ratio = {name: size / sizes[first] for name, size in sizes.items()}
    order = sorted(ratio, key=ratio.__getitem__)
    dearest = order[-1]
    says = (
        f"The sentence takes {count(sizes[first], 'token')} in {first} and "
        f"{sizes[other]:,} in {other}, {ratio[other]:.1f} times as many. {dearest} pays most, "
        f"{ratio[dearest]:.1f} times {first}; {order[0]} least. ",
        "How its first letters are cut: ",
        scenes[1].of(texts[other][:8], step),
        ".",
    )
    numbers = (
        Number(sizes[first], f"tokens, {first}"),
        Number(sizes[other], f"tokens, {other}"),
        Number(f"{ratio[other]:.2f}×", f"{other} against {first}"),
        Number(f"{ratio[dearest]:.2f}×", f"the dearest, {dearest}"),
    )
    rows = tuple(
        (n, len(texts[n]), len(texts[n].encode("utf-8")), sizes[n], round(ratio[n], 2))
        for n in order
    )
    columns = ("Language", "Characters", "Bytes", "Tokens", f"Times {first}")
    return Finding(says, numbers, Table("The price of one sentence", columns, rows, columns[-1]))


FAILURE = Failure(
    key="languages",
    title="Languages that pay more",
    line="The same sentence: cheap in the language of the training text, dear in others.",
    why=(
        "Merges go to what is frequent in the training text. Other languages keep their bytes, and "
        "a letter outside ASCII has two to four of them. Whoever writes such a language pays more "
        "for each sentence, waits longer, and fits less into the context."
    ),
    fields=(
        Field("other", "Language to compare", "Yorùbá (NFC)", "choice", options=_names),
        Field(
            "corpus",
            "Trained on",
            "english",
            "sample",
            options=("english", "yoruba", "multilingual"),
        ),
        merges(300),
        Field("texts", "One language a line", "languages", "text", sampled=True),
    ),
    stage=_stage,
    tell=_tell,
)
