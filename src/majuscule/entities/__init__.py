"""Floor 6: named entity recognition in text of any case."""
