"""How a word is written in mixed case when no lexicon knows it: patterns of its letters.

``McDonald``, ``MacArthur``: a capital after Mc and Mac; ``NGOs``: capitals and a small plural s
after a dotless acronym; anything else has no pattern, and an initial capital is the better guess.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from majuscule.text.codepoints import CodePoints

_M, _A, _C, _S = (ord(letter) for letter in "macs")


def pattern_masks(
    folded: CodePoints, starts: npt.NDArray[np.int32], ends: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.bool_]]:
    """Return the mask that a pattern gives each word, and whether one does.

    >>> from majuscule.text.codepoints import encode
    >>> masks, found = pattern_masks(encode("mcdonald ngos"), np.array([0, 9]), np.array([8, 13]))
    >>> [f"{int(mask):b}"[::-1] for mask in masks], found.tolist()
    (['101', '111'], [True, True])
    """
    masks = np.zeros(len(starts), np.uint64)
    found = np.zeros(len(starts), np.bool_)
    for index, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        word = folded[start:end].tolist()
        if len(word) > 4 and word[:2] == [_M, _C]:
            masks[index] = 0b101
        elif len(word) > 6 and word[:3] == [_M, _A, _C]:
            masks[index] = 0b1001
        elif 3 <= len(word) <= 6 and word[-1] == _S:
            masks[index] = (1 << (len(word) - 1)) - 1
        else:
            continue
        found[index] = True
    return masks, found
