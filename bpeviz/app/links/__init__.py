"""The session in a link or a file, and the buttons that lead from page to page."""
