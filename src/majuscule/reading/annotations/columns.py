"""Writing two-column files: ``TOKEN<TAB>TAG``, BIO2, with the tokens of floor 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.spans import annotated_passage, to_tokens


def write(documents: Iterable[AnnotatedText], repairs: Repairs | None = None) -> Iterator[str]:
    r"""Yield the documents as text; a mention of part of a token is widened to the token.

    >>> from majuscule.reading.annotations.mentions import Mention
    >>> "".join(write([AnnotatedText("In Rome.", (Mention(3, 7, "LOC"),), "d")]))
    '# doc d\nIn\tO\nRome\tB-LOC\n.\tO\n\n'
    """
    for document in documents:
        passage = annotated_passage(document)
        tokens = passage.tokens
        tags = ["O"] * len(tokens)
        for start, stop, label in to_tokens(document.mentions, passage, repairs):
            tags[start:stop] = [f"B-{label}"] + [f"I-{label}"] * (stop - start - 1)
        yield f"# doc {document.name}\n"
        spans = list(tokens.spans())
        for first, last in passage.lines.tolist():
            for index in range(first, last):
                yield f"{document.text[slice(*spans[index])]}\t{tags[index]}\n"
            if last > first:
                yield "\n"
