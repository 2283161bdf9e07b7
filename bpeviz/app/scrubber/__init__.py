"""The scrubber: one Streamlit component that draws every step in the browser."""

from .scrubber import LOOK, Pane, Place, look, mount_data, scrubber

__all__ = ["LOOK", "Pane", "Place", "look", "mount_data", "scrubber"]
