"""Restoring text of several languages, each line with the model of its own."""
