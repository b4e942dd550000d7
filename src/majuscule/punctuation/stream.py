"""Streaming punctuation: final text with a delay of some words, never revised.

Each word is decided from the words before it and ``lookahead`` words after it, in a window of its
own, so the output does not depend on how the input was chunked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import numpy as np

from majuscule.detection.joined import Joined
from majuscule.detection.languages import other_languages
from majuscule.errors import UsageError
from majuscule.punctuation.deciding import Decided, caseless_texts, may_end, worded
from majuscule.punctuation.forms import lay_case
from majuscule.punctuation.labels import labels_of
from majuscule.punctuation.neural.decoding import decide
from majuscule.punctuation.neural.inputs import MARK, show
from majuscule.punctuation.neural.network import MarkNetwork
from majuscule.punctuation.policy import MarkPolicy
from majuscule.punctuation.rules.questions import in_doubt, settled
from majuscule.text.characters.codepoints import checked, decode
from majuscule.text.protecting.protection import NO_PATTERNS, Patterns
from majuscule.text.tokenizing.marks import ENDS, NONE, SIGNS, words_of
from majuscule.text.tokenizing.passages import Passage
from majuscule.words.glossaries.glossary import NO_GLOSSARY, Glossary
from majuscule.words.inputs import CASE

LONGEST = 512
"""Characters of a sentence to give ``restore`` as context."""

_ASIDE = re.compile(r"\s*(?:\[[^][\n]*\]|[^\w\s.?!]+)")
_SOUNDS = re.compile(r"\[[^][\n]*\]")
_SOUND = re.compile(r"\[[^][\n]*\Z")
"""A sound, or a speaker, in brackets that are not closed yet."""
LONGEST_SOUND = 8
"""Words from an opening bracket on that are left alone: it may never be closed."""
_CHUNK = re.compile(r"\s*\S+(?=\s)")
_WRAP = re.compile(r"(?<!\n)\n(?!\s*\n)")
"""A soft line break, in wrapped text."""


class MarkStream:
    """Punctuates text as it arrives; made by
    :meth:`majuscule.punctuation.punctuator.Punctuator.stream`.

    Caseless text gets its capitals; other text only one where a sentence begins.  Words in a
    window of another language than the model's are left alone.
    """

    def __init__(
        self,
        network: MarkNetwork,
        lookahead: int,
        policy: MarkPolicy,
        *,
        language: str = "",
        glossary: Glossary = NO_GLOSSARY,
        protect: Patterns = NO_PATTERNS,
        restore: Callable[[str], str] | None = None,
    ) -> None:
        """``language``: the model's, or empty; ``glossary`` and ``protect``: forms that override
        it, and what is left alone, as far as it is known; ``restore``: restores the case of a
        sentence, as far as it is known, instead of the network."""
        if not isinstance(lookahead, int) or lookahead < 0:
            raise UsageError(f"lookahead is {lookahead!r}; it must be a number of words, 0 or more")
        if policy["figures"]:
            raise UsageError(
                "figures need the whole text, since a number may continue after the last word; "
                "leave them out"
            )
        self._network = network
        self._lookahead = lookahead
        self._policy = policy
        self._rest = ""  # an unfinished word
        self._chunks: list[str] = []  # words, each with the white space before it
        self._marks: list[str] = []  # marks after the first chunks, those already decided
        self._begun = False  # earlier chunks were dropped
        self._ended = True  # a sentence ends before the first chunk
        self._language = language.partition("-")[0]
        self._glossary, self._protect = glossary, protect
        self._restore = restore
        self._sentence = ""  # the current sentence so far, in the case of the input
        self.others: Counter[str] = Counter()
        """Number of words left alone, by language."""

    def feed(self, text: str) -> str:
        """Take more text, cut anywhere; return the text that is now final."""
        self._rest += checked(text)
        at = 0
        for chunk in _CHUNK.finditer(self._rest):
            self._chunks.append(chunk[0])
            at = chunk.end()
        self._rest = self._rest[at:]
        return self._settle(len(self._chunks) - self._lookahead, final=False)

    def pause(self) -> str:
        """Return all pending text, decided without lookahead: the speaker pauses."""
        if self._rest.strip():
            self._chunks.append(self._rest)
            self._rest = ""
        return self._settle(len(self._chunks), final=True)

    def end(self) -> str:
        """Return the rest, as at the end of a text."""
        last = self.pause()
        rest, self._rest = self._rest, ""
        self._chunks, self._marks, self._begun, self._ended = [], [], False, True
        self._sentence = ""
        return last + rest

    def _settle(self, stop: int, *, final: bool) -> str:
        """Decide all chunks before ``stop``; return them."""
        done = len(self._marks)
        if stop <= done:
            return ""
        parts = [self._decide(at, final) for at in range(done, stop)]
        keep = self._network.reach + 2
        if (extra := len(self._marks) - keep) > 0:
            self._ended = _ends(self._chunks[extra - 1], self._marks[extra - 1])
            self._chunks, self._marks = self._chunks[extra:], self._marks[extra:]
            self._begun = True
        return "".join(parts)

    def _decide(self, at: int, final: bool) -> str:
        """Return the final text of a chunk, with its mark."""
        begin = max(0, at - self._network.reach - 1)
        last = len(self._chunks) if final else at + self._lookahead + 1
        window = self._chunks[begin:last]
        joined = Joined.of([self._read("".join(window))], "separate")
        passage, _ = joined.passage(self._protect)
        words = words_of(passage)
        edge = sum(map(len, window[: at - begin]))
        stop = edge + len(window[at - begin])
        starts, ends = (one[words.at] for one in passage.spans())
        inside = np.flatnonzero((starts < stop) & (ends > edge))
        if not len(inside) or self._in_sound(at):
            self._marks.append("")
            return self._chunks[at]
        if other := self._other(passage):
            self.others[other] += 1
            self._marks.append("")
            return self._chunks[at]
        lines = words.lines.copy()
        lines[-1] = final and last == len(self._chunks)
        firsts = np.zeros(0 if self._begun or begin else 1, np.int64)
        columns = self._network.known.read(passage, words)
        show(columns, passage.tokens.positions[words.at], words.after, lines, firsts)
        bounds = np.array([[0, len(words)]], np.int64)
        scores = self._network.scores(columns, bounds)
        chosen, shares = decide(scores[MARK], self._network.thresholds)
        place = int(inside[-1])
        mark = NONE
        open_ = words.after[place] == NONE and ends[place] <= stop
        open_ = open_ and may_end(passage, words, self._language, self._glossary)[place]
        if open_ and worded(passage, words).any():
            mark = int(chosen[place])
            if in_doubt(chosen, shares)[place]:
                mark = settled(self._said(at), mark, shares[place], self._language)
        before, labels = self._begins(at), labels_of(passage, words, bounds)
        added = np.zeros(len(words), np.bool_)
        begins = int(inside[0])
        if begins:
            added[begins - 1] = before
        decided = Decided(
            words.marks,
            words.marks,
            added,
            added,
            np.ones(len(words), np.float32),
            scores[CASE].argmax(axis=1).astype(np.uint8),
            caseless_texts(passage, words, bounds, labels).repeat(len(words)),
        )
        codes = lay_case(
            self._network.lexicon,
            passage,
            words,
            bounds,
            labels,
            decided,
            self._policy,
            language=self._language,
            glossary=self._glossary,
            opens=before,
        )
        text = decode(passage.lay(codes))[edge:stop] + SIGNS[mark]
        if self._restore is not None:
            said = "" if before else self._sentence[-LONGEST:]
            self._sentence = said + self._chunks[at] + SIGNS[mark]
            context = self._read(self._sentence + "".join(window[at - begin + 1 :]))
            text = self._restore(context)[len(said) : len(self._sentence)]
        self._marks.append(SIGNS[mark])
        word = self._chunks[at].lstrip()
        return self._chunks[at].removesuffix(word) + text.lstrip()

    def _read(self, text: str) -> str:
        """Return a text with soft line breaks as spaces, if its lines are wrapped."""
        return _WRAP.sub(" ", text) if self._policy["lines"] == "wrapped" else text

    def _other(self, passage: Passage) -> str:
        """Return the language of a window, empty if it is the model's or unknown."""
        return other_languages(passage, np.array([[0, len(passage.tokens)]]), self._language)[0]

    def _said(self, at: int) -> str:
        """Return the sentence up to a chunk, or nothing if its beginning was dropped."""
        first = at
        while first and not _ends(self._chunks[first - 1], self._marks[first - 1]):
            first -= 1
        said = "".join(self._chunks[first : at + 1]) if first or self._ended else ""
        return _SOUNDS.sub("", said)

    def _in_sound(self, at: int) -> bool:
        """Return whether a chunk begins, continues or ends what stands in square brackets."""
        begun = "".join(self._chunks[max(0, at - LONGEST_SOUND) : at])
        return bool(_SOUND.search(begun) or _SOUND.search(begun + self._chunks[at]))

    def _begins(self, at: int) -> bool:
        """Return whether a sentence begins with a chunk, or with sounds and symbols before it."""
        while at:
            first = at - 1
            while first and "]" in self._chunks[at - 1] and "[" not in self._chunks[first]:
                first -= 1
            if not _ASIDE.fullmatch("".join(self._chunks[first:at])):
                break
            at = first
        return self._ended if at == 0 else _ends(self._chunks[at - 1], self._marks[at - 1])


def _ends(chunk: str, mark: str) -> bool:
    """Return whether a sentence ends after a chunk."""
    return mark in {SIGNS[one] for one in ENDS} or (
        not mark and chunk.rstrip("\"')]")[-1:] in ".?!"
    )
