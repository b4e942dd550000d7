"""Floor 6: named entities in text of any case."""
