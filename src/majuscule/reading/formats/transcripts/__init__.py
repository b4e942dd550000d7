"""Transcripts of speech: words with times, and where their sentences begin."""
