"""Collections of count tables, and the files they are stored in.

Only tables with the same frame can be merged: the same units, order, vocabulary and tokenizer.  The
tokenizer is identified by a digest of its output for a sample.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache

from majuscule.arrays import Array
from majuscule.counts.tables import CountTable
from majuscule.errors import ModelError, TrainingError
from majuscule.models import ModelHeader, read_model, write_model
from majuscule.text.characters.codepoints import encode
from majuscule.text.keys import ascending
from majuscule.text.tokenizing.tokens import tokenize

KIND = "counts.v1"

_SAMPLE = """Mr. O'Neill's x-ray didn't cost $1,200.50 at www.Example.com on 3/4/1998
"McDonald" — l'Oréal, U.S.-based, 5pm: 'tis... don’t! Ünïcödé Ωmega (see Ph.D. vol. 3).
c'est @nasa #Tag a.b@c.org /usr/bin"""


@dataclass(frozen=True)
class Frame:
    """What tables count."""

    units: str
    """Name and version of the units and their keys: ``hmm.v1``."""
    order: int
    """Length of the longest n-gram."""
    vocabulary: str = ""
    """Digest of the words that are distinguished; empty: all."""
    tokenizer: str = ""
    """Digest of the tokenizer's output; by default that of this version."""

    def __post_init__(self) -> None:
        if not self.tokenizer:
            object.__setattr__(self, "tokenizer", tokenizer_digest())

    def check(self, other: Frame, where: str = "the other") -> None:
        """Raise :class:`TrainingError` if tables with the frame ``other`` cannot be merged."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            if mine != theirs:
                raise TrainingError(
                    f"{where}: counts with {one.name} {theirs!r} cannot be merged with counts "
                    f"with {one.name} {mine!r}; count the text again"
                )


@dataclass(frozen=True)
class Counts:
    """Tables by name, with a common frame; ``source``: a digest of the text that was counted."""

    frame: Frame
    tables: Mapping[str, CountTable]
    source: str = ""

    def merge(self, other: Counts) -> Counts:
        """Return the sum of both; raise :class:`TrainingError` if their frames differ."""
        self.frame.check(other.frame)
        names = sorted(set(self.tables) | set(other.tables))
        empty = CountTable.empty()
        return Counts(
            self.frame,
            {
                name: self.tables.get(name, empty).merge(other.tables.get(name, empty))
                for name in names
            },
        )

    def write(self, path: str | os.PathLike[str]) -> None:
        arrays: dict[str, Array] = {}
        for name, table in self.tables.items():
            arrays[f"{name}_keys"], arrays[f"{name}_counts"] = table.keys, table.counts
        header = ModelHeader(KIND, options=asdict(self.frame), metadata={"source": self.source})
        write_model(path, header, arrays)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Counts:
        """Return the tables of a file.

        Raises :class:`ModelError` for a file that is missing, damaged or of another kind, and for
        counts made with another version of the tokenizer.
        """
        file = read_model(path).expect_kind(KIND)
        options = dict(file.header.options)
        if set(options) != {one.name for one in fields(Frame)}:
            raise ModelError(f"{file.path}: does not say what it counts; count the text again")
        if options["tokenizer"] != tokenizer_digest():
            raise ModelError(
                f"{file.path}: counted by another version of the tokenizer; count the text again"
            )
        tables = {}
        for name in sorted(one.removesuffix("_keys") for one in file.arrays if "_keys" in one):
            keys = file.array(f"{name}_keys", "<u8")
            counts = file.array(f"{name}_counts", "<u4")
            if len(keys) != len(counts) or not ascending(keys):
                raise ModelError(f"{file.path}: table {name!r} is not sorted; count the text again")
            tables[name] = CountTable(keys, counts)
        return cls(Frame(**options), tables, str(file.header.metadata.get("source", "")))


@cache
def tokenizer_digest() -> str:
    """Return a digest of the tokenizer's output for a sample: spans, kinds, hashes, positions."""
    tokens = tokenize(encode(_SAMPLE))
    return digest_of(tokens.starts, tokens.ends, tokens.kinds, tokens.words, tokens.positions)


def digest_of(*arrays: Array) -> str:
    """Return a digest of arrays, such as those of a vocabulary."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(array.tobytes())
    return digest.hexdigest()[:16]
