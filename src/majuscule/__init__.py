"""Majuscule gives text its capitals back."""

__version__ = "0.1.0"
