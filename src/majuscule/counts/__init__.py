"""Floor 3: n-gram count tables that merge in any order, and their smoothing."""

from majuscule.counts.collection import Counts, Frame, digest_of
from majuscule.counts.shards import Piece, count_shards
from majuscule.counts.successors import Successors
from majuscule.counts.tables import CountTable, TableBuilder

__all__ = [
    "CountTable",
    "Counts",
    "Frame",
    "Piece",
    "Successors",
    "TableBuilder",
    "count_shards",
    "digest_of",
]
