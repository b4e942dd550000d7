"""Floor 3: n-gram count tables that merge in any order, and the smoothing laid over them."""

from majuscule.counts.tables import CountTable, TableBuilder

__all__ = ["CountTable", "TableBuilder"]
