# mypy: ignore-errors
"""Kernels of the entity tagger's columns: the case of lines and tokens, padding, keys."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

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


def line_modes(
    codes: cython.const[cython.uint][::1],
    lower: cython.const[cython.uint][::1],
    upper: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    ends: cython.const[cython.int][::1],
    classes: cython.const[cython.uchar][::1],
    lines: cython.const[cython.int][:, ::1],
    modes: cython.longlong[::1],
) -> None:
    """Write into ``modes`` the case information in each line."""
    limit: cython.uint = cython.cast(cython.uint, lower.shape[0])
    code: cython.uint
    capital: cython.bint
    small: cython.bint
    capitals: cython.bint
    smalls: cython.bint
    with cython.nogil:
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


def describe(
    modes: cython.const[cython.longlong][::1],
    lines: cython.const[cython.int][:, ::1],
    classes: cython.const[cython.uchar][::1],
    positions: cython.const[cython.uchar][::1],
    written: cython.longlong[::1],
) -> None:
    """Write into ``written`` the case of each token: see ...entities.linear.columns.written."""
    with cython.nogil:
        for line in range(lines.shape[0]):
            for i in range(lines[line, 0], lines[line, 1]):
                if modes[line] == CASELESS:
                    written[i] = 0
                elif modes[line] == TITLE:
                    written[i] = 11 + classes[i]
                elif positions[i] == LINE or positions[i] == SENTENCE:
                    written[i] = 6 + classes[i]
                else:
                    written[i] = 1 + classes[i]


def lay_out(
    rows: cython.const[cython.ulonglong][:, ::1],
    lines: cython.const[cython.int][:, ::1],
    padding: cython.const[cython.ulonglong][::1],
    reach: cython.Py_ssize_t,
    columns: cython.ulonglong[:, ::1],
    places: cython.longlong[::1],
) -> None:
    """Write the columns of tokens with padding around each line, and the index of each token, not
    counting the outer padding."""
    shift: cython.Py_ssize_t = 0
    with cython.nogil:
        for k in range(columns.shape[0]):
            for i in range(columns.shape[1]):
                columns[k, i] = padding[k]
        for line in range(lines.shape[0]):
            for i in range(lines[line, 0], lines[line, 1]):
                places[i] = i + shift
            shift += reach
        for k in range(columns.shape[0]):
            for i in range(rows.shape[1]):
                columns[k, places[i] + reach] = rows[k, i]


def join(
    columns: cython.const[cython.ulonglong][:, ::1],
    chosen: cython.const[cython.int][::1],
    keys: cython.ulonglong[::1],
) -> None:
    """Hash the values of the ``chosen`` columns of each token."""
    h: cython.ulonglong
    with cython.nogil:
        for i in range(columns.shape[1]):
            h = 0
            for k in range(chosen.shape[0]):
                h = ((h ^ columns[chosen[k], i]) * GOLDEN) & MASK64
                h = h ^ (h >> 29)
            keys[i] = h


if not cython.compiled:
    join = interpreted.views(join)
    lay_out = interpreted.views(lay_out)
    line_modes = interpreted.views(line_modes)
    describe = interpreted.views(describe)
