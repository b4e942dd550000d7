"""The figure that pictures are drawn on: matplotlib's style for the docs, and writing the files.

Matplotlib (extra ``plots``) is imported when something is drawn and used without pyplot, so nothing
global is touched.  The same data give the same SVG bytes under one matplotlib version: no date, no
program name, ids from a fixed salt.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from majuscule.errors import UsageError
from majuscule.files import atomic_write

_STYLE = {
    "svg.hashsalt": "majuscule",
    "svg.fonttype": "path",  # looks the same where the font is missing
    "font.family": "DejaVu Sans",  # comes with matplotlib
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.8,
    "axes.edgecolor": "#444444",
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "legend.frameon": False,
    "hatch.linewidth": 0.6,
}
# What would change from run to run or from machine to machine.
_METADATA: dict[str, dict[str, None]] = {
    ".svg": {"Date": None, "Creator": None},
    ".png": {"Software": None},
}


class Canvas:
    """A figure with one pair of axes; leaving the block writes it to all paths."""

    def __init__(
        self, paths: Sequence[Path], title: str, width: float = 6.4, height: float = 4.0
    ) -> None:
        for path in paths:
            if path.suffix not in _METADATA:
                raise UsageError(f"{path}: pictures are written as .svg or .png, choose one")
        self._paths = paths
        self._title = title
        self._size = (width, height)

    def __enter__(self) -> Any:
        self._context = matplotlib_module("matplotlib").rc_context(_STYLE)
        self._context.__enter__()
        self._figure = matplotlib_module("matplotlib.figure").Figure(
            figsize=self._size, facecolor="white", layout="constrained"
        )
        axes = self._figure.add_subplot()
        if self._title:
            axes.set_title(self._title)
        return axes

    def __exit__(self, kind: type[BaseException] | None, *details: object) -> None:
        try:
            if kind is None:
                for path in self._paths:
                    with atomic_write(path) as out:
                        self._figure.savefig(
                            out,
                            format=path.suffix[1:],
                            dpi=144,
                            metadata=_METADATA[path.suffix],
                        )
        finally:
            self._context.__exit__(kind, *details)


def matplotlib_module(name: str) -> Any:
    """Import a module of matplotlib, or say which extra brings it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise UsageError(
            "drawing needs matplotlib, which is not installed: "
            "install the extra with pip install 'majuscule[plots]'"
        ) from error
