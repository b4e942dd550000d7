"""Charts as SVG: grouped bars, lines over a linear or logarithmic axis, reliability diagrams.

A chart is a string, the same on every run, for a page of HTML or a file of its own; it adapts to
light and dark pages.  Values are shares (0 to 1), shown in per cent, with intervals as whiskers.
"""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majuscule.errors import UsageError
from majuscule.measure.calibration import Bin
from majuscule.measure.report import Estimate

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#888888")
"""The palette of Okabe and Ito, which colour-blind readers can distinguish."""
DASHES = ("none", "7 3", "2 3", "9 3 2 3")

Points = Sequence[tuple[float, Estimate]]

# The hexadecimal colours are fallbacks for viewers without the system colours of CSS.
_STYLE = (
    ".chart{color-scheme:light dark;font:12px system-ui,sans-serif}"
    ".chart text{fill:#000;fill:CanvasText}.chart .paper{fill:#fff;fill:Canvas}"
    ".chart .title{font-weight:600}.chart .grid{stroke:#888;stroke-opacity:.3}"
    ".chart .whisker{stroke:#444;stroke:CanvasText;stroke-opacity:.8}"
)
LEFT, RIGHT, HEIGHT, LINE_HEIGHT = 44, 16, 220, 17
BAR_WIDTH, GAP = 12, 14
LETTER_WIDTH = 6.6
"""The average width of a letter of a label, in pixels."""


def draw_bars(
    groups: Sequence[str],
    series: Mapping[str, Sequence[Estimate | None]],
    title: str = "",
    y_label: str = "F1 (%)",
) -> str:
    """Draw a bar for each series in each group; ``None`` or NaN leaves a gap marked ``n/a``."""
    for name, values in series.items():
        if len(values) != len(groups):
            raise UsageError(
                f"series {name!r} has {len(values)} values for {len(groups)} groups; give one "
                "for each"
            )
    _check_any(series)
    longest = LETTER_WIDTH * max(map(len, groups))
    step = BAR_WIDTH * len(series) + GAP
    tilted = longest > step - 4
    step = max(step, 24) if tilted else max(step, int(longest) + 6)
    width = max(240.0, LEFT + step * len(groups) + RIGHT + (0.9 * longest if tilted else 0))
    defined = [one for values in series.values() for one in values if _is_defined(one)]
    y = _Axis.around([0.0, *_percents(defined)])
    parts = y.grid(width)
    for number, group in enumerate(groups):
        middle = LEFT + step * (number + 0.5)
        for at, (name, values) in enumerate(series.items()):
            left = middle + BAR_WIDTH * (at - len(series) / 2)
            centre = left + (BAR_WIDTH - 1) / 2
            estimate = values[number]
            if estimate is None or math.isnan(estimate.value):
                turned = f'transform="rotate(-90 {centre:.1f} {HEIGHT - 4})"'
                parts.append(f'<text x="{centre:.1f}" y="{HEIGHT - 4}" {turned}>n/a</text>')
                continue
            top = y.pixel(estimate.value)
            parts.append(
                f'<rect class="bar" x="{left:.1f}" y="{top:.1f}" width="{BAR_WIDTH - 1}" '
                f'height="{HEIGHT - top:.1f}" fill="{_colour(at)}">'
                f"{_tooltip(name, estimate)}</rect>"
            )
            parts += _whisker(centre, estimate, y)
        parts.append(_label(group, middle, HEIGHT + 15, tilted))
    foot = 8 + (0.6 * longest if tilted else 0)
    return _svg(title, y_label, list(series), parts, width, foot)


def draw_lines(
    lines: Mapping[str, Points],
    title: str = "",
    x_label: str = "training words",
    y_label: str = "F1 (%)",
    *,
    log: bool = True,
) -> str:
    """Draw a line for each name through its points ``(x, estimate)``, by default over a
    logarithmic axis; undefined points are left out."""
    kept = {
        name: sorted(((x, one) for x, one in points if _is_defined(one)), key=lambda at: at[0])
        for name, points in lines.items()
    }
    _check_any(kept)
    xs = [x for points in kept.values() for x, _ in points]
    if log and min(xs) <= 0:
        raise UsageError(f"a point has x {min(xs)}; a log axis needs x above 0")
    x_axis = _Axis.between(min(xs), max(xs)) if log else _Axis.around([0.0, *xs])
    y = _Axis.around(_percents([one for points in kept.values() for _, one in points]))
    traces = {name: [(x, one, 3.5) for x, one in points] for name, points in kept.items()}
    return _plot(traces, title, x_label, y_label, x_axis, y, 560)


def draw_reliability(tables: Mapping[str, Sequence[Bin]], title: str = "") -> str:
    """Draw accuracy over confidence for each named reliability table, and the diagonal.

    A point's area grows with the share of predictions in its bin.
    """
    traces = {}
    for name, bins in tables.items():
        total = sum(one.count for one in bins)
        traces[name] = [
            (100 * one.confidence, Estimate(one.accuracy), 3 + 9 * math.sqrt(one.count / total))
            for one in bins
            if one.count
        ]
    _check_any(traces)
    x = y = _Axis.around([0.0, 100.0])
    width = LEFT + HEIGHT + 2 * RIGHT
    ends = f'x1="{_x_of(0, x, width):.1f}" x2="{_x_of(100, x, width):.1f}" y1="{HEIGHT}" y2="0"'
    diagonal = f'<line class="whisker" stroke-dasharray="4 4" {ends}/>'
    return _plot(traces, title, "confidence (%)", "correct (%)", x, y, width, [diagonal])


@dataclass(frozen=True)
class _Axis:
    """A linear or logarithmic axis: its ends and tick marks, in units of the data."""

    low: float
    high: float
    marks: Sequence[float]
    log: bool = False

    @classmethod
    def around(cls, values: Sequence[float]) -> _Axis:
        """Return a linear axis that covers all values, with at most seven round tick marks."""
        low, high = min(values), max(values)
        span = max(high - low, 1e-3)
        unit = 10.0 ** math.floor(math.log10(span)) / 10
        step = next(unit * size for size in (1, 2, 5, 10, 20) if span <= 5 * unit * size)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        last = max(last, first + 1)
        return cls(first * step, last * step, [step * at for at in range(first, last + 1)])

    @classmethod
    def between(cls, low: float, high: float) -> _Axis:
        """Return a logarithmic axis with tick marks at 1, 2, 5 times powers of ten, or denser."""
        low, high = (low, high) if low < high else (low / 2, high * 2)
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        marks: list[float] = []
        for sizes in ((1, 2, 5), (1, 1.5, 2, 3, 4, 5, 7)):
            if len(marks) < 3:
                every = (size * 10.0**power for power in powers for size in sizes)
                marks = [one for one in every if low <= one <= high]
        return cls(low, high, marks, log=True)

    def share(self, value: float) -> float:
        """Return where a value lies between ``low`` (0) and ``high`` (1)."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def pixel(self, share: float) -> float:
        """Return the y coordinate of a share (0 to 1) on an axis in per cent."""
        return HEIGHT * (1 - self.share(100 * share))

    def grid(self, width: float) -> list[str]:
        parts = []
        for mark in self.marks:
            y = HEIGHT * (1 - self.share(mark))
            parts.append(f'<line class="grid" x1="{LEFT}" x2="{width}" y1="{y:.1f}" y2="{y:.1f}"/>')
            shown = f'y="{y + 4:.1f}" text-anchor="end">{_si_number(mark)}</text>'
            parts.append(f'<text x="{LEFT - 6}" {shown}')
        return parts


def _plot(
    traces: Mapping[str, Sequence[tuple[float, Estimate, float]]],
    title: str,
    x_label: str,
    y_label: str,
    x: _Axis,
    y: _Axis,
    width: float,
    parts: Sequence[str] = (),
) -> str:
    """Return the chart of lines through points ``(x, estimate, radius)`` over two axes."""
    elements = [*y.grid(width), *parts]
    for mark in x.marks:
        elements.append(_label(_si_number(mark), _x_of(mark, x, width), HEIGHT + 15))
    elements.append(_label(x_label, (LEFT + width) / 2, HEIGHT + 33))
    for number, (name, points) in enumerate(traces.items()):
        colour = _colour(number)
        placed = [(_x_of(at, x, width), y.pixel(one.value), one, r) for at, one, r in points]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py, _, _ in placed)
        dashes = DASHES[number % len(DASHES)]
        elements.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6" '
            f'stroke-dasharray="{dashes}"/>'
        )
        for px, py, estimate, radius in placed:
            elements += _whisker(px, estimate, y)
            elements.append(
                f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{radius:.1f}" fill="{colour}">'
                f"{_tooltip(name, estimate)}</circle>"
            )
    return _svg(title, y_label, list(traces), elements, width, 26)


def _x_of(value: float, axis: _Axis, width: float) -> float:
    return LEFT + RIGHT + (width - LEFT - 2 * RIGHT) * axis.share(value)


def _whisker(x: float, one: Estimate, axis: _Axis) -> list[str]:
    if math.isnan(one.low):
        return []
    low, high = axis.pixel(one.low), axis.pixel(one.high)
    return [f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>']


def _label(text: str, x: float, y: float, tilted: bool = False) -> str:
    turned = f' transform="rotate(30 {x:.1f} {y:.1f})"' if tilted else ""
    anchor = "start" if tilted else "middle"
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turned}'
    return f"<text {place}>{html.escape(text)}</text>"


def _tooltip(name: str, one: Estimate) -> str:
    return f"<title>{html.escape(f'{name}: {one}')}</title>"


def _svg(
    title: str, y_label: str, names: Sequence[str], parts: Sequence[str], width: float, foot: float
) -> str:
    """Return the whole SVG: title, legend and label of the y axis above the plot."""
    head, x, y = [], LEFT, 4
    if title:
        y += LINE_HEIGHT
        head.append(f'<text class="title" x="{LEFT}" y="{y}">{html.escape(title)}</text>')
        width = max(width, LEFT + 1.1 * LETTER_WIDTH * len(title) + RIGHT)
    y += LINE_HEIGHT if len(names) > 1 else 0
    for number, name in enumerate(names if len(names) > 1 else ()):
        size = int(20 + LETTER_WIDTH * len(name))
        if x > LEFT and x + size > width:
            x, y = LEFT, y + LINE_HEIGHT
        square = f'y="{y - 9}" width="10" height="10" fill="{_colour(number)}"'
        head.append(
            f'<rect x="{x}" {square}/><text x="{x + 14}" y="{y}">{html.escape(name)}</text>'
        )
        x += size + 12
    y += LINE_HEIGHT + 2
    head.append(f'<text x="8" y="{y}">{html.escape(y_label)}</text>')
    y += 12
    wide, high = round(width), round(y + HEIGHT + LINE_HEIGHT + foot)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
        f'aria-label="{html.escape(title or y_label)}" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><style>{_STYLE}</style>'
        f'<rect class="paper" width="{wide}" height="{high}"/>'
        f'{"".join(head)}<g transform="translate(0 {y})">{"".join(parts)}</g></svg>\n'
    )


def _check_any(series: Mapping[str, Sequence[Any]]) -> None:
    """Raise :class:`UsageError` if no series has a value."""
    if not any(len(values) for values in series.values()):
        raise UsageError("there is nothing to draw; give at least one defined value")


def _is_defined(one: Estimate | None) -> bool:
    return one is not None and not math.isnan(one.value)


def _percents(values: Sequence[Estimate | None]) -> list[float]:
    """Return all defined values and interval ends, in per cent, or ``[100]``."""
    every = [end for one in values if one is not None for end in (one.value, one.low, one.high)]
    return [100 * end for end in every if not math.isnan(end)] or [100.0]


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _si_number(value: float) -> str:
    """Return ``100 k`` for 100000, ``2.5 M`` for 2500000."""
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= unit:
            return f"{value / unit:g}{name}"
    return f"{value:g}"
