"""Glossaries, the user's and the shipped ones: forms that are always written in one way."""
