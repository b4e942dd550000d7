# mypy: ignore-errors
"""Capitals in languages other than English: of first words of lines and sentences, and of polite
forms."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import contains, is_letter, is_quote
    from cython.cimports.majuscule.words.rules.machine_kernel import is_machine_name
    from cython.cimports.majuscule.words.rules.opening_kernel import has_final_mark
else:
    from majuscule.text.inlined import contains, is_letter, is_quote
    from majuscule.words.rules.machine_kernel import is_machine_name
    from majuscule.words.rules.opening_kernel import has_final_mark

# Classes and positions (majuscule.text.tokenizing.classes, majuscule.text.tokenizing.sentences)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
LINE = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)

SHORT = cython.declare(cython.int, 40)
"""A line of fewer tokens with *Sie* mentions nobody else: *ihre* is polite there too."""


def is_sie(text, starts, at):
    """Return whether a token is *sie*."""
    i: cython.Py_ssize_t = starts[at]
    if i + 3 > text.shape[0] or text[i] != 0x73 or text[i + 1] != 0x69 or text[i + 2] != 0x65:
        return False
    return i + 3 == text.shape[0] or not is_letter(text[i + 3])


def follows_verb(text, starts, at):
    """Return whether a token is *sie* after a word on *-en*, *-eln* or *-ern*: ``können sie``."""
    end: cython.Py_ssize_t = starts[at] - 1
    if not is_sie(text, starts, at) or text[end] != 0x20 or end < starts[at - 1] + 4:
        return False
    if text[end - 1] != 0x6E:
        return False
    code = text[end - 2]
    return code == 0x65 or ((code == 0x6C or code == 0x72) and text[end - 3] == 0x65)


def is_imperative(text, starts, positions, at):
    """Return whether a token is *sie* after a verb that begins a sentence: ``Öffnen Sie``."""
    if positions[at - 1] != LINE and positions[at - 1] != SENTENCE:
        return False
    return follows_verb(text, starts, at)


def is_object(text, starts, at):
    """Return whether *sie* is an object: ``Öffnen Sie sie``, ``um sie zu öffnen``."""
    i: cython.Py_ssize_t = starts[at - 1]
    if is_sie(text, starts, at - 1):
        return True
    return starts[at] == i + 3 and text[i] == 0x75 and text[i + 1] == 0x6D


def is_gendered(text, starts, at):
    """Return whether a token is a noun with the ending of women: ``Lehrer*innen``, ``Schüler/in``.

    Not a short word before a slash, which may be a preposition: ``nach/in``.
    """
    end: cython.Py_ssize_t = starts[at + 1]
    code = text[end]
    if end < starts[at] + 4 or text[end - 1] == 0x20 or end + 3 > text.shape[0]:
        return False
    if code != 0x2A and code != 0x3A and (code != 0x2F or end < starts[at] + 6):
        return False
    if text[end + 1] != 0x69 or text[end + 2] != 0x6E:
        return False
    end += 3
    if end + 3 <= text.shape[0] and text[end] == 0x6E and text[end + 1] == 0x65:
        end += 3 if text[end + 2] == 0x6E else 0
    return end == text.shape[0] or not is_letter(text[end])


def is_shared_end(text, starts, at, first):
    """Return whether a token ends a compound that begins like the one before: ``Druckdatum und
    -uhrzeit``, but not ``SPD-Kollegin und -Kollege``."""
    begin: cython.Py_ssize_t = starts[at]
    if at < first + 3 or text[begin - 1] != 0x2D or text[begin - 2] != 0x20:
        return False
    i: cython.Py_ssize_t = starts[at - 2]
    if begin == i + 5:
        if text[i] != 0x75 or text[i + 1] != 0x6E or text[i + 2] != 0x64:  # und
            return False
    elif begin != i + 6 or text[i] != 0x6F or text[i + 1] != 0x64 or text[i + 3] != 0x72:  # oder
        return False
    return starts[at - 3] == 0 or text[starts[at - 3] - 1] != 0x2D


def is_first_half(text, starts, at):
    """Return whether a token and the one behind the slash share their end: ``ein-/ausblenden``."""
    end: cython.Py_ssize_t = starts[at + 1]
    if end + 2 >= text.shape[0] or text[end] != 0x2D or text[end - 1] == 0x20:
        return False
    return text[end + 1] == 0x2F and is_letter(text[end + 2])


def skip_sound(text, starts, first, last):
    """Return the token after a sound or a speaker in square brackets that opens a line and after
    marks that open a sentence, or ``first``: ``[risas] ¿qué?``."""
    if text[starts[first]] != 0x5B:
        return first
    for k in range(first + 1, last - 1):
        if text[starts[k]] == 0x5D:
            k += 1
            if text[starts[k] - 1] != 0x20:
                return first
            while k < last - 1 and (text[starts[k]] == 0xBF or text[starts[k]] == 0xA1):  # ¿ ¡
                k += 1
            return k
    return first


class Starter:
    """Capitalises the first words of sentences and, in German, polite forms and nouns that no model
    knows by the signs beside them."""

    def __init__(self, *lists) -> None:
        """Store ``packaged``, ``polite`` and ``inverted`` of
        :class:`majuscule.words.rules.doubts.Doubts`, as sorted hashes; names of packages are lower
        case even where a sentence begins."""
        self.packaged, self.polite, self.inverted = map(interpreted.items, lists)

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
        """Change ``classes`` in place; return how many changed.

        ``text``: folded code points, in which the tokens begin at ``starts``; ``shares`` (n,):
        capital share of each word, NaN where unknown, or empty.
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
            found += self.raise_sentences(
                text, starts, positions, words, shares, first, last, classes
            )
            if self.polite.shape[0] > 0:
                found += self.raise_polite(text, starts, positions, words, first, last, classes)
                found += self.settle_parts(text, starts, positions, first, last, classes)
        return found

    def settle_parts(self, text, starts, positions, first, last, classes):
        """Settle the parts of nouns with two endings (``Schüler:innen``) and of compounds that
        share one (``ein-/ausblenden``); return how many classes changed."""
        found: cython.Py_ssize_t = 0
        small: cython.bint = False
        for i in range(first, last):
            if i + 1 < last and is_gendered(text, starts, i):
                if classes[i] == LC:
                    classes[i] = cython.cast(cython.uchar, UC)
                    found += 1
                if i + 2 < last and classes[i + 2] == UC:
                    classes[i + 2] = cython.cast(cython.uchar, LC)
                    found += 1
            elif classes[i] == UC:
                small = is_shared_end(text, starts, i, first)
                if i + 3 < last and positions[i] != LINE and positions[i] != SENTENCE:
                    small = small or (classes[i + 3] == LC and is_first_half(text, starts, i))
                if small:
                    classes[i] = cython.cast(cython.uchar, LC)
                    found += 1
        return found

    def raise_sentences(self, text, starts, positions, words, shares, first, last, classes):
        """Capitalise the first word of a line that ends like a sentence or is short, and words
        after ! or ?, but not a French verb that says who spoke (``Viens ! dit-il.``).

        Return how many classes changed.  Old novels have lower case there (``Ah ! mon ami``); a
        longer line may go on with the sentence of the line before.
        """
        found: cython.Py_ssize_t = 0
        said: cython.Py_ssize_t = skip_sound(text, starts, first, last) if last > first else first
        whole: cython.bint = last < first + 4 or has_final_mark(text, starts, first, last)
        for i in range(first, last):
            if not is_letter(text[starts[i]]):
                continue
            if i == first or i == said:
                if not whole or (i + 1 < last and text[starts[i + 1]] == 0x29):  # a) one
                    continue
            elif positions[i] != SENTENCE or text[starts[i] - 1] != 0x20:
                continue
            elif self.is_inverted(text, starts, words, i, last):
                found += classes[i] == UC
                classes[i] = cython.cast(cython.uchar, LC)
                continue
            elif text[starts[i] - 2] != 0x21 and text[starts[i] - 2] != 0x3F:
                continue
            if classes[i] == LC and not is_machine_name(
                text, starts, words, shares, self.packaged, first, i, True
            ):
                classes[i] = cython.cast(cython.uchar, UC)
                found += 1
        return found

    def is_inverted(self, text, starts, words, at, last):
        """Return whether a verb and its subject, after a quotation, end in a full stop or a comma:
        ``dit-il.``, ``demanda-t-elle,``; but not ``est-il là ?``.  A token precedes ``at``."""
        i: cython.Py_ssize_t = at + 2
        code = text[starts[at] - 2]
        if code != 0x21 and code != 0x3F and not is_quote(code) and code != 0xBB:
            return False
        if i >= last or text[starts[at + 1]] != 0x2D or text[starts[at + 1] - 1] == 0x20:
            return False
        if i + 2 < last and text[starts[i]] == 0x74 and starts[i + 1] == starts[i] + 1:
            i += 2
        if not contains(self.inverted, words[i]):
            return False
        while i < last and text[starts[i]] != 0x2E and text[starts[i]] != 0x2C:
            if text[starts[i]] == 0x21 or text[starts[i]] == 0x3F:
                return False
            i += 1
        return True

    def raise_polite(self, text, starts, positions, words, first, last, classes):
        """Capitalise *Sie* and *Ihr* in a line with a request, *Ihre* in a short one with *Sie*,
        and *sie* after a verb in a sentence with *Sie*; return how many classes changed."""
        found: cython.Py_ssize_t = 0
        request: cython.bint = False
        polite: cython.bint = False
        near: cython.bint = False
        possessive: cython.bint = False
        end: cython.Py_ssize_t
        for i in range(first + 1, last):
            request = request or is_imperative(text, starts, positions, i)
            polite = polite or (
                classes[i] == UC and positions[i] != SENTENCE and is_sie(text, starts, i)
            )
        if not request and not polite:
            return 0
        for i in range(first + 1, last):
            if i == first + 1 or positions[i] == SENTENCE:
                near = False
                end = i + (positions[i] == SENTENCE)
                while end < last and positions[end] != SENTENCE:
                    near = near or (classes[end] == UC and is_sie(text, starts, end))
                    end += 1
            if classes[i] != LC or not contains(self.polite, words[i]):
                continue
            if is_sie(text, starts, i) and is_object(text, starts, i):
                continue
            end = starts[i] + 3
            possessive = end < text.shape[0] and is_letter(text[end])  # not sie, ihr
            if (
                request
                or (possessive and last - first < SHORT)
                or (near and follows_verb(text, starts, i))
            ):
                classes[i] = cython.cast(cython.uchar, UC)
                found += 1
        return found


if not cython.compiled:
    Starter.start = interpreted.views(Starter.start)
