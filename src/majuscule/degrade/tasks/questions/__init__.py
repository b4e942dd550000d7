"""Question answering over a corpus without case (Niu et al. 2004, 3.4.4, Tables 6 and 7)."""

from majuscule.degrade.tasks.questions.task import Questions

__all__ = ["Questions"]
