"""Glossaries, the user's and those that are shipped: forms that are written one way only."""
