"""Silver text: raw text annotated by taggers, for another tagger to learn from.

If a tagger has more knowledge than another can have, its answers on much raw text teach more than
the little text that it was trained on (distillation, Hinton et al. 2015).  With several teachers, a
sentence is used only if they agree on all its mentions (as in co-training, Blum and Mitchell 1998);
one of them may be the pupil itself, trained without silver text.  Text is annotated as written,
which is easiest, and learnt without case too, like all training text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Any

from majuscule.entities.interface import Corpus, Finder
from majuscule.entities.kinds import load_entities
from majuscule.errors import UsageError
from majuscule.options import Progress, no_progress
from majuscule.reading import read_documents
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from majuscule.text import read_passage
from majuscule.text.tokenizing.passages import sequence_starts


def read_raw(files: Iterable[str], labels: Sequence[str], **how: Any) -> list[Corpus]:
    """Return a corpus without mentions for each file of documents; all its labels are guessed.

    ``how`` as in :func:`~majuscule.reading.read_documents`.
    """
    return [
        Corpus(
            [
                AnnotatedText(one.text, (), one.id, one.where)
                for one in read_documents([file], **how)
            ],
            tuple(labels),
            Path(file).name,
            guessed=tuple(labels),
            file=file,
        )
        for file in files
    ]


ITSELF = "itself"
"""The name of the teacher that is trained like the pupil but without silver text."""


def annotated(
    corpora: Sequence[Corpus],
    teachers: Sequence[str],
    report: Progress = no_progress,
    *,
    itself: Callable[[], Finder] | None = None,
) -> list[Corpus]:
    """Return corpora of the sentences that all teachers annotate alike, a line each.

    ``itself`` trains the teacher of that name.

    Raises :class:`~majuscule.errors.UsageError` for teachers without text or text without teachers,
    and for a teacher that lacks labels of the corpora.
    """
    if bool(corpora) != bool(teachers):
        raise UsageError(
            "silver text needs teachers to annotate it, and teachers need silver text; give both"
        )
    taggers = [itself() if one == ITSELF and itself else load_entities(one) for one in teachers]
    for name, tagger in zip(teachers, taggers, strict=True):
        if lacking := {label for one in corpora for label in one.taught} - set(tagger.labels):
            raise UsageError(
                f"the teacher {name} does not find {', '.join(sorted(lacking))}, which the new "
                "tagger is to learn; choose another teacher or other labels"
            )
    done = []
    for number, corpus in enumerate(corpora):
        report(f"annotating {corpus.name}", number / len(corpora))
        texts = [one.text for one in corpus.documents]
        readings = zip(*(tagger.tag_many(texts) for tagger in taggers), strict=True)
        agreed = map(_agreed, corpus.documents, readings, repeat(corpus.taught))
        done.append(replace(corpus, documents=[one for one in agreed if one.text]))
    return done


def _agreed(
    document: AnnotatedText, readings: Sequence[Iterable[Mention]], labels: Collection[str]
) -> AnnotatedText:
    """Return the sentences of a document on which all readings agree, a line each."""
    places = list(_sentences(document.text))
    known = [[one for one in reading if one.label in labels] for reading in readings]
    by_place = zip(places, *(_by_place(one, places) for one in known), strict=True)
    lines: list[str] = []
    mentions: list[Mention] = []
    at = 0
    for (start, end), *found in by_place:
        first, *others = ([one.span for one in some] for some in found)
        if any(other != first for other in others) or (first and first[-1][1] > end):
            continue
        lines.append(document.text[start:end])
        shift = at - start
        mentions += [replace(m, start=m.start + shift, end=m.end + shift) for m in found[0]]
        at += end - start + 1
    return replace(document, text="\n".join(lines), mentions=tuple(mentions))


def _by_place(
    mentions: Sequence[Mention], places: Sequence[tuple[int, int]]
) -> Iterator[Sequence[Mention]]:
    """Yield the mentions that begin in each place."""
    begins = [one.start for one in mentions]
    first = 0
    for _, end in places:
        after = bisect_left(begins, end, first)
        yield mentions[first:after]
        first = after


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the sentences of a text, without the white space between them."""
    passage = read_passage(text)
    tokens, begins = passage.tokens, sequence_starts(passage, sentences=True).nonzero()[0].tolist()
    for first, after in zip(begins, [*begins[1:], len(tokens)], strict=True):
        yield int(tokens.starts[first]), int(tokens.ends[after - 1])
