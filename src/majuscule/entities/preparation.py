"""What the training of every entity tagger begins with: options read, corpora checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from majuscule.entities.interface import Corpus, Report
from majuscule.errors import TrainingError
from majuscule.restore.unigram_options import read_options

Options = TypeVar("Options")


@dataclass(frozen=True)
class Order(Generic[Options]):
    """What is to be trained: options of the kind's own class, and corpora that hold the labels."""

    options: Options
    corpora: Sequence[Corpus]
    labels: tuple[str, ...]
    tell: Report


def read_order(
    of: type[Options],
    options: Mapping[str, Any] | None,
    corpora: Sequence[Corpus],
    labels: Sequence[str],
    report: Report | None,
) -> Order[Options]:
    """Return what a trainer was asked for, checked.

    Raises :class:`~majuscule.errors.UsageError` for options that are not those of ``of``, and
    :class:`~majuscule.errors.TrainingError` as :func:`check_corpora` does.
    """
    chosen = read_options(of, options)
    check_corpora(corpora, tuple(labels))
    return Order(chosen, corpora, tuple(labels), report or (lambda _what, _done: None))


def check_corpora(corpora: Sequence[Corpus], labels: tuple[str, ...]) -> None:
    """Refuse corpora from which the labels cannot be learnt."""
    for corpus in corpora:
        for document in corpus.documents:
            for mention in document.mentions:
                if mention.label not in labels:
                    raise TrainingError(
                        f"{document.where or document.id}: label {mention.label!r} of "
                        f"{mention.of(document.text)!r} is not one of {', '.join(labels)}: name "
                        "it among the labels or leave it out"
                    )
    if not any(document.mentions for corpus in corpora for document in corpus.documents):
        names = ", ".join(corpus.name for corpus in corpora if corpus.name)
        where = f" ({names})" if names else ""
        raise TrainingError(f"there is not a single mention in the training text{where}")
    untaught = set(labels) - {label for corpus in corpora for label in corpus.taught}
    if untaught:
        raise TrainingError(f"no corpus teaches {', '.join(sorted(untaught))}")
