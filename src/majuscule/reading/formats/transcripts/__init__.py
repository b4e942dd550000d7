"""Transcripts of speech: timed words, and where their sentences begin."""
