"""Measure what adapting a tagger to corrected sentences gains in their domain and costs elsewhere.

    python -m benchmarks.entity_adapting [--base MODEL] [--set NAME] [--other NAME] [--penalty X]

Every second document of a dev set plays the corrected text; its other documents and the other sets
are scored before and after, as written and in lower case.
"""

from dataclasses import replace

from benchmarks.entity_training import dev_set
from benchmarks.report import opening, options, write_report
from majuscule.entities.adapted.training import AdaptOptions, adapt
from majuscule.entities.interface import Corpus, EntityTagger
from majuscule.entities.kinds import load_entities
from majuscule.entities.linear.passages import PassageTagger
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
    args = parser.parse_args()
    base = load_entities(args.base)
    assert isinstance(base, PassageTagger)
    whole = dev_set(args.set, base.labels)
    corrected, rest = (replace(whole, documents=whole.documents[k::2]) for k in (0, 1))
    sets = [replace(rest, name=f"rest of {args.set}")]
    sets += [dev_set(name, base.labels) for name in args.other or ("gmb", "btc")]
    rows = [_row("before", base, sets)]
    for penalty in args.penalty or (AdaptOptions().penalty,):
        adapted = adapt(base, [corrected], AdaptOptions(penalty))
        rows.append(_row(f"penalty {penalty:g}", adapted, sets))
    heads = ("", *(f"{one.name}, {case}" for one in sets for case in CASES))
    sentences = sum(one.text.count("\n") + 1 for one in corrected.documents)
    about = opening("entity-adapting", name=args.set, base=args.base, sentences=sentences)
    write_report(args.output, "entity-adapting", [*about, Table(heads, rows)])


def _row(name: str, tagger: EntityTagger, sets: list[Corpus]) -> list[Cell]:
    row: list[Cell] = [name]
    for one in sets:
        reports = evaluate(tagger, one, conditions=CASES, resampling=Resampling())
        row += [report["f1"] for report in reports.values()]
    return row


if __name__ == "__main__":
    main()
