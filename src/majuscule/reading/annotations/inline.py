"""Mentions inside running text, for people: ``[barack obama](PER) met``.

Brackets and backslashes of the text are escaped with backslashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention

_SIGNS = re.compile(r"([\\\[\]])")
_PARTS = re.compile(r"\\(.)|\[((?:[^\\\[\]]|\\.)*)\]\(([^\s)]{1,99})\)", re.DOTALL)


def parse(text: str) -> AnnotatedText:
    r"""Return a text with its mentions, the inverse of :func:`write`.

    >>> found = parse(r"in [rome](LOC) \[sic\]")
    >>> found.text, found.mentions[0].span
    ('in rome [sic]', (3, 7, 'LOC'))
    """
    parts: list[str] = []
    mentions, size, at = [], 0, 0
    for match in _PARTS.finditer(text):
        parts.append(text[at : match.start()])
        size += len(parts[-1])
        parts.append(match[1] if match[3] is None else re.sub(r"\\(.)", r"\1", match[2]))
        if match[3] is not None:
            mentions.append(Mention(size, size + len(parts[-1]), match[3]))
        size, at = size + len(parts[-1]), match.end()
    return AnnotatedText("".join([*parts, text[at:]]), tuple(mentions))


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
