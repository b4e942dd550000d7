"""Annotated text: a document with its mentions, also from pre-tokenised corpora.

Published corpora consist of tokens.  Their text is rebuilt with a space between tokens and a line
per sentence; offsets refer to it.  For text tokenised as in the Penn Treebank, the tokenizer of
floor 1 returns the same tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from majuscule.errors import CorpusError
from majuscule.reading import TaggedSentence
from majuscule.reading.annotations.mentions import Mention, check_mentions
from majuscule.reading.annotations.schemes import is_tag, read_tags


@dataclass(frozen=True)
class AnnotatedText:
    """A document: lines of text and the mentions in it, sorted and without overlaps."""

    text: str
    mentions: tuple[Mention, ...] = ()
    id: str = ""
    where: str = ""

    def __post_init__(self) -> None:
        checked = check_mentions(self.mentions, len(self.text), self.where or self.id)
        object.__setattr__(self, "mentions", checked)

    def size(self) -> int:
        """Return the number of characters, including the line break to the next document."""
        return len(self.text) + 1

    @property
    def name(self) -> str:
        """Return the id on one line, without tabs: ids from records and files may have any."""
        return " ".join(self.id.split())

    def only(self, labels: Container[str]) -> AnnotatedText:
        """Return the text with the mentions of some labels only."""
        return replace(self, mentions=tuple(m for m in self.mentions if m.label in labels))

    def without(self, labels: Container[str]) -> AnnotatedText:
        """Return the text without the mentions of some labels."""
        return replace(self, mentions=tuple(m for m in self.mentions if m.label not in labels))

    def cased(self, condition: str) -> AnnotatedText:
        """Return the text in another case, ``original``, ``lower`` or ``upper``; offsets stay.

        >>> AnnotatedText("Straße", ()).cased("upper").text
        'STRAßE'
        """
        from majuscule.text.characters.codepoints import recase

        return self if condition == "original" else replace(self, text=recase(self.text, condition))


def join(documents: Sequence[AnnotatedText], between: str = "\n") -> AnnotatedText:
    """Return documents joined into one, by line breaks."""
    mentions: list[Mention] = []
    at = 0
    for document in documents:
        mentions += [replace(m, start=m.start + at, end=m.end + at) for m in document.mentions]
        at += len(document.text) + len(between)
    return AnnotatedText(between.join(one.text for one in documents), tuple(mentions))


CONDITIONS = ("original", "lower", "upper")


@dataclass
class Repairs:
    """Counts, by kind, of what was repaired while reading."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, times: int = 1) -> None:
        if times:
            self.counts[kind] += times

    def __str__(self) -> str:
        return ", ".join(f"{kind}: {n:,}" for kind, n in sorted(self.counts.items())) or "none"


BROKEN_TAGS = "tags that continue no mention, taken to begin one"


def from_sentences(
    sentences: Iterable[TaggedSentence], repairs: Repairs | None = None
) -> Iterator[AnnotatedText]:
    """Yield the documents of tagged sentences; a sentence without a document is a document itself.

    Raises :class:`~majuscule.errors.CorpusError`, with file and line, for anything but a tag.
    """
    repairs = repairs if repairs is not None else Repairs()
    # A sentence without a document is grouped by its number, which is unique.
    numbered = groupby(enumerate(sentences), lambda one: one[1].document or one[0])
    for _, group in numbered:
        yield _join([sentence for _, sentence in group], repairs)


def _join(sentences: list[TaggedSentence], repairs: Repairs) -> AnnotatedText:
    lines: list[str] = []
    mentions: list[Mention] = []
    at = 0
    for sentence in sentences:
        for index, tag in enumerate(sentence.tags):
            if not is_tag(tag):
                raise CorpusError(
                    f"{tag!r} is not a tag; use O, B-LABEL and I-LABEL", sentence.where(index)
                )
        spans, broken = read_tags(sentence.tags)
        repairs.add(BROKEN_TAGS, broken)
        # White space inside a token would split it, or even its line.
        tokens = ["_".join(token.split()) for token in sentence.tokens]
        starts = []
        place = at
        for token in tokens:
            starts.append(place)
            place += len(token) + 1
        for first, stop, label in spans:
            end = starts[stop - 1] + len(tokens[stop - 1])
            if end > starts[first]:  # published data has empty tokens
                mentions.append(Mention(starts[first], end, label))
        line = " ".join(tokens)
        lines.append(line)
        at += len(line) + 1
    head = sentences[0]
    name = head.document or head.where()
    return AnnotatedText("\n".join(lines), tuple(mentions), name, head.where())
