"""Measure the cost of decoding with the trigram model, against the paper's O(S M^(H+1)).

    python -m benchmarks.trellis MODEL TEXT

MODEL is a trigram model, TEXT a file of well-cased documents.  Lita et al. 2003, section 2.2.2: S
words, M forms of each, histories of H words.  Here a state is a pair of forms (H = 2), so a word
costs M^3 steps.  Measured are seconds by the number of forms, the same for all words, seconds by
the length of the text, and the effect of a beam.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from benchmarks.processes import fastest
from benchmarks.report import opening, options, say, write_report
from majuscule.arrays import Bools
from majuscule.measure import CaseMetric, Table, case_statistics, score_statistics
from majuscule.measure.tables import Cell
from majuscule.models import ModelFile, read_model
from majuscule.restore.trigram.restorer import TrigramRestorer
from majuscule.text.characters.codepoints import recase
from majuscule.text.tokenizing.passages import Passage, read_passage
from majuscule.trials.texts import GoldText, read_gold, restore_lines
from majuscule.words.forms import FORMS
from majuscule.words.letters import count_cased

ROUNDS = 5
LENGTHS = (500, 2_000, 8_000, 32_000, 128_000)
BEAMS = (0, 16, 8, 4, 2, 1)


class ForcedForms(TrigramRestorer):
    """The trigram model with ``forms`` possible forms for every word, seen or not."""

    forms = FORMS

    @classmethod
    def of(cls, file: ModelFile, forms: int) -> Self:
        found = cls.from_file(file)
        found.forms = forms
        return found

    def _possible(self, words: npt.NDArray[Any], *rest: Any) -> Bools:
        possible = np.zeros((len(words), FORMS), np.bool_)
        possible[:, : self.forms] = True
        return possible


def passages_of(gold: GoldText, words: int = 0) -> list[Passage]:
    """Return the lower-cased documents of a text, up to about ``words`` words (0: all)."""
    found, seen = [], 0
    for lines in gold.by_document():
        found.append(read_passage(recase("\n".join(lines), "lower")))
        seen += sum(len(line.split()) for line in lines)
        if words and seen >= words:
            break
    return found


def search(restorer: TrigramRestorer, passages: Sequence[Passage]) -> int:
    """Decode passages; return the number of steps of their trellises."""
    letters = ((passage, count_cased(passage.tokens)) for passage in passages)
    return sum(int(restorer._search(*one, 0).offsets[-1]) for one in letters)


def by_forms(file: ModelFile, passages: Sequence[Passage]) -> Table:
    """Return the cost of a token by its number of forms, and a linear fit to M^2."""
    tokens = sum(len(one.tokens) for one in passages)
    measured: list[tuple[int, int, float]] = []
    for forms in range(1, FORMS):
        restorer = ForcedForms.of(file, forms)
        steps = search(restorer, passages)
        measured.append((forms, steps, fastest(partial(search, restorer, passages), ROUNDS)))
    times = np.array([1e9 * spent / tokens for _, _, spent in measured])
    # Most expensive is the look-up of a history, one for each pair of forms.
    pairs = np.array([forms**2 for forms, _, _ in measured])
    pair, fixed = np.polyfit(pairs, times, 1)
    rows: list[list[Cell]] = [
        [m, m**2, m**3, f"{steps / tokens:.1f}", f"{time_:.0f}", f"{fitted:.0f}"]
        for (m, steps, _), time_, fitted in zip(measured, times, fixed + pair * pairs, strict=True)
    ]
    fit = f"the fit: {fixed:.0f} ns a token and {pair:.0f} ns a pair of forms"
    columns = ["M", "M^2", "M^3", "steps / token", "ns / token", "from the fit"]
    return Table(columns, rows, "All words with M forms", [fit])


def by_length(restorer: TrigramRestorer, gold: GoldText) -> Table:
    rows: list[list[Cell]] = []
    for length in LENGTHS:
        passages = passages_of(gold, length)
        tokens = sum(len(one.tokens) for one in passages)
        steps = search(restorer, passages)
        spent = fastest(partial(search, restorer, passages), ROUNDS)
        rows.append([tokens, f"{steps / tokens:.2f}", f"{1e9 * spent / tokens:.0f}"])
    return Table(["S (tokens)", "steps / token", "ns / token"], rows, "The forms that were seen")


def by_beam(restorer: TrigramRestorer, gold: GoldText) -> Table:
    passages = passages_of(gold)
    rows: list[list[Cell]] = []
    for beam in BEAMS:
        narrow = replace(restorer, chosen=replace(restorer.chosen, beam=beam))
        lines = restore_lines(narrow, gold, "lower")
        scores = score_statistics(CaseMetric(), case_statistics(gold.lines, lines), resampling=None)
        spent = fastest(lambda: [narrow.decide(one) for one in passages], ROUNDS)  # noqa: B023
        rows.append([beam or "all", scores["accuracy"], round(gold.words / spent)])
    return Table(["states kept", "agreement (%)", "words/s"], rows, "Beam")


def main() -> None:
    parser = options("trellis", __doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("text", type=Path)
    args = parser.parse_args()
    file = read_model(args.model)
    gold = read_gold(args.text.stem, str(args.text))
    restorer = TrigramRestorer.from_file(file)
    parts: list[str | Table] = [
        *opening("trellis"),
        by_forms(file, passages_of(gold, 20_000)),
        by_length(restorer, gold),
        say("trellis", "beam"),
        by_beam(restorer, gold),
    ]
    write_report(args.output, "trellis", parts)


if __name__ == "__main__":
    main()
