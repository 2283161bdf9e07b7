"""The workbench of a session: the corpus, the tokenizer in use, the step.

Every page begins with ``bench.model()``. The step is an ordinary entry of the session, so that it
outlives a change of page; Python moves it with ``go_to``, which also renews the nonce by which the
scrubber in the browser learns of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import streamlit as st

from bpeviz import PATTERNS, BPEError
from bpeviz.engine.splitting.pattern_checks import problems

from . import files, limits, reading
from .files import OpenFile
from .jobs import Job, Model, jobs, trained, training_key
from .samples import samples
from .settings import Settings

# How long a page waits for a training before it shows the progress bar instead.
_PATIENCE = 0.5


def model() -> Model:
    """The tokenizer in use and what it was trained on: the last good one."""
    return st.session_state["model"]


def step() -> int:
    """The step of the scrubber, 0..K: the middle until somebody has moved it."""
    steps = model().trace.steps
    return min(st.session_state.get("step", steps // 2), steps)


def nonce() -> int:
    """Changes whenever Python has moved the step."""
    return st.session_state.setdefault("nonce", 0)


def go_to(new_step: int) -> None:
    """Move the step, also in the browser."""
    steps = model().trace.steps
    st.session_state["step"] = min(max(int(new_step), 0), steps)
    st.session_state["nonce"] = nonce() + 1


def moved_to(new_step: int) -> None:
    """Note the step that the browser told; a step cut short by a small model is not forgotten."""
    if new_step != step():
        st.session_state["step"] = min(max(int(new_step), 0), model().trace.steps)


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
    key = training_key(f"{file.digest}{special}{corpus}", settings)
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
        found = Model(key, file.tokenizer, corpus, chosen, 0.0, file=file.name, special=special)
        jobs().keep(found)
    adopt(found)


def _trained(corpus: str, settings: Settings) -> Model | None:
    """Wait a moment for the training; None while it goes on."""
    state, current = st.session_state, job()
    if current is None or current.key != training_key(corpus, settings):
        _drop_job()
        current = state["job"] = jobs().start(corpus, settings, state.get("step"))
    if not current.finished.wait(_PATIENCE) and "model" not in state:
        _show_something()
        state["job"] = current
    return finish()


def finish() -> Model | None:
    """The model of the session's training if that is done; a BPEError if it failed."""
    current = job()
    if current is None or not current.finished.is_set():
        return None
    if current.given_up:
        st.session_state["job"] = jobs().start(current.corpus, current.settings, current.step)
        return None
    st.session_state["job"] = None
    if current.error is not None:
        raise BPEError(current.error)
    return current.model


def adopt(new: Model) -> None:
    """Make a model the one in use; a chosen step stays, or is cut to the last one for as long."""
    st.session_state["model"] = new
    st.session_state["stands_in"] = False
    st.session_state["problem"] = None
    st.session_state["refused"] = None
    st.session_state["job"] = None
    st.session_state["nonce"] = nonce() + 1


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
    found = list(current.tokenizer.warnings)
    if not current.file:
        found += _about_pattern(current) + _about_marker(current) + _about_training(current)
    if current.changed:
        form = current.tokenizer.normalization
        found.append(
            f"{form} spelled {current.changed:,} characters of the corpus otherwise; "
            "what is shown and counted is the text after it."
        )
    if len(current.corpus) > limits.SHOWN:
        done = "encoded" if current.file else "trained on"
        found.append(
            f"The first {limits.SHOWN:,} characters are drawn; "
            f"all {len(current.corpus):,} were {done} and are counted."
        )
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
    learned = len(current.tokenizer.merges) - current.tokenizer.default_count
    asked = current.settings.num_merges
    if current.stopped:
        return [f"Training was stopped: {learned:,} of {asked:,} merges {_were(learned)} learned."]
    if asked == 0:
        if current.tokenizer.default_count:
            return ["No merges were asked for beyond those of the default tokens. Ask for more."]
        return ["No merges were asked for, so the tokens are the base symbols. Ask for more."]
    if learned == asked:
        return []
    rarer = "" if current.settings.min_count == 1 else " often enough"
    more = "A longer text gives more."
    if _own_pattern(current):
        more = "A longer text, or a pattern with longer chunks, gives more."
    return [
        f"Only {learned:,} of {asked:,} merges {_were(learned)} learned: after them no pair is left{rarer}. "
        + more
    ]
