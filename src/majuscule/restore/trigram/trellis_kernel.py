# mypy: ignore-errors
"""The trellis of Lita et al. 2003, section 2.2.2: all forms of each word, a history of two.

A state is a token's form with that of the token before.  ``parts`` holds Equation 1 for each triple
of forms, token by token from ``offsets``; it is 0 for states outside the beam.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import lower_bound
else:
    from majuscule.text.inlined import lower_bound

MASK63 = cython.declare(cython.ulonglong, 0x7FFFFFFFFFFFFFFF)
MULTIPLIER = cython.declare(cython.ulonglong, 0x2D358DCCAA6C78A5)


def spread(value):
    """Mix 63 bits, as majuscule.counts.keys.mix_bits does."""
    return ((value ^ (value >> 31)) * MULTIPLIER) & MASK63


def find(histories, index, shift, key):
    """Return the row of a 36-bit history, or -1."""
    stop: cython.Py_ssize_t = index[(key >> shift) + 1]
    at: cython.Py_ssize_t = lower_bound(histories, key, index[key >> shift], stop)
    return at if at < stop and histories[at] == key else -1


def level_of(total, levels):
    """Return the level of a history, as majuscule.counts.smoothing.history_levels does."""
    level: cython.int = 0
    while total > 0 and level < levels:
        total = total >> 1
        level += 1
    return level


def search(
    sizes: cython.const[cython.int][::1],
    forms: cython.const[cython.uchar][:, ::1],
    units: cython.const[cython.ulonglong][:, ::1],
    prefixes: cython.const[cython.uint][::1],
    shares: cython.const[cython.double][:, ::1],
    first: cython.const[cython.uchar][::1],
    start: cython.ulonglong,
    histories2: cython.const[cython.ulonglong][::1],
    index2: cython.const[cython.longlong][::1],
    shift2: cython.int,
    offsets2: cython.const[cython.longlong][::1],
    totals2: cython.const[cython.uint][::1],
    following2: cython.const[cython.uint][::1],
    counts2: cython.const[cython.uint][::1],
    histories3: cython.const[cython.ulonglong][::1],
    index3: cython.const[cython.longlong][::1],
    shift3: cython.int,
    offsets3: cython.const[cython.longlong][::1],
    totals3: cython.const[cython.uint][::1],
    following3: cython.const[cython.uint][::1],
    counts3: cython.const[cython.uint][::1],
    weights: cython.const[cython.double][:, ::1],
    levels: cython.int,
    uniform: cython.double,
    beam: cython.int,
    offsets: cython.const[cython.longlong][::1],
    parts: cython.double[::1],
    scores: cython.double[:, ::1],
    back: cython.uchar[:, ::1],
    best: cython.uchar[::1],
) -> None:
    """Find the most probable forms of each sequence by Viterbi; ties go to the smaller form.

    Token i may take ``forms[i, :sizes[i]]``, with their ``units`` and unigram ``shares``;
    ``prefixes`` is the key of its first form in a run of successors.  A ``beam`` above 0 keeps only
    so many states of each token.  ``best`` gets indices into ``forms``; ``scores`` and ``back``
    (n, 64) get, for each state (index before * 8 + index), the probability of its best path over
    that of the best state's, and the index two tokens back on it.
    """
    n: cython.Py_ssize_t = sizes.shape[0]
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    level: cython.int
    alive: cython.int
    size_a: cython.Py_ssize_t
    size_b: cython.Py_ssize_t
    total2: cython.double
    total3: cython.double
    value: cython.double
    reached: cython.double
    top: cython.double
    seen2: cython.uint[8]
    seen3: cython.uint[8]
    passed: cython.uchar[64]
    if not cython.compiled:
        seen2, seen3, passed = [0] * 8, [0] * 8, [0] * 64
    with cython.nogil:
        for i in range(n):
            size_b = 1 if first[i] == 1 else sizes[i - 1]
            size_a = 1 if first[i] == 1 or first[i - 1] == 1 else sizes[i - 2]
            for j in range(64):
                scores[i, j] = 0
                back[i, j] = 0
            top = 0
            for b in range(size_b):
                unit_b = start if first[i] == 1 else units[i - 1, b]
                # bigram counts of all forms of the word after b
                for c in range(8):
                    seen2[c] = 0
                total2 = 0
                level = 0
                row = find(histories2, index2, shift2, spread(unit_b) >> 27)
                if row >= 0:
                    total2 = totals2[row]
                    level = level_of(totals2[row], levels)
                    stop = offsets2[row + 1]
                    at = lower_bound(following2, prefixes[i], offsets2[row], stop)
                    while at < stop and (following2[at] >> 3) == (prefixes[i] >> 3):
                        seen2[following2[at] & 7] = counts2[at]
                        at += 1
                for a in range(size_a):
                    if first[i] == 1:
                        reached = 1
                        unit_a = start
                    else:
                        reached = scores[i - 1, a * 8 + b]
                        unit_a = start if first[i - 1] == 1 else units[i - 2, a]
                    at = offsets[i] + (a * size_b + b) * sizes[i]
                    if reached == 0:
                        for c in range(sizes[i]):
                            parts[at + c] = 0
                        continue
                    for c in range(8):
                        seen3[c] = 0
                    total3 = 0
                    key = spread(spread(unit_a) ^ unit_b) >> 27
                    row = find(histories3, index3, shift3, key)
                    if row >= 0:
                        total3 = totals3[row]
                        stop = offsets3[row + 1]
                        j = lower_bound(following3, prefixes[i], offsets3[row], stop)
                        while j < stop and (following3[j] >> 3) == (prefixes[i] >> 3):
                            seen3[following3[j] & 7] = counts3[j]
                            j += 1
                        row = levels + level_of(totals3[row], levels)
                    else:
                        row = level
                    for c in range(sizes[i]):
                        # Equation 1
                        value = weights[row, 1] * shares[i, c] + weights[row, 0] * uniform
                        if total2 > 0:
                            value = value + weights[row, 2] * seen2[forms[i, c]] / total2
                        if total3 > 0:
                            value = value + weights[row, 3] * seen3[forms[i, c]] / total3
                        parts[at + c] = value
                        value = value * reached
                        if value > scores[i, b * 8 + c]:
                            scores[i, b * 8 + c] = value
                            back[i, b * 8 + c] = cython.cast(cython.uchar, a)
                            if value > top:
                                top = value
            alive = 0
            for j in range(64):
                scores[i, j] = scores[i, j] / top
                if scores[i, j] > 0:
                    alive += 1
            if beam > 0 and alive > beam:
                # keep the best states, found one after the other
                for j in range(64):
                    passed[j] = 0
                for _ in range(beam):
                    at = -1
                    for j in range(64):
                        if passed[j] == 0 and scores[i, j] > 0:
                            if at < 0 or scores[i, j] > scores[i, at]:
                                at = j
                    if at >= 0:
                        passed[at] = 1
                for j in range(64):
                    if passed[j] == 0:
                        scores[i, j] = 0
        at = 0
        for i in range(n - 1, -1, -1):
            if i == n - 1 or first[i + 1] == 1:
                at = 0
                for j in range(64):
                    if scores[i, j] > scores[i, at]:
                        at = j
            best[i] = cython.cast(cython.uchar, at & 7)
            if first[i] == 0:
                at = back[i, at] * 8 + (at >> 3)


def find_forward(
    sizes: cython.const[cython.int][::1],
    first: cython.const[cython.uchar][::1],
    offsets: cython.const[cython.longlong][::1],
    parts: cython.const[cython.double][::1],
    forward: cython.double[:, ::1],
) -> None:
    """Fill in the forward probability of each state, (n, 64); each row sums to 1.

    ``parts`` must have been filled without a beam.
    """
    n: cython.Py_ssize_t = sizes.shape[0]
    at: cython.Py_ssize_t
    size_a: cython.Py_ssize_t
    size_b: cython.Py_ssize_t
    reached: cython.double
    total: cython.double
    with cython.nogil:
        for i in range(n):
            size_b = 1 if first[i] == 1 else sizes[i - 1]
            size_a = 1 if first[i] == 1 or first[i - 1] == 1 else sizes[i - 2]
            for j in range(64):
                forward[i, j] = 0
            total = 0
            for b in range(size_b):
                for a in range(size_a):
                    reached = 1 if first[i] == 1 else forward[i - 1, a * 8 + b]
                    at = offsets[i] + (a * size_b + b) * sizes[i]
                    for c in range(sizes[i]):
                        forward[i, b * 8 + c] += reached * parts[at + c]
                        total += reached * parts[at + c]
            for j in range(64):
                forward[i, j] = forward[i, j] / total


def step_back(i, sizes, first, offsets, parts, best, backward):
    """Step the first row of ``backward`` from token i + 1 to token i, by the best or all paths."""
    at: cython.Py_ssize_t
    size_a: cython.Py_ssize_t
    value: cython.double
    found: cython.double
    scale: cython.double = 0
    if i == sizes.shape[0] - 1 or first[i + 1] == 1:
        for j in range(64):
            backward[0, j] = 1
        return
    size_a = 1 if first[i] == 1 else sizes[i - 1]
    for j in range(64):
        backward[1, j] = 0
    for a in range(size_a):
        for b in range(sizes[i]):
            at = offsets[i + 1] + (a * sizes[i] + b) * sizes[i + 1]
            found = 0
            for c in range(sizes[i + 1]):
                value = parts[at + c] * backward[0, b * 8 + c]
                if not best:
                    found += value
                elif value > found:
                    found = value
            backward[1, a * 8 + b] = found
            if not best:
                scale += found
            elif found > scale:
                scale = found
    for j in range(64):
        backward[0, j] = backward[1, j] / scale


def weigh_forms(
    sizes: cython.const[cython.int][::1],
    first: cython.const[cython.uchar][::1],
    offsets: cython.const[cython.longlong][::1],
    parts: cython.const[cython.double][::1],
    forward: cython.const[cython.double][:, ::1],
    best: cython.bint,
    backward: cython.double[:, ::1],
    shares: cython.double[:, ::1],
) -> None:
    """Fill in the share of each form of each token, (n, 8), from ``forward`` and a backward pass.

    With ``best``, ``forward`` is ``scores`` of :func:`search`, and a share is the probability of
    the best path through a form over that of the best path overall.  Otherwise it is from
    :func:`find_forward`, and the shares are posteriors, which sum to 1.  ``backward`` (2, 64) is
    scratch.
    """
    n: cython.Py_ssize_t = sizes.shape[0]
    value: cython.double
    scale: cython.double
    with cython.nogil:
        for i in range(n - 1, -1, -1):
            step_back(i, sizes, first, offsets, parts, best, backward)
            scale = 0
            for c in range(8):
                shares[i, c] = 0
            for j in range(64):
                value = forward[i, j] * backward[0, j]
                if not best:
                    shares[i, j & 7] += value
                    scale += value
                    continue
                if value > shares[i, j & 7]:
                    shares[i, j & 7] = value
                if value > scale:
                    scale = value
            for c in range(8):
                shares[i, c] = shares[i, c] / scale


if not cython.compiled:
    search = interpreted.views(search)
    find_forward = interpreted.views(find_forward)
    weigh_forms = interpreted.views(weigh_forms)
