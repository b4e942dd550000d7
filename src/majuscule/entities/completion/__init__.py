"""Mentions that a tagger leaves half done, or takes for what they are not.

What is added is sure by rule: closed-class words, marks, and how a document names the same thing
elsewhere.  Taggers see too little of it to learn it, least of all without capitals.
"""

from majuscule.entities.completion.surnames import with_surnames
from majuscule.entities.completion.wholes import completed

__all__ = ["completed", "with_surnames"]
