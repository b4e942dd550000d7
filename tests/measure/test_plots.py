import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from majuscule.errors import MajusculeError, UsageError
from majuscule.measure import Bin, Estimate, draw_bars, draw_growth, draw_reliability

NAN = Estimate(math.nan)


def growth(paths: list[Path]) -> None:
    draw_growth(
        {
            "tagger": [(1e6, Estimate(0.9, 0.88, 0.91)), (1e5, Estimate(0.8, 0.78, 0.82))],
            "hmm": [(1e5, NAN), (1e7, Estimate(0.85)), (1e8, Estimate(0.86))],
        },
        paths,
        title="Growth",
    )


def bars(paths: list[Path]) -> None:
    draw_bars(
        ["PER", "a rather long label", "another one as long as that", "and one more, the last"],
        {
            "original": [Estimate(0.9, 0.88, 0.91), Estimate(0.8), NAN, None],
            "lower": [Estimate(0.5, 0.51, 0.6), Estimate(0.4), Estimate(0.1), Estimate(0.0)],
        },
        paths,
        title="Bars",
    )


def reliability(paths: list[Path]) -> None:
    bins = [Bin(0, 0.5, 3, 0.4, 0.3), Bin(0.5, 0.9, 0, math.nan, math.nan), Bin(0.9, 1, 9, 1, 1)]
    draw_reliability({"tagger": bins}, paths)


@pytest.mark.parametrize("draw", [growth, bars, reliability])
def test_pictures_are_the_same_bytes_on_every_run(
    draw: Callable[[list[Path]], None], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    names = ["a.svg", "b.svg", "a.png", "b.png"]
    draw([tmp_path / names[0], tmp_path / names[2]])
    draw([tmp_path / names[1], tmp_path / names[3]])
    svg, again, png, png_again = ((tmp_path / name).read_bytes() for name in names)
    assert svg == again
    assert png == png_again
    assert svg.startswith(b"<?xml")
    assert png.startswith(b"\x89PNG")
    assert b"<dc:date>" not in svg


def test_matplotlib_is_not_imported_with_the_package() -> None:
    code = "import sys, majuscule.measure; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_picture_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(MajusculeError, match="missing"):
        growth([tmp_path / "missing" / "a.svg"])
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'majuscule\[plots\]'"):
        growth([tmp_path / "a.svg"])


def test_other_endings_are_refused_before_anything_is_drawn() -> None:
    with pytest.raises(UsageError, match=r"a\.gif: pictures are written as \.svg or \.png"):
        growth([Path("a.gif")])


def test_nothing_to_draw_is_an_error(tmp_path: Path) -> None:
    path = [tmp_path / "a.svg"]
    with pytest.raises(UsageError, match="nothing to draw"):
        draw_growth({"x": [(1, NAN)]}, path)
    with pytest.raises(UsageError, match="nothing to draw"):
        draw_bars([], {}, path)
    with pytest.raises(UsageError, match="nothing to draw"):
        draw_reliability({"x": [Bin(0, 1, 0, math.nan, math.nan)]}, path)
    assert not path[0].exists()


def test_points_that_do_not_fit_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="log axis"):
        draw_growth({"x": [(0, Estimate(1.0))]}, [tmp_path / "a.svg"])
    with pytest.raises(UsageError, match="series 'x' has 1 values for 2 groups"):
        draw_bars(["a", "b"], {"x": [Estimate(1.0)]}, [tmp_path / "a.svg"])
