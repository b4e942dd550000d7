"""Lists of names, titles and number-like expressions."""
