"""Tables of scores, as aligned Markdown and as JSON.

Cells are values, not text: :class:`~majuscule.measure.report.Estimate` and floats are shares (0 to
1), shown in per cent, integers have thousands separators, ``None`` and NaN are ``N/A``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Any, cast

from majuscule.errors import UsageError
from majuscule.markdown import table
from majuscule.measure.comparison import Difference
from majuscule.measure.metric import or_none
from majuscule.measure.report import Estimate

Cell = str | int | float | Estimate | Difference | None


@dataclass(frozen=True)
class Table:
    """A title, column heads, rows of values, and notes (signatures, commands) below them."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    title: str = ""
    notes: Sequence[str] = field(default=())
    decimals: int = 1
    """Decimals of percentages: with more, they would look more precise than their intervals."""

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows):
            if len(row) != len(self.columns):
                raise UsageError(
                    f"row {number + 1} of table {self.title!r} has {len(row)} cells for "
                    f"{len(self.columns)} columns; give one for each"
                )

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Table:
        """Return the table that :meth:`as_dict` returned; only columns and rows are required.

        >>> cells = Estimate(0.5, 0.4, 0.6), Estimate(float("nan"))
        >>> table = Table(["a"], [[one] for one in cells], decimals=2)
        >>> Table.from_dict(table.as_dict()).markdown() == table.markdown()
        True
        """
        rows = [[_from_plain(cell) for cell in row] for row in stored["rows"]]
        return cls(**{**stored, "rows": rows})

    def markdown(self) -> str:
        """Return a Markdown table; columns that hold text are left-aligned, others right-aligned.

        >>> print(Table(["system", "F1"], [["tagger", 0.9312], ["none", None]]).markdown())
        | system |   F1 |
        | :----- | ---: |
        | tagger | 93.1 |
        | none   |  N/A |
        <BLANKLINE>
        """
        right = {
            at
            for at in range(len(self.columns))
            if self.rows and not any(isinstance(row[at], str) for row in self.rows)
        }
        shown = [[self.text(cell) for cell in row] for row in self.rows]
        blocks = [f"**{self.title}**"] if self.title else []
        return "\n\n".join([*blocks, table(self.columns, shown, right), *self.notes]) + "\n"

    def as_dict(self) -> dict[str, Any]:
        """Return title, columns, rows of raw values, notes and decimals, ready for JSON."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [[_plain(cell) for cell in row] for row in self.rows],
            "notes": list(self.notes),
            "decimals": self.decimals,
        }

    def text(self, cell: Cell) -> str:
        """Return a cell as the Markdown table shows it."""
        if cell is None:
            return "N/A"
        if isinstance(cell, Estimate):
            return cell.text(self.decimals)
        if isinstance(cell, float):
            return Estimate(cell).text(self.decimals)
        if isinstance(cell, int):
            return f"{cell:,}"
        return str(cell)


def _from_plain(cell: Any) -> Cell:
    if not isinstance(cell, dict):
        return cast(Cell, cell)
    fields = {name: value for name, value in cell.items() if value is not None}
    return Difference(**fields) if "p_value" in fields else Estimate(**{"value": nan, **fields})


def _plain(cell: Cell) -> Any:
    return cell.as_dict() if isinstance(cell, Estimate | Difference) else or_none(cell)
