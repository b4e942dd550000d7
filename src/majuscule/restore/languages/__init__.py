"""Restoring text in several languages, each line with the model of its language."""
