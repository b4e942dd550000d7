"""Compare the context classifier with the HMM, word by word (Niu et al. 2004, section 3.3).

    python -m benchmarks.context_words CORPORA... [--words N]

The case-ambiguous words are WordNet's (Debian's package ``wordnet-base``).  One document in ten is
held out; the HMM learns from the first N words of the others, the classifier from all of them.
Both then decide every held-out occurrence that is not at a sentence start.  The report says for how
many words the classifier is better by 5 points of F or more, the paper's criterion, and what it
gains over all text.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.report import opening, options, say, write_report
from majuscule.arrays import I64
from majuscule.learn.corpora import CorpusText
from majuscule.learn.text import SomeDocuments, documents_of
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.restore.context.classifier import ContextClassifier
from majuscule.restore.context.training import ContextOptions, WordComparison, learn_contexts
from majuscule.restore.hmm.restorer import HmmRestorer
from majuscule.restore.hmm.training import train_hmm
from majuscule.words.wordnet import ambiguous_words

ONE_IN = 10
CLEAR = 5.0
"""Points of F that the paper calls a clear gain."""

PRIORS = ("occurrences", "snippets")
_SHOWN = "turkey mercury swift china white us may march polish apple bush"
SHOWN = tuple(_SHOWN.split())


def count(model: HmmRestorer, classifiers: Sequence[ContextClassifier], text: SomeDocuments) -> I64:
    """Return int64 (words, 3 forms, 2 + classifiers): occurrences, then how many of them the model
    and each classifier got right.  Occurrences in mixed case are left out."""
    counts = np.zeros((len(classifiers[0]), 3, 2 + len(classifiers)), np.int64)
    for batch in text.batches():
        for passage, classes in documents_of(batch):
            at, rows, likely = classifiers[0].classify(passage)
            if not len(at):
                continue
            written = classes[at].astype(np.int64)
            countable = written < counts.shape[1]
            right = [model.decide(passage).classes[at] == written]
            right.append(likely.argmax(axis=1) == written)
            right += [one.classify(passage)[2].argmax(axis=1) == written for one in classifiers[1:]]
            cell = rows[countable], written[countable]
            np.add.at(counts[:, :, 0], cell, 1)
            for column, one in enumerate(right, 1):
                np.add.at(counts[:, :, column], cell, one[countable])
    return counts


def with_prior(classifier: ContextClassifier, snippets: int) -> ContextClassifier:
    """Return the classifier with priors from its training snippets, not from all occurrences."""
    return replace(classifier, occurrences=np.minimum(classifier.occurrences, np.uint32(snippets)))


def measure(corpora: Sequence[str], size: int) -> dict[str, Any]:
    hmm_text = CorpusText(corpora, words=size * ONE_IN // (ONE_IN - 1))
    model = train_hmm(SomeDocuments(hmm_text, ONE_IN, False))
    rest, held_out = (SomeDocuments(CorpusText(corpora), ONE_IN, held) for held in (False, True))
    words, chosen = ambiguous_words(), ContextOptions()
    learnt = learn_contexts(rest, words, chosen)
    counts = count(model, [learnt, with_prior(learnt, chosen.snippets)], held_out)
    facts = {"ambiguous": len(words), "names": learnt.word_names(), "words": size}
    return {**facts, "counts": counts.tolist()}


def rows_of(found: dict[str, Any], prior: int) -> list[WordComparison]:
    """Return each word's occurrences, and how many of them each of the two got right."""
    counts = np.array(found["counts"]).sum(axis=1)
    return [
        WordComparison(name, int(row[0]), int(row[1]), int(row[2 + prior]))
        for name, row in zip(found["names"], counts, strict=True)
        if row[0]
    ]


def gains(found: dict[str, Any]) -> Table:
    """Return how many words gain and lose 5 points, by prior and minimum number of occurrences."""
    rows: list[list[Cell]] = [["Niu et al. (theirs)", "", 1181, 248, "", ""]]
    for number, prior in enumerate(PRIORS):
        for least in (1, 20, 100):
            some = [one for one in rows_of(found, number) if one.occurrences >= least]
            better = [one for one in some if one.gain >= CLEAR]
            lost = sum(one.gain <= -CLEAR for one in some)
            won = sum(one.classifier - one.model for one in better)
            rows.append([f"prior of {prior}", least, len(some), len(better), lost, won])
    columns = ["classifier", "tested at least", "words", "gain 5 F", "lose 5 F", "occurrences won"]
    return Table(columns, rows)


def shown(found: dict[str, Any]) -> Table:
    rows: list[list[Cell]] = [["turkey", "347 / 84", "87", "93", "", "Niu et al. (theirs)"]]
    for name in SHOWN:
        if name not in found["names"]:
            continue
        forms = np.array(found["counts"][found["names"].index(name)])
        total = forms.sum(axis=0)
        if not total[0]:
            continue
        shares = [f"{100 * right / total[0]:.1f}" for right in total[1:]]
        kept = " / ".join(str(forms[form, 0]) for form in (1, 0))
        rows.append([name, kept, *shares, ""])
    columns = ["word", "with a capital / small", "HMM", "prior of occurrences", "of snippets", ""]
    return Table(columns, rows)


def parts(found: dict[str, Any]) -> list[str | Table]:
    every = rows_of(found, 0)
    better = [one for one in every if one.gain >= CLEAR and one.occurrences >= 20]
    name, learnt = "context-words", len(found["names"])
    counts = {
        "better": len(better),
        "won": sum(one.classifier - one.model for one in better),
        "tested": sum(one.occurrences for one in every),
    }
    return [
        *opening(name, ambiguous=found["ambiguous"], learnt=learnt, words=found["words"]),
        gains(found),
        say(name, "won", **counts),
        shown(found),
    ]


def main() -> None:
    parser = options("context-words", __doc__)
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--words", type=int, default=7_600_000, help="words that the HMM learns")
    args = parser.parse_args()
    found = measure(args.corpora, args.words)
    write_report(args.output, "context-words", parts(found))


if __name__ == "__main__":
    main()
