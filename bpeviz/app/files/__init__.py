"""The page Files."""
