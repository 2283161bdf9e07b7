"""Split patterns group the digits of a number from the left; sums are done from the right."""

from ..engine.errors import SettingsError
from ..engine.patterns import PATTERNS
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
    two_patterns,
)


def _stage(values: Values, train: Train) -> tuple[Scene, ...]:
    text = "{} + {} = {}".format(*_numbers(values))
    return two_patterns(train, values, text)


def _numbers(values: Values) -> tuple[str, str, str]:
    """The two numbers as they are written, and their sum."""
    for name in ("first", "second"):
        written = values[name].strip()
        if not (written.isascii() and written.isdigit()):
            raise SettingsError(f"“{written}” is not a whole number. Write digits only, 0 to 9.")
    first, second = values["first"].strip(), values["second"].strip()
    return first, second, str(int(first) + int(second))


def borders(tokens: Tokens) -> set[int]:
    """Where a number is cut, as places from the right: 1 is between tens and ones.

    >>> sorted(borders(Tokens((b"123", b"456", b"7"), (1, 2, 3))))
    [1, 4]
    """
    places, right = set(), 0
    for symbol in reversed(tokens.symbols[1:]):
        right += len(symbol)
        places.add(right)
    return places


def whole_numbers(scene: Scene, step: int | None) -> int:
    """How many of the numbers 100 to 999 are one token."""
    found = {bare(token) for token in scene.learned(step).values() if len(token) == 3}
    numbers = [word for word in found if word.isascii() and word.isdigit() and word[0] != "0"]
    return sum(len(scene.of(word, step)) == 1 for word in numbers)


def _tell(values: Values, scenes: tuple[Scene, ...], step: int | None) -> Finding:
    numbers = _numbers(values)
    first, second = ([scene.of(number, step) for number in numbers] for scene in scenes)
    cuts = [list(map(borders, tokens)) for tokens in (first, second)]
    common = [len(set.intersection(*side)) for side in cuts]
    total = [len(set.union(*side)) for side in cuts]
    left, right = values["left"], values["right"]
    says = (
        f"Under the pattern {left} the sum is ",
        *(first[0], " + ", first[1], " = ", first[2]),
        f". The three numbers are cut at {count(total[0], 'place')} counted from the right, and at "
        f"{common[0]} of them all three are. With {right} it is {common[1]} of {total[1]}.",
    )
    whole = [whole_numbers(scene, step) for scene in scenes]
    found = (
        Number(f"{common[0]} of {total[0]}", f"cuts that line up, {left}"),
        Number(f"{common[1]} of {total[1]}", f"cuts that line up, {right}"),
        Number(f"{whole[0]} of 900", f"three-digit numbers that are one token, {left}"),
        Number(f"{whole[1]} of 900", f"the same, {right}"),
    )
    rows = tuple(zip(numbers, first, second, strict=True))
    return Finding(says, found, Table("The digits of each number", ("Number", left, right), rows))


_PATTERNS = tuple(PATTERNS)

FAILURE = Failure(
    key="arithmetic",
    title="Adding numbers",
    line="The digits of two numbers are grouped at different places, so columns do not line up.",
    why=(
        "Split patterns cut digits from the left: GPT-4's in threes, Qwen's one by one, GPT-2's not "
        "at all. A sum goes by columns, from the right. And which groups of digits become one "
        "token is a matter of the numbers that training met, not of arithmetic."
    ),
    fields=(
        Field("first", "First number", "1234567"),
        Field("second", "Second number", "123456"),
        Field("left", "Pattern on the left", "gpt4", "choice", options=_PATTERNS),
        Field("right", "Pattern on the right", "qwen", "choice", options=_PATTERNS),
        merges(200),
        Field("corpus", "Training text", "numbers", "sample", options=("numbers", "english")),
    ),
    stage=_stage,
    tell=_tell,
)
