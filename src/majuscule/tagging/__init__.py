"""Floor 3: the linear sequence tagger that case and entities share; it knows tags and features by
number."""
