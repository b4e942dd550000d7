"""Tables of quality and speed, from the reports of the benchmarks."""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

from benchmarks.report import machine_line, three_figures
from majuscule.measure import Table
from scripts.fills import results
from scripts.fills.degrade import SETS

SHOWN = (
    "truecase (as shipped)",
    "majuscule en",
    "majuscule en, one call",
    "majuscule en-cascade, one call",
    "majuscule en-accurate, one call",
    "sacremoses",
    "CRFsuite (tuned)",
    "majuscule (trained)",
)
"""The rows of the table on the front page; the accuracy page has them all."""

EXAMPLES = (
    "angela merkel met the un in new york on tuesday",
    "STOCKS FALL IN LONDON AFTER UK VOTE",
    "nobody at nasa knew why mr. mcdonald had an iphone",
    "see www.example.com/News or mail bob@example.com",
    "Shares in London fell on Monday.",
)


def examples() -> str:
    """Return example inputs and outputs."""
    import majuscule

    truecaser = majuscule.load("en")
    rows = [[f"`{text}`", f"`{truecaser.restore(text)}`"] for text in EXAMPLES]
    return Table(("in", "out"), rows).markdown()


def peers(columns: Sequence[str], systems: Sequence[str] = (), *, note: bool = True) -> str:
    found = results.read("peers")
    table, setting = found["tables"][0], found["setting"]
    rows = [row for row in table["rows"] if not systems or row[0] in systems]
    chosen = results.table({**table, "rows": rows}, columns, decimals=2).markdown()
    if not note:
        return chosen
    return (
        f"{chosen}\nWords of {setting['test']} in lower case, split at spaces; F1 of words with a "
        "capital, with its 95 % interval. Systems that must be trained first were trained on "
        f"{setting['trained_on']}. One run of `{setting['command']}` "
        f"({machine_line(setting['machine'])}).\n"
    )


def models() -> str:
    found = results.read("neural")
    texts = list(found["words"])
    rows = [
        [name, *(scores[text] / 100 for text in texts), int(round(found["words/s"][name], -3))]
        for name, scores in found["f1"].items()
    ]
    return Table(("model", *texts, "words/s"), rows, decimals=2).markdown()


def starts() -> str:
    found = results.read("neural")["starts"]
    heads = ("model", "load, s", "first answer, s", "a line after that, ms", "memory, MB")
    rows = [[name, *(f"{value:.2f}" for value in of.values())] for name, of in found.items()]
    return Table(heads, rows).markdown()


def speed() -> str:
    """Return words per second from raw text to raw text; in notes, two threads and a cold start."""
    found = results.read("speed")
    rows = [[one["name"], three_figures(one["words_per_second"])] for one in found["contests"]]
    cold, threads = found["cold_start"], found["threads"]
    notes = (
        f"{found['text']}; one core, processor time ({machine_line(found['machine'])}).",
        f"Two threads restore {threads['gain']:.2f} times as much a second as one. "
        f"`{cold['command']}` takes {median(cold['wall']):.2f} s from start to end and at most "
        f"{cold['peak_bytes'] / 1e6:.0f} MB; `import majuscule` takes "
        f"{median(found['import_seconds']):.3f} s.",
    )
    return Table(("system", "words/s"), rows, notes=notes).markdown()


def entity_speed() -> str:
    rows = [row[:3] for row in results.read("entities-speed")["rows"]]
    return Table(("text", "case", "words/s"), rows).markdown()


CONDITIONS = ("original", "lower", "upper", "restored")
ACCURATE = "majuscule entities-en-accurate"


def entities(tagger: str = "", dev: str = "") -> str:
    """Return F1 by condition, of a tagger on all dev sets or of all taggers on one dev set."""
    sets = results.read("entities")["sets"]
    rows = {
        (name if tagger else one): scores
        for name, found in sets.items()
        for one, scores in found.items()
        if one == tagger or name == dev
    }
    shown = [
        [name, *(scores[condition]["f1"] for condition in CONDITIONS)]
        for name, scores in rows.items()
    ]
    columns = ["data" if tagger else "tagger", *CONDITIONS]
    return results.table({"columns": columns, "rows": shown}).markdown()


def beside_others() -> str:
    """Return F1 of all taggers on all dev sets, as written and in lower case."""
    sets = results.read("entities")["sets"]
    rows = [
        [tagger, *(_as_written_and_lower(found[tagger]) for found in sets.values())]
        for tagger in next(iter(sets.values()))
    ]
    return Table(("tagger", *sets), rows).markdown()


def _as_written_and_lower(scores: dict[str, Any]) -> str:
    return " / ".join(f"{100 * scores[one]['f1']['value']:.1f}" for one in ("original", "lower"))


def stored(name: str, title: str) -> str:
    tables = {one["title"]: one for one in results.read(name)["tables"]}
    return results.table(tables[title]).markdown()


KRDL = {
    "gmb.tsv": SETS["entities:en/dev/gmb.tsv"],
    "meantime.tsv": SETS["entities:en/dev/meantime.tsv"],
    "uner-ewt.tsv": SETS["entities:en/dev/uner-ewt.tsv"],
    "uner-gsdsimp.tsv": "Wikipedia (GSD)",
    "ours": "our order of back-off",
    "classes after both tags first": "the paper's order of back-off",
    "tokens joined": "compound words, money and percentages as one word",
    "as printed": "both, as printed",
    "original": "as written",
    "lower": "lower case",
    "chinese": "one pass, no lists of names",
    "chinese, names counted as read": "with lists, names counted as if read",
    "chinese, names a component": "with lists, names a component of the model",
    "chinese, names alone": "names from lists alone",
    "entities": "linear tagger",
    "spans": "exact spans",
    "muc": "MUC",
}
"""Label in the reports on KRDL -> label for readers."""


def krdl(name: str, *heads: str) -> str:
    """Return all scores of a report on KRDL; ``heads``: what its first three columns hold."""
    (table,) = (one for one in results.read(name)["tables"] if one["title"] == "All scores")
    rows = [
        [*(KRDL.get(one, one) for one in (*data.split(", ", 1), condition, metric)), *scores]
        for data, condition, metric, *scores in table["rows"]
    ]
    return results.table({"columns": [*heads, *table["columns"][2:]], "rows": rows}).markdown()


def teaching() -> str:
    """Return Table 3 of the paper by the source of the unlabelled text."""
    title = "F by system as the MUC scorer counts (Table 3 of the paper)"
    parts = (
        f"Unlabelled text of {name}, MUC F:\n\n{stored('teaching', f'{source}: {title}')}"
        for source, name in (("rest of GMB", "GMB's own source"), ("Wikinews", "Wikinews"))
    )
    return "\n".join(parts)


def restorers() -> str:
    """Return our version of Niu et al.'s Table 1, for restorers trained on the same text."""
    sections = {one["heading"]: one["tables"] for one in results.read("restorers")["sections"]}
    (table,) = (one for one in sections["Restored case on Wikinews"] if one["title"] == "F1")
    same_text = [one for one in table["columns"] if not one.endswith("(en)")]
    return results.table(table, same_text).markdown()


FILLS: dict[str, Callable[[], str]] = {
    "examples": examples,
    "quality": partial(
        peers, ("system", "trained on", "F1", "words/s", "memory, MB"), SHOWN, note=False
    ),
    "peers accuracy": partial(peers, ("system", "trained on", "accuracy", "P", "R", "F1")),
    "peers cost": partial(peers, ("system", "words/s", "start, s", "memory, MB", "model, MB"), ()),
    "models": models,
    "everyday": partial(stored, "everyday", "All lines"),
    "starts": starts,
    "speed": speed,
    "entity speed": entity_speed,
    "names by text": partial(entities, "majuscule entities-en"),
    "accurate names": partial(entities, ACCURATE),
    "names read twice": partial(entities, f"{ACCURATE}, read twice"),
    "names by tagger": partial(entities, dev="meantime"),
    "names beside others": beside_others,
    "papers restorers": restorers,
    "papers teaching": teaching,
    "papers chinese": partial(krdl, "krdl-chinese", "text", "words", "tagger"),
    "papers english": partial(krdl, "krdl-english", "text", "model", "input"),
}
