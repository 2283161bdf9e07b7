"""What a person should know about a tokenizer: how much was learned, changed and drawn."""

from __future__ import annotations

from functools import lru_cache

from bpeviz import PATTERNS
from bpeviz.splitting.pattern_checks import problems
from bpeviz.views.spelling import spelled

from .. import limits
from ..trainings.jobs import Model
from . import continued, in_use


def of_session() -> list[str]:
    """Sentences about the model in use that a person should know."""
    current = in_use.model()
    found = of_model(current)
    if went_on := continued.sentence(current):
        found.append(went_on)
    if current.tokenizer.spelling:
        found.append(spelled(current.corpus, current.tokenizer.spelling))
    if current.changed:
        form = current.tokenizer.normalization
        found.append(
            f"{form} spelled {current.changed:,} characters of the corpus otherwise; "
            "what is shown and counted is the text after it."
        )
    if len(current.corpus) > limits.SHOWN:
        done = "encoded" if current.file else "trained on"
        found.append(
            f"The first {limits.SHOWN:,} characters are drawn, and “tokens” and “fewer here” count "
            f"these; all {len(current.corpus):,} were {done}, and charts and tables count them all."
        )
    return found


def of_model(current: Model) -> list[str]:
    """Sentences about how a model came to be, whatever it is used for."""
    found = list(current.tokenizer.warnings)
    if not current.file:
        found += _about_pattern(current) + _about_marker(current) + _about_training(current)
    return found


def _own_pattern(current: Model) -> bool:
    chosen = current.settings
    return chosen.mode == "regex" and chosen.pattern not in PATTERNS


def _about_pattern(current: Model) -> list[str]:
    """What to know about a pattern of one's own that did compile."""
    if not _own_pattern(current):
        return []
    return list(_problems(current.settings.pattern, current.corpus[: limits.SHOWN]))


@lru_cache(maxsize=12)
def _problems(pattern: str, text: str) -> tuple[str, ...]:
    return tuple(problems(pattern, text))


def _about_marker(current: Model) -> list[str]:
    """What to know about an end-of-word marker that the text holds too."""
    marker = current.settings.end_of_word
    if (
        current.settings.mode != "character"
        or not marker
        or not any(marker in w for w in current.corpus.split())
    ):
        return []
    return [
        f"The end-of-word marker “{marker}” stands in the text too: an end of a word and this sign "
        "in a word look alike, and only their ids differ. Choose a marker that the text does not hold."
    ]


def _were(n: int) -> str:
    return "was" if n == 1 else "were"


def _about_training(current: Model) -> list[str]:
    learned = current.learned
    first = len(current.tokenizer.merges) - learned
    asked = current.settings.num_merges
    if current.stopped:
        return [f"Training was stopped: {learned:,} of {asked:,} merges {_were(learned)} learned."]
    if asked == 0:
        if current.tokenizer.seams:
            return ["No new merges were asked for. Ask for some to go on."]
        if current.tokenizer.default_count:
            return ["No merges were asked for beyond those of the default tokens. Ask for more."]
        return ["No merges were asked for, so the tokens are the base symbols. Ask for more."]
    if learned == asked:
        return []
    whose = "earlier training" if current.tokenizer.seams else "default tokens"
    beyond = f" beyond the {first:,} of the {whose}, {learned + first:,} in all"
    return [
        f"Only {learned:,} of {asked:,} merges {_were(learned)} learned"
        f"{beyond if first else ''}: {_why_it_ended(current)}"
    ]


def _why_it_ended(current: Model) -> str:
    """Why training found no more pairs, and what gives more."""
    chosen = current.settings
    if chosen.min_count > 1:
        return (
            f"after them no pair stands {chosen.min_count:,} times. "
            "A smaller “Minimum pair count” gives more."
        )
    if chosen.mode == "regex":
        longer = ", or a pattern with longer chunks," if _own_pattern(current) else ""
        return f"each chunk is one token then. A text with other words{longer} gives more."
    if chosen.mode == "character":
        return "each word is one token then. A text with other words gives more."
    whole = "the whole text" if chosen.documents == "whole" else "each document"
    return f"{whole} is one token then. A longer text gives more."
