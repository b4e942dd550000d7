"""Majuscule gives text its capitals back.

>>> import majuscule
>>> majuscule.load().restore("us rep. james pond met angela merkel in berlin")
'US Rep. James Pond met Angela Merkel in Berlin'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from majuscule.lazy import lazy
from majuscule.version import __version__

if TYPE_CHECKING:
    from majuscule.accents.training import train_accents
    from majuscule.entities.kinds import load_entities
    from majuscule.entities.training import train_entities
    from majuscule.errors import CorpusError, MajusculeError, ModelError, TrainingError, UsageError
    from majuscule.files import OutputError
    from majuscule.models import read_model
    from majuscule.punctuation.adapting import adapt_marks
    from majuscule.punctuation.files import punctuate_file
    from majuscule.punctuation.neural.training import train_punctuator
    from majuscule.punctuation.punctuator import Punctuator, load_punctuator
    from majuscule.reading.annotations.mentions import Mention
    from majuscule.restore.adapted.making import adapt
    from majuscule.restore.analysis import Analysis
    from majuscule.restore.languages.restorer import languages, load_languages
    from majuscule.restore.plan import Plan
    from majuscule.restore.streams import restore_file
    from majuscule.restore.training import train
    from majuscule.restore.truecaser import Truecaser, detect, load
    from majuscule.trials.evaluation import evaluate
    from majuscule.trials.marks import evaluate_marks
    from majuscule.words.glossaries.glossary import Glossary

__all__ = [
    "Analysis",
    "CorpusError",
    "Glossary",
    "MajusculeError",
    "Mention",
    "ModelError",
    "OutputError",
    "Plan",
    "Punctuator",
    "TrainingError",
    "Truecaser",
    "UsageError",
    "__version__",
    "adapt",
    "adapt_marks",
    "detect",
    "evaluate",
    "evaluate_marks",
    "languages",
    "load",
    "load_entities",
    "load_languages",
    "load_punctuator",
    "punctuate_file",
    "read_model",
    "restore_file",
    "train",
    "train_accents",
    "train_entities",
    "train_punctuator",
]

_HOMES = {
    "Analysis": "majuscule.restore.analysis",
    "CorpusError": "majuscule.errors",
    "Glossary": "majuscule.words.glossaries.glossary",
    "MajusculeError": "majuscule.errors",
    "Mention": "majuscule.reading.annotations.mentions",
    "ModelError": "majuscule.errors",
    "OutputError": "majuscule.files",
    "Plan": "majuscule.restore.plan",
    "Punctuator": "majuscule.punctuation.punctuator",
    "TrainingError": "majuscule.errors",
    "Truecaser": "majuscule.restore.truecaser",
    "UsageError": "majuscule.errors",
    "adapt": "majuscule.restore.adapted.making",
    "adapt_marks": "majuscule.punctuation.adapting",
    "detect": "majuscule.restore.truecaser",
    "evaluate": "majuscule.trials.evaluation",
    "evaluate_marks": "majuscule.trials.marks",
    "languages": "majuscule.restore.languages.restorer",
    "load": "majuscule.restore.truecaser",
    "load_entities": "majuscule.entities.kinds",
    "load_languages": "majuscule.restore.languages.restorer",
    "load_punctuator": "majuscule.punctuation.punctuator",
    "punctuate_file": "majuscule.punctuation.files",
    "read_model": "majuscule.models",
    "restore_file": "majuscule.restore.streams",
    "train": "majuscule.restore.training",
    "train_accents": "majuscule.accents.training",
    "train_entities": "majuscule.entities.training",
    "train_punctuator": "majuscule.punctuation.neural.training",
}

# Numpy is not paid for by ``import majuscule``.
__getattr__, __dir__ = lazy(__name__, _HOMES)
