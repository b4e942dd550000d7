"""Sentences with entities and relations in the format of the CoNLL04 corpus, a token a line.

``#doc NAME`` begins a sentence.  A line has, separated by tabs, the token's number, the token, its
BIO tag, relations and their other ends: ``14  subcommittee  I-Org  ['N']  [14]``.  A relation is
listed at the last token of its first entity, with the number of the last token of its second; ``N``
is none.  Tokens are joined into running text, because engines read text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from majuscule.degrade.interface import Link, Span
from majuscule.degrade.tasks.relations.rules import head_word
from majuscule.errors import CorpusError
from majuscule.reading import read_file_lines

FIELDS = 5
NONE = "N"

_ESCAPED = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}
_ESCAPED["_"] = "--"
_NO_SPACE_BEFORE = re.compile(r"[,.;:?!)\]}%]+|'|'(s|S|t|re|ll|d|ve|m)|\.\.+")
_NO_SPACE_AFTER = frozenset({"(", "[", "{", "$"})
_DIGITS = re.compile(r"\d{1,3}")


@dataclass(frozen=True)
class RelationSentence:
    """A text with the spans of its entities and its relations, as links of head words."""

    text: str
    entities: tuple[Span, ...]
    relations: tuple[Link, ...]


@dataclass(frozen=True)
class _Token:
    form: str
    tag: str
    relations: tuple[tuple[str, int], ...]
    where: str


def read_relations(path: Path) -> list[RelationSentence]:
    """Return the sentences of a file.

    Raises :class:`~majuscule.errors.CorpusError` with file and line for a line that is not in this
    format, and for a file without relations.
    """
    if not path.exists():
        raise CorpusError("no such file", str(path))
    found = [_sentence(tokens) for tokens in _groups(path)]
    if not any(one.relations for one in found):
        raise CorpusError("marks no relation, so there is nothing to score", str(path))
    return found


def _groups(path: Path) -> Iterator[list[_Token]]:
    tokens: list[_Token] = []
    for number, line in chain(read_file_lines(path), [(0, "#doc")]):
        if line.startswith("#doc"):
            if tokens:
                yield tokens
            tokens = []
        elif line.strip():
            tokens.append(_token(line, len(tokens), f"{path}:{number}"))


def _token(line: str, number: int, where: str) -> _Token:
    fields = line.split("\t")
    if len(fields) != FIELDS:
        raise CorpusError(f"has {len(fields)} fields, not {FIELDS}", where)
    at, form, tag, names, ends = fields
    if at != str(number):
        raise CorpusError(f"the token's number is {at!r}, not {number}", where)
    if not form.strip():
        raise CorpusError("the token is empty", where)
    if tag != "O" and not re.fullmatch(r"[BI]-\S+", tag):
        raise CorpusError(f"the tag {tag!r} is not O, B-... or I-...", where)
    try:
        listed = json.loads(names.replace("'", '"'))
        pairs = [(str(name), int(end)) for name, end in zip(listed, json.loads(ends), strict=True)]
    except (ValueError, TypeError) as error:
        raise CorpusError(
            f"the relations {names} and the ends {ends} cannot be paired: {error}", where
        ) from error
    return _Token(form, tag, tuple(one for one in pairs if one[0] != NONE), where)


def _sentence(tokens: Sequence[_Token]) -> RelationSentence:
    text, spans = join_tokens([one.form for one in tokens])
    entities: dict[int, Span] = {}
    first = 0
    for at, one in enumerate(tokens):
        if one.tag.startswith("B") or (one.tag != "O" and (not at or tokens[at - 1].tag == "O")):
            first = at
        if one.tag != "O" and (at + 1 == len(tokens) or not tokens[at + 1].tag.startswith("I")):
            entities[at] = (spans[first][0], spans[at][1])
    links = []
    for at, one in enumerate(tokens):
        for name, end in one.relations:
            if at not in entities or end not in entities:
                raise CorpusError(
                    f"{name} to token {end} does not join the last tokens of two entities",
                    one.where,
                )
            pair = (head_word(text, *entities[at]), head_word(text, *entities[end]))
            links.append(Link(pair[0], name, pair[1]))
    return RelationSentence(text, tuple(entities.values()), tuple(sorted(set(links))))


def join_tokens(forms: Sequence[str]) -> tuple[str, list[Span]]:
    """Return the running text of tokens, and the span of each.

    The corpus splits quotation marks into two backquotes or apostrophes, and numbers at commas.

    >>> join_tokens(["`", "`", "Yes", ",", "'", "'", "said", "IBM", "'s", "10", ",", "000", "."])[0]
    '"Yes," said IBM\\'s 10,000.'
    """
    text = ""
    spans: list[Span] = []
    tight = True
    for at, form in enumerate(forms):
        before = forms[at - 1] if at else ""
        after = forms[at + 1] if at + 1 < len(forms) else ""
        shown = _ESCAPED.get(form, form)
        glued = tight or _NO_SPACE_BEFORE.fullmatch(shown) is not None
        tight = shown in _NO_SPACE_AFTER
        if form == "`":
            shown, glued, tight = ("", True, True) if before == "`" else ('"', glued, True)
        elif form == "'" and before == "'":
            shown, glued, tight = "", True, False
        elif form == "'" and after == "'":
            shown = '"'
        elif before == "," and len(form) == 3 and form.isdigit():
            glued = at > 1 and _DIGITS.fullmatch(forms[at - 2]) is not None
        text += shown if glued or not text else f" {shown}"
        spans.append((len(text) - len(shown), len(text)))
    return text, spans
