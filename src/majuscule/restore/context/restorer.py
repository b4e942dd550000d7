"""Any restorer with a context classifier beside it (Niu et al. 2004, section 3.3).

The classifier speaks only for words where held-out text shows that it beats the restorer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from majuscule.errors import UsageError
from majuscule.learn.batches import Progress, TrainingText
from majuscule.learn.text import SomeDocuments
from majuscule.models import ModelFile
from majuscule.restore.context.classifier import ContextClassifier, ContextOptions, WordComparison
from majuscule.restore.interface import CONTEXT, MODEL, Decisions, Restorer
from majuscule.restore.kinds import restorer_class
from majuscule.text.passages import Passage
from majuscule.words.evidence import log_odds
from majuscule.words.wordnet import WORDNET, ambiguous_words


class ContextRestorer:
    """Any restorer with a context classifier that overrules it where it speaks.

    From outside it is the restorer inside: its kind and options are those of the model, and a model
    file is one with a classifier if it holds the arrays ``context_*``.
    """

    kind: ClassVar[str] = "context"

    def __init__(self, model: Restorer, classifier: ContextClassifier) -> None:
        self._model = model
        self._classifier = classifier
        # The protocol knows kinds of classes only; here it is that of the model at hand.
        vars(self)["kind"] = model.kind

    def decide(self, passage: Passage) -> Decisions:
        """Return the model's decisions, those of the classifier where it speaks."""
        found = self._model.decide(passage)
        at, _, likely = self._classifier.classify(passage)
        ours = found.reasons[at] == MODEL
        at, likely = at[ours], likely[ours]
        classes, margins = found.classes.copy(), found.margins.copy()
        reasons, masks = found.reasons.copy(), found.masks.copy()
        ordered = np.sort(likely, axis=1)
        classes[at] = likely.argmax(axis=1)
        margins[at] = np.minimum(ordered[:, -1] - ordered[:, -2], 1e6)
        masks[at] = 0
        reasons[at] = CONTEXT
        scores = None
        if found.scores is not None:
            scores = found.scores.copy()
            likelihoods = np.zeros((len(at), 4))
            if len(at):
                likelihoods[:, :3] = np.exp(likely - ordered[:, -1:])
            scores[at] = log_odds(likelihoods, np.ones(len(at), np.bool_))
        return Decisions(classes, masks, margins, reasons, scores)

    def evidence(self, passage: Passage) -> npt.NDArray[np.float32] | None:
        """Return what the model knows of how often words are capitalised."""
        return self._model.evidence(passage)

    def posteriors(self, passage: Passage) -> npt.NDArray[np.float32]:
        """Return the model's probabilities, those of the classifier where it speaks."""
        found = self._model.posteriors(passage).copy()
        at, _, likely = self._classifier.classify(passage)
        ours = self._model.decide(passage).reasons[at] == MODEL
        at, likely = at[ours], likely[ours]
        shares = np.exp(likely - likely.max(axis=1, keepdims=True)) if len(at) else likely
        found[at, :3] = shares / shares.sum(axis=1, keepdims=True)
        found[at, 3] = 0
        return found

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """Return the arrays of the model file: the model's and the classifier's."""
        return {**self._model.arrays(), **self._classifier.arrays()}

    def options(self) -> Mapping[str, Any]:
        """Return the options of the restorer inside."""
        return self._model.options()

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the restorer and the classifier that a model file holds."""
        model = restorer_class(file.header.kind).from_file(file)
        return cls(model, ContextClassifier.from_file(file))

    @classmethod
    def train(
        cls,
        text: TrainingText,
        options: Mapping[str, Any] | None = None,
        report: Progress | None = None,
    ) -> Self:
        """Learn a model and a classifier for the case-ambiguous words of WordNet.

        ``options`` are those of the kind named by ``model`` (default: tagger), and for the
        classifier ``wordnet``, the folder of the database, and ``one_in``: one document in so many
        is kept to find the words where the classifier is better.
        """
        given = dict(options or {})
        kind = str(given.pop("model", "tagger"))
        wordnet, one_in = given.pop("wordnet", str(WORDNET)), given.pop("one_in", 10)
        if type(one_in) is not int or one_in < 2:
            raise UsageError(f"one_in is {one_in!r}; it must be a whole number from 2 on")
        words = ambiguous_words(str(wordnet))
        learnt, held_out = (SomeDocuments(text, one_in, held) for held in (False, True))
        model = restorer_class(kind).train(learnt, given, report)
        classifier = ContextClassifier.learn(learnt, words, None, report)
        chosen = choose_words(classifier.compare(model, held_out))
        return cls(model, classifier.speak_for(chosen))


def choose_words(
    comparisons: Sequence[WordComparison], options: ContextOptions | None = None
) -> list[str]:
    """Return the words for which the classifier beats the model by enough, on enough mentions."""
    chosen = options or ContextOptions()
    return [
        one.word
        for one in comparisons
        if one.mentions >= chosen.held_out and one.gain >= chosen.gain
    ]


def add_context(
    model: Restorer,
    text: TrainingText,
    held_out: TrainingText,
    words: Iterable[str],
    options: ContextOptions | None = None,
    report: Progress | None = None,
) -> tuple[ContextRestorer, list[WordComparison]]:
    """Return a restorer with a classifier for those words where held-out text says it is better.

    ``text`` and ``held_out`` must not overlap, nor may the model have seen the latter.
    """
    classifier = ContextClassifier.learn(text, words, options, report)
    comparisons = classifier.compare(model, held_out)
    chosen = choose_words(comparisons, options)
    return ContextRestorer(model, classifier.speak_for(chosen)), comparisons
