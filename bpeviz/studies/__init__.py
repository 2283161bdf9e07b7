"""What can be said of a tokenizer and its traces beyond the two themselves; nothing below needs it."""
