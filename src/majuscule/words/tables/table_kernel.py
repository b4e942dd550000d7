# mypy: ignore-errors
"""Look-ups in the word table, and the columns of the linear tagger.

The table is an open-addressing hash table, four bytes per word.  The codes of buckets and columns
are defined in :mod:`majuscule.words.tables.table` and :mod:`majuscule.restore.linear.columns`;
tests check that both agree.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

LOW60 = cython.declare(cython.ulonglong, 0x0FFFFFFFFFFFFFFF)


def find_slot(table, word):
    """Return the slot that holds a word's fingerprint, or the free slot where it would go."""
    slots: cython.ulonglong = table.shape[0]
    at: cython.ulonglong = ((word >> 31) * slots) >> 32
    while table[at] != 0 and table[at] >> 19 != word & 0x1FFF:
        at += 1
        if at == slots:
            at = 0
    return at


def insert(
    words: cython.const[cython.ulonglong][::1],
    values: cython.const[cython.uint][::1],
    table: cython.uint[::1],
) -> None:
    """Insert words with their 19-bit values into an empty table that is large enough.

    A word that meets its own 13-bit fingerprint while probing is left out: look-ups return the
    value of the earlier word.
    """
    with cython.nogil:
        for i in range(words.shape[0]):
            at = find_slot(table, words[i])
            if table[at] == 0:
                fingerprint = cython.cast(cython.uint, words[i] & 0x1FFF)
                table[at] = (fingerprint << 19) | values[i]


def look_up(
    words: cython.const[cython.ulonglong][::1],
    table: cython.const[cython.uint][::1],
    values: cython.uint[::1],
) -> None:
    """Read the value of each word, 0 where the table lacks it."""
    with cython.nogil:
        for i in range(words.shape[0]):
            values[i] = table[find_slot(table, words[i])] & 0x7FFFF


def look_up_shares(words, table, shares, out) -> None:
    """Read ``shares[bucket]`` for each word's bucket."""
    for i in range(words.shape[0]):
        out[i] = shares[(table[find_slot(table, words[i])] & 0x7FFFF) >> 10]


def pattern_mask(text, start, end) -> int:
    """Return the mask of a folded word by its pattern, or 0: McDonald, MacDonald, NGOs.

    Only before some consonants is *mac* a part of a name: not in *macumba*, *machado*, *macro*.
    """
    size: cython.Py_ssize_t = end - start
    for i in range(start, end):
        if text[i] > 0x7A:
            return 0
    if size > 4 and text[start] == 0x6D and text[start + 1] == 0x63:
        return 0b101
    if size > 6 and text[start] == 0x6D and text[start + 1] == 0x61 and text[start + 2] == 0x63:
        code = text[start + 3]
        apart: cython.bint = code == 0x68 or code == 0x72 or code == 0x79  # h, r, y
        apart = apart or code == 0x61 or code == 0x65 or code == 0x69 or code == 0x6F
        return 0 if apart or code == 0x75 else 0b1001
    if 3 <= size and size <= 4 and text[end - 1] == 0x73:
        return (1 << (size - 1)) - 1
    return 0


def class_code(class_, bucket):
    """Return the column of a word's class: see ``class_column`` of the module of tables."""
    if class_ != 0:
        return class_
    return 1000 + (bucket // 54 if bucket < 54 * 9 else 9)


def capitals_code(bucket):
    """Return the column of a word's capitals: see ``capitals_column`` of the module of tables."""
    if bucket == 0:
        return 6
    return 7 if bucket >= 400 and bucket < 421 else (bucket - 1) % 6


def fill_columns(words, positions, affixes, lines, table, reach, columns, keys, places) -> None:
    """Fill ``columns`` (13, padded) with lines and ``reach`` padding around each, and ``places``
    (n,) with the index of each token there.

    ``lines`` (lines, 2): token spans, from the first of the given tokens.  All columns follow from
    the word and the position, so ``keys`` (padded,) combine those two.
    """
    column: cython.Py_ssize_t = 0
    bucket: cython.ulonglong
    for line in range(lines.shape[0] + 1):
        for _ in range(reach):
            columns[0, column] = 7
            columns[1, column] = 999
            columns[2, column] = 15
            for i in range(3, 11):
                columns[i, column] = 0
            columns[11, column] = 1000
            columns[12, column] = 9
            keys[column] = 0
            column += 1
        if line == lines.shape[0]:
            break
        for i in range(lines[line, 0], lines[line, 1]):
            entry = table[find_slot(table, words[i])]
            bucket = (entry & 0x7FFFF) >> 10
            columns[0, column] = words[i] if bucket != 0 and bucket < 421 else 1
            columns[1, column] = bucket
            columns[2, column] = positions[i]
            for k in range(8):
                columns[3 + k, column] = affixes[k, i]
            columns[11, column] = class_code(entry & 1023, bucket)
            columns[12, column] = capitals_code(bucket)
            keys[column] = ((words[i] & LOW60) << 4) ^ positions[i]
            places[i] = column
            column += 1


if not cython.compiled:
    fill_columns = interpreted.views(fill_columns)
    insert = interpreted.views(insert)
    look_up = interpreted.views(look_up)
    look_up_shares = interpreted.views(look_up_shares)
    pattern_mask = interpreted.views(pattern_mask)
