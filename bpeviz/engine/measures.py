"""What a segmentation costs: tokens per byte, per character, per grapheme."""
