"""Knowledge from neighbouring words: pairs, triples, word classes."""
