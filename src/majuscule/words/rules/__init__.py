"""Rules on capitals of single words: doubtful ones, and those of first words."""
