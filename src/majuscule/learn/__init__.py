"""Floor 4: the text that models learn from."""
