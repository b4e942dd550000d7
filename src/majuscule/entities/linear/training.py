"""Training of the entity tagger.

1. Corpora that do not teach every label are completed
   (:mod:`majuscule.entities.linear.completion`).
2. Every text is learnt twice, as it is written and without case; a word that is seldom in the text
   is hidden now and then, which teaches unknown words.
3. Features that occur often enough get weights by averaged structured updates
   (:mod:`majuscule.tagging.training`), a few sentences at a time; the heaviest are packed.
4. The temperature and the weight of O are fitted on documents held out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from majuscule.entities.annotated import AnnotatedText, Repairs
from majuscule.entities.interface import Corpus, Order, Report, read_order
from majuscule.entities.knowledge import Knowledge
from majuscule.entities.linear.calibration import fit_constants
from majuscule.entities.linear.completion import complete
from majuscule.entities.linear.encoding import EntityText, encode_texts
from majuscule.entities.linear.tagger import Constants, LinearEntityTagger, bias_of, entity_spec
from majuscule.entities.schemes import Scheme
from majuscule.errors import TrainingError
from majuscule.tagging.counting import count_features, find_groups
from majuscule.tagging.packing import FILL, pack
from majuscule.tagging.tagger import LinearTagger
from majuscule.tagging.training import TrainingOptions, train

SAMPLE = 12_000
"""Features of a template that its codebook is made from, where there are more."""


@dataclass(frozen=True)
class EntityOptions:
    """How the entity tagger is trained.  The defaults are not tuned yet."""

    epochs: int = 3  # passes over the text; the last one is averaged
    margin: int = 30  # how far the right tag must be ahead
    stretch: int = 64  # tokens between two updates: 2,048 cost ten points on little text
    least: int = 4  # features seen fewer times get no weight; each text counts twice
    slots: int = 2_200_000  # most features that are kept; three bytes each
    hide: float = 1.0  # a word seen n times is hidden with probability hide / (hide + n)
    held_out: int = 40  # one document in so many is kept for fitting the constants; 0 for none
    caseless: bool = True  # learn every text without case too
    seed: int = 1
    threads: int = 2  # changes the speed, not the model


def train_tagger(
    corpora: Sequence[Corpus],
    labels: Sequence[str],
    knowledge: Knowledge,
    options: Mapping[str, Any] | None = None,
    *,
    report: Report | None = None,
    repairs: Repairs | None = None,
) -> LinearEntityTagger:
    """Return a tagger of ``labels`` trained on some corpora.

    Raises :class:`~majuscule.errors.TrainingError` for text without a mention, and where no corpus
    teaches a label.
    """
    order = read_order(EntityOptions, options, corpora, labels, report)
    scheme = Scheme("bio2", order.labels)
    training, held_out = _hold_out(order.corpora, order.options.held_out)
    full = _complete(training, scheme, knowledge, order.options, order.tell)
    tagger = _train(full, scheme, knowledge, order.options, order.tell, repairs)
    order.tell("fitting constants", 0.0)
    constants = fit_constants(tagger, held_out)
    linear = replace(tagger.tagger, bias=bias_of(scheme, constants))
    return replace(tagger, tagger=linear, constants=constants)


def complete_corpora(order: Order[Any], knowledge: Knowledge) -> list[Corpus]:
    """Return the corpora of an order with all labels in each, for trainers that need them all."""
    scheme = Scheme("bio2", order.labels)
    return _complete(order.corpora, scheme, knowledge, EntityOptions(threads=1), order.tell)


def _complete(
    corpora: Sequence[Corpus],
    scheme: Scheme,
    knowledge: Knowledge,
    chosen: EntityOptions,
    tell: Report,
) -> list[Corpus]:
    """Return the corpora, each with all labels: see :mod:`majuscule.entities.linear.completion`."""
    # What completes is trained on text as it is written, which is all that it reads.
    quick = replace(chosen, caseless=False, epochs=2, least=2)
    return complete(
        corpora, scheme.labels, lambda some: _train(some, scheme, knowledge, quick, tell), tell
    )


def _hold_out(
    corpora: Sequence[Corpus], one_in: int
) -> tuple[list[Corpus], list[tuple[AnnotatedText, tuple[str, ...]]]]:
    """Return the corpora without every so-manieth document, and those with what they are taught."""
    if not one_in:
        return list(corpora), []
    rest, kept = [], []
    for corpus in corpora:
        last = one_in - 1
        rest.append(
            replace(
                corpus, documents=[d for i, d in enumerate(corpus.documents) if i % one_in != last]
            )
        )
        kept += [(d, corpus.taught) for d in corpus.documents[last::one_in]]
    return rest, kept


def _train(
    corpora: Sequence[Corpus],
    scheme: Scheme,
    knowledge: Knowledge,
    chosen: EntityOptions,
    tell: Report,
    repairs: Repairs | None = None,
) -> LinearEntityTagger:
    tell("reading", 0.0)
    text: EntityText = encode_texts(
        corpora,
        scheme,
        knowledge,
        caseless=chosen.caseless,
        hide=chosen.hide,
        seed=chosen.seed,
        repairs=repairs,
    )
    spec = entity_spec(scheme)
    tell("counting features", 0.0)
    index = count_features(text, spec, chosen.least, threads=chosen.threads)
    if not index.size:
        raise TrainingError(
            f"no feature occurs {chosen.least} times: there is too little text; lower 'least'"
        )
    run = TrainingOptions(
        epochs=chosen.epochs,
        margin=chosen.margin,
        stretch=chosen.stretch,
        stretches=1,
        seed=chosen.seed,
        threads=1,  # one stretch at a time: nothing to share
    )
    weights = train(text, spec, index, run, report=tell).averaged()
    tell("packing", 0.0)
    groups = find_groups(text, spec, index, threads=chosen.threads)
    needed = int(np.count_nonzero(np.abs(weights).max(axis=1)) / FILL)
    slots = min(chosen.slots, needed) + 8 * spec.groups
    packed = pack(index.keys, groups, weights, spec, slots, sample=SAMPLE)
    return LinearEntityTagger(
        LinearTagger(spec, packed, np.zeros(spec.tags, np.int32)),
        scheme,
        knowledge,
        Constants(),
        {name: value for name, value in asdict(chosen).items() if name != "threads"},
    )
