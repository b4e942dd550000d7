# mypy: ignore-errors
"""One step of structured training: scoring with the current weights, then the update.

All numbers are integers, and each row is changed by one thread, in the order of the text, so any
number of threads gives the same weights.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import prefetch

AHEAD = cython.declare(cython.Py_ssize_t, 24)  # how many tokens ahead rows are prefetched


def score(
    rows: cython.const[cython.int][:, ::1],
    links: cython.const[cython.int][:, ::1],
    weights: cython.const[cython.int][:, ::1],
    gold: cython.const[cython.uchar][::1],
    margin: cython.int,
    emissions: cython.int[:, ::1],
    transitions: cython.int[:, :, ::1],
) -> None:
    """Compute the scores of a chain, with ``margin`` added to each wrong tag.

    ``rows`` (templates, n) and ``links`` (transition templates * tags, n): rows of ``weights``
    (rows, tags) or -1.  ``emissions`` (n, tags) and ``transitions`` (n, tags, tags) are
    overwritten.
    """
    tags: cython.Py_ssize_t = weights.shape[1]
    templates: cython.Py_ssize_t = rows.shape[0]
    groups: cython.Py_ssize_t = links.shape[0] // tags
    n: cython.Py_ssize_t = rows.shape[1]
    r: cython.Py_ssize_t
    ahead: cython.Py_ssize_t
    with cython.nogil:
        for i in range(n):
            for k in range(tags):
                emissions[i, k] = margin
                for p in range(tags):
                    transitions[i, p, k] = 0
            emissions[i, gold[i]] = 0
        for t in range(templates):
            for i in range(n):
                r = rows[t, i]
                if cython.compiled and i + AHEAD < n:
                    ahead = rows[t, i + AHEAD]
                    prefetch(cython.address(weights[ahead, 0]))
                    prefetch(cython.address(weights[ahead, tags - 1]))
                if r >= 0:
                    for k in range(tags):
                        emissions[i, k] += weights[r, k]
        for t in range(groups):
            for p in range(tags):
                for i in range(n):
                    r = links[t * tags + p, i]
                    if r >= 0:
                        for k in range(tags):
                            transitions[i, p, k] += weights[r, k]


def update(
    rows: cython.const[cython.int][:, ::1],
    links: cython.const[cython.int][:, ::1],
    bounds: cython.const[cython.int][:, ::1],
    gold: cython.const[cython.uchar][::1],
    best: cython.const[cython.uchar][::1],
    step: cython.longlong,
    part: cython.int,
    parts: cython.int,
    rates: cython.const[cython.int][::1],
    weights: cython.int[:, ::1],
    changes: cython.uint[::1],
    sums: cython.longlong[:, ::1],
) -> None:
    """Increase the weights of gold tags and decrease those of wrong ones.

    ``changes`` (rows,): how often each row has changed; the change number n of a row is
    ``rates[n]``, and the last of ``rates`` from there on.
    Only rows with ``row % parts == part`` are updated, so that threads can share the work.
    ``sums`` adds up ``step`` times each change: the averaged weights are ``weights - sums / steps``
    (Daumé 2006).  With ``step`` 0 there is no waiting for the memory of ``sums``.
    """
    tags: cython.Py_ssize_t = weights.shape[1]
    groups: cython.Py_ssize_t = links.shape[0] // tags
    last: cython.uint = cython.cast(cython.uint, rates.shape[0] - 1)
    r: cython.int
    g: cython.int
    b: cython.int
    rate: cython.longlong
    with cython.nogil:
        for s in range(bounds.shape[0]):
            for i in range(bounds[s, 0], bounds[s, 1]):
                g = gold[i]
                b = best[i]
                if g != b:
                    for t in range(rows.shape[0]):
                        r = rows[t, i]
                        if r >= 0 and r % parts == part:
                            rate = rates[min(changes[r], last)]
                            changes[r] += 1
                            weights[r, g] += rate
                            weights[r, b] -= rate
                            if step:
                                sums[r, g] += rate * step
                                sums[r, b] -= rate * step
                if i > bounds[s, 0] and (g != b or gold[i - 1] != best[i - 1]):
                    for t in range(groups):
                        r = links[t * tags + gold[i - 1], i]
                        if r >= 0 and r % parts == part:
                            rate = rates[min(changes[r], last)]
                            changes[r] += 1
                            weights[r, g] += rate
                            sums[r, g] += rate * step
                        r = links[t * tags + best[i - 1], i]
                        if r >= 0 and r % parts == part:
                            rate = rates[min(changes[r], last)]
                            changes[r] += 1
                            weights[r, b] -= rate
                            sums[r, b] -= rate * step


if not cython.compiled:
    score = interpreted.views(score)
    update = interpreted.views(update)
