"""Talk mode: what a page shows, large, for an audience."""
