"""The pictures of a comparison: errors by text, and the growth curve; SVG and PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from majuscule.measure import Estimate, draw_bars, draw_growth

AGREEMENT = "Agreement with the original"
GROWTH = "Growth with the training text"
"""Headings that the pictures stand under."""


def draw_figures(
    base: Path,
    texts: Sequence[str],
    agreement: Mapping[str, Sequence[Estimate]],
    growth: Mapping[str, Sequence[tuple[float, Estimate]]],
) -> dict[str, list[Path]]:
    """Draw what there is to draw; return the files by the heading that they stand under.

    ``agreement``: for each restorer and text; ``growth``: for each restorer, words and score.
    """
    found = {AGREEMENT: _paths(base, "agreement")}
    draw_bars(
        texts,
        {name: [_complement(one) for one in shares] for name, shares in agreement.items()},
        found[AGREEMENT],
        "Words not as in the original, lower-case input",
        "words (%)",
    )
    lines = {name: points for name, points in growth.items() if points}
    if lines:
        found[GROWTH] = _paths(base, "growth")
        draw_growth(lines, found[GROWTH], f"Non-lowercase words, {texts[0]}")
    return found


def _paths(base: Path, what: str) -> list[Path]:
    return [base.with_name(f"{base.name}-{what}{suffix}") for suffix in (".svg", ".png")]


def _complement(share: Estimate) -> Estimate:
    """Return what is missing to all: small shares of errors can be told apart in a picture."""
    return Estimate(1 - share.value, 1 - share.high, 1 - share.low)
