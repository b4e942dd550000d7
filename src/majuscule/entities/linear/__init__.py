"""The linear entity tagger."""
