"""Case classes and masks of words, and rewriting words by them; wrappers of the kernels.

Lita et al. 2003, section 2: a word is all lower case (LC), has an initial capital (UC), is all
capitals (CA) or mixed (MC).  A mixed form is described by a mask: bit k is set if the k-th code
point is a capital, so ``McDonald`` is 10100000 read from the left.

:func:`apply` keeps the case laws for every text, class and mask: the length stays, code points
without case stay, letters change only to other forms of the same letter, and it is idempotent.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from majuscule.arrays import I32, U8, U64
from majuscule.text.characters import case_kernel
from majuscule.text.characters.codepoints import CodePoints, case_tables
from majuscule.text.tokenizing.tokens import FIXED, Tokens

LC, UC, CA, MC, KEEP = range(5)
"""The classes; KEEP is the class of a word without cased letters, and leaves a word as it is."""

CLASS_NAMES = ("LC", "UC", "CA", "MC", "keep")

Classes = U8
Masks = U64
Spans = I32


def classes_of(codes: CodePoints, starts: Spans, ends: Spans) -> Classes:
    """Return the class in which each span is written, shape (n,).

    A single capital is UC: ``I`` and ``J.`` look like words of one letter.

    >>> from majuscule.text import encode, tokenize
    >>> codes = encode("the McDonald's of NASA, 1999: A")
    >>> tokens = tokenize(codes)
    >>> [CLASS_NAMES[c] for c in classes_of(codes, tokens.starts, tokens.ends)]
    ['LC', 'MC', 'LC', 'LC', 'CA', 'keep', 'keep', 'keep', 'UC']
    """
    classes = np.empty(len(starts), np.uint8)
    caser().classes_of(codes, starts, ends, classes)
    return classes


def masks_of(codes: CodePoints, starts: Spans, ends: Spans) -> Masks:
    """Return the capitals of each span as bits, shape (n,); code points past the 64th are left out.

    >>> from majuscule.text import encode, tokenize
    >>> codes = encode("McDonald")
    >>> tokens = tokenize(codes)
    >>> [f"{mask:b}" for mask in masks_of(codes, tokens.starts, tokens.ends)]
    ['101']
    """
    masks = np.empty(len(starts), np.uint64)
    caser().masks_of(codes, starts, ends, masks)
    return masks


def apply(
    codes: CodePoints, starts: Spans, ends: Spans, classes: Classes, masks: Masks
) -> CodePoints:
    """Return the text with each span written in its class; an MC span takes its mask.

    Spans must not overlap.  Code points outside the spans, and KEEP spans, stay as they are.

    >>> from majuscule.text import decode, encode, tokenize
    >>> codes = encode("OLD mcdonald")
    >>> tokens = tokenize(codes)
    >>> classes, masks = np.array([UC, MC], np.uint8), np.array([0, 0b101], np.uint64)
    >>> decode(apply(codes, tokens.starts, tokens.ends, classes, masks))
    'Old McDonald'
    """
    out = np.empty(len(codes), np.uint32)
    caser().write(codes, starts, ends, classes, masks, out)
    return out


@cache
def caser() -> case_kernel.Caser:
    """Return the kernel's reader and writer of case, made once."""
    return case_kernel.Caser(case_tables())


def rewrite(codes: CodePoints, tokens: Tokens, class_: int) -> CodePoints:
    """Return the text with every token but machine text in one class: lower, title or upper case.

    >>> from majuscule.text import decode, encode, tokenize
    >>> codes = encode("The end of www.Example.com")
    >>> decode(rewrite(codes, tokenize(codes), CA))
    'THE END OF www.Example.com'
    """
    classes = np.where(tokens.kinds == FIXED, KEEP, class_).astype(np.uint8)
    return apply(codes, tokens.starts, tokens.ends, classes, np.zeros(len(tokens), np.uint64))
