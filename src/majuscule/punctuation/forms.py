"""The case of words, given the marks between them."""

from __future__ import annotations

import numpy as np

from majuscule.arrays import U8, U64, Bools
from majuscule.network.pieces import Pieces
from majuscule.punctuation.deciding import Decided
from majuscule.punctuation.labels import Labels
from majuscule.punctuation.policy import MarkPolicy
from majuscule.punctuation.rules.spoken import spelled
from majuscule.text.characters.codepoints import DIGIT, CodePoints, case_tables
from majuscule.text.tokenizing.classes import CA, KEEP, LC, MC, UC, apply, classes_of
from majuscule.text.tokenizing.marks import GLUED, Words
from majuscule.text.tokenizing.passages import Passage
from majuscule.text.tokenizing.tokens import WORD
from majuscule.words.glossaries.glossary import NO_GLOSSARY, Glossary
from majuscule.words.tables.lexicon import Lexicon, pattern_masks
from majuscule.words.tables.tags import INNER

SHORT = 3
"""Letters of a speaker's name up to which it may be in capitals (*DJ*), if it was in lower case."""


def lay_case(
    lexicon: Lexicon,
    passage: Passage,
    words: Words,
    bounds: Pieces,
    labels: Labels,
    decided: Decided,
    policy: MarkPolicy,
    *,
    language: str = "",
    glossary: Glossary = NO_GLOSSARY,
    opens: bool = True,
) -> CodePoints:
    """Return the passage's code points with the case of its words.

    Caseless texts get the network's case; in others, only the first words of sentences next to an
    inserted mark that ends one get a capital.  ``language``: the model's; ``glossary``: forms that
    override it.  ``opens``: whether a text begins with a sentence.
    """
    if policy["case"] == "keep" or not len(words):
        return passage.codes
    tokens, at = passage.tokens, words.at
    starts, ends = tokens.starts[at], tokens.ends[at]
    caseless = decided.caseless
    if not (caseless.any() or decided.added.any()):
        return passage.codes
    begins = np.concatenate([[True], decided.breaks[:-1]])
    begins[1:] &= words.after[:-1] != GLUED
    firsts = bounds[bounds[:, 0] < len(words), 0]
    begins[firsts] = opens
    begins = _past_asides(_past_asides(begins, ~labels.names & labels.unsaid), labels.unsaid)
    raised = np.concatenate([[False], decided.added[:-1]])
    raised[firsts] = False  # texts are independent
    breaks = np.flatnonzero(decided.breaks)
    ended = np.append(decided.added[breaks], False)
    raised |= ended[np.searchsorted(breaks, np.arange(len(words)))]
    classes = np.where(decided.tags == INNER, LC, decided.tags).astype(np.uint8)
    masks = _masks(lexicon, passage, words, classes)
    if language.partition("-")[0] == "en":
        classes[spelled(tokens.words[at], words.lines)] = UC
    classes[(classes == LC) & begins] = UC
    written = classes_of(passage.codes, starts, ends)
    aside = labels.unsaid & ~(labels.names & (written == LC))
    kind = case_tables().kind[np.minimum(passage.codes[starts], 0x10FFFF)]
    classes[labels.names & (classes == CA) & (ends - starts > SHORT)] = UC
    classes[(tokens.kinds[at] != WORD) | (kind == DIGIT) | aside] = KEEP
    opening = np.zeros(len(tokens), np.bool_)
    opening[at] = begins
    found, forms, capitals = glossary.find(tokens, opening)
    rows = np.searchsorted(at, found).clip(max=len(at) - 1)
    fits = (at[rows] == found) & ~aside[rows]
    classes[rows[fits]], masks[rows[fits]] = forms[fits], capitals[fits]
    small = written == LC
    # Capitals among lower-case words stay: acronyms, shouts, titles, vitamin C.
    loud = (written == CA) | (written == UC) | (written == MC)
    owner = np.repeat(np.arange(len(bounds)), bounds[:, 1] - bounds[:, 0])
    lowered = np.bincount(owner[small & ~aside], minlength=len(bounds)) > 0
    classes[loud & lowered[owner]] = KEEP
    # In cased text, words that begin a sentence are raised, and none lowered.
    rising = raised & begins & small & (classes == UC)
    classes[~caseless] = np.where(rising[~caseless], UC, KEEP)
    return apply(passage.codes, starts, ends, classes, masks)


def _past_asides(begins: Bools, aside: Bools) -> Bools:
    """Return where sentences begin, moved past words ``aside`` (sounds, names) at their starts."""
    own = np.flatnonzero(~aside)
    counted = np.concatenate([[0], np.cumsum(begins)])
    moved = begins.copy()
    moved[own] = counted[own + 1] > counted[np.concatenate([[-1], own[:-1]]) + 1][: len(own)]
    return moved


def _masks(lexicon: Lexicon, passage: Passage, words: Words, classes: U8) -> U64:
    """Return the masks of MC words; those in no lexicon or pattern become UC in ``classes``."""
    tokens, mixed = passage.tokens, np.flatnonzero(classes == MC)
    masks = np.zeros(len(words), np.uint64)
    masks[mixed], known = lexicon.look_up(tokens.words[words.at[mixed]])
    left = mixed[~known]
    if len(left):
        starts, ends = tokens.starts[words.at[left]], tokens.ends[words.at[left]]
        masks[left], fits = pattern_masks(tokens.folded, starts, ends)
        classes[left[~fits]] = UC
    return masks
