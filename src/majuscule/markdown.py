"""Markdown tables, aligned so that their source is readable."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Container[int] = ()) -> str:
    """Return a table; the columns numbered in ``right`` are aligned to the right.

    >>> print(table(["system", "F1"], [["tagger", "93.1"], ["a|b", "N/A"]], right={1}))
    | system |   F1 |
    | :----- | ---: |
    | tagger | 93.1 |
    | a\\|b   |  N/A |
    """
    columns = []
    for at, column in enumerate(zip(heads, *rows, strict=True)):
        head, *cells = (text.replace("|", "\\|").replace("\n", " ") for text in column)
        width = max(4, *map(display_width, (head, *cells)))
        rule = "-" * (width - 1)
        rule = f"{rule}:" if at in right else f":{rule}"
        columns.append([_filled(text, width, at in right) for text in (head, rule, *cells)])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in zip(*columns, strict=True))


def display_width(text: str) -> int:
    """Return the width of ``text`` in terminal columns: wide characters two, combining marks none.

    >>> display_width("北京"), display_width("e\\u0301")
    (4, 1)
    """
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _filled(text: str, width: int, right: bool) -> str:
    blanks = " " * (width - display_width(text))
    return blanks + text if right else text + blanks
