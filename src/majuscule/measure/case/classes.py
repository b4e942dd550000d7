"""The case class of a word, letter by letter (Lita et al.; Niu et al. merge UC and MC).

LC has no upper-case letter; UC has its first cased letter upper and all others lower (one-letter
words with it); CA has at least two cased letters, all upper; MC is any other mixture.  Words
without cased letters are LC.

This is the scorer's own definition, independent of the text floor that it judges.  A lower-case
letter without a capital of its own (``ß``, ligatures; the micro sign) cannot show a class and is
passed over, so ``STRAßE`` is CA.  Final sigma's capital is that of sigma.
"""

from __future__ import annotations

from collections.abc import Callable

LC, UC, CA, MC = range(4)
CLASS_NAMES = ("LC", "UC", "CA", "MC")

CASELESS, LOWER, UPPER = range(3)
LetterCase = Callable[[str], int]


def letter_case(char: str) -> int:
    """Return UPPER, LOWER or CASELESS for one character.

    >>> [letter_case(char) for char in "Aa1ßǅς"]
    [2, 1, 0, 0, 2, 1]
    """
    if (char.isupper() or char.istitle()) and char.lower() != char:
        return UPPER
    has_capital = char != char.upper() and char.upper().lower() == char
    if char.islower() and (has_capital or char == "ς"):
        return LOWER
    return CASELESS


def class_of(word: str, letter_case: LetterCase = letter_case) -> int:
    """Return LC, UC, CA or MC.

    >>> [CLASS_NAMES[class_of(word)] for word in ("I", "U.S.", "'Tis", "McDonald", "iPhone", "42")]
    ['UC', 'CA', 'UC', 'MC', 'MC', 'LC']
    """
    cased = [case for case in map(letter_case, word) if case != CASELESS]
    uppers = cased.count(UPPER)
    if not uppers:
        return LC
    if uppers == len(cased) >= 2:
        return CA
    if uppers == 1 and cased[0] == UPPER:
        return UC
    return MC
