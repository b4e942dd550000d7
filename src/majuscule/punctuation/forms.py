"""The case of words once the marks between them are known."""

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
from majuscule.words.glossaries.glossary import shipped_glossary
from majuscule.words.tables.lexicon import Lexicon, pattern_masks
from majuscule.words.tables.tags import INNER


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
    opens: bool = True,
) -> CodePoints:
    """Return the passage's code points with the case of its words: that of the network in texts
    without any, and in all a capital where a mark that was put in begins a sentence.

    ``language``: that of the model, whose glossary wins over the network.
    ``opens``: a sentence begins where a text does.
    """
    if policy["case"] == "keep" or not len(words):
        return passage.codes
    tokens, at = passage.tokens, words.at
    starts, ends = tokens.starts[at], tokens.ends[at]
    whole = decided.whole
    if not (whole.any() or decided.added.any()):
        return passage.codes
    begins = np.concatenate([[True], decided.breaks[:-1]])
    begins[1:] &= words.after[:-1] != GLUED
    firsts = bounds[bounds[:, 0] < len(words), 0]
    begins[firsts] = opens
    begins = _past_asides(_past_asides(begins, ~labels.names & labels.unsaid), labels.unsaid)
    raised = np.concatenate([[False], decided.added[:-1]])
    raised[firsts] = False  # a mark at the end of one text raises nothing in the next
    classes = np.where(decided.tags == INNER, LC, decided.tags).astype(np.uint8)
    masks = _masks(lexicon, passage, words, classes)
    if language.partition("-")[0] == "en":
        classes[spelled(tokens.words[at], words.lines)] = UC
    classes[(classes == LC) & begins] = UC
    written = classes_of(passage.codes, starts, ends)
    aside = labels.unsaid & ~(labels.names & (written == LC))
    kind = case_tables().kind[np.minimum(passage.codes[starts], 0x10FFFF)]
    classes[(tokens.kinds[at] != WORD) | (kind == DIGIT) | aside] = KEEP
    found, forms, capitals = shipped_glossary(language).find(tokens)
    rows = np.searchsorted(at, found).clip(max=len(at) - 1)
    fits = (at[rows] == found) & ~aside[rows]
    classes[rows[fits]], masks[rows[fits]] = forms[fits], capitals[fits]
    small = written == LC
    # Beside small words, those in capitals stay: acronyms, shouts, titles.
    owner = np.repeat(np.arange(len(bounds)), bounds[:, 1] - bounds[:, 0])
    lowered = np.bincount(owner[small & ~aside], minlength=len(bounds)) > 0
    classes[(written == CA) & lowered[owner]] = KEEP
    # In text that has its case, a word that begins a sentence rises, and none falls.
    classes[~whole] = np.where((raised & begins & small & (classes == UC))[~whole], UC, KEEP)
    return apply(passage.codes, starts, ends, classes, masks)


def _past_asides(begins: Bools, aside: Bools) -> Bools:
    """Return where sentences begin, if a sound or a speaker's name at their beginning is none of
    their words."""
    own = np.flatnonzero(~aside)
    counted = np.concatenate([[0], np.cumsum(begins)])
    found = begins.copy()
    found[own] = counted[own + 1] > counted[np.concatenate([[-1], own[:-1]]) + 1][: len(own)]
    return found


def _masks(lexicon: Lexicon, passage: Passage, words: Words, classes: U8) -> U64:
    """Return the capitals of irregular words; those that no lexicon or pattern knows become UC."""
    tokens, odd = passage.tokens, np.flatnonzero(classes == MC)
    masks = np.zeros(len(words), np.uint64)
    masks[odd], known = lexicon.look_up(tokens.words[words.at[odd]])
    left = odd[~known]
    if len(left):
        starts, ends = tokens.starts[words.at[left]], tokens.ends[words.at[left]]
        masks[left], fits = pattern_masks(tokens.folded, starts, ends)
        classes[left[~fits]] = UC
    return masks
