"""The tagger that runs: its weights, packed, and the best sequence of tags."""
