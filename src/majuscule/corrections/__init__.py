"""Corrections that people make to restored text: stored in SQLite, exported, and read back."""
