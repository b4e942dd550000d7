"""Marks and sentences of English speech for majuscule: the model file beside this module."""
