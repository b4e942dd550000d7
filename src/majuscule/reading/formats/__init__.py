"""The formats: a file each, or two where they share what they know."""
