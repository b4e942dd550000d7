"""The linear tagger."""
