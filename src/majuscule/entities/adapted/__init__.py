"""A small layer of weights that learns from corrected sentences, on top of a tagger."""
