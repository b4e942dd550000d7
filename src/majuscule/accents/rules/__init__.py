"""Rules of single languages: accents that the models do not know."""
