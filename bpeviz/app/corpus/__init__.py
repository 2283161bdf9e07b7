"""The text that is trained on: samples, what people bring, the box in the sidebar."""
