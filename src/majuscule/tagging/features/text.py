"""Tagged text for training: padded columns, tags and bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

import numpy as np

from majuscule.arrays import I32, I64, U8, U32, U64
from majuscule.tagging.features import feature_kernel
from majuscule.tagging.features.templates import REACH, compile_templates

Columns = U64

LINK_SEED = 1000
"""The seed that keeps the hashes of transitions apart from those of tokens."""


@dataclass(frozen=True, eq=False)
class Spec:
    """The features of a tagger: its number of tags, and compiled templates of tokens and of
    transitions (``links``)."""

    tags: int
    templates: I32
    links: I32

    @classmethod
    def of(
        cls, tags: int, templates: Sequence[str], links: Sequence[str], columns: Sequence[str]
    ) -> Self:
        """Return the spec of templates over named columns."""
        compiled = compile_templates(links, columns, seed=LINK_SEED)
        return cls(tags, compile_templates(templates, columns), compiled)

    @property
    def groups(self) -> int:
        """Return the number of templates of both sorts; the features of a template are a group."""
        return len(self.templates) + len(self.links)

    @property
    def template_groups(self) -> I32:
        """Return the group of each row of token features."""
        return np.arange(len(self.templates), dtype=np.int32)

    @property
    def link_groups(self) -> I32:
        """Return the group of each row of transition features."""
        groups = len(self.templates) + np.arange(len(self.links))
        return np.repeat(groups, self.tags).astype(np.int32)


class TaggedText(Protocol):
    """Text with its tags, in padded coordinates: REACH tokens of padding around each sequence."""

    @property
    def bounds(self) -> I64:
        """Return the spans of the sequences, (sequences, 2), ascending, at least REACH apart."""
        ...

    @property
    def tags(self) -> U8:
        """Return the gold tag of each padded token."""
        ...

    @property
    def times(self) -> U8 | None:
        """Return how often each sequence is visited per epoch; None: once."""
        ...

    def columns(self, start: int, stop: int, epoch: int) -> Columns:
        """Return the columns of the padded tokens ``start:stop``; they may differ by epoch."""
        ...


class Stretch(NamedTuple):
    """A run of whole sequences: hashes of their features, bounds and gold tags.

    ``templates``: uint32 (templates, n); ``links``: uint32 (links * tags, n); ``bounds``: int32
    (sequences, 2), relative to the n tokens; ``tags``: uint8 (n,).
    """

    templates: U32
    links: U32
    bounds: I32
    tags: U8


def cut_stretches(text: TaggedText, tokens: int) -> list[tuple[int, int]]:
    """Return spans of sequences, (first, end), of about ``tokens`` tokens each."""
    ends = text.bounds[:, 1]
    if not len(ends):
        return []
    wanted = np.arange(tokens, int(ends[-1]) + tokens, tokens)
    cuts = np.unique(np.append(np.searchsorted(ends, wanted), len(ends)))
    cuts = cuts[cuts > 0]
    return list(zip([0, *cuts[:-1].tolist()], cuts.tolist(), strict=True))


def read_stretch(text: TaggedText, spec: Spec, span: tuple[int, int], epoch: int) -> Stretch:
    """Return the features of a span of sequences."""
    first, last = span
    start, stop = int(text.bounds[first, 0]), int(text.bounds[last - 1, 1])
    columns = text.columns(start - REACH, stop + REACH, epoch)
    n = stop - start
    templates = np.empty((len(spec.templates), n), np.uint32)
    feature_kernel.hash_templates(columns, spec.templates, 0, REACH, REACH + n, templates)
    links = np.empty((len(spec.links) * spec.tags, n), np.uint32)
    feature_kernel.hash_templates(columns, spec.links, spec.tags, REACH, REACH + n, links)
    bounds = (text.bounds[first:last] - start).astype(np.int32)
    return Stretch(templates, links, bounds, text.tags[start:stop])
