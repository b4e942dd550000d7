"""Floor 2: reading text of many formats as documents, and rewriting it in place.

The modules, in the order in which a file meets them:

* ``finding``: the files that names, folders and patterns mean; ``table``: their formats;
  ``prose``: files that are refused
* ``opening``, ``compression``: bytes; ``decoding``, ``streams``: text, in blocks of whole lines
* ``inputs``: what the reader of a format gets; ``formats``: the readers; ``extracts``: the text
  that they find, and its way back into the file
* ``sources``, ``flow``: a file opened, and worked through by several threads; ``targets``: where
  the results of several files go
* ``corpora``, ``documents``, ``tally``: text to learn from; ``annotations``: annotated text
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from majuscule.lazy import lazy

if TYPE_CHECKING:
    from majuscule.reading.corpora import read_documents, read_file_lines, read_tagged
    from majuscule.reading.decoding import Errors
    from majuscule.reading.documents import Document, TaggedSentence
    from majuscule.reading.extracts import Extract, units_of
    from majuscule.reading.finding import find_files
    from majuscule.reading.formats.json.lines import read_objects
    from majuscule.reading.inputs import Reading
    from majuscule.reading.opening import open_bytes
    from majuscule.reading.sources import open_source, work_through
    from majuscule.reading.streams import split_lines, split_terminator
    from majuscule.reading.table import (
        FORMATS,
        REWRITTEN,
        check_joined,
        corpus_format_of,
        format_of,
    )
    from majuscule.reading.tally import Tally

__all__ = [
    "FORMATS",
    "REWRITTEN",
    "Document",
    "Errors",
    "Extract",
    "Reading",
    "TaggedSentence",
    "Tally",
    "check_joined",
    "corpus_format_of",
    "find_files",
    "format_of",
    "open_bytes",
    "open_source",
    "read_documents",
    "read_file_lines",
    "read_objects",
    "read_tagged",
    "split_lines",
    "split_terminator",
    "units_of",
    "work_through",
]

_NAMES = {
    "corpora": "read_documents read_file_lines read_tagged",
    "decoding": "Errors",
    "documents": "Document TaggedSentence",
    "extracts": "Extract units_of",
    "finding": "find_files",
    "formats.json.lines": "read_objects",
    "inputs": "Reading",
    "opening": "open_bytes",
    "sources": "open_source work_through",
    "streams": "split_lines split_terminator",
    "table": "FORMATS REWRITTEN check_joined corpus_format_of format_of",
    "tally": "Tally",
}
_HOMES = {name: f"{__name__}.{home}" for home, names in _NAMES.items() for name in names.split()}

__getattr__, __dir__ = lazy(__name__, _HOMES)
