"""Statistics of a corpus' casing, and the trigram model's perplexity on it (Lita et al. 2003).

    python -m benchmarks.casing UNIGRAM TRIGRAM TEXT...

From the counts of a unigram model: how many words have more than one surface form (section 2.1),
and which share of the tokens has its word's most frequent form, the second and so on (Figure 2).
From the tables of a trigram model: the perplexity of TEXT by order (section 3).  The weights of
Equation 1 are learnt for each order on every second document; the perplexity is of the others.
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
    args = parser.parse_args()
    forms = UnigramRestorer.from_file(read_model(args.unigram)).forms
    tables = TrigramRestorer.from_file(read_model(args.trigram)).tables
    found = vocabulary(forms), distribution(forms), perplexity(tables, CorpusText(args.text))
    write_report(args.output, "casing", [*opening("casing"), *found])


def cased_counts(forms: FormCounts) -> I64:
    """Return the counts of the forms of each word that has letters, int64 (words, 7)."""
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
    """Return the share of tokens in their word's most frequent form, the second, and so on."""
    ordered = -np.sort(-cased_counts(forms), axis=1)
    shares = (ordered.sum(axis=0) / ordered.sum()).tolist()
    rows: list[list[Cell]] = [[str(rank), share] for rank, share in enumerate(shares[:RANKS], 1)]
    return Table(("form, by its frequency", "tokens"), rows, title="Tokens by rank of their form")


def perplexity(tables: TrigramTables, text: CorpusText) -> Table:
    """Return the perplexity of cased words, by order."""
    parts = []
    for batch in text.batches():
        words, written = read_units(batch, tables.forms)
        past = past_of(batch.passage.tokens, written, tables.forms, tables.lower)
        starts = sequence_starts(batch.passage, True)
        even = batch.passage.by_token(batch.documents % 2 == 0)
        parts.append((*tables.observe(words, written, starts, past), even))
    probabilities, levels, is_training = map(np.concatenate, zip(*parts, strict=True))
    known = (
        probabilities.max(axis=1) > 0
    )  # a form in which a known word was never seen has no probability
    rows: list[list[Cell]] = []
    for order, name in enumerate(ORDER_NAMES, 1):
        allowed = available_orders(tables.levels)
        allowed[:, order + 1 :] = False
        training = known & is_training
        weights = interpolation_weights(probabilities[training], levels[training], allowed)
        held_out = known & ~is_training
        mixed = (probabilities[held_out] * weights[levels[held_out]]).sum(axis=1)
        rows.append([name, f"{np.exp(-np.log(mixed).mean()):.0f}", int(held_out.sum())])
    title = "Perplexity by order"
    lost = f"{100 * (1 - known.mean()):.2f} %"
    note = f"Without {lost} of the tokens: forms in which a known word was never seen."
    return Table(("order", "perplexity", "tokens"), rows, title=title, notes=[note])


if __name__ == "__main__":
    main()
