"""What further training has changed, in a sentence: on its own text, and on what was there before."""

from __future__ import annotations

from functools import lru_cache
from weakref import ref

from bpeviz.studies.continued import Change, change
from bpeviz.wording import count

from .. import limits
from ..corpus.samples import samples
from ..trainings.jobs import Model
from ..trainings.settings import Start
from . import starting


def sentence(model: Model) -> str:
    """What the new merges save and change, after all of them; "" where no training went on."""
    return "" if model.settings.start is None or model.file else _sentence(ref(model))


@lru_cache(maxsize=32)
def _sentence(held: ref[Model]) -> str:
    """Kept for all sessions; the model itself is not held."""
    model = held()
    assert model is not None and model.settings.start is not None
    start = model.settings.start
    text, where = _earlier(start)
    new, old = (_change(model, start, one) for one in (model.corpus, text))
    merges = len(model.tokenizer.merges) - len(start.tokenizer.merges)
    return f"{_saved(new, merges)} {_changed(old, where)}"


def _earlier(start: Start) -> tuple[str, str]:
    """A text of the kind that the earlier tokenizer knows."""
    text = starting.earlier_text(start)
    if text is not None:
        return text, "the earlier training’s text"
    return samples()["english"].text, "the English sample"


def _change(model: Model, start: Start, text: str) -> Change:
    documents = model.settings.split(text[: limits.SHOWN])
    return change(start.tokenizer, model.tokenizer, documents)


def _saved(new: Change, merges: int) -> str:
    """
    >>> _saved(Change(200, 150, 80), 9), _saved(Change(7, 8, 2), 0)
    ('The 9 new merges save 50 of the 200 tokens of the new text (25%).', 'The new text has 8 tokens, before it had 7.')
    """
    if new.saved <= 0:
        return f"The new text has {count(new.after, 'token')}, before it had {new.before:,}."
    share = f"{new.saved / new.before:.0%}"
    one = "new merge saves" if merges == 1 else "new merges save"
    return f"The {merges:,} {one} {new.saved:,} of the {new.before:,} tokens of the new text ({share})."


def _changed(old: Change, where: str) -> str:
    """
    >>> _changed(Change(90, 84, 12), "the sample"), _changed(Change(90, 90, 0), "the sample")
    ('Of the 90 tokens of the sample, 12 changed: 84 now.', 'All 90 tokens of the sample are as before.')
    """
    if not old.changed:
        return f"All {old.before:,} tokens of {where} are as before."
    return f"Of the {old.before:,} tokens of {where}, {old.changed:,} changed: {old.after:,} now."
