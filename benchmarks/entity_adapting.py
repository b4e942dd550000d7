"""What adapting a tagger to corrected sentences gains there, and loses elsewhere.

    python -m benchmarks.entity_adapting [--base MODEL] [--set NAME] [--other NAME] [--penalty X]

Every other document of a dev set stands for what was corrected; the rest of it, and the other sets,
are scored before and after, as they are written and in lower case.
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks.environment import PROFILE
from benchmarks.report import NAMES, made, options, say, write_report
from majuscule.entities.adapted.training import AdaptOptions, adapt
from majuscule.entities.corpora import read_corpora
from majuscule.entities.interface import Corpus, EntityTagger
from majuscule.entities.linear.passages import PassageTagger
from majuscule.entities.loading import load_entities
from majuscule.measure import Resampling, Table
from majuscule.measure.tables import Cell
from majuscule.trials.entities import evaluate

CASES = ("original", "lower")


def main() -> None:
    parser = options("entity-adapting", __doc__)
    add = parser.add_argument
    add("--base", default="entities-en")
    add("--set", default="meantime")
    add("--other", action="append")
    add("--penalty", action="append", type=float)
    given = parser.parse_args()
    base = load_entities(given.base)
    assert isinstance(base, PassageTagger)
    whole = _dev_set(given.set, base)
    corrected, rest = (replace(whole, documents=whole.documents[k::2]) for k in (0, 1))
    sets = [replace(rest, name=f"rest of {given.set}")]
    sets += [_dev_set(name, base) for name in given.other or ("gmb", "btc")]
    rows = [_row("before", base, sets)]
    for penalty in given.penalty or (AdaptOptions().penalty,):
        rows.append(
            _row(f"penalty {penalty:g}", adapt(base, [corrected], AdaptOptions(penalty)), sets)
        )
    heads = ("", *(f"{one.name}, {case}" for one in sets for case in CASES))
    sentences = sum(one.text.count("\n") + 1 for one in corrected.documents)
    about = say("entity-adapting", "about", name=given.set, base=given.base, sentences=sentences)
    write_report(given.output, "entity-adapting", [made(), about, Table(heads, rows)])


def _dev_set(name: str, tagger: EntityTagger) -> Corpus:
    (corpus,) = read_corpora([NAMES / "dev" / f"{name}.tsv"], tagger.labels, profile=PROFILE)
    return replace(corpus, name=name)


def _row(name: str, tagger: EntityTagger, sets: list[Corpus]) -> list[Cell]:
    row: list[Cell] = [name]
    for one in sets:
        reports = evaluate(tagger, one, conditions=CASES, resampling=Resampling())
        row += [report["f1"] for report in reports.values()]
    return row


if __name__ == "__main__":
    main()
