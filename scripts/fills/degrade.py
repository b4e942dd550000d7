"""The tables of ``results/case.md``: what engines lose without case, and what restoring wins back.

From ``results/reports/degrade.json`` and ``degrade-try.json``; gaps are marked "not measured".
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from majuscule.measure import Estimate, Table
from scripts.fills import results

SETS = {
    "entities:en/dev/meantime.tsv": "Wikinews (MEANTIME)",
    "entities:en/dev/gmb.tsv": "news (GMB)",
    "entities:en/dev/uner-ewt.tsv": "web text (EWT)",
}
PROFILE = ",benchmarks/corpora.toml"
"""The profile of the corpora, as the plan adds it to the names of tasks."""

NEWS = tuple(SETS)[:2]
PIPELINE = "spacy:build/benchmarks/spacy"
TAGGER, BLIND = "majuscule:build/degrade/memm.model", "majuscule:build/degrade/memm-no-case.model"
BOTH, ACCURATE = "majuscule:entities-en", "majuscule:entities-en-accurate"
JOINED = f"joined:{PIPELINE}+{TAGGER}"
ENGINES = {
    PIPELINE: "a spaCy pipeline",
    TAGGER: "a Markov tagger",
    BLIND: "the same, retrained without case",
    BOTH: "`entities-en`, trained on both",
    ACCURATE: "`entities-en-accurate`, trained on both",
    JOINED: "the pipeline's trees, the tagger's names",
}
RECOGNISERS = ("kaldi-caps", "rev-lower", "google", "microsoft")
MISSING = "not measured"
MODELS = ("en", "en-cascade")


Key = tuple[str, str, str]


class Scores:
    """The rows of the report by task, engine and condition, or by ``key`` of these."""

    def __init__(
        self, report: dict[str, Any], key: Callable[[str, str, str], Key] = lambda *names: names
    ) -> None:
        self.report = report
        self.sections, self._rows = [], {}
        for one in report["sections"]:
            task, measure = one["task"].removesuffix(PROFILE), one["measure"]
            rows = [row for row in one["rows"] if row["report"]]
            if rows:
                self.sections.append({**one, "task": task, "rows": rows})
            for row in rows:
                self._rows[key(task, one["engine"], row["condition"])] = measure, row

    def cell(self, task: str, engine: str, condition: str) -> dict[str, Any] | None:
        if (task, engine, condition) not in self._rows:
            return None
        measure, row = self._rows[task, engine, condition]
        found: dict[str, Any] = row["report"]["measures"][measure]
        return found

    def measured(self, task: str, engine: str, condition: str, measure: str) -> float:
        """Return a measure of an existing row, in per cent."""
        found = self._rows[task, engine, condition][1]["report"]["measures"][measure]
        return 100 * float(found["value"] if isinstance(found, dict) else found)

    def value(self, task: str, engine: str, condition: str) -> float | None:
        found = self.cell(task, engine, condition)
        return None if found is None or found["value"] is None else 100 * float(found["value"])

    def shown(self, task: str, engine: str, condition: str) -> str:
        found = self.cell(task, engine, condition)
        if found is None or found["value"] is None:
            return MISSING if found is None else "N/A"
        return Estimate(found["value"], found["low"] or 0.0, found["high"] or 0.0).text(1)

    def loss(self, task: str, engine: str, condition: str) -> float | None:
        own, other = (self.value(task, engine, name) for name in ("original", condition))
        return None if own is None or other is None else own - other

    def gain(self, task: str, engine: str, before: str, after: str) -> float | None:
        """Return the ratio of the measure in ``after`` to that in ``before``."""
        first, second = (self.value(task, engine, name) for name in (before, after))
        if first is None or second is None:
            return None
        return second / first if first else float("inf")

    def ratio(self, condition: str, engine: str = "") -> float | None:
        """Return BLEU in per cent of that of the systems' own case, mean over systems."""
        task = next((one for one, *_ in self._rows if one.startswith("translation")), "")
        keys = [(task, engine, one) for one in ("original", condition)]
        if any(key not in self._rows for key in keys):
            return None
        own, other = (self._rows[key][1]["parts"] for key in keys)
        return float(100 * sum(other[name] / own[name] for name in own) / len(own))

    def error_rate(self, recogniser: str) -> str:
        grades = {one["task"]: one.get("grade") for one in self.report["sections"]}
        grade = grades.get(f"speech:{recogniser}")
        return f"{100 * grade[1]:.1f}" if grade else MISSING


def asked(scores: Scores, trial: dict[str, Any] | None = None) -> str:
    rows = [
        [what, limit, MISSING, ""]
        if found is None
        else [what, limit, _times(found, 2), "met" if met(found) else "**missed**"]
        for what, limit, found, met in _goals(scores, trial)
    ]
    return Table(("what", "asked", "measured", ""), rows).markdown()


Goal = tuple[str, str, float | None, Callable[[float], bool]]


def _goals(scores: Scores, trial: dict[str, Any] | None) -> Iterator[Goal]:
    for task in NEWS:
        for engine in (PIPELINE, TAGGER):
            for model in MODELS:
                what = f"points of F lost, restored by `{model}`: {ENGINES[engine]}, {SETS[task]}"
                found = scores.loss(task, engine, f"lower+{model}")
                yield what, "at most 2.1", found, lambda loss: loss <= 2.1
    for model in MODELS:
        what = f"points of F that parsing loses, restored by `{model}`"
        found = scores.loss("parsing:ewt-dev.conllu", PIPELINE, f"lower+{model}")
        yield what, "at most 0.5", found, lambda loss: loss <= 0.5
    for model in (*MODELS, "en-accurate"):
        what = f"BLEU restored by `{model}`, % of the systems' own, mean of systems"
        found = scores.ratio(f"lower+{model}")
        yield what, "at least 98.5", found, lambda share: share >= 98.5
    for engine in (PIPELINE, TAGGER):
        what = f"F of mentions in capitals, restored over unrestored: {ENGINES[engine]}"
        found = scores.gain("speech:kaldi-caps", engine, "original", "en")
        yield what, "at least 4 times", found, lambda times: times >= 4
    what = "processor minutes of the report's cells, halved for 2 cores"
    yield what, "under 60", scores.report["minutes"] / 2, lambda minutes: minutes < 60
    sentences = f"{trial['sentences']:,}" if trial else "1,000"
    what = f"processor minutes of `degrade try` on {sentences} sentences"
    yield what, "under 2", trial["seconds"] / 60 if trial else None, lambda minutes: minutes < 2


USUAL = ("original", "lower", "upper", "snor", "lower+en", "snor+en")


def by_condition(scores: Scores, rows: Iterable[tuple[str, str]]) -> str:
    """Return a row for each measured task and engine, a column for each usual condition."""
    shown = [
        [SETS.get(task, f"`{task}`"), ENGINES[engine]]
        + [scores.shown(task, engine, name) for name in USUAL]
        for task, engine in rows
        if scores.cell(task, engine, "original")
    ]
    return Table(("text", "engine", *USUAL), shown).markdown()


def entities(scores: Scores) -> str:
    return by_condition(scores, product(SETS, (PIPELINE, TAGGER)))


def others(kind: str, scores: Scores) -> str:
    some = [one for one in scores.sections if one["task"].partition(":")[0] == kind]
    return by_condition(scores, ((one["task"], one["engine"]) for one in some))


def retraining(scores: Scores) -> str:
    """Compare a tagger on restored text with one retrained without case and one trained on both."""
    cells = {
        "with case, as written": (TAGGER, "original"),
        "with case, restored": (TAGGER, "lower+en"),
        "retrained without case": (BLIND, "lower"),
        "trained on both, lower": (BOTH, "lower"),
        "trained on both, restored": (BOTH, "lower+en"),
        "the accurate one, lower": (ACCURATE, "lower"),
    }
    rows = [[SETS[task], *(scores.shown(task, *cell) for cell in cells.values())] for task in SETS]
    return Table(("text", *cells), rows).markdown()


def parsing(scores: Scores) -> str:
    """Return F of links by condition."""
    conditions = ("original", "lower", "upper", "upper+lower", "title", "lower+en", "upper+en")
    cells = [("parsing:ewt-dev.conllu", PIPELINE, name) for name in conditions]
    rows = [[cell[2], scores.shown(*cell), _number(scores.loss(*cell))] for cell in cells]
    return Table(("input", "F of links", "points lost"), rows).markdown()


def speech(scores: Scores) -> str:
    """Return F of mentions in recogniser output, with and without restoring."""
    rows = []
    recognised = [(name, ("original", "lower", "en")) for name in RECOGNISERS]
    for name, conditions in (*recognised, ("reference", ("snor", "", "snor+en"))):
        for engine in (PIPELINE, TAGGER, BOTH):
            cell = f"speech:{name}", engine
            if not scores.cell(*cell, "original"):
                continue
            shown = [scores.shown(*cell, one) if one else "" for one in conditions]
            gain = scores.gain(*cell, conditions[0], conditions[-1])
            errors = "0.0" if name == "reference" else scores.error_rate(name)
            label = "what was said" if name == "reference" else name
            rows.append([label, errors, ENGINES[engine], *shown, _number(gain, _times)])
    heads = ("recogniser", "word errors, %", "engine", "as it writes", "lower", "restored", "times")
    return Table(heads, rows).markdown()


def translation(scores: Scores) -> str:
    """Return BLEU by condition, also as a share of that of the systems' own case."""
    rows = []
    for one in (one for one in scores.sections if one["task"].startswith("translation")):
        for name in (row["condition"] for row in one["rows"]):
            shown = "+".join(Path(part).stem for part in name.split("+"))
            value = scores.shown(one["task"], "", name)
            rows.append([shown, value, _number(scores.ratio(name))])
    return Table(("input", "BLEU", "% of the systems' own"), rows).markdown()


def sizes(scores: Scores) -> str:
    """Return the amount of text behind each table, and the widest interval."""
    found: dict[str, tuple[str, float]] = {}
    for one in scores.sections:
        for report in (row["report"] for row in one["rows"]):
            signature, measure = report["signature"], report["measures"][one["measure"]]
            width = 50 * ((measure["high"] or 0) - (measure["low"] or 0))
            size = f"{signature['segments']:,} {signature['unit']}s"
            found[one["task"]] = size, max(width, found.get(one["task"], ("", 0.0))[1])
    rows = [[f"`{task}`", size, f"± {width:.1f}"] for task, (size, width) in found.items()]
    return Table(("task", "size", "widest interval, points"), rows).markdown()


def _times(value: float, decimals: int = 1) -> str:
    """Return a factor as text; huge ones, of a base near 0, are not given exactly."""
    if value == float("inf"):
        return "from 0"
    return f"{value:.{decimals}f}" if value < 100 else "over 100"


def _number(value: float | None, shown: Callable[[float], str] = "{:.1f}".format) -> str:
    return MISSING if value is None else shown(value)


def _made(tables: Callable[..., str], files: Sequence[str] = ()) -> str:
    return tables(Scores(results.read("degrade")), *map(results.read, files))


FILLS: dict[str, Callable[[], str]] = {
    "case asked": partial(_made, asked, ("degrade-try",)),
    "case entities": partial(_made, entities),
    "case retraining": partial(_made, retraining),
    "case parsing": partial(_made, parsing),
    "case speech": partial(_made, speech),
    "case translation": partial(_made, translation),
    "case relations": partial(_made, partial(others, "relations")),
    "case questions": partial(_made, partial(others, "questions")),
    "case sizes": partial(_made, sizes),
}
