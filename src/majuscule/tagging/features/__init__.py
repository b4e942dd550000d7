"""Features: templates, padded columns, and their hashes."""
