"""Two small cases on the page Encode: other orders of merges, and sorted ids."""

from __future__ import annotations

import streamlit as st

from bpeviz.engine.base import as_text
from bpeviz.engine.text import repair
from bpeviz.studies import orders, sorted_ids
from bpeviz.views import encode as views
from bpeviz.views import tokens as token_views

from ..corpus.state import set_corpus
from ..sidebar.choices import FORMS
from ..text import plain
from ..trainings import jobs
from ..trainings.settings import Settings

#: Two rules each, in order of rank, as (left, right).
RULES: dict[str, list[orders.Rule]] = {
    "A+B, then B+C": [("A", "B"), ("B", "C")],
    "A+B, then AB+C": [("A", "B"), ("AB", "C")],
    "AB+C, then A+B": [("AB", "C"), ("A", "B")],
}
_WHY = {
    "A+B, then B+C": "Both merges want the B. Whoever comes first gets it.",
    "A+B, then AB+C": "The second merge is made of what the first makes: it has to wait for it.",
    "AB+C, then A+B": "A file can list a merge before the one that it needs. Whoever goes through "
    "the list once never comes back to it; the lowest rank present is looked for again each time.",
}
_ORDERS = {
    "lowest": "Lowest rank first, as BPE does",
    "highest": "Highest rank first",
    "pass": "One pass through the list",
}
_LONGEST = 24

DOCUMENTS = "hello world\nhello again\nGPT is powerful"
#: The vocabulary size that the document asks for is 100; 19 bytes occur in its texts.
SETTINGS = Settings(
    mode="byte", num_merges=81, documents="lines", alphabet="observed", pattern="gpt4"
)
_EXAMPLE, _PRINTED = "hello world again", "23 0 17 45 17 56"


def order_view() -> None:
    """A, B, C and two rules: what the text becomes under each order of merging."""
    st.markdown(
        "A tokenizer has learned two merges. Where two of them want the same symbol, the order "
        "decides. BPE merges the pair of the **lowest rank**, the one learned first, because that "
        "is what training did to its corpus: another order gives ids that a model never saw there."
    )
    left, right = st.columns([2, 1])
    name = left.segmented_control(
        "The two merges, rank 0 and rank 1", list(RULES), key="order_rules", required=True,
        persist_state="session",
    ) or next(iter(RULES))  # fmt: skip
    right.text_input(
        "Text of A, B and C", key="order_text", max_chars=_LONGEST, persist_state="session"
    )
    text = "".join(char for char in st.session_state["order_text"].upper() if char in "ABC")
    if len(text) != len(st.session_state["order_text"]):
        st.warning("Only the letters A, B and C take part here; the others are left out.")
    rules = RULES[name]
    st.caption(_WHY[name])
    found = {order: orders.states(text, rules, order) for order in orders.ORDERS}
    for order, column in zip(orders.ORDERS, st.columns(3), strict=True):
        with column, st.container(border=True, height="stretch"):
            st.markdown(f"**{_ORDERS[order]}**")
            st.html("".join(views.state_html(state) for state in found[order]))
            st.caption(_verdict(found, order))
    tokens = orders.tokenizer(rules).trace(text, unknown="keep").tokens(2)
    st.caption(
        f"The engine itself, with these two merges, gives "
        f"{' '.join(map(as_text, tokens)) or 'nothing'}."
    )


def _verdict(found: dict[str, list[list[str]]], order: str) -> str:
    count = len(found[order][-1])
    tokens = f"{count} token" if count == 1 else f"{count} tokens"
    if order == "lowest":
        return f"{tokens}."
    same = found[order][-1] == found["lowest"][-1]
    return f"{tokens}: " + ("the same here." if same else "**another encoding of the same text.**")


def sorted_view() -> None:
    """The third source document's tokenizer, with what its own code really gives."""
    st.markdown(
        "**What becomes of ids that are places in a sorted list?** Sorting gives every token another "
        "id whenever one is added, and has none for what it does not know."
    )
    st.markdown(
        "A short introduction to BPE trains on three documents, takes only the bytes that occur as base "
        "vocabulary, and gives each token **its place in the sorted vocabulary** as id, and -1 to "
        "what it does not know. This is that system on the engine of this program."
    )
    st.code(DOCUMENTS, language=None)
    tok = jobs.trained(DOCUMENTS, SETTINGS).tokenizer
    st.text_input("Text to encode with it", key="sorted_text", persist_state="session")
    tokens, ids = sorted_ids.encode_sorted(tok, repair(st.session_state["sorted_text"]))
    st.html(token_views.line(token_views.chips(zip(ids, tokens, strict=True))))
    columns = st.columns(3)
    columns[0].metric("Merges", len(tok.merges))
    columns[1].metric("Tokens in the vocabulary", len(tok.vocabulary))
    columns[2].metric("Tokens of the text", len(tokens))
    st.code(" ".join(map(str, ids)) or " ", language=None)
    if -1 in ids:
        decoded = sorted_ids.decode_sorted(tok, ids).decode("utf-8", "replace")
        st.warning(
            f"-1 stands for what is not in the vocabulary. It is lost: the ids decode to "
            f"“{plain(decoded)}”."
        )
    tokens, ids = sorted_ids.encode_sorted(tok, _EXAMPLE)
    st.info(
        f"For “{_EXAMPLE}” that introduction prints the ids {_PRINTED} and a token “in”. Its own code "
        f"gives {' '.join(map(str, ids))}, as here: no merge makes “in”."
    )
    st.button("Put its documents and settings into the sidebar", key="sorted_use", on_click=_use)


def _use() -> None:
    set_corpus(DOCUMENTS)
    st.session_state.update(
        mode=SETTINGS.mode, num_merges=SETTINGS.num_merges, documents=SETTINGS.documents,
        observed_bytes=True, default_tokens="", special_tokens="", normalization=FORMS[0],
        tie_break="first-seen", min_count=1,
    )  # fmt: skip
