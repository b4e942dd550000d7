"""Floor 10: the command line.  Commands parse, call one function below, and print."""

from majuscule.cli.program import main

__all__ = ["main"]
