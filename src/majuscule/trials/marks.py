"""How well marks are put into text: well-written text without them, and what recognisers wrote.

Well-written text loses marks and case, and the words are the same before and after, so every place
is compared.  A recogniser's words are aligned with those of the transcript, and compared where they
agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from majuscule.measure.marks import MarkedWords, MarkMetric
from majuscule.measure.report import Report, score_statistics
from majuscule.measure.signature import Signature, digest_texts
from majuscule.punctuation.punctuator import Punctuator
from majuscule.text.classes import classes_of
from majuscule.text.codepoints import decode, encode
from majuscule.text.edits import EditedText
from majuscule.text.marks import DASH, GLUED, NONE, SIGNS, Words, words_of
from majuscule.text.passages import Passage, read_passage


def bare_text(text: str, *, lines: bool = True) -> tuple[str, MarkedWords, list[int]]:
    """Return a text without marks and case, what its words had, and where each ends in it.

    ``lines``: line breaks stay; otherwise all stands in one line.

    >>> bare, gold, ends = bare_text('He said: "No, O\\'Neill!"')
    >>> bare, gold.marks.tolist(), ends
    ("he said no o'neill", [0, 5, 1, 0, 4], [2, 7, 10, 13, 18])
    """
    passage = read_passage(text)
    words, tokens = words_of(passage), passage.tokens
    starts, stops = tokens.starts[words.at].tolist(), tokens.ends[words.at].tolist()
    parts: list[str] = []
    ends: list[int] = []
    size = 0
    for number, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        parts.append(decode(tokens.folded[start:stop]))
        size += stop - start
        ends.append(size)
        if number + 1 == len(starts):
            break
        between = "\n" if lines and words.lines[number] else " "
        if words.after[number] == GLUED:
            between = text[stop : starts[number + 1]]
        parts.append(between)
        size += len(between)
    return "".join(parts), _marked(passage, words), ends


def _marked(passage: Passage, words: Words) -> MarkedWords:
    marks = np.where(words.after <= DASH, words.after, NONE).astype(np.uint8)
    spans = passage.tokens.starts[words.at], passage.tokens.ends[words.at]
    return MarkedWords(marks, classes_of(passage.codes, *spans))


def marks_of(made: EditedText, ends: Sequence[int]) -> MarkedWords:
    """Return the marks that were put behind words of a bare text, and the words' case."""
    put = {edit.start: SIGNS.index(edit.text) for edit in made.edits}
    marks = np.array([put.get(end, NONE) for end in ends], np.uint8)
    stops = np.array(ends, np.int32)
    starts = np.concatenate([[0], stops[:-1]]).astype(np.int32)
    # White space, hyphens and the like between words have no case.
    return MarkedWords(marks, classes_of(encode(made.before), starts, stops))


def score_marks(
    punctuator: Punctuator, texts: Iterable[str], *, lines: bool = True, condition: str = ""
) -> Report:
    """Return scores of marks and case that are put into texts which have lost both.

    Each text is a document.  The measures are those of
    :class:`~majuscule.measure.marks.MarkMetric`, with intervals over documents.
    """
    gold = [one for one in texts if one.strip()]
    bare = [bare_text(one, lines=lines) for one in gold]
    made = punctuator.punctuate_many([one[0] for one in bare], lines="separate")
    metric = MarkMetric()
    rows = [
        metric.statistics(wanted, marks_of(found, ends))
        for (_, wanted, ends), found in zip(bare, made, strict=True)
    ]
    told = condition or ("no-marks" if lines else "no-marks+one-line")
    signature = Signature(metric.name, "words", told, punctuator.digest, digest_texts(gold))
    return score_statistics(metric, np.stack(rows), signature)
