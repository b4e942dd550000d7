"""Floor 3: how text is cased, by line and by document; soft line breaks; languages."""
