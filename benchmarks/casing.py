"""Facts on a corpus' casing, and what the trigram model makes of it (Lita et al. 2003).

    python -m benchmarks.casing UNIGRAM TRIGRAM TEXT...

How many words of the vocabulary have more than one surface form (section 2.1) and which share of
the tokens stands in a word's most frequent form, the second and so on (Figure 2), from the counts
of a unigram model; and the perplexity of held-out TEXT by order, from the tables of a trigram model
(section 3).  Weights of Equation 1 are learnt for each order on every second document, and the
perplexity is that of the others.
"""

import numpy as np

from benchmarks.report import opening, options, write_report
from majuscule.arrays import I64
from majuscule.counts.smoothing import interpolation_weights
from majuscule.learn.corpora import CorpusText
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.models import read_model
from majuscule.restore.trigram.restorer import TrigramRestorer
from majuscule.restore.trigram.tables import TrigramTables, available_orders
from majuscule.restore.trigram.units import past_of, read_units
from majuscule.restore.unigram import UnigramRestorer
from majuscule.text.tokenizing.passages import sequence_starts
from majuscule.words.forms import CASELESS, FormCounts

RANKS = 4
ORDER_NAMES = ("unigram", "bigram", "trigram")


def main() -> None:
    parser = options("casing", __doc__)
    parser.add_argument("unigram")
    parser.add_argument("trigram")
    parser.add_argument("text", nargs="+")
    given = parser.parse_args()
    forms = UnigramRestorer.from_file(read_model(given.unigram)).forms
    tables = TrigramRestorer.from_file(read_model(given.trigram)).tables
    found = vocabulary(forms), distribution(forms), perplexity(tables, CorpusText(given.text))
    write_report(given.output, "casing", [*opening("casing"), *found])


def cased_counts(forms: FormCounts) -> I64:
    """Return how often each word that has letters was seen in each form, (words, 7)."""
    counts = np.delete(forms.counts.astype(np.int64), CASELESS, axis=1)
    return np.asarray(counts[counts.sum(axis=1) > 0])


def vocabulary(forms: FormCounts) -> Table:
    """Return how many words have more than one form, by how often they were seen."""
    counts = cased_counts(forms)
    seen, several = counts.sum(axis=1), (counts > 0).sum(axis=1) > 1
    rows: list[list[Cell]] = []
    for least in (least for least in (1, 2, 5, 100) if least <= seen.max()):
        kept = seen >= least
        share = float(several[kept].mean())
        rows.append([least, int(kept.sum()), share, float(seen[kept & several].sum() / seen.sum())])
    heads = ("seen at least", "words", "in several forms", "of all tokens")
    return Table(heads, rows, title="Words seen in more than one surface form")


def distribution(forms: FormCounts) -> Table:
    """Return the share of tokens that stand in a word's first, second ... most frequent form."""
    ordered = -np.sort(-cased_counts(forms), axis=1)
    shares = (ordered.sum(axis=0) / ordered.sum()).tolist()
    rows: list[list[Cell]] = [[str(rank), share] for rank, share in enumerate(shares[:RANKS], 1)]
    return Table(("form, by its frequency", "tokens"), rows, title="Tokens by rank of their form")


def perplexity(tables: TrigramTables, text: CorpusText) -> Table:
    """Return the perplexity of units, words with their case, by order."""
    parts = []
    for batch in text.batches():
        words, written = read_units(batch, tables.forms)
        past = past_of(batch.passage.tokens, written, tables.forms, tables.lower)
        starts = sequence_starts(batch.passage, True)
        half = np.repeat(batch.documents % 2 == 0, np.diff(batch.passage.lines, axis=1)[:, 0])
        parts.append((*tables.observe(words, written, starts, past), half))
    said, level, is_first = map(np.concatenate, zip(*parts, strict=True))
    known = said.max(axis=1) > 0  # a form in which a known word was never seen has no probability
    rows: list[list[Cell]] = []
    for order, name in enumerate(ORDER_NAMES, 1):
        allowed = available_orders(tables.levels)
        allowed[:, order + 1 :] = False
        learnt = known & is_first
        weights = interpolation_weights(said[learnt], level[learnt], allowed)
        tested = known & ~is_first
        likely = (said[tested] * weights[level[tested]]).sum(axis=1)
        rows.append([name, f"{np.exp(-np.log(likely).mean()):.0f}", int(tested.sum())])
    title = "Perplexity by order"
    lost = f"{100 * (1 - known.mean()):.2f} %"
    note = f"Without {lost} of the tokens: forms in which a known word was never seen."
    return Table(("order", "perplexity", "tokens"), rows, title=title, notes=[note])


if __name__ == "__main__":
    main()
