"""Mentions within running text, for people: ``[barack obama](PER) met``.

Brackets and backslashes of the text get a backslash before them.  Written only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from majuscule.reading.annotations.annotated import AnnotatedText

_SIGNS = re.compile(r"([\\\[\]])")


def write(documents: Iterable[AnnotatedText]) -> Iterator[str]:
    r"""Yield the texts with their mentions marked; each ends with a line break.

    >>> from majuscule.reading.annotations.mentions import Mention
    >>> "".join(write([AnnotatedText("in rome [sic]", (Mention(3, 7, "LOC"),), "d")]))
    'in [rome](LOC) \\[sic\\]\n'
    """
    for document in documents:
        at = 0
        for mention in document.mentions:
            yield _escaped(document.text[at : mention.start])
            yield f"[{_escaped(mention.of(document.text))}]({mention.label})"
            at = mention.end
        yield _escaped(document.text[at:])
        if not document.text.endswith("\n"):
            yield "\n"


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\1", text)
