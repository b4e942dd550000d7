"""Writing brat's standoff annotation: ``T1<TAB>PER 0 12<TAB>barack obama``.

Offsets count characters of the text, which brat expects in a file beside this one (``story.txt``,
``story.ann``), so a file holds one document.  A mention across lines has a span in each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from majuscule.reading.annotations.annotated import AnnotatedText


def write(documents: Iterable[AnnotatedText]) -> Iterator[str]:
    r"""Yield the mentions of a document, a line each.

    >>> from majuscule.reading.annotations.mentions import Mention
    >>> "".join(write([AnnotatedText("in new\nyork", (Mention(3, 11, "LOC"),))]))
    'T1\tLOC 3 6;7 11\tnew york\n'
    """
    for document in documents:
        for number, mention in enumerate(document.mentions, 1):
            spans, at = [], mention.start
            for part in mention.of(document.text).split("\n"):
                if bare := part.strip():
                    first = at + part.index(bare)
                    spans.append((first, first + len(bare)))
                at += len(part) + 1
            words = " ".join(document.text[start:end] for start, end in spans)
            places = ";".join(f"{start} {end}" for start, end in spans)
            yield f"T{number}\t{mention.label} {places}\t{words}\n"
