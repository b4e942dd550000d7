"""What is decided of a line when a model has spoken: headings, and speech behind a colon."""
