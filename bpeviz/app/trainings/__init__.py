"""Training beside the pages: what is asked for, how it runs, how a page waits for it."""
