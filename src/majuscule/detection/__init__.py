"""Floor 3: how text is written, by line and by document."""
