"""What a session works on: the tokenizer in use, and what it was trained on.

Every page begins with ``in_use.model()``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import streamlit as st

from bpeviz import PATTERNS, BPEError
from bpeviz.splitting.pattern_checks import problems
from bpeviz.views.spelling import spelled

from .. import limits
from ..corpus import reading
from ..corpus.samples import samples
from ..step import SHARED
from ..trainings.jobs import Job, Model, file_key, jobs, trained, training_key
from ..trainings.settings import Settings
from . import continued, files
from .files import OpenFile

# How long a page waits for a training before it shows the progress bar instead.
_PATIENCE = 0.5


def model() -> Model:
    """The tokenizer in use and what it was trained on: the last good one."""
    return st.session_state["model"]


def step() -> int:
    """The step at which the model is shown, 0..K."""
    return SHARED.at(model().trace.steps)


def problem() -> str | None:
    """What is wrong with the latest input, if anything; the model is then an earlier one."""
    return st.session_state.get("problem")


def shown_instead() -> str:
    """What is shown while the latest input has no result, as a sentence."""
    if st.session_state["stands_in"]:
        return "A sample is shown meanwhile."
    return "The last good result is still shown."


def job() -> Job | None:
    """The training that this session waits for."""
    return st.session_state.get("job")


def use(corpus: str, settings: Settings) -> None:
    """Make the session's model the training of this corpus; on bad input keep the last good one."""
    key = training_key(corpus, settings)
    old = st.session_state.get("model")
    if old is not None and old.key == key:
        _drop_job()
        st.session_state.update(problem=None, refused=None)
        return
    if st.session_state.get("refused") == key:
        return
    try:
        reading.check_corpus(corpus, typed=not st.session_state.get("corpus_file"))
        found = jobs().model(key) or _trained(corpus, settings)
    except BPEError as error:
        _refuse(key, str(error))
        return
    if found is not None:
        adopt(found)


def use_file(corpus: str, file: OpenFile, settings: Settings) -> None:
    """Make the session's model a tokenizer file; the corpus is only the text that it is shown on."""
    special = files.specials_on()
    key = file_key(file.digest, special, corpus, settings)
    old = st.session_state.get("model")
    if old is not None and old.key == key:
        st.session_state.update(problem=None, refused=None)
        return
    try:
        reading.check_corpus(corpus, typed=not st.session_state.get("corpus_file"))
    except BPEError as error:
        _refuse(key, str(error))
        return
    found = jobs().model(key)
    if found is None:
        chosen = replace(settings, **files.settings_of(file))
        found = Model(key, file.tokenizer, corpus, chosen, 0.0, file=file.digest, special=special)
        jobs().keep(found)
    adopt(found)


def _trained(corpus: str, settings: Settings) -> Model | None:
    """Wait a moment for the training; None while it goes on."""
    state, current = st.session_state, job()
    if current is None or current.key != training_key(corpus, settings):
        _drop_job()
        current = state["job"] = jobs().start(corpus, settings)
    if not current.wait(_PATIENCE) and "model" not in state:
        _show_something()
        state["job"] = current
    return finish()


def finish() -> Model | None:
    """The model of the session's training if that is done; a BPEError if it failed."""
    current = job()
    if current is None or not current.finished.is_set():
        return None
    if current.given_up:
        st.session_state["job"] = jobs().start(current.corpus, current.settings)
        return None
    st.session_state["job"] = None
    if current.error is not None:
        raise BPEError(current.error)
    return current.model


def adopt(new: Model) -> None:
    """Make a model the one in use; the step stays, in the browser too."""
    st.session_state["model"] = new
    st.session_state["stands_in"] = False
    st.session_state["problem"] = None
    st.session_state["refused"] = None
    st.session_state["job"] = None


def _refuse(key: str, message: str) -> None:
    _drop_job()
    if "model" not in st.session_state:
        _show_something()
    st.session_state["problem"] = message
    st.session_state["refused"] = key


def _show_something() -> None:
    """Use a sample: a link can begin with what cannot be trained, or takes long."""
    adopt(trained(next(iter(samples().values())).text, Settings()))
    st.session_state["stands_in"] = True


def _drop_job() -> None:
    """Leave the training that is no longer wanted; it ends when nobody else waits for it."""
    current = job()
    if current is not None:
        current.leave()
    st.session_state["job"] = None


def notices() -> list[str]:
    """Sentences about the model in use that a person should know."""
    current = model()
    found = notices_about(current)
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


def notices_about(current: Model) -> list[str]:
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
