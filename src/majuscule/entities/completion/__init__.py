"""Mentions that a tagger leaves half done, takes for what they are not, or reads in one place only.

What is added is sure by rule: closed-class words, marks, and how a document names the same thing
elsewhere.  Taggers see too little of it to learn it, least of all without capitals.
"""

from majuscule.entities.completion.documents import with_document
from majuscule.entities.completion.wholes import completed

__all__ = ["completed", "with_document"]
