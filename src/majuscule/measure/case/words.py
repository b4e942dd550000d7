"""Words of two texts that differ in case only, and their case classes, as arrays.

The class of a word is that of Lita et al., decided letter by letter (Niu et al. merge UC and MC):
LC has no upper-case letter; UC has its first cased letter upper and all others lower (a single
capital is UC); CA has at least two cased letters, all upper; MC is any other mixture.  Words
without cased letters are LC.

This definition is the scorer's own, independent of :mod:`majuscule.text`, which it helps to score.
A lower-case letter without a capital of its own (``ß``, ligatures; the micro sign) cannot show a
class and is ignored, so ``STRAßE`` is CA.  The capital of final sigma is that of sigma.

All segments are joined into one array of code points; words are its runs without white space (as
in ``str.split()``), and properties are looked up once for each distinct code point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.arrays import I64, U32, Bools
from majuscule.errors import CorpusError

LC, UC, CA, MC = range(4)
CLASS_NAMES = ("LC", "UC", "CA", "MC")

CASELESS, LOWER, UPPER = range(3)


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


@dataclass(frozen=True)
class CaseWords:
    """Arrays with an item for each word: its segment, gold and predicted class, whether the strings
    are equal, and whether it is a single word: all characters between its first and its last cased
    letter are cased, as in *iPhone* but not in *U.S.-led*."""

    segments: I64
    gold: I64
    predicted: I64
    equal: Bools
    single: Bools


def case_words(
    gold: Sequence[str],
    predicted: Sequence[str],
    name: str = "predicted",
) -> CaseWords:
    """Return the words of ``gold`` and ``predicted``, segment by segment.

    If they differ in more than case, :class:`CorpusError` names line and column (in ``name``, from
    1) of the first difference.

    >>> case_words(["Ann met IBM"], ["Ann Met ibm"]).equal.tolist()
    [True, False, False]
    """
    if len(gold) != len(predicted):
        raise CorpusError(
            f"has {len(predicted)} lines, but gold has {len(gold)}; score the same text", name
        )
    _check_lines(gold, predicted, name)
    lengths = np.fromiter(map(len, gold), np.int64, len(gold))
    begins = np.cumsum(lengths) - lengths
    codes = _code_points(gold), _code_points(predicted)
    spaces, cases, folds = _look_up(codes)
    if len(wrong := np.flatnonzero(folds[0] != folds[1])):
        line = int(np.searchsorted(begins, wrong[0], side="right")) - 1
        column = int(wrong[0] - begins[line])
        raise CorpusError(
            f"has {predicted[line][column]!r} where gold has {gold[line][column]!r}; only case "
            "may differ",
            f"{name}:{line + 1}:{column + 1}",
        )
    # Segments are joined without a separator: their ends end words, as white space does.
    letters = ~spaces
    starts_word = letters.copy()
    starts_word[1:] &= spaces[:-1]
    inner = begins[(begins > 0) & (begins < len(letters))]
    starts_word[inner] = letters[inner]
    starts = np.flatnonzero(starts_word)
    ends_word = letters.copy()
    ends_word[:-1] &= spaces[1:]
    ends_word[inner - 1] = letters[inner - 1]
    ends = np.flatnonzero(ends_word) + 1
    cased = np.flatnonzero(cases[0])
    first, stop = np.searchsorted(cased, starts), np.searchsorted(cased, ends)
    last = np.append(cased, 0)[np.maximum(stop - 1, 0)]
    return CaseWords(
        segments=np.searchsorted(begins, starts, side="right") - 1,
        gold=_classes(cases[0], starts, ends),
        predicted=_classes(cases[1], starts, ends),
        equal=_count_between(codes[0] != codes[1], starts, ends) == 0,
        single=last - np.append(cased, 0)[first] + 1 == stop - first,
    )


def _code_points(segments: Sequence[str]) -> U32:
    return np.frombuffer("".join(segments).encode("utf-32-le", "surrogatepass"), dtype="<u4")


def _look_up(
    codes: tuple[U32, U32],
) -> tuple[Bools, tuple[I64, I64], tuple[I64, I64]]:
    """Return white space (of the gold text), and letter cases and folded forms of both texts."""
    first, second = codes
    seen = np.bincount(np.concatenate(codes))
    space = np.zeros(len(seen), dtype=np.bool_)
    case = np.zeros(len(seen), dtype=np.int64)
    fold = np.zeros(len(seen), dtype=np.int64)
    numbers: dict[str, int] = {}
    for code in np.flatnonzero(seen).tolist():
        char = chr(code)
        space[code] = char.isspace()
        case[code] = letter_case(char)
        fold[code] = numbers.setdefault(_folded(char), len(numbers))
    return space[first], (case[first], case[second]), (fold[first], fold[second])


def _count_between(flags: Bools, starts: I64, ends: I64) -> I64:
    """Return how many flags are set from each start to its end."""
    running = np.concatenate([[0], np.cumsum(flags)])
    return np.asarray(running[ends] - running[starts], dtype=np.int64)


def _classes(cases: I64, starts: I64, ends: I64) -> I64:
    uppers = _count_between(cases == UPPER, starts, ends)
    cased = uppers + _count_between(cases == LOWER, starts, ends)
    positions = np.append(np.flatnonzero(cases), len(cases))
    first = positions[np.searchsorted(positions, starts)]
    begins_upper = np.append(cases, 0)[first] == UPPER  # read only for words with an upper case
    result = np.full(len(starts), MC, dtype=np.int64)
    result[(uppers == 1) & begins_upper] = UC
    result[(uppers == cased) & (cased >= 2)] = CA
    result[uppers == 0] = LC
    return result


def _check_lines(gold: Sequence[str], predicted: Sequence[str], name: str) -> None:
    for line, (right, guess) in enumerate(zip(gold, predicted, strict=True)):
        if len(right) != len(guess):
            common = min(len(right), len(guess))
            pairs = zip(right, guess, strict=False)
            places = (at for at, (a, b) in enumerate(pairs) if _folded(a) != _folded(b))
            column = next(places, common) + 1
            raise CorpusError(
                f"the line has {len(guess)} characters, but gold has {len(right)}; only case may "
                "differ",
                f"{name}:{line + 1}:{column}",
            )


def _folded(char: str) -> str:
    """Return the folded capital, the same for all forms that case mappings join (ς σ Σ, ı i I)."""
    return char.upper().casefold()
