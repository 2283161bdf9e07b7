"""Split patterns taken apart: what their alternatives mean, where they cut, what is wrong in them."""
