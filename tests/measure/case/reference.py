"""The case class of a word by a plain loop over its letters."""

from majuscule.measure.case.words import CA, CASELESS, LC, MC, UC, UPPER, letter_case


def class_of(word: str) -> int:
    cased = [case for case in map(letter_case, word) if case != CASELESS]
    uppers = cased.count(UPPER)
    if not uppers:
        return LC
    if uppers == len(cased) >= 2:
        return CA
    if uppers == 1 and cased[0] == UPPER:
        return UC
    return MC
