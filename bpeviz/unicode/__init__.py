"""What a text is made of: its characters, what is odd in it, and the tokens that cut through them."""
