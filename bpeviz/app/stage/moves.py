"""What a clicker does beyond the steps of the slider: the buttons that its keys press.

On a small screen they are seen.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st


def offer(
    on: Callable[[], None] | None,
    back: Callable[[], None] | None,
    *,
    fold: Callable[[], None] | None = None,
) -> None:
    """``on``: beyond the last step; ``back``: before the first; ``fold``: before any step back is
    made, to take back what ``on`` has shown. None where there is nothing.
    """
    buttons = {"less": ("Back", fold or back), "more": ("Go on", on)}
    with st.container(horizontal=True, key="stage_moves"):
        for name, (label, move) in buttons.items():
            key = "fold_on_stage" if name == "less" and fold else f"{name}_on_stage"
            st.button(label, key=key, on_click=move, disabled=move is None, width="stretch")
