"""Floor 6: restoring punctuation marks and finding sentences, with a neural network."""
