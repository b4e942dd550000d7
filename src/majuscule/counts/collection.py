"""Count tables that belong together, what they count, and the file they are stored in.

Only tables of the same frame can be merged: the same order, the same units, the same vocabulary and
the same tokenizer.  The tokenizer is known by what it does: a digest of how it reads a sample.
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
    """Name and version of what is counted and of how its keys are made: ``hmm.v1``."""
    order: int
    """Length of the longest n-gram."""
    vocabulary: str = ""
    """Digest of the words that are told apart; empty where all are."""
    tokenizer: str = ""
    """Digest of what the tokenizer does; filled in where it is left empty."""

    def __post_init__(self) -> None:
        if not self.tokenizer:
            object.__setattr__(self, "tokenizer", tokenizer_digest())

    def check(self, other: Frame, where: str = "the other") -> None:
        """Raise :class:`TrainingError` in one sentence where tables do not fit these."""
        for one in fields(self):
            mine, theirs = getattr(self, one.name), getattr(other, one.name)
            if mine != theirs:
                raise TrainingError(
                    f"{where}: counts with {one.name} {theirs!r} cannot be merged with counts "
                    f"with {one.name} {mine!r}; count the text again"
                )


@dataclass(frozen=True)
class Counts:
    """Tables by name, all of the same frame; ``source``: a digest of what was counted."""

    frame: Frame
    tables: Mapping[str, CountTable]
    source: str = ""

    def merge(self, other: Counts) -> Counts:
        """Return the sum of both; raise :class:`TrainingError` where their frames differ."""
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

        Raises :class:`ModelError` for a file that is missing, damaged or something else, and for
        counts made by another tokenizer or version.
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
    """Return a digest of how the tokenizer reads a sample: tokens, kinds, identities, positions."""
    tokens = tokenize(encode(_SAMPLE))
    return digest_of(tokens.starts, tokens.ends, tokens.kinds, tokens.words, tokens.positions)


def digest_of(*arrays: Array) -> str:
    """Return a digest of arrays: of the words that tables tell apart, say."""
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(array.tobytes())
    return digest.hexdigest()[:16]
