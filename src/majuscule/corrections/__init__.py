"""Corrections that people make to restored text: kept in SQLite, exported, learnt from."""
