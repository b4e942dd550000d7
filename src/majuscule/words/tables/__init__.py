"""Tables of words: the vocabulary, capital shares, and irregular forms."""
