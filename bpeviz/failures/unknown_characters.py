"""A base vocabulary of characters cannot write a character that it lacks; bytes can."""

from ..engine.errors import UnknownSymbolError
from ..wording import count
from .case import (
    Failure,
    Field,
    Finding,
    Number,
    Scene,
    Table,
    Train,
    Values,
    corpus,
    merges,
    need,
    scene,
)
from .texts import PLAIN

_ALPHABETS = ("lowercase", "latin-1", "observed")


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = need(values, "text", "a sentence")
    how = {"num_merges": values["num_merges"]}
    characters = {"mode": "character", "alphabet": values["alphabet"], "end_of_word": "_"}
    return (
        scene(train, values["corpus"], text, "Characters", **characters, **how),
        scene(train, values["corpus"], text, "Bytes", mode="byte", **how),
    )


def missing(scene: Scene, text: str) -> list[str]:
    """The characters of a text that the base vocabulary lacks, each as often as it stands there."""
    lacking = scene.tokenizer.base.missing(text.split())
    return [character for character in text if character in lacking]


def refusal(scene: Scene, text: str) -> str:
    """What encoding says, or "" when it works."""
    try:
        scene.tokenizer.encode(text)
    except UnknownSymbolError as error:
        return str(error).split(". ")[0] + "."
    return ""


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    characters, by_bytes = scenes
    text = values["text"]
    lacking, said = missing(characters, text), refusal(characters, text)
    words = text.split()
    hit = [word for word in words if missing(characters, word)]
    word = (hit or words)[0]
    says = (
        characters.of(word, step),
        (f" Encoding stops: “{said}” " if said else " Every character is known. "),
        f"{count(len(lacking), 'character')} of {len(''.join(words))} and {len(hit)} of "
        f"{count(len(words), 'word')} cannot be written. In bytes everything can: ",
        by_bytes.of(word, step),
        ".",
    )
    numbers = (
        Number(len(lacking), "characters that have no id"),
        Number(len(hit), "words that cannot be encoded"),
        Number(len(characters.tokenizer.base.vocabulary), "base symbols, characters"),
        Number(len(by_bytes.tokenizer.base.vocabulary), "base symbols, bytes"),
    )
    return Finding(says, numbers, _table(lacking, by_bytes, step))


def _table(lacking: list[str], by_bytes: Scene, step: int | None) -> Table:
    rows = tuple(
        (c, f"U+{ord(c):04X}", lacking.count(c), by_bytes.of(c, step))
        for c in dict.fromkeys(lacking)
    )
    columns = ("Character", "Code point", "Times", "In bytes")
    return Table("Characters without an id", columns, rows)


FAILURE = Failure(
    key="unknown_characters",
    title="A character without an id",
    line="The alphabet is a to z, and the text begins with a capital: encoding stops.",
    why=(
        "Character mode starts from an alphabet, and what is not in it has no id. Old systems put "
        "one sign for “unknown” there and lost the text. Starting from the bytes leaves nothing "
        "out, at the price that a letter can take several tokens."
    ),
    fields=(
        Field("text", "Text", "The man has a naïve señor's identity"),
        Field("alphabet", "Alphabet", "lowercase", "choice", options=_ALPHABETS),
        merges(40),
        corpus(PLAIN),
    ),
    stage=_stage,
    tell=_tell,
)
