"""Floor 3: the linear sequence tagger of case and entities; tags and features are numbers."""
