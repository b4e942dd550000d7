"""A restorer for several languages: each line is decided by the model of its language.

Lines whose language is unknown, or has no installed model, are left unchanged and counted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, ClassVar

import numpy as np

from majuscule.arrays import F32, Array, Bools
from majuscule.detection.joined import Joined
from majuscule.detection.languages import UNKNOWN, known_languages, languages_of
from majuscule.errors import ModelError
from majuscule.kinds import resolve
from majuscule.models import ModelHeader, known_models
from majuscule.restore.interface import Decisions, Restorer
from majuscule.restore.rules.dutch import raise_dutch
from majuscule.restore.truecaser import ACCENTS, Truecaser, load
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import checked, decode
from majuscule.text.protecting.protection import NO_PATTERNS
from majuscule.text.tokenizing.passages import Passage


@dataclass(frozen=True)
class LineLanguage:
    """The language of a line.

    ``start``, ``end``: offsets in the text; ``language``: its tag, empty if unknown; ``restored``:
    whether an installed model restores it.
    """

    start: int
    end: int
    language: str
    restored: bool


@dataclass
class LineCounts:
    """The number of lines that each language's model decided, and examples of lines left alone.

    ``left``: the beginnings of the first FEW different lines left alone.
    """

    lines: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def add(self, languages: Iterable[str], alone: Iterable[str]) -> None:
        with self.lock:
            self.lines.update(languages)
            for one in alone:
                self.lines[UNKNOWN] += 1
                if len(self.left) < FEW and one not in self.left:
                    self.left.append(one)

    def sentence(self) -> str:
        """Return a summary for people: ``en: 12 lines, left alone: 2 lines (Lorem ...)``."""
        parts = [
            f"{language}: {many:,} {'line' if many == 1 else 'lines'}"
            for language, many in self.lines.most_common()
            if language
        ]
        if alone := self.lines[UNKNOWN]:
            shown = "; ".join(self.left)
            parts.append(f"left alone: {alone:,} {'line' if alone == 1 else 'lines'} ({shown})")
        return ", ".join(parts) or "no lines with words"


FEW = 5  # lines
_SHOWN = 40  # code points of a line


@dataclass(frozen=True, repr=False)
class ByLanguage:
    """Decides each line by the restorer of its language; ``rules``: the truecasers whose doubts and
    glossaries apply, by language."""

    restorers: Mapping[str, Restorer]
    said: LineCounts = field(default_factory=LineCounts)
    rules: Mapping[str, Truecaser] = field(default_factory=dict)

    kind: ClassVar[str] = "languages"

    @classmethod
    def of(cls, models: Mapping[str, Truecaser]) -> ByLanguage:
        """Return the restorer for these models, by language tag."""
        return cls({tag: one.restorer for tag, one in models.items()}, rules=models)

    def __reduce__(self) -> tuple[Any, ...]:
        return ByLanguage.of, (self.rules,)  # another process counts its own lines

    def decide(self, passage: Passage, *, posteriors: bool = False) -> Decisions:
        """Return the decisions of each line's own restorer; other lines are left unchanged."""
        decisions = Decisions.nothing(passage)
        n = len(passage.tokens)
        scores = np.zeros((n, 4), np.float32)
        shares = np.full((n, 4), 0.25, np.float32) if posteriors else None
        for language, mine in self._by_language(passage, count=True):
            restorer, rules = self.restorers[language], self.rules.get(language)
            own = restorer.decide(passage, posteriors=posteriors)
            if rules and rules.doubts:
                own = own.settled(rules.doubts, passage, restorer.evidence(passage))
            own = raise_dutch(passage, own, language)
            if rules:
                own = own.with_glossary(rules.glossary, passage)
            for name in ("classes", "masks", "margins", "reasons"):
                getattr(decisions, name)[mine] = getattr(own, name)[mine]
            if own.scores is not None:
                scores[mine] = own.scores[mine]
            if shares is not None and own.posteriors is not None:
                shares[mine] = own.posteriors[mine]
        return replace(decisions, scores=scores, posteriors=shares)

    def without_glossaries(self) -> ByLanguage:
        """Return the restorer without the languages' shipped glossaries."""
        return replace(
            self, rules={tag: one.with_rules(alone=True) for tag, one in self.rules.items()}
        )

    def evidence(self, passage: Passage) -> F32:
        """Return the share of capitals of each token's word in its language, NaN if unknown."""
        shares = np.full(len(passage.tokens), np.nan, np.float32)
        for language, mine in self._by_language(passage):
            own = self.restorers[language].evidence(passage)
            if own is not None:
                shares[mine] = own[mine]
        return shares

    def _by_language(self, passage: Passage, count: bool = False) -> Iterable[tuple[str, Bools]]:
        """Yield each language with a mask of the tokens of its lines."""
        lines = passage.lines
        detected = languages_of(passage)
        chosen = [one if one in self.restorers else UNKNOWN for one in detected]
        full = np.flatnonzero(lines[:, 1] > lines[:, 0]).tolist()
        if count:
            alone = (_shown(passage, *lines[at].tolist()) for at in full if not chosen[at])
            self.said.add((chosen[at] for at in full if chosen[at]), alone)
        of_tokens = passage.by_token(np.array(chosen))
        for language in sorted({chosen[at] for at in full} - {UNKNOWN}):
            yield language, of_tokens == language

    def arrays(self) -> Mapping[str, Array]:
        raise ModelError("several models cannot be saved as one model file; save each on its own")

    def options(self) -> Mapping[str, Any]:
        return {"languages": sorted(self.restorers)}


@dataclass(frozen=True)
class AccentsByLanguage:
    """Restores the accents of lines in languages with an installed model of accents."""

    known: Sequence[str]

    def restore_many(self, texts: Sequence[str], *, lines: str = "auto", **how: Any) -> list[str]:
        """Return texts with their accents, each line with those of its language."""
        detected = [_languages_of_lines(text, lines) for text in texts]
        rows = [text.split("\n") for text in texts]
        for language in sorted({one for of_text in detected for one in of_text}):
            if f"{language}-accents" not in self.known:
                continue
            marker = resolve(ACCENTS)(language)
            mine = [at for at, of_text in enumerate(detected) if language in of_text]
            marked = marker.restore_many([texts[at] for at in mine], lines=lines, **how)
            for at, text in zip(mine, marked, strict=True):
                both = zip(detected[at], text.split("\n"), rows[at], strict=True)
                rows[at] = [new if one == language else old for one, new, old in both]
        return ["\n".join(row) for row in rows]


def _languages_of_lines(text: str, lines: str = "auto") -> list[str]:
    """Return the language of each line of a text; the lines of a wrapped paragraph have that of the
    paragraph.  ``lines``: what a line break means."""
    joined = Joined.of([text], lines)
    passage, _ = joined.passage(NO_PATTERNS)
    detected = languages_of(passage)
    return detected if passage.view is None else [detected[at] for at in passage.view.lines]


def _shown(passage: Passage, first: int, last: int) -> str:
    tokens = passage.tokens
    codes = passage.codes[tokens.starts[first] : tokens.ends[last - 1]]
    text = decode(codes[:_SHOWN])
    return text + ("..." if len(codes) > _SHOWN else "")


def load_languages() -> Truecaser:
    """Return a truecaser for all installed languages, which detects the language of each line.

    It leaves alone lines in languages that pair letters differently, such as Turkish: name those.

    >>> import majuscule
    >>> majuscule.load_languages().restore("what do they say in rome?\\n\\nсреди ночи.")
    'What do they say in Rome?\\n\\nсреди ночи.'
    """
    installed = known_models()  # once: it reads the metadata of every installed package
    tags = [one for one in known_languages() if one in installed]
    models = {tag: load(tag) for tag in tags if not alphabet_of(tag).places}
    header = ModelHeader("languages", "auto", description="Each line by its language.")
    digests = "".join(one.digest for one in models.values())
    digest = hashlib.sha256(digests.encode()).hexdigest()
    return Truecaser(ByLanguage.of(models), header, digest, accents=AccentsByLanguage(installed))


def languages(text: str) -> list[LineLanguage]:
    """Return the language of each line of a text, and whether an installed model restores it.

    >>> [one.language for one in languages("what is that?\\n\\ndas ist nicht von mir")]
    ['en', '', 'de']
    """
    detected, installed = _languages_of_lines(checked(text)), known_models()
    lines, start = [], 0
    for language, line in zip(detected, text.split("\n"), strict=True):
        restored = language in installed and not alphabet_of(language).places
        lines.append(LineLanguage(start, start + len(line), language, restored))
        start += len(line) + 1
    return lines
