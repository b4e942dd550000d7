# mypy: ignore-errors
"""From tags to classes, and from classes to how words are written."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

WORD = cython.declare(cython.int, 0)  # a kind of token (majuscule.text.tokens)
# Classes (majuscule.text.classes), the tag of small words in names (majuscule.words.vocabulary),
# and reasons (majuscule.restore.interface).
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
MC = cython.declare(cython.int, 3)
KEEP = cython.declare(cython.int, 4)
INNER = cython.declare(cython.int, 4)
MODEL = cython.declare(cython.int, 0)
LEXICON = cython.declare(cython.int, 1)
LEFT = cython.declare(cython.int, 5)


def read_tags(
    tags: cython.const[cython.uchar][::1],
    lost: cython.const[cython.int][:, ::1],
    scale: cython.double,
    classes: cython.uchar[::1],
    scores: cython.float[:, ::1],
) -> None:
    """Give the class of each token and the log odds (n, 4) of all; INNER is LC for the reader.

    ``lost`` (n, 5): what each tag would lose, in score units of which ``scale`` makes log odds.
    """
    value: cython.int
    with cython.nogil:
        for i in range(tags.shape[0]):
            classes[i] = tags[i] if tags[i] != INNER else cython.cast(cython.uchar, LC)
            for k in range(4):
                value = lost[i, k]
                if k == LC and lost[i, INNER] > value:
                    value = lost[i, INNER]
                scores[i, k] = cython.cast(cython.float, scale * value)


def write_forms(
    kinds: cython.const[cython.uchar][::1],
    words: cython.const[cython.ulonglong][::1],
    scores: cython.const[cython.float][:, ::1],
    known: cython.const[cython.ulonglong][::1],
    forms: cython.const[cython.ulonglong][::1],
    classes: cython.uchar[::1],
    masks: cython.ulonglong[::1],
    margins: cython.float[::1],
    reasons: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Write capitalised words that the lexicon knows as it does, and leave what is no word.

    ``known`` (ascending) and ``forms`` (masks) are the lexicon.  ``classes`` are changed in place;
    ``margins`` get how far the best of the four scores is ahead of the second.  Returns how many
    mixed words are left without a form.
    """
    formless: cython.Py_ssize_t = 0
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    first: cython.float
    second: cython.float
    with cython.nogil:
        for i in range(kinds.shape[0]):
            masks[i] = 0
            first = scores[i, 0]
            second = scores[i, 1]
            if second > first:
                first = scores[i, 1]
                second = scores[i, 0]
            for k in range(2, 4):
                if scores[i, k] > first:
                    second = first
                    first = scores[i, k]
                elif scores[i, k] > second:
                    second = scores[i, k]
            margins[i] = -second
            if kinds[i] != WORD:
                classes[i] = cython.cast(cython.uchar, KEEP)
                reasons[i] = cython.cast(cython.uchar, LEFT)
                continue
            reasons[i] = cython.cast(cython.uchar, MODEL)
            if classes[i] != UC and classes[i] != MC:
                continue
            low = 0
            high = known.shape[0]
            while low < high:
                middle = (low + high) >> 1
                if known[middle] < words[i]:
                    low = middle + 1
                else:
                    high = middle
            if low < known.shape[0] and known[low] == words[i]:
                masks[i] = forms[low]
                classes[i] = cython.cast(cython.uchar, MC)
                reasons[i] = cython.cast(cython.uchar, LEXICON)
            elif classes[i] == MC:
                formless += 1
    return formless


if not cython.compiled:
    read_tags = interpreted.views(read_tags)
    write_forms = interpreted.views(write_forms)
