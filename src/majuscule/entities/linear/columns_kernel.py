# mypy: ignore-errors
"""Kernels of the entity tagger's columns: the case of lines and tokens, padding, keys."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.characters.case_kernel import classify
    from cython.cimports.majuscule.words.tables.table_kernel import (
        capitals_code,
        class_code,
        find_slot,
    )
else:
    from majuscule.text.characters.case_kernel import classify
    from majuscule.words.tables.table_kernel import capitals_code, class_code, find_slot

# Case classes (majuscule.text.tokenizing.classes)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
MC = cython.declare(cython.int, 3)
KEEP = cython.declare(cython.int, 4)
# Positions at which a sentence begins (majuscule.text.tokenizing.sentences)
LINE = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)
# The C compiler needs large constants as typed names.
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)  # majuscule.text.keys
# Case information in lines (majuscule.entities.linear.columns)
CASELESS = cython.declare(cython.int, 0)
CASED = cython.declare(cython.int, 1)
TITLE = cython.declare(cython.int, 2)


def line_modes(codes, lower, upper, starts, ends, classes, lines, modes) -> None:
    """Write into ``modes`` the case information in each line."""
    limit: cython.uint = cython.cast(cython.uint, lower.shape[0])
    code: cython.uint
    capital: cython.bint
    small: cython.bint
    capitals: cython.bint
    smalls: cython.bint
    for line in range(lines.shape[0]):
        capitals = False
        smalls = False
        begun: cython.int = 0
        low: cython.int = 0
        cased: cython.int = 0
        for i in range(lines[line, 0], lines[line, 1]):
            capital = False
            small = False
            for j in range(starts[i], ends[i]):
                code = codes[j]
                if code < limit:
                    capital = capital or lower[code] != code
                    small = small or upper[code] != code
            capitals = capitals or capital
            smalls = smalls or small
            begun += small and (classes[i] == UC or classes[i] == MC)
            low += classes[i] == LC
            cased += classes[i] != KEEP
        if not capitals or not smalls:
            modes[line] = CASELESS
        elif begun > 0 and low <= 0.3 * cased:
            modes[line] = TITLE
        else:
            modes[line] = CASED


def written_code(mode, class_, position):
    """Return the case of a token, 0 in lines without case information: 1 to 5 in running text, 5
    more at the start of a sentence, 10 more in titles."""
    if mode == CASELESS:
        return 0
    if mode == TITLE:
        return 11 + class_
    return (6 if position == LINE or position == SENTENCE else 1) + class_


def fill_columns(
    codes: cython.const[cython.uint][::1],
    lower: cython.const[cython.uint][::1],
    upper: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    ends: cython.const[cython.int][::1],
    words: cython.const[cython.ulonglong][::1],
    affixes: cython.const[cython.ulonglong][:, :],
    positions: cython.const[cython.uchar][::1],
    lines: cython.const[cython.int][:, ::1],
    table: cython.const[cython.uint][::1],
    lists: cython.const[cython.uchar][::1],
    patterns: cython.const[cython.uchar][::1],
    names: cython.const[cython.int][::1],
    expressions: cython.const[cython.uchar][::1],
    titles: cython.const[cython.int][::1],
    padding: cython.const[cython.ulonglong][::1],
    reach: cython.Py_ssize_t,
    keyed: cython.const[cython.int][::1],
    classes: cython.uchar[::1],
    modes: cython.longlong[::1],
    columns: cython.ulonglong[:, ::1],
    keys: cython.ulonglong[::1],
    places: cython.longlong[::1],
) -> None:
    """Fill ``columns`` (18, padded) with lines and ``padding`` around each, ``keys`` (padded,) with
    the hash of the ``keyed`` columns, and ``places`` (n,) with the index of each token there, not
    counting the outer padding.  Scratch: ``classes`` (n,), ``modes`` (lines,)."""
    at: cython.Py_ssize_t = 0
    entry: cython.uint
    h: cython.ulonglong
    with cython.nogil:
        classify(codes, lower, upper, starts, ends, classes)
        line_modes(codes, lower, upper, starts, ends, classes, lines, modes)
        for line in range(lines.shape[0] + 1):
            for _ in range(reach):
                for k in range(columns.shape[0]):
                    columns[k, at] = padding[k]
                at += 1
            if line == lines.shape[0]:
                break
            for i in range(lines[line, 0], lines[line, 1]):
                columns[0, at] = words[i]
                for k in range(1, 8):
                    columns[k, at] = affixes[k, i]
                entry = table[find_slot(table, words[i])] & 0x7FFFF
                columns[8, at] = entry >> 10
                columns[9, at] = class_code(entry & 1023, entry >> 10)
                columns[10, at] = capitals_code(entry >> 10)
                columns[11, at] = written_code(modes[line], classes[i], positions[i])
                columns[12, at] = lists[i]
                columns[13, at] = patterns[i]
                columns[14, at] = cython.cast(cython.uint, names[i])
                columns[15, at] = positions[i]
                columns[16, at] = expressions[i]
                columns[17, at] = cython.cast(cython.uint, titles[i])
                places[i] = at - reach
                at += 1
        for i in range(columns.shape[1]):
            h = 0
            for k in range(keyed.shape[0]):
                h = ((h ^ columns[keyed[k], i]) * GOLDEN) & MASK64
                h = h ^ (h >> 29)
            keys[i] = h


if not cython.compiled:
    fill_columns = interpreted.views(fill_columns)
    line_modes = interpreted.views(line_modes)
