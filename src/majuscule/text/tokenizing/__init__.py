"""Passages: tokens and their classes, sentences, marks, and what of a text is read."""
