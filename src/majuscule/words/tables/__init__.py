"""Tables of words: the vocabulary, how often a word has capitals, its irregular forms."""
