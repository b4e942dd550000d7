"""Floor 3: text inside files of many formats, found where it stands and changed there."""

from majuscule.formats.documents import Builder, Document, Span, Unit, units_of
from majuscule.formats.opening import Opened, open_source
from majuscule.formats.reading import HOWS, How, Notes, Reading, Source
from majuscule.formats.table import FORMATS, Format, format_of

__all__ = [
    "FORMATS",
    "HOWS",
    "Builder",
    "Document",
    "Format",
    "How",
    "Notes",
    "Opened",
    "Reading",
    "Source",
    "Span",
    "Unit",
    "format_of",
    "open_source",
    "units_of",
]
