"""Floor 1: code points, tokens, sentences, case classes and masks, hashes."""
