# mypy: ignore-errors
"""The negative log likelihood of the gold tags of a chain, and its gradient (forward-backward)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import exp, log
else:
    from math import exp, log


def loss(
    rows: cython.const[cython.int][:, ::1],
    links: cython.const[cython.int][:, ::1],
    bounds: cython.const[cython.int][:, ::1],
    gold: cython.const[cython.uchar][::1],
    open_: cython.const[cython.uchar][:, ::1],
    weights: cython.const[cython.double][:, ::1],
    emissions: cython.double[:, ::1],
    transitions: cython.double[:, :, ::1],
    forward: cython.double[:, ::1],
    backward: cython.double[:, ::1],
    sums: cython.double[::1],
    gradient: cython.double[:, ::1],
) -> cython.double:
    """Return the negative log probability of the gold tags; add its gradient to ``gradient``.

    ``rows`` (templates, n) and ``links`` (transition templates * tags, n): rows of ``weights``
    (rows, tags) or -1; ``open_`` (tags + 1, tags): whether a tag may follow another, and in the
    last row, whether it may begin a sequence.  Scratch: ``emissions``, ``forward`` and ``backward``
    (n, tags), ``transitions`` (n, tags, tags), ``sums`` (n,).
    """
    tags: cython.Py_ssize_t = weights.shape[1]
    groups: cython.Py_ssize_t = links.shape[0] // tags
    i: cython.Py_ssize_t
    r: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    found: cython.double = 0.0
    top: cython.double
    value: cython.double
    with cython.nogil:
        for s in range(bounds.shape[0]):
            first = bounds[s, 0]
            last = bounds[s, 1]
            if last <= first:
                continue
            for i in range(first, last):
                for k in range(tags):
                    emissions[i, k] = 0.0
                    for p in range(tags):
                        transitions[i, p, k] = 0.0
            for t in range(rows.shape[0]):
                for i in range(first, last):
                    r = rows[t, i]
                    if r >= 0:
                        for k in range(tags):
                            emissions[i, k] += weights[r, k]
            for t in range(groups):
                for p in range(tags):
                    for i in range(first + 1, last):
                        r = links[t * tags + p, i]
                        if r >= 0:
                            for k in range(tags):
                                transitions[i, p, k] += weights[r, k]
            for i in range(first, last):
                found -= emissions[i, gold[i]]
                if i > first:
                    found -= transitions[i, gold[i - 1], gold[i]]
                top = emissions[i, 0]
                for k in range(tags):
                    if emissions[i, k] > top:
                        top = emissions[i, k]
                sums[i] = 0.0
                for k in range(tags):
                    emissions[i, k] = exp(emissions[i, k] - top)
                    if i == first:
                        value = open_[tags, k]
                    else:
                        value = 0.0
                        for p in range(tags):
                            if open_[p, k]:
                                transitions[i, p, k] = exp(transitions[i, p, k])
                                value += forward[i - 1, p] * transitions[i, p, k]
                            else:
                                transitions[i, p, k] = 0.0
                    forward[i, k] = value * emissions[i, k]
                    sums[i] += forward[i, k]
                for k in range(tags):
                    forward[i, k] /= sums[i]
                found += log(sums[i]) + top
            for k in range(tags):
                backward[last - 1, k] = 1.0
            i = last - 1
            while i > first:
                for k in range(tags):
                    emissions[i, k] *= backward[i, k] / sums[i]
                for p in range(tags):
                    backward[i - 1, p] = 0.0
                    for k in range(tags):
                        transitions[i, p, k] *= emissions[i, k]
                        backward[i - 1, p] += transitions[i, p, k]
                        # becomes the posterior of the pair of tags
                        transitions[i, p, k] *= forward[i - 1, p]
                transitions[i, gold[i - 1], gold[i]] -= 1.0
                i -= 1
            for i in range(first, last):
                for k in range(tags):
                    emissions[i, k] = forward[i, k] * backward[i, k]
                emissions[i, gold[i]] -= 1.0
            for t in range(rows.shape[0]):
                for i in range(first, last):
                    r = rows[t, i]
                    if r >= 0:
                        for k in range(tags):
                            gradient[r, k] += emissions[i, k]
            for t in range(groups):
                for p in range(tags):
                    for i in range(first + 1, last):
                        r = links[t * tags + p, i]
                        if r >= 0:
                            for k in range(tags):
                                gradient[r, k] += transitions[i, p, k]
    return found


if not cython.compiled:
    loss = interpreted.views(loss)
