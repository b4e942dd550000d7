"""Rules on single words: capitals that are too doubtful, and words that begin something."""
