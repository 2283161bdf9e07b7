"""A marker for the end of a word that is an ordinary character cannot be told from the text's."""

from ..engine.errors import SettingsError
from ..wording import count
from .case import Failure, Field, Finding, Number, Scene, Table, Train, Values, merges, need
from .case import scene as make_scene


def naive_symbols(text: str, marker: str) -> list[str]:
    """The characters of each word, with the marker put behind it as if it were one of them.

    >>> naive_symbols("a_b c", "_")
    ['a', '_', 'b', '_', 'c', '_']
    """
    return [symbol for word in text.split() for symbol in (*word, marker)]


def naive_round_trip(text: str, marker: str) -> str:
    """What comes back where each marker in the joined symbols is taken for a space.

    >>> naive_round_trip("my_file is new", "_")
    'my file is new'
    """
    return "".join(naive_symbols(text, marker)).replace(marker, " ").removesuffix(" ")


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = need(values, "text", "a text with the marker in it")
    marker = values["marker"].strip()
    if not marker:
        raise SettingsError("There is no end-of-word marker. Write one, for example _ or </w>.")
    how = {"mode": "character", "alphabet": "observed", "num_merges": values["num_merges"]}
    mixed = " ".join(word + marker for word in text.split())
    return (
        make_scene(train, mixed, mixed, "Mixed: an ordinary character", end_of_word=None, **how),
        make_scene(train, text, text, "Apart: a symbol of its own", end_of_word=marker, **how),
    )


def look_alikes(scene: Scene, step: int | None = None) -> list[tuple[str, list[int]]]:
    """Tokens of the vocabulary that are written alike, and their ids: two or more each."""
    known = scene.tokenizer.base.vocabulary | scene.learned(step)
    ids: dict[str, list[int]] = {}
    for token_id, symbol in known.items():
        ids.setdefault(str(symbol), []).append(token_id)
    return [(symbol, found) for symbol, found in ids.items() if len(found) > 1]


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    text, marker = values["text"], values["marker"].strip()
    mixed, apart = scenes
    tokens = apart.tokens(step)
    words = text.split()
    naive, here = naive_round_trip(text, marker), apart.tokenizer.decode(tokens.ids)
    inside = sum(word.count(marker) for word in words)
    says = (
        f"“{marker}” stands {count(inside, 'time')} inside the {count(len(words), 'word')} and once "
        "after each. As an ordinary character, the tokens ",
        mixed.tokens(step),
        f" come back as “{naive}”: {count(len(naive.split()), 'word')}. As a symbol of its own, ",
        tokens,
        " come back " + ("unchanged." if here == " ".join(words) else f"as “{here}”."),
    )
    numbers = (
        Number(len(words), "words in the text"),
        Number(len(naive.split()), "words that come back when mixed"),
        Number(len(here.split()), "words that come back when apart"),
        Number(inside, f"times “{marker}” inside the text"),
    )
    alike = look_alikes(apart, step)
    rows = tuple((symbol, len(ids), ", ".join(map(str, ids))) for symbol, ids in alike)
    table = Table("Written alike, kept apart by their ids", ("Token", "How many", "Ids"), rows)
    return Finding(says, numbers, table)


FAILURE = Failure(
    key="end_markers",
    title="The marker in the text",
    line="The marker that ends a word stands in the text too: words fall apart on the way back.",
    why=(
        "Character mode puts a marker behind each word, so that spaces can be put back. If the "
        "marker is a character that texts hold too, nobody can tell them apart any more: pairs are "
        "counted together, tokens are shared, and the text comes back changed. Here the marker is "
        "a symbol of its own that no text can hold."
    ),
    fields=(
        Field("text", "Text", "file my_file file_name new_file file"),
        Field("marker", "Marker", "_", help="Try </w>, with the text a</w>x a."),
        merges(10, 200),
    ),
    stage=_stage,
    tell=_tell,
)
