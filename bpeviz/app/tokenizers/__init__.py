"""The tokenizer in use: a training, an opened file, or one that training goes on from."""
