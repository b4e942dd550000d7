"""Gazetteers: lists of names, titles and words."""
