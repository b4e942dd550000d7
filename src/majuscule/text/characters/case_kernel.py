# mypy: ignore-errors
"""Case of code points: folding, reading and applying masks.

Bit ``k`` of a mask is set if the ``k``-th code point of a span is a capital; code points from index
64 on are lower case.  Applying a mask changes only the letters that differ from it, so it is
idempotent and nothing but case changes.

Two letters depend on their neighbours: a digraph (``ǆ``) takes its title form (``ǅ``) before a
lower-case letter and its capital form (``Ǆ``) otherwise; a ``Σ`` in lower case becomes ``ς`` at the
end of a word.  A word that begins with a letter whose capital would be longer, such as a ligature,
gets no initial capital, and neither does a later letter of it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

LETTER = cython.declare(cython.int, 2)
MARK = cython.declare(cython.int, 4)


def look_up(text, table, out) -> None:
    """Map code points through a case table; those beyond its end stay."""
    limit: cython.uint = cython.cast(cython.uint, table.shape[0])
    for i in range(text.shape[0]):
        code = text[i]
        out[i] = table[code] if code < limit else code


def recode(
    text: cython.const[cython.uint][::1],
    table: cython.const[cython.uint][::1],
    out: cython.uint[::1],
) -> None:
    """Call :func:`look_up` without the GIL."""
    with cython.nogil:
        look_up(text, table, out)


def holds(text: cython.const[cython.uint][::1], marked: cython.const[cython.uchar][::1]) -> bool:
    """Return whether a text has a code point that a table marks; those beyond its end are not."""
    limit: cython.uint = cython.cast(cython.uint, marked.shape[0])
    for i in range(text.shape[0]):
        if text[i] < limit and marked[text[i]]:
            return True
    return False


def is_digraph(code):
    """Return whether a letter has lower, title and upper case: ǆ ǉ ǌ ǳ."""
    return (0x1C4 <= code and code <= 0x1CC) or (0x1F1 <= code and code <= 0x1F3)


def grows(code):
    """Return whether a letter cannot change case in place: ß ŉ ǰ և ẖ and ligatures, whose capital
    would be longer, and ı İ, whose other form is that of i or longer."""
    return (
        code == 0xDF
        or code == 0x130
        or code == 0x131
        or code == 0x149
        or code == 0x1F0
        or code == 0x390
        or code == 0x3B0
        or code == 0x587
        or (0x1E96 <= code and code <= 0x1E9A)
        or (0xFB00 <= code and code <= 0xFB17)
    )


def read_masks(text, lower, starts, ends, masks) -> None:
    """Read the mask of each span: bit k is set where its k-th code point is a capital (k < 64)."""
    limit: cython.uint = cython.cast(cython.uint, lower.shape[0])
    one: cython.ulonglong = 1
    for i in range(starts.shape[0]):
        start = starts[i]
        end = ends[i]
        if end - start > 64:
            end = start + 64
        mask = 0
        for j in range(start, end):
            if text[j] < limit and lower[text[j]] != text[j]:
                mask = mask | (one << (j - start))
        masks[i] = mask


def is_capital(index, class_, mask, first):
    """Return whether the code point at an index of a span becomes a capital; ``first``: the index
    that does in class UC."""
    if class_ == 1:
        return index == first
    if class_ == 2:
        return True
    if class_ == 3:
        return index < 64 and ((mask >> index) & 1) == 1
    return False


def ends_word(text, kinds, index):
    """Return whether a sigma is final: a letter before it and none after, ignoring marks."""
    i: cython.Py_ssize_t = index - 1
    while i >= 0 and text[i] < 0x110000 and kinds[text[i]] == MARK:
        i -= 1
    if i < 0 or text[i] >= 0x110000 or kinds[text[i]] != LETTER:
        return False
    i = index + 1
    while i < text.shape[0] and text[i] < 0x110000 and kinds[text[i]] == MARK:
        i += 1
    return i == text.shape[0] or text[i] >= 0x110000 or kinds[text[i]] != LETTER


def apply(text, kinds, lower, upper, starts, ends, classes, masks, out) -> None:
    """Copy text with each span in its class: 0 LC, 1 UC, 2 CA, 3 MC by its mask, 4 unchanged."""
    limit: cython.uint = cython.cast(cython.uint, lower.shape[0])
    class_: cython.int
    for i in range(text.shape[0]):
        out[i] = text[i]
    for i in range(starts.shape[0]):
        class_ = classes[i]
        if class_ == 4:
            continue
        start = starts[i]
        end = ends[i]
        first = 0
        if class_ == 1:
            while first < end - start and (
                text[start + first] >= limit
                or (
                    lower[text[start + first]] == text[start + first]
                    and upper[text[start + first]] == text[start + first]
                )
            ):
                if grows(text[start + first]):
                    first = 64 + end - start  # beyond the span: no initial capital
                first += 1
        for j in range(start, end):
            code = text[j]
            if code >= limit or (lower[code] == code and upper[code] == code):
                continue
            capital = is_capital(j - start, class_, masks[i], first)
            if capital and is_digraph(code):
                # title form unless the next letter of the word is a capital too
                out[j] = upper[code]
                if class_ != 2 and not (
                    j + 1 < end and is_capital(j + 1 - start, class_, masks[i], first)
                ):
                    out[j] = upper[code] + 1
            elif capital and lower[code] == code:
                out[j] = upper[code]
            elif not capital and lower[code] != code:
                out[j] = lower[code]
                if code == 0x3A3 and ends_word(text, kinds, j):
                    out[j] = 0x3C2


def classify(text, lower, upper, starts, ends, classes) -> None:
    """Set the case class in which each span is written: 0 LC, 1 UC, 2 CA, 3 MC, 4 no cased letter.

    Source: Lita et al. 2003, section 2.  UC: the first cased letter is a capital and no other is
    (``I`` and ``J.`` too); CA: at least two cased letters, all capitals (``U.S.``, ``H1N1``); MC:
    any other mixture.
    """
    n: cython.Py_ssize_t = starts.shape[0]
    limit: cython.uint = cython.cast(cython.uint, lower.shape[0])
    capitals: cython.int
    smalls: cython.int
    for i in range(n):
        capitals = 0
        smalls = 0
        first = False
        begun = False
        for j in range(starts[i], ends[i]):
            code = text[j]
            if code >= limit:
                continue
            if lower[code] != code:
                if capitals + smalls == 0 and not begun:
                    first = True
                capitals += 1
            elif upper[code] != code:
                smalls += 1
            elif grows(code):
                begun = True
        if capitals == 0:
            classes[i] = 0 if smalls > 0 else 4
        elif first and capitals == 1:
            classes[i] = 1
        elif smalls == 0:
            classes[i] = 2
        else:
            classes[i] = 3


class Caser:
    """Reads and writes the case of text with given case tables."""

    def __init__(self, tables) -> None:
        self.kinds, self.lower, self.upper = map(
            interpreted.items, (tables.kind, tables.lower, tables.upper)
        )

    def classes_of(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        ends: cython.const[cython.int][::1],
        classes: cython.uchar[::1],
    ) -> None:
        """Call :func:`classify` with the tables."""
        with cython.nogil:
            classify(text, self.lower, self.upper, starts, ends, classes)

    def masks_of(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        ends: cython.const[cython.int][::1],
        masks: cython.ulonglong[::1],
    ) -> None:
        """Call :func:`read_masks` with the tables."""
        with cython.nogil:
            read_masks(text, self.lower, starts, ends, masks)

    def write(
        self,
        text: cython.const[cython.uint][::1],
        starts: cython.const[cython.int][::1],
        ends: cython.const[cython.int][::1],
        classes: cython.const[cython.uchar][::1],
        masks: cython.const[cython.ulonglong][::1],
        out: cython.uint[::1],
    ) -> None:
        """Call :func:`apply` with the tables."""
        with cython.nogil:
            apply(text, self.kinds, self.lower, self.upper, starts, ends, classes, masks, out)


if not cython.compiled:
    look_up = interpreted.views(look_up)
    recode = interpreted.views(recode)
    holds = interpreted.views(holds)
    read_masks = interpreted.views(read_masks)
    apply = interpreted.views(apply)
    classify = interpreted.views(classify)
    Caser.classes_of = interpreted.views(Caser.classes_of)
    Caser.masks_of = interpreted.views(Caser.masks_of)
    Caser.write = interpreted.views(Caser.write)
