"""What a session works on: the tokenizer in use, and what it was trained on.

Every page begins with ``in_use.model()``.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bpeviz import BPEError

from ..corpus import reading
from ..corpus.samples import samples
from ..step import SHARED
from ..trainings.jobs import Job, Model, jobs, trained
from ..trainings.keys import file_key, training_key
from ..trainings.settings import Settings
from . import files
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
        refuse(key, str(error))
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
        refuse(key, str(error))
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


def refuse(key: str, message: str) -> None:
    """Keep the last good model; the input of this key is not tried again, and the message is shown."""
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
