"""Floor 1: code points, tokens, sentences, case classes and masks, hashes."""

from majuscule.text.characters.codepoints import (
    CodePoints,
    case_tables,
    decode,
    encode,
    fold,
    recase,
)
from majuscule.text.tokenizing.classes import (
    CA,
    CLASS_NAMES,
    KEEP,
    LC,
    MC,
    UC,
    apply,
    classes_of,
    masks_of,
    rewrite,
)
from majuscule.text.tokenizing.passages import (
    APART,
    Passage,
    joined_passage,
    passage_of,
    read_passage,
)
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import FIXED, WORD, hash_words, tokenize

__all__ = [
    "APART",
    "CA",
    "CLASS_NAMES",
    "FIXED",
    "KEEP",
    "LC",
    "MC",
    "UC",
    "WORD",
    "CodePoints",
    "Passage",
    "apply",
    "case_tables",
    "classes_of",
    "decode",
    "encode",
    "fold",
    "hash_words",
    "joined_passage",
    "masks_of",
    "passage_of",
    "read_passage",
    "recase",
    "rewrite",
    "sentence_starts",
    "tokenize",
]
