"""The scrubber: one Streamlit component that draws every step in the browser."""

from .scrubber import Pane, Place, mount_data, scrubber

__all__ = ["Pane", "Place", "mount_data", "scrubber"]
