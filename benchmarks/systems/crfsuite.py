"""A linear-chain CRF over case classes, by CRFsuite, with window and affix features.

A strong standard baseline: words in a window of five, bigrams, affixes of one to four letters,
digits and signs.  Word shapes would not help, since the input has no case.  The algorithm and its
regularisation are chosen by F1 of cased words on the last tenth of the training lines; then the
winner is trained on all of them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.systems.baselines import lower
from benchmarks.systems.case_labels import apply_label, choose, label, mixed_forms

Candidate = tuple[str, dict[str, float]]

CANDIDATES: tuple[Candidate, ...] = (
    ("l2sgd", {"c2": 0.03, "max_iterations": 60}),
    ("lbfgs", {"c1": 0.1, "c2": 0.03, "max_iterations": 80}),
    ("lbfgs", {"c1": 0.1, "c2": 0.01, "max_iterations": 80}),
    ("lbfgs", {"c1": 0.3, "c2": 0.01, "max_iterations": 80}),
    ("lbfgs", {"c1": 0.1, "c2": 0.003, "max_iterations": 80}),
    ("lbfgs", {"c1": 0.03, "c2": 0.01, "max_iterations": 80}),
)
"""Stronger regularisation (CRFsuite's default is c2 = 1) does worse on this task."""

DEFAULT: Candidate = ("lbfgs", {"c1": 0.0, "c2": 1.0, "max_iterations": 100})
"""CRFsuite's defaults, but with a bound on iterations."""

SECONDS = 900.0
"""No further candidate is started after this time."""

FORMS = ".forms.json"
"""Suffix of the file beside the model that holds the forms of mixed-case words."""


class Crfsuite:
    """A CRFsuite tagger and the mixed forms of its training text."""

    def __init__(self, model: str) -> None:
        import pycrfsuite

        self._tagger = pycrfsuite.Tagger()
        self._tagger.open(model)
        forms = Path(model + FORMS)
        self._forms: dict[str, str] = json.loads(forms.read_text("utf-8"))
        self.model_bytes = Path(model).stat().st_size + forms.stat().st_size
        self.versions = {"python-crfsuite": version("python-crfsuite")}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        return [restore_line(self._tagger, self._forms, line) for line in lines]

    @staticmethod
    def train(lines: str, model: str, seconds: float = SECONDS) -> dict[str, Any]:
        """Choose a candidate on the last tenth of the lines, then train it on all."""
        begin = time.monotonic()

        def attempt(candidate: Candidate, part: Sequence[str]) -> Crfsuite | None:
            if time.monotonic() - begin > seconds:
                return None
            _fit(candidate, part, model)
            return Crfsuite(model)

        sentences = Path(lines).read_text("utf-8").splitlines()
        tried, best = choose("crfsuite", CANDIDATES, sentences, attempt)
        _fit(best, sentences, model)
        return {
            "algorithm": best[0],
            "parameters": best[1],
            "tried": [{"f1": f1, "algorithm": one[0], **one[1]} for f1, one in tried],
        }


class CrfsuiteDefaults(Crfsuite):
    """The same features with CRFsuite's defaults: what an untuned tagger gives."""

    @staticmethod
    def train(lines: str, model: str, seconds: float = SECONDS) -> dict[str, Any]:
        _fit(DEFAULT, Path(lines).read_text("utf-8").splitlines(), model)
        return {"algorithm": DEFAULT[0], "parameters": DEFAULT[1], "tried": []}


def features(words: Sequence[str]) -> list[list[str]]:
    """Return the features of each word of a lower-case sentence.

    >>> "w-1|w0=new|york" in features(["in", "new", "york"])[2]
    True
    """
    padded = ["<s>", "<s>", *words, "</s>", "</s>"]
    return [_features_at(padded, at + 2) for at in range(len(words))]


def restore_line(tagger: Any, forms: dict[str, str], line: str) -> str:
    words = lower(line).split(" ")
    tags = tagger.tag(features(words))
    return " ".join(apply_label(word, tag, forms) for word, tag in zip(words, tags, strict=True))


def _features_at(padded: Sequence[str], at: int) -> list[str]:
    before2, before, word, after, after2 = padded[at - 2 : at + 3]
    found = [
        "bias",
        f"w0={word}",
        f"w-1={before}",
        f"w+1={after}",
        f"w-2={before2}",
        f"w+2={after2}",
        f"w-1|w0={before}|{word}",
        f"w0|w+1={word}|{after}",
        f"w-1|w+1={before}|{after}",
        f"w-2|w-1={before2}|{before}",
        f"w+1|w+2={after}|{after2}",
        f"s-1={before[-3:]}",
        f"s+1={after[-3:]}",
    ]
    for length in range(1, min(4, len(word)) + 1):
        found += [f"p{length}={word[:length]}", f"s{length}={word[-length:]}"]
    if any(map(str.isdigit, word)):
        found.append("digit")
    if not any(map(str.isalpha, word)):
        found.append("no letter")
    found += [f"has{sign}" for sign in "-.'/&" if sign in word]
    return found


def _fit(candidate: Candidate, lines: Sequence[str], model: str) -> None:
    import pycrfsuite

    algorithm, parameters = candidate
    trainer = pycrfsuite.Trainer(algorithm, params=dict(parameters), verbose=False)
    trainer.set("feature.possible_transitions", 1)
    sentences = [line.split() for line in lines]
    for words in sentences:
        trainer.append(features([lower(word) for word in words]), [label(word) for word in words])
    trainer.train(model)
    forms = mixed_forms(word for words in sentences for word in words)
    Path(model + FORMS).write_text(json.dumps(forms, ensure_ascii=False), "utf-8")
