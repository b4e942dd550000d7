"""Training of the entity tagger.

1. Corpora that do not teach every label are completed (:mod:`majuscule.entities.completion`).
2. Every text is learnt twice, as it is written and without case; a word that is seldom in the text
   is hidden now and then, which teaches unknown words.
3. Features that occur often enough get weights by averaged structured updates
   (:mod:`majuscule.tagging.training`), a few sentences at a time; the heaviest are packed.
4. The temperature and the weight of O are fitted on documents held out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from majuscule.entities.annotated import AnnotatedText, Repairs
from majuscule.entities.calibration import fit_constants
from majuscule.entities.columns import Knowledge
from majuscule.entities.completion import complete
from majuscule.entities.encoding import EntityText, encode_texts
from majuscule.entities.interface import Corpus, Report
from majuscule.entities.schemes import Scheme
from majuscule.entities.tagger import Constants, LinearEntityTagger, bias_of, entity_spec
from majuscule.errors import TrainingError, UsageError
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


def read_options(options: Mapping[str, Any]) -> EntityOptions:
    """Return options from names and values; unknown names and wrong types are refused."""
    defaults = EntityOptions()
    known = {field.name: getattr(defaults, field.name) for field in fields(defaults)}
    for name, value in options.items():
        if name not in known:
            raise UsageError(f"unknown option {name!r}; options are {', '.join(known)}")
        if isinstance(known[name], float) and type(value) is int:
            value = float(value)
        if type(value) is not type(known[name]):
            raise UsageError(f"option {name} must be like {known[name]!r}, not {value!r}")
    return replace(defaults, **options)


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
    chosen = read_options(options or {})
    scheme = Scheme("bio2", tuple(labels))
    check_corpora(corpora, scheme.labels)
    tell = report or (lambda _what, _done: None)
    training, held_out = _hold_out(corpora, chosen.held_out)

    def quick(some: Sequence[Corpus]) -> LinearEntityTagger:
        """Train for completion, on text as it is written."""
        plain = replace(chosen, caseless=False, epochs=2, least=2)
        return _train(some, scheme, knowledge, plain, report)

    complete_corpora = complete(training, scheme.labels, quick, tell)
    tagger = _train(complete_corpora, scheme, knowledge, chosen, report, repairs)
    tell("fitting constants", 0.0)
    constants = fit_constants(tagger, held_out)
    linear = replace(tagger.tagger, bias=bias_of(scheme, constants))
    return replace(tagger, tagger=linear, constants=constants)


def check_corpora(corpora: Sequence[Corpus], labels: tuple[str, ...]) -> None:
    """Refuse corpora from which the labels cannot be learnt."""
    for corpus in corpora:
        for document in corpus.documents:
            for mention in document.mentions:
                if mention.label not in labels:
                    raise TrainingError(
                        f"{document.where or document.id}: label {mention.label!r} is not one of "
                        f"{', '.join(labels)}: name it among the labels or leave it out"
                    )
    if not any(document.mentions for corpus in corpora for document in corpus.documents):
        raise TrainingError("there is not a single mention in the training text")
    untaught = set(labels) - {label for corpus in corpora for label in corpus.taught}
    if untaught:
        raise TrainingError(f"no corpus teaches {', '.join(sorted(untaught))}")


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
    report: Report | None,
    repairs: Repairs | None = None,
) -> LinearEntityTagger:
    tell = report or (lambda _what, _done: None)
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
    weights = train(text, spec, index, run, report=report).averaged()
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
