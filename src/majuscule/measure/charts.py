"""Charts of a report as SVG that stands in the page: they take its colours, light or dark, and
their letters are text.  Values are shares of one, shown in per cent."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence

from majuscule.measure import Estimate

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#888888")
"""Okabe and Ito's, told apart by colour-blind readers too."""

STYLE = """
figure.chart { margin: 1rem 0; overflow-x: auto; }
figure.chart figcaption { font-size: .85rem; margin-bottom: .3rem; }
figure.chart .key { white-space: nowrap; margin-right: 1rem; }
figure.chart .key i { display: inline-block; width: .8em; height: .8em; margin-right: .35em; }
figure.chart svg { display: block; }
figure.chart text { fill: currentColor; font: 11px system-ui, sans-serif; }
figure.chart .grid { stroke: currentColor; stroke-opacity: .15; }
figure.chart .whisker { stroke: currentColor; stroke-width: 1; }
"""

LEFT, TOP, HEIGHT, RIGHT = 36, 10, 200, 16
BAR, GAP = 11, 14
LETTER = 6.2
"""The width of a letter in a label, in pixels, on the average."""


def bars(
    groups: Sequence[str], series: Mapping[str, Sequence[Estimate | None]], caption: str
) -> str:
    """Return a bar for each series in each group, intervals as whiskers; nothing measured: a
    gap."""
    step = BAR * len(series) + GAP
    longest = max(map(len, groups)) * LETTER
    tilted = longest > step - 4
    step = max(step, 24) if tilted else max(step, int(longest) + 6)
    foot = 18 + (int(longest * 0.6) if tilted else 0)
    width = LEFT + step * len(groups) + RIGHT + (int(longest * 0.7) if tilted else 0)
    values = [one for each in series.values() for one in each if one is not None]
    top = _round_top(values)
    parts = _grid(top, width)
    for number, group in enumerate(groups):
        middle = LEFT + step * number + step / 2
        first = middle - BAR * len(series) / 2
        for at, (name, found) in enumerate(series.items()):
            one = found[number]
            if one is None or math.isnan(one.value):
                continue
            parts.append(_bar(first + BAR * at, one, top, COLOURS[at % len(COLOURS)], name))
        parts.append(_label(group, middle, TOP + HEIGHT + 14, tilted))
    return _figure(caption, list(series), parts, width, TOP + HEIGHT + foot)


def curves(
    lines: Mapping[str, Sequence[tuple[float, Estimate]]], x_label: str, caption: str
) -> str:
    """Return a line for each name through its points ``(x, estimate)``, ``x`` a share too."""
    width = 420
    points = [point for line in lines.values() for point in line]
    top = _round_top([one for _, one in points])
    right = math.ceil(max(x for x, _ in points) * 10) / 10 or 1.0
    parts = _grid(top, width)

    def across(x: float) -> float:
        return LEFT + 8 + (width - LEFT - RIGHT - 16) * x / right

    for mark in range(0, round(right * 10) + 1):
        text = f"{10 * mark}"
        parts.append(_label(text, across(mark / 10), TOP + HEIGHT + 14, False))
    parts.append(_label(f"{x_label} (%)", LEFT + (width - LEFT) / 2, TOP + HEIGHT + 30, False))
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        placed = [(across(x), _down(one.value, top), one) for x, one in sorted(line, key=_first)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in placed)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-dasharray="3 3"/>'
        )
        for x, y, one in placed:
            parts.append(_whisker(x, one, top))
            told = html.escape(f"{name}: {one}")
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}">'
                f"<title>{told}</title></circle>"
            )
    return _figure(caption, list(lines), parts, width, TOP + HEIGHT + 36)


def _first(point: tuple[float, Estimate]) -> float:
    return point[0]


def _round_top(values: Sequence[Estimate]) -> float:
    """Return where the axis ends: above all intervals, a whole ten per cent."""
    highs = [one.value if math.isnan(one.high) else one.high for one in values]
    highest = max((one for one in highs if not math.isnan(one)), default=1.0)
    return max(0.1, math.ceil(highest * 10 - 1e-9) / 10)


def _down(value: float, top: float) -> float:
    return TOP + HEIGHT * (1 - value / top)


def _grid(top: float, width: float) -> list[str]:
    step = 0.1 if top <= 0.5 else 0.2
    parts = []
    for number in range(round(top / step - 0.5 + 1e-9) + 1):
        y = _down(number * step, top)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{width}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(
            f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{100 * number * step:.0f}'
            "</text>"
        )
    return parts


def _bar(x: float, one: Estimate, top: float, colour: str, name: str) -> str:
    y = _down(one.value, top)
    told = html.escape(f"{name}: {one}")
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{BAR - 1}" height="{TOP + HEIGHT - y:.1f}" '
        f'fill="{colour}"><title>{told}</title></rect>' + _whisker(x + (BAR - 1) / 2, one, top)
    )


def _whisker(x: float, one: Estimate, top: float) -> str:
    if math.isnan(one.low):
        return ""
    low, high = _down(one.low, top), _down(one.high, top)
    return f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>'


def _label(text: str, x: float, y: float, tilted: bool) -> str:
    turned = f' transform="rotate(30 {x:.1f} {y:.1f})"' if tilted else ""
    anchor = "start" if tilted else "middle"
    shown = html.escape(text)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turned}>{shown}</text>'


def _figure(
    caption: str, names: Sequence[str], parts: Sequence[str], width: float, height: float
) -> str:
    keys = "".join(
        f'<span class="key"><i style="background:{COLOURS[at % len(COLOURS)]}"></i>'
        f"{html.escape(name)}</span>"
        for at, name in enumerate(names)
    )
    key = f"<br>{keys}" if len(names) > 1 else ""
    return (
        f'<figure class="chart"><figcaption>{html.escape(caption)}{key}</figcaption>'
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html.escape(caption)}" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">'
        f"{''.join(parts)}</svg></figure>"
    )
