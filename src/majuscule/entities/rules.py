"""Rules over a tagger: names of the user's own that override it, and relabelling."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import tee

from majuscule.entities.interface import Finder
from majuscule.entities.unwrapping import Unwrapped
from majuscule.errors import UsageError
from majuscule.reading.annotations.mentions import LabelSet, Mention, apart
from majuscule.text.characters.codepoints import checked_texts
from majuscule.words.gazetteers.own import OwnNames


@dataclass(frozen=True, eq=False)
class RuledTagger:
    """A tagger under rules.

    ``names``: mentions wherever they occur; mentions of the tagger that overlap them are left out.
    ``renamed``: new labels by old ones; mentions whose new label is empty are left out.
    """

    base: Finder
    names: OwnNames
    renamed: Mapping[str, str]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the mentions that it finds."""
        every = dict.fromkeys((*self.base.labels, *self.names.labels.values()))
        return tuple(dict.fromkeys(new for one in every if (new := self.renamed.get(one, one))))

    @property
    def language(self) -> str:
        """Return the tag of its language, if that is known."""
        return self.base.language

    def tag(self, text: str, *, memory: bool = True, lines: str = "auto") -> list[Mention]:
        """Return the mentions of a document, sorted and without overlaps."""
        return self._under_rules(self.base.tag(text, memory=memory, lines=lines), text, lines)

    def tag_many(
        self,
        texts: Iterable[str],
        *,
        memory: bool = True,
        lines: str = "auto",
        jobs: int | None = None,
    ) -> Iterator[list[Mention]]:
        """Yield the mentions of each text, in order; each is a document."""
        read, again = tee(checked_texts(texts))
        found = self.base.tag_many(read, memory=memory, lines=lines, jobs=jobs)
        for mentions, text in zip(found, again, strict=False):  # the tagger reads ahead
            yield self._under_rules(mentions, text, lines)

    def _under_rules(self, mentions: Sequence[Mention], text: str, lines: str) -> list[Mention]:
        if self.names:
            read = Unwrapped.of(text, lines)
            own = read.placed(self.names.find(read.text))
            mentions = sorted([*apart(mentions, own), *own])
        renamed = ((one, self.renamed.get(one.label, one.label)) for one in mentions)
        return [replace(one, label=label) for one, label in renamed if label]


def with_rules(
    tagger: Finder,
    *,
    names: OwnNames | Iterable[tuple[str | os.PathLike[str], str]] | None = None,
    encoding: str = "",
    renamed: Mapping[str, str] | None = None,
    tell: Callable[[str], None] = lambda _message: None,
) -> Finder:
    """Return a tagger under rules, or ``tagger`` itself without rules.

    ``names``: names of the user's own, or their files with the label of lines without one, in some
    ``encoding``; ``renamed``: new labels by old ones, empty for mentions to be left out.

    Raises :class:`~majuscule.errors.UsageError` for a label that never occurs, or cannot be one,
    and :class:`~majuscule.errors.CorpusError`, with file and line, for a list that cannot be read.
    """
    if names is not None and not isinstance(names, OwnNames):
        names = OwnNames.read(names, encoding=encoding, tell=tell)
    if not names and not renamed:
        return tagger
    ruled = RuledTagger(tagger, names or OwnNames({}), renamed or {})
    given = {*tagger.labels, *ruled.names.labels.values()}
    for old, new in ruled.renamed.items():
        if old not in given:
            raise UsageError(f"there is no label {old!r}; labels are {', '.join(sorted(given))}")
        if new:
            LabelSet((new,))
    return ruled
