# mypy: ignore-errors
"""Finding names of gazetteers in text: runs of tokens, looked up by their hash."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import lower_bound, row_of
else:
    from majuscule.text.inlined import lower_bound, row_of

# The C compiler needs large constants as typed names.
MASK64 = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)


def mix_word(running, word):
    """Mix one token into the hash of a run, as names.run_hashes does."""
    running = ((running ^ word) * MULTIPLIER) & MASK64
    return running ^ (running >> 29)


def find_names(
    words: cython.const[cython.ulonglong][::1],
    lines: cython.const[cython.int][:, ::1],
    longest: cython.Py_ssize_t,
    cells: cython.const[cython.uint][:, ::1],
    homes: cython.Py_ssize_t,
    flags: cython.const[cython.uchar][::1],
    single: cython.int,
    inner_shift: cython.int,
    found: cython.int[::1],
) -> None:
    """Add the flags of each name to ``found`` (n,): of its first token, and of its other tokens
    shifted by ``inner_shift``.

    ``longest``: most tokens of a name; ``single``: flags that apply to names of one token only;
    ``cells``, ``homes``: those of :class:`majuscule.tagging.scoring.index.KeyIndex`; ``flags``
    (keys,).
    """
    running: cython.ulonglong
    at: cython.Py_ssize_t
    size: cython.Py_ssize_t
    most: cython.Py_ssize_t
    flag: cython.int
    with cython.nogil:
        for line in range(lines.shape[0]):
            for first in range(lines[line, 0], lines[line, 1]):
                most = lines[line, 1] - first
                if most > longest:
                    most = longest
                for size in range(1, most + 1):
                    running = size
                    for k in range(size):
                        running = mix_word(running, words[first + k])
                    at = row_of(cells, homes, cython.cast(cython.uint, running >> 32))
                    if at < 0:
                        continue
                    flag = flags[at]
                    if size > 1:
                        flag = flag & ~single
                    found[first] |= flag
                    for k in range(1, size):
                        found[first + k] |= (flag & ~single) << inner_shift


def look_up(
    words: cython.const[cython.ulonglong][::1],
    keys: cython.const[cython.ulonglong][::1],
    values: cython.const[cython.uchar][::1],
    found: cython.uchar[::1],
) -> None:
    """Write into ``found`` (n,) the value of each word among ascending ``keys``, 0 without one."""
    at: cython.Py_ssize_t
    with cython.nogil:
        for i in range(words.shape[0]):
            at = lower_bound(keys, words[i], 0, keys.shape[0])
            found[i] = values[at] if at < keys.shape[0] and keys[at] == words[i] else 0


if not cython.compiled:
    look_up = interpreted.views(look_up)
    find_names = interpreted.views(find_names)
