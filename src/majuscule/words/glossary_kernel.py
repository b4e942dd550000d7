# mypy: ignore-errors
"""Where the forms of a glossary stand among tokens: one look-up a token, a comparison a hit."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import is_digit, is_small, plain_letter
else:
    from majuscule.text.inlined import is_digit, is_small, plain_letter


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def all_zeros(
    text: cython.const[cython.uint][::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a form's token is several zeros, which stand for any figures."""
    for i in range(begin, end):
        if text[i] != 0x30:
            return False
    return end - begin > 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def stands_at(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    ends: cython.const[cython.int][::1],
    at: cython.Py_ssize_t,
    form_text: cython.const[cython.uint][::1],
    form_starts: cython.const[cython.int][::1],
    form_ends: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether tokens ``first`` to ``last`` of the forms stand in the text from a token on."""
    i: cython.Py_ssize_t = at
    begin: cython.Py_ssize_t = 0
    own: cython.Py_ssize_t = 0
    figures: cython.bint = False
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
        figures = all_zeros(form_text, own, form_ends[k])
        for j in range(form_ends[k] - own):
            if figures and 0x30 <= text[begin + j] and text[begin + j] <= 0x39:
                continue
            if plain_letter(text[begin + j]) != plain_letter(form_text[own + j]):
                return False
        i += 1
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def follows_figure(
    text: cython.const[cython.uint][::1],
    begin: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a figure stands before, with a blank or none between."""
    code: cython.uint
    if begin > 0 and (text[begin - 1] == 0x20 or text[begin - 1] == 0xA0):
        begin -= 1
    code = text[begin - 1] if begin > 0 else 0
    return is_digit(code) or (0xBC <= code and code <= 0xBE)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def in_postcode(code: cython.uint) -> cython.bint:
    """Tell the letters that may end a postcode: all but c i k m o v."""
    if code == 0x63 or code == 0x69 or code == 0x6B or code == 0x6D or code == 0x6F:
        return False
    return is_small(code) and code != 0x76


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ends_postcode(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    ends: cython.const[cython.int][::1],
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Tell whether a token is the second half of a British postcode: ``1aa`` of ``sw1a 1aa``.

    The first half is one or two letters, a figure, and at most one more of either.  Ordinals
    (``b12 3rd``) and units (``a4 5ft``) end none.
    """
    begin: cython.Py_ssize_t = starts[at]
    i: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t = 0
    pair: cython.uint = 0
    if ends[at] - begin != 3 or at == 0 or ends[at - 1] + 1 != begin:
        return False
    if not in_postcode(text[begin + 1]) or not in_postcode(text[begin + 2]):
        return False
    if text[begin - 1] != 0x20 and text[begin - 1] != 0xA0:
        return False
    pair = text[begin + 1] << 8 | text[begin + 2]
    if (
        pair == 0x7374  # st
        or pair == 0x6E64  # nd
        or pair == 0x7264  # rd
        or pair == 0x7468  # th
        or pair == 0x6674  # ft
        or pair == 0x6C62  # lb
        or pair == 0x7074  # pt
        or pair == 0x7078  # px
        or pair == 0x6872  # hr
        or pair == 0x7972  # yr
        or pair == 0x687A  # hz
        or pair == 0x6462  # db
    ):
        return False
    i = starts[at - 1]
    end = ends[at - 1]
    if end - i < 2 or end - i > 4 or not is_small(text[i]):
        return False
    i += 2 if is_small(text[i + 1]) else 1
    if i >= end or not is_digit(text[i]):
        return False
    i += 1
    return i == end or (i + 1 == end and (is_digit(text[i]) or is_small(text[i])))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_forms(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    ends: cython.const[cython.int][::1],
    words: cython.const[cython.ulonglong][::1],
    slots: cython.const[cython.int][::1],
    keys: cython.const[cython.ulonglong][::1],
    groups: cython.const[cython.int][::1],
    bounds: cython.const[cython.int][::1],
    form_text: cython.const[cython.uint][::1],
    form_starts: cython.const[cython.int][::1],
    form_ends: cython.const[cython.int][::1],
    postcode: cython.Py_ssize_t,
    found: cython.int[::1],
) -> cython.Py_ssize_t:
    """Number the tokens of forms; return how many there are: :meth:`Forms.find` with its table."""
    n: cython.Py_ssize_t = starts.shape[0]
    mask: cython.ulonglong = slots.shape[0] - 1
    i: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = 0
    hits: cython.Py_ssize_t = 0
    entry: cython.int = 0
    for i in range(n):
        found[i] = 0
    i = 0
    while i < n:
        at = (words[i] >> 20) & mask
        entry = slots[at]
        while entry != 0 and keys[entry - 1] != words[i]:
            at = (at + 1) & mask
            entry = slots[at]
        size = 1
        if entry != 0:
            for form in range(groups[entry - 1], groups[entry]):
                first = bounds[form]
                last = bounds[form + 1]
                if last > first + 1 and form_text[form_starts[first]] == 0x30:
                    if form_ends[first] == form_starts[first] + 1:
                        if not follows_figure(text, starts[i]):
                            continue
                        first += 1
                if stands_at(text, starts, ends, i, form_text, form_starts, form_ends, first, last):
                    size = last - first
                    for k in range(size):
                        found[i + k] = cython.cast(cython.int, first + k + 1)
                    hits += size
                    break
        elif postcode >= 0 and is_digit(text[starts[i]]) and ends_postcode(text, starts, ends, i):
            found[i - 1] = cython.cast(cython.int, postcode + 1)
            found[i] = cython.cast(cython.int, postcode + 2)
            hits += 2
        i += size
    return hits


class Forms:
    """The forms of a glossary."""

    def __init__(self, slots, keys, groups, bounds, text, starts, ends, postcode) -> None:
        """Take forms grouped by their first word.

        ``slots``: open addressing, the number of a group from 1; ``keys`` (g,): the hash of the
        first word of the forms of each group, forms ``groups[g]`` to ``groups[g + 1]``, the longest
        first; ``bounds`` (f + 1,): the tokens of each form, which ``starts`` and ``ends`` place in
        ``text``.  A form that begins with the figure 0 is a unit: it stands in the group of its
        second word, and in the text any figure may be before it.  ``postcode``: the first token of
        the form that stands for any British postcode, or -1.
        """
        self.slots, self.keys, self.groups, self.bounds, self.text, self.starts, self.ends = (
            interpreted.items(one) for one in (slots, keys, groups, bounds, text, starts, ends)
        )
        self.postcode = postcode

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
            self.postcode,
            found,
        )


if not cython.compiled:
    Forms.find = interpreted.views(Forms.find)
