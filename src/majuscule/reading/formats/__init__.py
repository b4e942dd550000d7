"""Text inside files of many formats, found where it stands and changed there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from majuscule.lazy import lazy

if TYPE_CHECKING:
    from majuscule.reading.formats.documents import Builder, Document, Span, Unit, units_of
    from majuscule.reading.formats.opening import Opened, open_source
    from majuscule.reading.formats.source import HOWS, How, Notes, Reading, Source
    from majuscule.reading.formats.table import FORMATS, Format, format_of

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

_HOMES = {
    "Builder": "documents",
    "Document": "documents",
    "FORMATS": "table",
    "Format": "table",
    "HOWS": "source",
    "How": "source",
    "Notes": "source",
    "Opened": "opening",
    "Reading": "source",
    "Source": "source",
    "Span": "documents",
    "Unit": "documents",
    "format_of": "table",
    "open_source": "opening",
    "units_of": "documents",
}

__getattr__, __dir__ = lazy(__name__, {k: f"{__name__}.{v}" for k, v in _HOMES.items()})
