# mypy: ignore-errors
"""Where the forms of a glossary stand among tokens: one look-up a token, a comparison a hit."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import is_digit, is_small, plain_letter, step
else:
    from majuscule.text.inlined import is_digit, is_small, plain_letter, step

# What stands for any figure and for any letter in a form, and where hashes of words begin.
FIGURE = cython.declare(cython.uint, 0xE000)
LETTER = cython.declare(cython.uint, 0xE001)
SEED = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)


def is_written(code, form):
    """Tell whether a code point is the one of a form, or stands for it."""
    if form == FIGURE:
        return is_digit(code)
    return is_small(code) if form == LETTER else plain_letter(code) == plain_letter(form)


def stands_at(text, starts, ends, at, form_text, form_starts, form_ends, first, last):
    """Tell whether tokens ``first`` to ``last`` of the forms stand in the text from a token on."""
    i: cython.Py_ssize_t = at
    begin: cython.Py_ssize_t = 0
    own: cython.Py_ssize_t = 0
    if at + last - first > starts.shape[0]:
        return False
    for k in range(first, last):
        begin = starts[i]
        own = form_starts[k]
        if ends[i] - begin != form_ends[k] - own:
            return False
        if k > first:
            # Apart where the form's words are, glued where they are; no line ends in between.
            if (begin > ends[i - 1]) != (own > form_ends[k - 1]):
                return False
            for j in range(ends[i - 1], begin):
                if text[j] == 0x0A:
                    return False
        for j in range(form_ends[k] - own):
            if not is_written(text[begin + j], form_text[own + j]):
                return False
        i += 1
    return True


def follows_figure(text, begin):
    """Tell whether a figure stands before, with a blank or none between."""
    code: cython.uint
    if begin > 0 and (text[begin - 1] == 0x20 or text[begin - 1] == 0xA0):
        begin -= 1
    code = text[begin - 1] if begin > 0 else 0
    return is_digit(code) or (0xBC <= code and code <= 0xBE)


def shape_of(text, begin, end):
    """Hash the shape of a token, such as aa0a; return 0 where its last two have no figure."""
    found: cython.ulonglong = SEED
    if end < begin + 2 or not (is_digit(text[end - 1]) or is_digit(text[end - 2])):
        return 0
    for i in range(begin, end):
        found = step(found, 0x30 if is_digit(text[i]) else 0x61 if is_small(text[i]) else text[i])
    return found


def group_of(slots, keys, word):
    """Return the number of the forms that begin with a word, from 1, or 0."""
    mask: cython.ulonglong = slots.shape[0] - 1
    at: cython.ulonglong = (word >> 20) & mask
    while slots[at] != 0 and keys[slots[at] - 1] != word:
        at = (at + 1) & mask
    return slots[at]


def find_forms(
    text, starts, ends, words, slots, keys, groups, bounds, form_text, form_starts, form_ends, found
):
    """Number the tokens of forms; return how many there are: :meth:`Forms.find` with its table."""
    n: cython.Py_ssize_t = starts.shape[0]
    i: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = 0
    hits: cython.Py_ssize_t = 0
    entry: cython.int = 0
    key: cython.ulonglong = 0
    for i in range(n):
        found[i] = 0
    i = 0
    while i < n:
        size = 0
        for shaped in range(1, -1, -1):
            key = shape_of(text, starts[i], ends[i]) if shaped else words[i]
            entry = group_of(slots, keys, key) if key != 0 and size == 0 else 0
            if entry == 0:
                continue
            for form in range(groups[entry - 1], groups[entry]):
                first = bounds[form]
                last = bounds[form + 1]
                if last > first + 1 and form_text[form_starts[first]] == 0x30:
                    if form_ends[first] == form_starts[first] + 1:
                        if not follows_figure(text, starts[i]):
                            continue
                        first += 1
                if not stands_at(
                    text, starts, ends, i, form_text, form_starts, form_ends, first, last
                ):
                    continue
                # What is a form itself ends no shape: b12 3rd is no postcode.
                if shaped and group_of(slots, keys, words[i + last - first - 1]) != 0:
                    continue
                size = last - first
                for k in range(size):
                    found[i + k] = cython.cast(cython.int, first + k + 1)
                hits += size
                break
        i += size if size > 0 else 1
    return hits


class Forms:
    """The forms of a glossary."""

    def __init__(self, slots, keys, groups, bounds, text, starts, ends) -> None:
        """Take forms grouped by their first word.

        ``slots``: open addressing, the number of a group from 1; ``keys`` (g,): the hash of the
        first word of the forms of each group, forms ``groups[g]`` to ``groups[g + 1]``, the longest
        first; ``bounds`` (f + 1,): the tokens of each form, which ``starts`` and ``ends`` place in
        ``text``.  A form that begins with the figure 0 is a unit: it stands in the group of its
        second word, and in the text any figure may be before it.  FIGURE and LETTER in ``text``
        stand for any; a form that begins with them stands in the group of its shape, such as aa00.
        """
        self.slots, self.keys, self.groups, self.bounds, self.text, self.starts, self.ends = (
            interpreted.items(one) for one in (slots, keys, groups, bounds, text, starts, ends)
        )

    def find(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        ends: cython.const[cython.int][::1],
        words: cython.const[cython.ulonglong][::1],
        found: cython.int[::1],
    ) -> cython.Py_ssize_t:
        """Give each token of folded text the number of the form's token that it is, from 1, or 0;
        return how many are one."""
        hits: cython.Py_ssize_t
        with cython.nogil:
            hits = self.work(text, starts, ends, words, found)
        return hits

    def work(self, text, starts, ends, words, found):
        """Do the work of :meth:`find`."""
        return find_forms(
            text,
            starts,
            ends,
            words,
            self.slots,
            self.keys,
            self.groups,
            self.bounds,
            self.text,
            self.starts,
            self.ends,
            found,
        )


if not cython.compiled:
    Forms.find = interpreted.views(Forms.find)
