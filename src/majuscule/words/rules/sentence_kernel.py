# mypy: ignore-errors
"""Capitals that sentences are owed in languages other than English: where they begin, and those of
polite forms."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import contains, is_letter
    from cython.cimports.majuscule.words.rules.machine_kernel import is_machine_name
    from cython.cimports.majuscule.words.rules.opening_kernel import has_final_mark
else:
    from majuscule.text.inlined import contains, is_letter
    from majuscule.words.rules.machine_kernel import is_machine_name
    from majuscule.words.rules.opening_kernel import has_final_mark

# Classes and positions (majuscule.text.tokenizing.classes, majuscule.text.tokenizing.sentences)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
LINE = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)


def is_sie(text, starts, at):
    """Tell whether a token is *sie*."""
    i: cython.Py_ssize_t = starts[at]
    if i + 3 > text.shape[0] or text[i] != 0x73 or text[i + 1] != 0x69 or text[i + 2] != 0x65:
        return False
    return i + 3 == text.shape[0] or not is_letter(text[i + 3])


def is_asked(text, starts, positions, at):
    """Tell whether a token is *sie* behind a verb that begins a sentence: ``Öffnen Sie``."""
    end: cython.Py_ssize_t = starts[at] - 1
    if not is_sie(text, starts, at) or text[end] != 0x20 or end < starts[at - 1] + 3:
        return False
    if (positions[at - 1] != LINE and positions[at - 1] != SENTENCE) or text[end - 1] != 0x6E:
        return False
    code = text[end - 2]
    return code == 0x65 or ((code == 0x6C or code == 0x72) and text[end - 3] == 0x65)


def is_object(text, starts, at):
    """Tell whether *sie* is what something is done to: ``Öffnen Sie sie``, ``um sie zu öffnen``."""
    i: cython.Py_ssize_t = starts[at - 1]
    if is_sie(text, starts, at - 1):
        return True
    return starts[at] == i + 3 and text[i] == 0x75 and text[i + 1] == 0x6D


class Starter:
    """Gives sentences the capital they begin with, and polite forms theirs."""

    def __init__(self, *lists) -> None:
        """Take words as sorted hashes.

        One of the ``packaged`` begins or ends the name of a package, which is small where a
        sentence begins too.  ``polite`` ones have a capital in a line that asks somebody to do
        something.
        """
        self.packaged, self.polite = map(interpreted.items, lists)

    def start(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        lines: cython.const[cython.int][:, ::1],
        positions: cython.const[cython.uchar][::1],
        words: cython.const[cython.ulonglong][::1],
        shares: cython.const[cython.float][::1],
        classes: cython.uchar[::1],
    ) -> cython.Py_ssize_t:
        """Give the capitals; return how many classes have changed.

        ``text``: folded, and where the tokens start in it; ``shares`` (n,): how often each word is
        capitalised, NaN where unknown, may be empty.
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.work(text, starts, lines, positions, words, shares, classes)
        return found

    def work(self, text, starts, lines, positions, words, shares, classes):
        """Do the work of :meth:`start`."""
        found: cython.Py_ssize_t = 0
        for line in range(lines.shape[0]):
            first = lines[line, 0]
            last = lines[line, 1]
            if self.polite.shape[0] > 0:
                found += self.address_politely(text, starts, positions, words, first, last, classes)
            found += self.begin_sentences(
                text, starts, positions, words, shares, first, last, classes
            )
        return found

    def begin_sentences(self, text, starts, positions, words, shares, first, last, classes):
        """Give a line its capital if it ends like a sentence, and what follows ! or ? and a blank.

        Return what has changed.  What is small there in novels (``Ah ! mon ami``) is not today.
        """
        found: cython.Py_ssize_t = 0
        final: cython.bint = has_final_mark(text, starts, first, last)
        for i in range(first, last):
            if classes[i] != LC or not is_letter(text[starts[i]]):
                continue
            if i == first:
                if not final or (i + 1 < last and text[starts[i + 1]] == 0x29):  # a) one
                    continue
            elif positions[i] != SENTENCE or text[starts[i] - 1] != 0x20:
                continue
            elif text[starts[i] - 2] != 0x21 and text[starts[i] - 2] != 0x3F:
                continue
            if not is_machine_name(text, starts, words, shares, self.packaged, first, i, True):
                classes[i] = cython.cast(cython.uchar, UC)
                found += 1
        return found

    def address_politely(self, text, starts, positions, words, first, last, classes):
        """Give *Sie* and *Ihr* capitals in a line that asks somebody to do something.

        Return what has changed.
        """
        found: cython.Py_ssize_t = 0
        asked: cython.bint = False
        for i in range(first + 1, last):
            asked = asked or is_asked(text, starts, positions, i)
        if not asked:
            return 0
        for i in range(first + 1, last):
            if classes[i] == LC and contains(self.polite, words[i]):
                if is_sie(text, starts, i) and is_object(text, starts, i):
                    continue
                classes[i] = cython.cast(cython.uchar, UC)
                found += 1
        return found


if not cython.compiled:
    Starter.start = interpreted.views(Starter.start)
