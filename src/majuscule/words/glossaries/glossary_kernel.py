# mypy: ignore-errors
"""Matching the forms of a glossary: two hash look-ups per token, a comparison per candidate."""

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

# Wildcards of forms, for any digit and any letter; the seed of word hashes.
FIGURE = cython.declare(cython.uint, 0xE000)
LETTER = cython.declare(cython.uint, 0xE001)
SEED = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)


def matches(code, form):
    """Return whether a code point of the text matches one of a form, which may be a wildcard."""
    if form == FIGURE:
        return is_digit(code)
    return is_small(code) if form == LETTER else plain_letter(code) == plain_letter(form)


def matches_at(text, starts, ends, at, form_text, form_starts, form_ends, first, last):
    """Return whether form tokens ``first`` to ``last`` match the text from token ``at`` on."""
    i: cython.Py_ssize_t = at
    begin: cython.Py_ssize_t = 0
    form_begin: cython.Py_ssize_t = 0
    if at + last - first > starts.shape[0]:
        return False
    for k in range(first, last):
        begin = starts[i]
        form_begin = form_starts[k]
        if ends[i] - begin != form_ends[k] - form_begin:
            return False
        if k > first:
            # There must be a gap exactly where the form has one, without a line break.
            if (begin > ends[i - 1]) != (form_begin > form_ends[k - 1]):
                return False
            for j in range(ends[i - 1], begin):
                if text[j] == 0x0A:
                    return False
        for j in range(form_ends[k] - form_begin):
            if not matches(text[begin + j], form_text[form_begin + j]):
                return False
        i += 1
    return True


def follows_number(text, begin):
    """Return whether a digit or ¼ ½ ¾ stands before an offset, with at most one space between."""
    code: cython.uint
    if begin > 0 and (text[begin - 1] == 0x20 or text[begin - 1] == 0xA0):
        begin -= 1
    code = text[begin - 1] if begin > 0 else 0
    return is_digit(code) or (0xBC <= code and code <= 0xBE)


def shape_of(text, begin, end):
    """Hash the shape of a token, such as aa0a; 0 if its last two characters are not digits."""
    shape: cython.ulonglong = SEED
    if end < begin + 2 or not (is_digit(text[end - 1]) or is_digit(text[end - 2])):
        return 0
    for i in range(begin, end):
        shape = step(shape, 0x30 if is_digit(text[i]) else 0x61 if is_small(text[i]) else text[i])
    return shape


def group_of(slots, keys, word):
    """Return the number of the group of forms that begin with a word, from 1, or 0."""
    mask: cython.ulonglong = slots.shape[0] - 1
    at: cython.ulonglong = (word >> 20) & mask
    while slots[at] != 0 and keys[slots[at] - 1] != word:
        at = (at + 1) & mask
    return slots[at]


def find_forms(
    text, starts, ends, words, slots, keys, groups, bounds, form_text, form_starts, form_ends, found
):
    """Do the work of :meth:`Forms.find`, with the arrays of its table."""
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
                        if not follows_number(text, starts[i]):
                            continue
                        first += 1
                if last > first + 1:
                    follows = form_ends[first + 1] - form_starts[first + 1]
                    if i + 1 >= n or ends[i + 1] - starts[i + 1] != follows:
                        continue
                if not matches_at(
                    text, starts, ends, i, form_text, form_starts, form_ends, first, last
                ):
                    continue
                # A shape must not end in a token that is a form itself: b12 3rd is no postcode.
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
        """Store forms grouped by their first word.

        ``slots``: open-addressing hash table of group numbers, from 1; ``keys`` (g,): the hash of
        the first word of each group; ``groups`` (g + 1,): the forms of group g are ``groups[g]`` to
        ``groups[g + 1]``, the longest first; ``bounds`` (f + 1,): the tokens of each form, whose
        spans in ``text`` are ``starts`` and ``ends``.  A form that begins with the digit 0 is a
        unit: its group is that of its second word, and it must follow a number.  The group of a
        form that begins with a wildcard is that of its shape, such as aa00.
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
        """Set ``found`` (n,) to the number of the form token that each token of folded text
        matches, from 1, or 0; return how many match."""
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
