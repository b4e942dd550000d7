"""Write the numbers of docs/learn.md from docs/results/degrade.json and degrade-try.json.

    python scripts/fill_learn.py

What stands outside the markers is written by hand and holds no numbers; each block between
``<!-- NAME: begin -->`` and ``<!-- NAME: end -->`` is made here.  What was not measured is said.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "learn.md"
RESULTS = ROOT / "docs" / "results"
SETS = {
    "entities:en/dev/meantime.tsv": "Wikinews (MEANTIME)",
    "entities:en/dev/gmb.tsv": "news (GMB)",
    "entities:en/dev/uner-ewt.tsv": "web text (EWT)",
}
NEWS = tuple(SETS)[:2]
PIPELINE = "spacy:build/benchmarks/spacy"
TAGGER, BLIND = "majuscule:build/degrade/memm.model", "majuscule:build/degrade/memm-no-case.model"
BOTH = "majuscule:entities-en"
ENGINES = {
    PIPELINE: "a spaCy pipeline",
    TAGGER: "a Markov tagger",
    BLIND: "the same, retrained without case",
    BOTH: "`entities-en`, trained on both",
}
RECOGNISERS = ("kaldi-caps", "rev-lower", "google", "microsoft")
MISSING = "not measured"


class Scores:
    """The rows of the report, by task, engine and condition."""

    def __init__(self, report: dict[str, Any]) -> None:
        self.report = report
        self._rows = {
            (one["task"], one["engine"], row["condition"]): (one, row)
            for one in report["sections"]
            for row in one["rows"]
            if row["report"]
        }

    def value(self, task: str, engine: str, condition: str) -> float | None:
        """Return the measure of a cell in per cent."""
        section, row = self._rows.get((task, engine, condition), (None, None))
        if section is None or row is None:
            return None
        found = row["report"]["measures"][section["measure"]]["value"]
        return None if found is None else 100 * float(found)

    def shown(self, task: str, engine: str, condition: str) -> str:
        """Return the measure of a cell with its interval."""
        section, row = self._rows.get((task, engine, condition), (None, None))
        if section is None or row is None:
            return MISSING
        found = row["report"]["measures"][section["measure"]]
        if found["value"] is None:
            return "N/A"
        low, high = 100 * (found["low"] or 0.0), 100 * (found["high"] or 0.0)
        return f"{100 * found['value']:.1f} [{low:.1f}, {high:.1f}]"

    def loss(self, task: str, engine: str, condition: str) -> float | None:
        """Return what a condition loses against the text as it is, in points."""
        own, other = (self.value(task, engine, name) for name in ("original", condition))
        return None if own is None or other is None else own - other

    def gain(self, task: str, engine: str, before: str, after: str) -> float | None:
        """Return how many times the measure of one condition another has."""
        first, second = (self.value(task, engine, name) for name in (before, after))
        if first is None or second is None:
            return None
        return second / first if first else float("inf")

    def ratio(self, condition: str) -> float | None:
        """Return the mean over systems of BLEU as a share of that of their own case."""
        cells = [self._rows.get(("translation", "", one)) for one in ("original", condition)]
        if None in cells:
            return None
        own, other = (cell[1]["parts"] for cell in cells if cell)
        return 100 * sum(other[name] / own[name] for name in own) / len(own)

    def error_rate(self, recogniser: str) -> str:
        """Return the word error rate of a recogniser."""
        for one in self.report["sections"]:
            if one["task"] == f"speech:{recogniser}" and one.get("grade"):
                return f"{100 * one['grade'][1]:.1f}"
        return MISSING

    def sections(self, kind: str) -> list[dict[str, Any]]:
        """Return the sections of a kind of task that have rows."""
        return [
            one
            for one in self.report["sections"]
            if one["task"].partition(":")[0] == kind and any(row["report"] for row in one["rows"])
        ]


def asked(scores: Scores, tried: dict[str, Any] | None) -> str:
    """Return what was asked of restoring, and what it reaches."""
    rows: list[list[str]] = []

    def add(what: str, limit: str, found: float | None, met: Callable[[float], bool]) -> None:
        if found is None:
            rows.append([what, limit, MISSING, ""])
        else:
            verdict = "met" if met(found) else "**missed**"
            rows.append([what, limit, _times(found, 2), verdict])

    for task in NEWS:
        for engine in (PIPELINE, TAGGER):
            for model in ("en", "en-cascade"):
                found = scores.loss(task, engine, f"lower+{model}")
                what = f"points of F lost, restored by `{model}`: {ENGINES[engine]}, {SETS[task]}"
                add(what, "at most 2.1", found, lambda loss: loss <= 2.1)
    for model in ("en", "en-cascade"):
        found = scores.loss("parsing:ewt-dev.conllu", PIPELINE, f"lower+{model}")
        what = f"points of F that parsing loses, restored by `{model}`"
        add(what, "at most 0.5", found, lambda loss: loss <= 0.5)
    for model in ("en", "en-cascade", "en-accurate"):
        what = f"BLEU restored by `{model}`, % of the systems' own, mean of systems"
        add(what, "at least 98.5", scores.ratio(f"lower+{model}"), lambda share: share >= 98.5)
    for engine in (PIPELINE, TAGGER):
        found = scores.gain("speech:kaldi-caps", engine, "original", "en")
        what = f"F of mentions in capitals, restored over unrestored: {ENGINES[engine]}"
        add(what, "at least 4 times", found, lambda times: times >= 4)
    minutes = scores.report["minutes"]
    what = "processor minutes of the report's cells, halved for 2 cores"
    add(what, "under 60", minutes / 2, lambda value: value < 60)
    seconds = tried["seconds"] / 60 if tried else None
    sentences = f"{tried['sentences']:,} sentences" if tried else "1,000 sentences"
    what = f"processor minutes of `degrade try` on {sentences}"
    add(what, "under 2", seconds, lambda value: value < 2)
    return _table(("what", "asked", "measured", ""), rows)


def entities(scores: Scores) -> str:
    """Return F of the engines on all kinds of input."""
    conditions = ("original", "lower", "upper", "snor", "lower+en", "snor+en")
    rows = [
        [SETS[task], ENGINES[engine], *(scores.shown(task, engine, name) for name in conditions)]
        for task in SETS
        for engine in (PIPELINE, TAGGER)
    ]
    return _table(("text", "engine", *conditions), rows)


def retraining(scores: Scores) -> str:
    """Return a tagger restored, one retrained without case and one trained on both."""
    cells = (
        (TAGGER, "original", "with case, as written"),
        (TAGGER, "lower+en", "with case, restored"),
        (BLIND, "lower", "retrained without case"),
        (BOTH, "lower", "trained on both, lower"),
        (BOTH, "lower+en", "trained on both, restored"),
    )
    rows = [
        [SETS[task], *(scores.shown(task, engine, condition) for engine, condition, _ in cells)]
        for task in SETS
    ]
    return _table(("text", *(head for _, _, head in cells)), rows)


def parsing(scores: Scores) -> str:
    """Return F of links under each kind of input."""
    task = "parsing:ewt-dev.conllu"
    conditions = ("original", "lower", "upper", "upper+lower", "title", "lower+en", "upper+en")
    rows = [
        [name, scores.shown(task, PIPELINE, name), _number(scores.loss(task, PIPELINE, name))]
        for name in conditions
    ]
    return _table(("input", "F of links", "points lost"), rows)


def speech(scores: Scores) -> str:
    """Return F of mentions in recogniser output, with and without restoring."""
    rows = []
    for name in RECOGNISERS:
        task = f"speech:{name}"
        for engine in (PIPELINE, TAGGER, BOTH):
            values = [scores.shown(task, engine, one) for one in ("original", "lower", "en")]
            gain = scores.gain(task, engine, "original", "en")
            times = MISSING if gain is None else _times(gain, 1)
            rows.append([name, scores.error_rate(name), ENGINES[engine], *values, times])
    for engine in (PIPELINE, TAGGER, BOTH):
        values = [
            scores.shown("speech:reference", engine, one) for one in ("original", "snor", "snor+en")
        ]
        gain = scores.gain("speech:reference", engine, "snor", "snor+en")
        times = MISSING if gain is None else _times(gain, 1)
        rows.append(["what was said", "0.0", ENGINES[engine], values[1], "", values[2], times])
    heads = ("recogniser", "word errors, %", "engine", "as it writes", "lower", "restored", "times")
    return _table(heads, rows)


def translation(scores: Scores) -> str:
    """Return the share of the systems' own BLEU that each way of casing reaches."""
    rows = []
    for one in scores.sections("translation"):
        for row in one["rows"]:
            condition = row["condition"]
            shown = "+".join(Path(part).stem for part in condition.split("+"))
            rows.append([shown, scores.shown("translation", "", condition)])
            rows[-1].append(_number(scores.ratio(condition)))
    return _table(("input", "BLEU", "% of the systems' own"), rows)


def others(scores: Scores) -> str:
    """Return relations and questions: the measure of each section under each condition."""
    found = []
    for kind in ("relations", "questions"):
        for one in scores.sections(kind):
            names = [row["condition"] for row in one["rows"] if row["report"]]
            cells = [scores.shown(one["task"], one["engine"], name) for name in names]
            rows = [list(pair) for pair in zip(names, cells, strict=True)]
            title = " with ".join(part for part in (one["task"], one["engine"]) if part)
            found.append(f"`{title}`:\n\n" + _table(("input", one["measure"]), rows))
    return "\n".join(found) or "Not measured yet.\n"


def sizes(scores: Scores) -> str:
    """Return how much text each table rests on."""
    units: dict[str, str] = {}
    widest: dict[str, float] = {}
    for one in scores.report["sections"]:
        for row in one["rows"]:
            if row["report"]:
                signature = row["report"]["signature"]
                found = row["report"]["measures"][one["measure"]]
                width = 50 * ((found["high"] or 0) - (found["low"] or 0))
                task = one["task"]
                units[task] = f"{signature['segments']:,} {signature['unit']}s"
                widest[task] = max(width, widest.get(task, 0.0))
    rows = [[f"`{task}`", units[task], f"± {widest[task]:.1f}"] for task in units]
    return _table(("task", "size", "widest interval, points"), rows)


def _times(value: float, decimals: int) -> str:
    """Return a factor; one of next to nothing says no more than that."""
    if value == float("inf"):
        return "from 0"
    return f"{value:.{decimals}f}" if value < 100 else "over 100"


def _number(value: float | None) -> str:
    return MISSING if value is None else f"{value:.1f}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    from majuscule.measure import Table

    return Table(heads, rows).markdown()


def filled(page: str, report: dict[str, Any], tried: dict[str, Any] | None) -> str:
    """Return the page with every block made anew."""
    scores = Scores(report)
    blocks: dict[str, Callable[[], str]] = {
        "asked": lambda: asked(scores, tried),
        "entities": lambda: entities(scores),
        "retraining": lambda: retraining(scores),
        "parsing": lambda: parsing(scores),
        "speech": lambda: speech(scores),
        "translation": lambda: translation(scores),
        "others": lambda: others(scores),
        "sizes": lambda: sizes(scores),
    }
    for name, make in blocks.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        if len(pattern.findall(page)) != 1:
            sys.exit(f"{PAGE}: there must be one block {name!r}")
        made = begin + make() + end
        page = pattern.sub(lambda _found, made=made: made, page)  # type: ignore[misc]
    return page


def read(name: str) -> dict[str, Any] | None:
    """Return what a file of results holds, if it is there."""
    path = RESULTS / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def main() -> None:
    """Fill the page in."""
    sys.path.insert(0, str(ROOT / "src"))
    report = read("degrade.json")
    if report is None:
        sys.exit(f"{RESULTS / 'degrade.json'} is not there: run python -m benchmarks.degrade first")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page, report, read("degrade-try.json")), encoding="utf-8")


if __name__ == "__main__":
    main()
