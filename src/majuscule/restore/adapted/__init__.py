"""A small layer of weights that learns from corrections, on top of any restorer."""
