"""Features by number: templates, columns and the keys that come of them."""
