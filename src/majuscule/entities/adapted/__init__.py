"""A small layer of weights on top of a tagger, learnt from corrected sentences."""
