# mypy: ignore-errors
"""Looking words up in the word table: open addressing, four bytes a word."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def start_of(word: cython.ulonglong, slots: cython.ulonglong) -> cython.ulonglong:
    """Return the slot where the search for a word begins: from the upper bits of its hash."""
    return ((word >> 31) * slots) >> 32


def insert(
    words: cython.const[cython.ulonglong][::1],
    values: cython.const[cython.uint][::1],
    table: cython.uint[::1],
) -> None:
    """Write words with their values (19 bits) into an empty table that has room for them.

    A word whose 13-bit fingerprint is already on its way is left out: the one before it answers for it.
    """
    slots: cython.ulonglong = table.shape[0]
    i: cython.Py_ssize_t
    at: cython.ulonglong
    entry: cython.uint
    mark: cython.uint
    with cython.nogil:
        for i in range(words.shape[0]):
            at = start_of(words[i], slots)
            mark = cython.cast(cython.uint, words[i] & 0x1FFF)
            entry = table[at]
            while entry != 0 and entry >> 19 != mark:
                at += 1
                if at == slots:
                    at = 0
                entry = table[at]
            if entry == 0:
                table[at] = (mark << 19) | values[i]


def look_up(
    words: cython.const[cython.ulonglong][::1],
    table: cython.const[cython.uint][::1],
    values: cython.uint[::1],
) -> None:
    """Read the value of each word, 0 where the table does not hold it."""
    slots: cython.ulonglong = table.shape[0]
    i: cython.Py_ssize_t
    at: cython.ulonglong
    entry: cython.uint
    mark: cython.uint
    with cython.nogil:
        for i in range(words.shape[0]):
            at = start_of(words[i], slots)
            mark = cython.cast(cython.uint, words[i] & 0x1FFF)
            entry = table[at]
            while entry != 0 and entry >> 19 != mark:
                at += 1
                if at == slots:
                    at = 0
                entry = table[at]
            values[i] = entry & 0x7FFFF


if not cython.compiled:
    insert = interpreted.views(insert)
    look_up = interpreted.views(look_up)
