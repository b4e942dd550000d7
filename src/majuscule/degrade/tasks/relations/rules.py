"""AFFILIATION and POSITION by rules over mentions and dependencies (Niu et al. 2004, section 2.1).

AFFILIATION links a person and an organisation, POSITION a person and the word of a role.  The
rules read trees of Universal Dependencies and of the scheme of spaCy's English pipelines:

- a role in or beside a name: *President Obama*, *IBM chairman Ann Lee*;
- in apposition: *Ann Lee, chairman of IBM*; as predicate: *Ann Lee is chairman of IBM*; after *as*;
- an organisation beside the role: *IBM's chairman*, *chairman of IBM*, *chairman at IBM*;
- an organisation beside the name: *Ann Lee of IBM*, *IBM's Ann Lee*;
- subject and object of a verb of :data:`EMPLOYED`.

Both sides of a relation are head words, so that engines whose names include titles can be compared
with those whose names do not.  Coreference and relations across sentences are ignored.

The word lists (``english.json``) are closed, and were written for English news before the texts
were looked at; roles and verbs are compared without case, so that case matters only to the engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from majuscule.degrade.interface import Annotation, Dependency, Link, Span
from majuscule.reading.annotations.mentions import Mention

_LINES = json.loads((Path(__file__).parent / "english.json").read_text("utf-8"))
_WORDS = {name: frozenset(" ".join(lines).split()) for name, lines in _LINES.items()}

ROLES = _WORDS["roles"]
"""Head words of roles: *prime minister* ends in one."""

EMPLOYED = _WORDS["verbs"]
"""Verbs such as *lead* and *work (for)*, whose subject is affiliated with their object."""

BODIES = _WORDS["bodies"]
"""Words that occur in names of organisations, and not of people."""

NO_NAMES = BODIES | _WORDS["other capitals"]
"""Capitalised words that do not occur in names of people."""


AFFILIATION, POSITION = "AFFILIATION", "POSITION"

PERSON, ORGANISATION = "PER", "ORG"

_BESIDE_NAME = frozenset({"compound", "nmod", "amod", "appos", "flat", "list", "nn", "nmod:desc"})
_NAME_BESIDE = frozenset({"appos", "flat"})
_OF = frozenset({"nmod", "nmod:poss", "obl", "poss", "compound", "amod", "nn", "pobj", "dep"})
_MODIFIERS = frozenset({"compound", "amod", "nmod", "nn"})
_PREPOSED = frozenset({"prep"})
_ALIKE = frozenset({"conj"})
_SUBJECT = frozenset({"nsubj", "nsubj:pass", "nsubjpass"})
_PREDICATE = frozenset({"xcomp", "attr", "oprd"})
_OBJECT = frozenset({"obj", "dobj", "obl", "nmod", "pobj"})
_WORD = re.compile(r"[^\W_]+")


def head_word(text: str, start: int, end: int) -> Span:
    """Return the span of the last word in a span, which represents a mention.

    >>> head_word("for Acme Inc. in", 4, 13)
    (9, 12)
    """
    words = [word.span() for word in _WORD.finditer(text, start, end)]
    return words[-1] if words else (start, end)


def find_relations(text: str, found: Annotation) -> list[Link]:
    """Return the relations in a text, each once, as links of head words.

    The predicate of a link is the person, its role AFFILIATION or POSITION, its argument the
    organisation or the role word.
    """
    tree = _Tree(text, found.dependencies)
    employers = {
        token: head_word(text, one.start, one.end)
        for one in found.mentions
        if one.label == ORGANISATION
        for token in tree.tokens(one)
    }
    links = set()
    for person in (one for one in found.mentions if one.label == PERSON):
        name = head_word(text, person.start, person.end)
        if tree.is_role_at(name):
            continue  # "the Prime Minister" names nobody
        words = tree.tokens(person)
        roles = sorted(set(tree.roles(words)))
        links |= {Link(name, POSITION, tree.span(role)) for role in roles}
        at = {*tree.companions([*words, *roles]), *tree.employers(words)}
        links |= {Link(name, AFFILIATION, employers[token]) for token in at if token in employers}
    return sorted(link for link in links if link.predicate != link.argument)


class _Tree:
    """The dependency tree of a text; tokens are numbers."""

    def __init__(self, text: str, tokens: Sequence[Dependency]) -> None:
        self._tokens = tokens
        self._words = [text[token.start : token.end].lower() for token in tokens]
        self._children: list[list[int]] = [[] for _ in tokens]
        for number, token in enumerate(tokens):
            if token.head != number:
                self._children[token.head].append(number)
        self._starts = {token.start: number for number, token in enumerate(tokens)}

    def span(self, number: int) -> Span:
        token = self._tokens[number]
        return token.start, token.end

    def tokens(self, mention: Mention) -> list[int]:
        """Return the tokens of a mention."""
        return [
            number
            for number, token in enumerate(self._tokens)
            if token.start < mention.end and token.end > mention.start
        ]

    def is_role_at(self, span: Span) -> bool:
        number = self._starts.get(span[0])
        return number is not None and self._words[number] in ROLES

    def roles(self, words: Sequence[int]) -> Iterator[int]:
        """Yield the role words of a name, given its words."""
        for word in words:
            candidates = [word, *self._related(word, _BESIDE_NAME)]
            head, relation = self._tokens[word].head, self._tokens[word].relation
            if relation in _NAME_BESIDE:
                candidates.append(head)
            if relation in _SUBJECT:
                candidates.append(head)  # the predicate noun of a copula
                candidates += self._related(head, _PREDICATE)
                candidates += [one for one in self._related(head, _OBJECT) if self._is_as(one)]
            for one in candidates:
                yield from self._alike(one)

    def _alike(self, number: int) -> Iterator[int]:
        """Yield those of a word and its conjuncts that are roles."""
        for one in (number, *self._related(number, _ALIKE)):
            if self._words[one] in ROLES:
                yield one

    def _is_as(self, number: int) -> bool:
        return any(
            self._words[one] == "as" for one in (*self._children[number], self._tokens[number].head)
        )

    def companions(self, words: Sequence[int]) -> Iterator[int]:
        """Yield the possessors, appositions and *of* or *at* phrases of some words.

        Modifiers of modifiers count, as in *Green Party presidential nominee*.
        """
        for word in words:
            for one in self._related(word, _OF | _NAME_BESIDE):
                yield from (one, *self._related(one, _ALIKE | _NAME_BESIDE))
                if self._tokens[one].relation in _MODIFIERS:
                    yield from self._related(one, _MODIFIERS)

    def employers(self, words: Sequence[int]) -> Iterator[int]:
        """Yield the objects of the verbs of :data:`EMPLOYED` that a name is the subject of."""
        for word in words:
            token = self._tokens[word]
            if token.relation in _SUBJECT and self._words[token.head] in EMPLOYED:
                yield from self._related(token.head, _OBJECT)

    def _related(self, number: int, relations: frozenset[str]) -> Iterator[int]:
        """Yield the children with one of the relations; of a preposition, its objects instead."""
        for child in self._children[number]:
            relation = self._tokens[child].relation
            if relation in relations:
                yield child
            elif relation in _PREPOSED and "pobj" in relations:
                yield from (
                    one for one in self._children[child] if self._tokens[one].relation == "pobj"
                )
