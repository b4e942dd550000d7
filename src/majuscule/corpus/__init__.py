"""Floor 2: reading text of many formats as documents, sentences or blocks."""

from majuscule.corpus.decoding import Errors
from majuscule.corpus.documents import Document, TaggedSentence
from majuscule.corpus.finding import find_files
from majuscule.corpus.formats import READERS, format_of
from majuscule.corpus.jsonl import read_objects
from majuscule.corpus.lines import read_lines
from majuscule.corpus.opening import open_bytes
from majuscule.corpus.reading import Progress, measure_corpus, read_documents, read_tagged
from majuscule.corpus.streams import Block, read_blocks, split_lines, split_terminator
from majuscule.corpus.tally import Tally, count_words

__all__ = [
    "READERS",
    "Block",
    "Document",
    "Errors",
    "Progress",
    "TaggedSentence",
    "Tally",
    "count_words",
    "find_files",
    "format_of",
    "measure_corpus",
    "open_bytes",
    "read_blocks",
    "read_documents",
    "read_lines",
    "read_objects",
    "read_tagged",
    "split_lines",
    "split_terminator",
]
