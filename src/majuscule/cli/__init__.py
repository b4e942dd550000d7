"""Floor 10: the command line.  Commands parse, call one function of a lower floor, and print."""

from majuscule.cli.program import main

__all__ = ["main"]
