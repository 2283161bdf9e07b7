"""The tokenizer in use in one line."""

from __future__ import annotations

from bpeviz.views.spelling import NAMES

from ..corpus.samples import samples
from ..trainings.jobs import Model
from ..trainings.settings import DOCUMENTS
from . import files


def describe(model: Model) -> str:
    """The settings of a model in one line, for the foot of a picture.

    >>> from bpeviz.app.trainings.settings import Settings
    >>> from bpeviz import train
    >>> tokenizer = train("low low", mode="byte", num_merges=2)
    >>> settings = Settings(mode="byte", normalization="NFC")
    >>> describe(Model("", tokenizer, "low low", settings, 0.0))
    'Byte mode, NFC, 2 merges from 7 characters of text. Made with bpeviz.'
    """
    settings, merges = model.settings, f"{len(model.tokenizer.merges):,} merges"
    if model.file:
        return f"Tokenizer file {files.name_of(model.file)}, {merges}. Made with bpeviz."
    facts = [f"{settings.mode.capitalize()} mode"]
    if settings.mode == "regex":
        facts.append(f"split pattern {settings.pattern}")
    if settings.spelling:
        facts.append(NAMES[settings.spelling])
    if settings.normalization:
        facts.append(settings.normalization)
    if settings.documents != "whole":
        facts.append(f"documents: {DOCUMENTS[settings.documents].lower()}")
    if settings.default_tokens:
        facts.append(f"{len(settings.default_tokens)} default tokens")
    sample = next((s.title for s in samples().values() if s.text == model.corpus), None)
    source = f"the sample “{sample}”" if sample else f"{len(model.corpus):,} characters of text"
    return f"{', '.join(facts)}, {merges} from {source}. Made with bpeviz."
