"""Floor 6: marks and sentences for text that has none: what it learns from, and its network."""
