"""Passages: tokens and their classes, sentences, punctuation marks, views of a text."""
