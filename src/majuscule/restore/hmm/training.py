"""Training of the bigram HMM: one pass finds the words of both halves, a second counts bigrams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from majuscule.counts import Frame, Piece, count_shards, digest_of
from majuscule.learn.batches import TrainingBatch, TrainingText, check_case
from majuscule.learn.text import held_out_lines
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.hmm.counts import count_batch, words_of_both_parts
from majuscule.restore.hmm.restorer import HmmOptions, HmmRestorer
from majuscule.restore.hmm.tables import HmmTables
from majuscule.words.tables.lexicon import Lexicon, LexiconOptions, LexiconTally, read_lexicon


def train_hmm(
    text: TrainingText,
    options: Mapping[str, Any] | None = None,
    report: Progress = no_progress,
    *,
    folder: Path | None = None,
    jobs: int = 2,
) -> HmmRestorer:
    """Count bigrams in two passes over the text.

    With a ``folder``, finished shards are kept there, and an interrupted training resumes.
    """
    chosen = read_options(HmmOptions, options)
    lexicon_options = LexiconOptions(chosen.lexicon_share, chosen.lexicon_least)
    tally = LexiconTally()
    given = read_lexicon(chosen.lexicon_file) if chosen.lexicon_file else None
    learnt = chosen.lexicon and given is None

    def read() -> Iterator[TrainingBatch]:
        for batch in text.batches():
            if learnt:
                tally.add(batch)
            yield batch

    both, total, lower = words_of_both_parts(read(), held_out_lines(text, 2), report)
    check_case(total, lower)
    tables = count_shards(
        (
            Piece(
                len(batch.classes),
                digest_of(batch.passage.tokens.words, batch.classes),
                partial(count_batch, batch, both, chosen.sentence_starts),
            )
            for batch in (one.for_counting(letters=True) for one in text.batches())
        ),
        Frame(f"hmm.v1 sentences={chosen.sentence_starts}", 2, digest_of(both)),
        folder,
        jobs=jobs,
        report=lambda done: report("HMM: counting", done / total),
    ).tables
    return HmmRestorer(
        HmmTables.of(tables, "known_"),
        HmmTables.of(tables, "unknown_"),
        tally.lexicon(lexicon_options) if learnt else given or Lexicon.empty(),
        # The lexicon is now in the model, which should not reveal local paths.
        replace(chosen, lexicon_file=Path(chosen.lexicon_file).name),
    )
