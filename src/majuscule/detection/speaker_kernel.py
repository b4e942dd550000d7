# mypy: ignore-errors
"""Names of speakers at the beginnings of lines: ``ANN LEE, ANCHOR: Good morning.``"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import is_letter, mix
else:
    from majuscule.text.inlined import is_letter, mix

# Token kinds, case classes and a position (majuscule.text)
WORD = cython.declare(cython.int, 0)
PUNCTUATION = cython.declare(cython.int, 2)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
KEEP = cython.declare(cython.int, 4)
AT_LINE = cython.declare(cython.int, 1)


def is_loud(text, start, end, class_):
    """Return whether a token is in capitals, as a speaker's name may be: ``S. O'BRIEN``."""
    if class_ == UC:
        return end == start + 1 or not is_letter(text[start + 1])
    return class_ == CA or class_ == KEEP


def speaker_end(text, starts, ends, kinds, classes, positions, i):
    """Return the colon after the name of a speaker that begins with token ``i``, or ``i``.

    The name begins a line and has up to four tokens, words without lower-case ones and full stops;
    in capitals up to nine, commas too (``ANN LEE, ANCHOR:``).
    """
    end: cython.Py_ssize_t = i
    code: cython.uint = 0
    loud: cython.bint = True
    plain: cython.bint = True
    if positions[i] != AT_LINE or kinds[i] != WORD:
        return i
    while end < i + 10 and end + 1 < starts.shape[0] and positions[end + 1] != AT_LINE:
        if kinds[end] == PUNCTUATION:
            code = text[starts[end]]
            if code == 0x3A:
                return end if loud or (plain and end < i + 5) else i
            if code != 0x2E and code != 0x2C:
                return i
            plain = plain and code == 0x2E
        elif classes[end] == LC:
            return i
        else:
            loud = loud and is_loud(text, starts[end], ends[end], classes[end])
        end += 1
    return i


def is_answer(text, starts, ends, kinds, classes, positions, i):
    """Return whether a word with small letters follows token ``i`` in its line."""
    for k in range(i + 1, starts.shape[0]):
        if positions[k] == AT_LINE:
            return False
        if kinds[k] == WORD and not is_loud(text, starts[k], ends[k], classes[k]):
            return True
    return False


def is_dialogue(text, starts, ends, kinds, classes, positions, words, names, first, end):
    """Return whether the tokens of a document have a speaker who speaks again soon, or two
    speakers in capitals, who say something that is not."""
    oldest: cython.Py_ssize_t = 0
    loud: cython.int = 0
    name: cython.ulonglong
    all_loud: cython.bint
    own: cython.const[cython.int][::1] = starts[:end]  # not of the next document
    for k in range(names.shape[0]):
        names[k] = 0
    for i in range(first, end):
        stop = speaker_end(text, own, ends, kinds, classes, positions, i)
        if stop > i:
            name = 0
            all_loud = True
            for k in range(i, stop):
                name = mix(name, words[k])
                all_loud = all_loud and (
                    kinds[k] != WORD or is_loud(text, starts[k], ends[k], classes[k])
                )
            if all_loud:
                if not is_answer(text, own, ends, kinds, classes, positions, stop):
                    continue
                loud += 1
                if loud > 1:
                    return True
            for k in range(names.shape[0]):
                if names[k] == name:
                    return True
            names[oldest] = name
            oldest = (oldest + 1) % names.shape[0]
    return False


if not cython.compiled:
    speaker_end = interpreted.views(speaker_end)
    is_answer = interpreted.views(is_answer)
    is_dialogue = interpreted.views(is_dialogue)
