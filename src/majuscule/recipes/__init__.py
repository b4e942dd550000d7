"""Floor 8: models made from their recipes, by one command each."""
