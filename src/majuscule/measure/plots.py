"""Pictures for reports and docs: growth curves, grouped bars, reliability diagrams; SVG and PNG.

Values are shares of one, shown in per cent.  How a picture looks and is written is
:mod:`majuscule.measure.canvas`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from majuscule.errors import UsageError
from majuscule.measure.calibration import Bin
from majuscule.measure.canvas import Canvas, matplotlib_module
from majuscule.measure.report import Estimate

# Okabe and Ito's colours, told apart by colour-blind readers too; yellow is too pale for lines.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
HATCHES = ("", "//", "..", "\\\\", "xx", "++", "oo")


def draw_growth(
    lines: Mapping[str, Sequence[tuple[float, Estimate]]],
    paths: Sequence[Path],
    title: str = "",
    x_label: str = "training words",
    y_label: str = "F1 (%)",
) -> None:
    """Draw one line for each name over a logarithmic x axis, intervals as bands.

    ``lines`` maps a name to points ``(x, estimate)``; undefined points are left out.  Each of
    ``paths`` ends in ``.svg`` or ``.png``.
    """
    kept = {
        name: sorted(((x, y) for x, y in points if not math.isnan(y.value)), key=lambda at: at[0])
        for name, points in lines.items()
    }
    _check_series(kept)
    for name, points in kept.items():
        for x, _ in points:
            if x <= 0:
                raise UsageError(f"line {name!r} has a point at {x}: a log axis needs x above 0")
    with Canvas(paths, title) as axes:
        for number, (name, points) in enumerate(kept.items()):
            xs = [x for x, _ in points]
            colour = COLOURS[number % len(COLOURS)]
            axes.plot(
                xs,
                [100 * y.value for _, y in points],
                color=colour,
                marker=MARKERS[number % len(MARKERS)],
                markersize=4,
                label=name,
            )
            if any(not math.isnan(y.low) for _, y in points):
                axes.fill_between(
                    xs,
                    [100 * y.low for _, y in points],
                    [100 * y.high for _, y in points],
                    color=colour,
                    alpha=0.15,
                    linewidth=0,
                )
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(
            matplotlib_module("matplotlib.ticker").LogLocator(subs=(1, 2, 5))
        )
        axes.xaxis.set_major_formatter(_short_number)
        axes.minorticks_off()
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        if len(kept) > 1:
            axes.legend()


def draw_bars(
    groups: Sequence[str],
    series: Mapping[str, Sequence[Estimate | None]],
    paths: Sequence[Path],
    title: str = "",
    y_label: str = "F1 (%)",
) -> None:
    """Draw a bar for each series in each group, intervals as error bars.

    ``series`` maps a name to one estimate for each group; ``None`` or NaN leaves a gap marked
    ``n/a``.
    """
    _check_series(series)
    for name, values in series.items():
        if len(values) != len(groups):
            raise UsageError(
                f"series {name!r} has {len(values)} values for {len(groups)} groups: "
                "give one for each"
            )
    width = 0.8 / len(series)
    inches = max(6.4, 0.4 + 0.28 * len(groups) * len(series))
    with Canvas(paths, title, width=inches) as axes:
        for number, (name, values) in enumerate(series.items()):
            places = [at + (number - (len(series) - 1) / 2) * width for at in range(len(groups))]
            bars = [
                (place, value)
                for place, value in zip(places, values, strict=True)
                if value is not None and not math.isnan(value.value)
            ]
            axes.bar(
                [place for place, _ in bars],
                [100 * value.value for _, value in bars],
                width * 0.92,
                color=COLOURS[number % len(COLOURS)],
                hatch=HATCHES[number % len(HATCHES)],
                edgecolor="white",
                linewidth=0.5,
                label=name,
            )
            ranged = [(place, value) for place, value in bars if not math.isnan(value.low)]
            if ranged:
                axes.errorbar(
                    [place for place, _ in ranged],
                    [100 * value.value for _, value in ranged],
                    # A percentile interval need not hold the value: no whisker points inwards.
                    yerr=[
                        [100 * max(0.0, value.value - value.low) for _, value in ranged],
                        [100 * max(0.0, value.high - value.value) for _, value in ranged],
                    ],
                    fmt="none",
                    ecolor="#222222",
                    elinewidth=1,
                    capsize=2,
                )
            drawn = {place for place, _ in bars}
            for place in places:
                if place not in drawn:
                    axes.text(place, 0, "n/a", rotation=90, ha="center", va="bottom", fontsize=8)
        axes.set_xticks(range(len(groups)), groups)
        # A letter is about a tenth of an inch wide: labels that would touch are tilted.
        if (max(map(len, groups)) + 1) * len(groups) * 0.1 > inches:
            axes.tick_params(axis="x", labelrotation=30)
            for label in axes.get_xticklabels():
                label.set_horizontalalignment("right")
                label.set_rotation_mode("anchor")
        axes.grid(visible=False, axis="x")
        axes.set_ylabel(y_label)
        if len(series) > 1:
            # Above the bars, where it hides none of them.
            axes.legend(
                loc="lower left", bbox_to_anchor=(0, 1), ncols=min(4, len(series)), borderaxespad=0
            )
            axes.set_title(title, pad=10 + 16 * math.ceil(len(series) / 4))


def draw_reliability(
    tables: Mapping[str, Sequence[Bin]], paths: Sequence[Path], title: str = ""
) -> None:
    """Draw accuracy over confidence for each named reliability table, beside the diagonal.

    The marker's area grows with the share of predictions in the bin.
    """
    kept = {name: [each for each in bins if each.count] for name, bins in tables.items()}
    _check_series(kept)
    with Canvas(paths, title, width=5.2, height=5.0) as axes:
        axes.plot([0, 100], [0, 100], color="#888888", linestyle="--", linewidth=1)
        for number, (name, bins) in enumerate(kept.items()):
            colour = COLOURS[number % len(COLOURS)]
            xs = [100 * each.confidence for each in bins]
            ys = [100 * each.accuracy for each in bins]
            total = sum(each.count for each in bins)
            axes.plot(xs, ys, color=colour, linewidth=1.2, label=name)
            axes.scatter(
                xs, ys, s=[12 + 150 * each.count / total for each in bins], color=colour, zorder=3
            )
        axes.set_xlim(-4, 104)
        axes.set_ylim(-4, 104)
        axes.set_aspect("equal")
        axes.set_xlabel("confidence (%)")
        axes.set_ylabel("correct (%)")
        axes.legend(loc="upper left")


def _check_series(series: Mapping[str, Sequence[Any]]) -> None:
    if not any(len(values) for values in series.values()):
        raise UsageError("there is nothing to draw: give at least one defined value")


def _short_number(value: float, _position: int = 0) -> str:
    """Return 100 k for 100000, 2.5 M for 2500000."""
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= unit:
            return f"{value / unit:g}{name}"
    return f"{value:g}"
