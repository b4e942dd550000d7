"""Character spans converted to token spans, and back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

import numpy as np

from majuscule.reading.annotations.annotated import AnnotatedText, Repairs
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.schemes import TokenSpan
from majuscule.text import Passage, encode, passage_of
from majuscule.text.tokenizing.passages import NEWLINE

WIDENED = "mentions that cut a token, widened to it"
LOST = "mentions without a token of their own, left out"


def annotated_passage(document: AnnotatedText) -> Passage:
    """Return the passage of a document; a line break inside a mention counts as a space.

    >>> document = AnnotatedText("in new\\nyork", (Mention(3, 11, "LOC"),))
    >>> annotated_passage(document).lines.tolist()
    [[0, 3]]
    """
    codes = encode(document.text).copy()
    for mention in document.mentions:
        inside = codes[mention.start : mention.end]
        inside[inside == NEWLINE] = ord(" ")
    return passage_of(codes)


def to_tokens(
    mentions: Iterable[Mention], passage: Passage, repairs: Repairs | None = None
) -> list[TokenSpan]:
    """Return mentions as token spans; those of part of a token are widened to it, and counted.

    Mentions without a token, or with a token of another mention, are left out and counted.
    Mentions across lines are cut at the end of the first.
    """
    repairs = repairs if repairs is not None else Repairs()
    starts, ends = passage.tokens.starts, passage.tokens.ends
    ordered = sorted(mentions)
    firsts = np.searchsorted(ends, [m.start for m in ordered], side="right").tolist()
    stops = np.searchsorted(starts, [m.end for m in ordered], side="left").tolist()
    of_line = np.searchsorted(passage.lines[:, 1], firsts, side="right").tolist()
    spans: list[TokenSpan] = []
    taken = 0
    for mention, first, stop, line in zip(ordered, firsts, stops, of_line, strict=True):
        if line < len(passage.lines):
            stop = min(stop, int(passage.lines[line, 1]))
        if first >= stop or first < taken:
            repairs.add(LOST)
            continue
        if starts[first] < mention.start or ends[stop - 1] > mention.end:
            repairs.add(WIDENED)
        spans.append((first, stop, mention.label))
        taken = stop
    return spans


def to_mentions(spans: Iterable[TokenSpan], passage: Passage) -> list[Mention]:
    """Return token spans as mentions with character offsets."""
    starts, ends = passage.tokens.starts, passage.tokens.ends
    return [Mention(int(starts[a]), int(ends[b - 1]), label) for a, b, label in spans]


def to_documents(
    spans: Iterable[tuple[TokenSpan, float]], passage: Passage, begins: Sequence[int]
) -> list[list[Mention]]:
    """Return token spans, with confidences, as the mentions of each of the documents that begin at
    some offsets of a passage."""
    starts, ends = passage.tokens.starts, passage.tokens.ends
    found: list[list[Mention]] = [[] for _ in begins]
    for (first, stop, label), confidence in spans:
        start, end = int(starts[first]), int(ends[stop - 1])
        owner = bisect_right(begins, start) - 1
        shift = begins[owner]
        found[owner].append(Mention(start - shift, end - shift, label, confidence))
    return found
