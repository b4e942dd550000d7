"""Rules that revise a model's decisions: headings, and speech after a colon."""
