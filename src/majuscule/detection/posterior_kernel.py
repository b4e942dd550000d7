# mypy: ignore-errors
"""Posteriors of the states of units that form a chain: forward-backward.

From one unit to the next the state stays with a probability, else it is drawn from the prior, so
that a step is linear in the number of states.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp


def stay_of(units, marks, u, stay, stay_in_line):
    """Return the probability that a unit keeps the state of the one before; 0 in a new document."""
    if marks[1, u]:
        return 0.0
    return stay_in_line if units[1, u] == units[1, u - 1] else stay


def smooth(total, units, marks, stay, stay_in_line, prior, backward, scores) -> None:
    """Compute the posterior of each unit's state, given all units (forward-backward).

    ``scores`` (2, units, states): log likelihoods in ``scores[0]`` are overwritten by likelihoods
    relative to the best state; posteriors go to ``scores[1]``.  Scratch: ``backward`` (states,).
    """
    k: cython.Py_ssize_t = scores.shape[2]
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    s: cython.Py_ssize_t
    keep: cython.double
    top: cython.double
    sum_: cython.double
    drawn: cython.double
    for i in range(total):
        top = scores[0, i, 0]
        for s in range(1, k):
            if scores[0, i, s] > top:
                top = scores[0, i, s]
        keep = stay_of(units, marks, i, stay, stay_in_line)
        sum_ = 0.0
        for s in range(k):
            drawn = scores[0, i, s] - top
            scores[0, i, s] = exp(drawn if drawn > -200.0 else -200.0)
            drawn = prior[s]
            if i > 0:
                drawn = keep * scores[1, i - 1, s] + (1.0 - keep) * prior[s]
            scores[1, i, s] = drawn * scores[0, i, s]
            sum_ = sum_ + scores[1, i, s]
        for s in range(k):
            scores[1, i, s] = scores[1, i, s] / sum_
    for s in range(k):
        backward[s] = 1.0
    for i in range(total):
        t = total - 1 - i
        sum_ = 0.0
        for s in range(k):
            scores[1, t, s] = scores[1, t, s] * backward[s]
            sum_ = sum_ + scores[1, t, s]
        for s in range(k):
            scores[1, t, s] = scores[1, t, s] / sum_
        # the message of the units from t on to the one before t
        keep = stay_of(units, marks, t, stay, stay_in_line)
        drawn = 0.0
        sum_ = 0.0
        for s in range(k):
            backward[s] = backward[s] * scores[0, t, s]
            drawn = drawn + prior[s] * backward[s]
        for s in range(k):
            backward[s] = keep * backward[s] + (1.0 - keep) * drawn
            sum_ = sum_ + backward[s]
        for s in range(k):
            backward[s] = backward[s] / sum_


if not cython.compiled:
    smooth = interpreted.views(smooth)
