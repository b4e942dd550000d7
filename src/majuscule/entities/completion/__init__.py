"""Rules that complete mentions which taggers leave unfinished, and correct or remove wrong ones.

They use what is certain: closed-class words, marks, and how a document names the same thing
elsewhere.  Taggers see too little of it to learn it, especially without capitals.
"""

from majuscule.entities.completion.documents import agree_in_document
from majuscule.entities.completion.wholes import completed

__all__ = ["agree_in_document", "completed"]
