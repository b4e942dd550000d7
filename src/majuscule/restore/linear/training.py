"""Training of the case tagger: read, count, train, pack, fine-tune, calibrate.

1. Text is encoded as numbers, and the lexicon learnt in the same pass; some documents are held out.
2. Words are grouped into classes by their neighbours.
3. Features are counted; rare ones get no weight.
4. Averaged structured updates (:mod:`majuscule.tagging.training.averaging`).
5. The heaviest features are packed into the model's slots; with the option ``after_packing``,
   training continues with these alone to make up for the dropped ones.
6. The bias of each tag and the temperature of the posteriors are fitted on the held-out documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from majuscule.arrays import U32
from majuscule.errors import TrainingError
from majuscule.learn.batches import TrainingBatch, TrainingText
from majuscule.models.checkpoint import fingerprint_of
from majuscule.options import Progress, no_progress, read_options
from majuscule.restore.linear.calibration import fit_calibration
from majuscule.restore.linear.encoding import CaseText
from majuscule.restore.linear.restorer import Calibration, TaggerRestorer, case_spec
from majuscule.tagging.scoring.index import KeyIndex
from majuscule.tagging.scoring.packing import (
    BUCKET,
    CODES,
    PackedWeights,
    check_slots,
    check_vectors,
    pack,
    repack,
)
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.tagging.training.averaging import RATES, UNFITTED, TrainingOptions, train
from majuscule.tagging.training.counting import count_features, find_groups
from majuscule.words.learning import FILES_OF_TEXT, TextOptions, read_text
from majuscule.words.neighbours.classes import ClassOptions, find_classes
from majuscule.words.tables.lexicon import Lexicon, LexiconTally
from majuscule.words.tables.table import WordTable

_NOT_OF_THE_MODEL = ("threads", "checkpoint", *FILES_OF_TEXT)


@dataclass(frozen=True)
class TaggerOptions(TextOptions):
    """How the case tagger is trained.  Defaults are those of the shipped model, for 87 M words."""

    epochs: int = 5  # passes over the text; the last one is averaged
    after_packing: int = 0  # more passes with the packed features only, if few have room
    margin: int = 64  # least lead of the right tag, in first steps of a weight
    least: int = 6  # features seen fewer times get no weight; less matters little
    slots: int = 9_000_000  # at most this many slots for features; three bytes each
    vectors: int = (
        CODES - 1
    )  # at most this many weights of a template are told apart; 255 lose little
    words: int = 2  # words seen fewer times are unknown to the model
    classes: int = 500  # word classes; 0 for none
    seed: int = 1
    threads: int = 2  # changes the speed, not the model
    checkpoint: str = ""  # file to keep the state of a long training in

    def model_options(self) -> dict[str, Any]:
        """Return the options that determine the model, not only how training runs."""
        return {k: v for k, v in asdict(self).items() if k not in _NOT_OF_THE_MODEL}


def train_tagger(
    text: TrainingText, options: Mapping[str, Any] | None = None, report: Progress = no_progress
) -> TaggerRestorer:
    """Return a trained case tagger."""
    chosen = read_options(TaggerOptions, options)
    check_slots(chosen.slots, case_spec().groups)
    check_vectors(chosen.vectors)
    tally = LexiconTally()
    encoded, held_out = read_text(text, chosen, tally, report)
    vocabulary = encoded.vocabulary
    report("word classes", 0.0)
    classes = find_classes(
        encoded.ids - 1, len(vocabulary.words), ClassOptions(classes=chosen.classes)
    )
    words = vocabulary.table(classes, chosen.words)
    packed = _learn(CaseText.of(encoded, classes), chosen, report)
    report("fitting constants", 0.0)
    return calibrated(
        packed,
        words,
        tally.lexicon(),
        chosen.model_options(),
        held_out,
        by_sort=bool(chosen.fitted_on),
    )


def check_features(keys: U32, least: int) -> U32:
    """Return the keys of features; raise :class:`TrainingError` if there are none."""
    if not len(keys):
        raise TrainingError(
            f"no feature occurs {least} times, for lack of text; lower 'least' or add text"
        )
    return keys


def packing_room(index: KeyIndex, chosen: TaggerOptions) -> int:
    """Return the number of slots to pack the features of an index into."""
    return min(chosen.slots, 2 * index.size + BUCKET * 4 * case_spec().groups)


def calibrated(
    packed: PackedWeights,
    words: WordTable,
    lexicon: Lexicon,
    options: Mapping[str, Any],
    held_out: list[TrainingBatch],
    *,
    by_sort: bool = False,
) -> TaggerRestorer:
    """Return the restorer of packed weights, calibrated on held-out documents.

    ``by_sort``: see :func:`fit_calibration`."""
    bias = np.zeros(case_spec().tags, np.int32)
    tagger = LinearTagger(case_spec(), packed, bias)
    constants = Calibration(UNFITTED, tuple(bias.tolist()))
    restorer = TaggerRestorer(tagger, words, lexicon, constants, dict(options))
    constants = fit_calibration(restorer, held_out, by_sort=by_sort)
    tagger = replace(tagger, bias=np.array(constants.bias, np.int32))
    return replace(restorer, tagger=tagger, calibration=constants)


def _learn(text: CaseText, chosen: TaggerOptions, report: Progress) -> PackedWeights:
    """Count features, train, pack, and fine-tune."""
    spec = case_spec()
    run = TrainingOptions(
        epochs=chosen.epochs, margin=chosen.margin, seed=chosen.seed, threads=chosen.threads
    )
    checkpoint = Path(chosen.checkpoint) if chosen.checkpoint else None
    own = text.encoded.ids, text.encoded.tags, RATES, spec.templates
    mark = fingerprint_of(chosen.model_options(), *own)
    learn = partial(train, text, spec, fingerprint=mark, report=report)
    report("counting features", 0.0)
    index = count_features(text, spec, chosen.least, threads=chosen.threads)
    check_features(index.keys, chosen.least)
    state = learn(index, run, checkpoint=checkpoint)
    weights, changes = state.averaged(), state.changes
    report("packing", 0.0)
    groups = find_groups(text, spec, index, threads=chosen.threads)
    room = packing_room(index, chosen)
    seed, vectors = chosen.seed, chosen.vectors
    given = index.keys, groups, weights, spec, room
    packed = pack(*given, changes=changes, seed=seed, vectors=vectors)
    if chosen.after_packing:
        del index, groups, weights, changes, given  # of many more features than were packed
        slots, start = packed.weights()
        run = replace(run, epochs=chosen.after_packing, seed=seed + 1)
        after = checkpoint.with_name(checkpoint.name + ".packed") if checkpoint else None
        weights = learn(slots, run, start=start, checkpoint=after).averaged()
        packed = repack(slots, weights, seed=seed, vectors=vectors)
    return packed
