# mypy: ignore-errors
"""Linear chains of tags: Viterbi, max-marginals, posteriors (forward-backward)."""

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


def viterbi(emissions, transitions, bounds, scores, back, best) -> None:
    """Write the best tags of each sequence to ``best`` (n,): exact first-order Viterbi.

    Ties go to the smaller tag.  ``bounds`` (sequences, 2): spans of tokens.  Scratch: ``scores``
    and ``back`` (n, tags).
    """
    tags: cython.Py_ssize_t = emissions.shape[1]
    i: cython.Py_ssize_t
    value: cython.int
    top: cython.int
    argument: cython.Py_ssize_t
    for s in range(bounds.shape[0]):
        if bounds[s, 1] <= bounds[s, 0]:
            continue
        i = bounds[s, 0]
        for k in range(tags):
            scores[i, k] = emissions[i, k]
        for i in range(bounds[s, 0] + 1, bounds[s, 1]):
            for k in range(tags):
                top = scores[i - 1, 0] + transitions[i, 0, k]
                argument = 0
                for p in range(1, tags):
                    value = scores[i - 1, p] + transitions[i, p, k]
                    if value > top:
                        top = value
                        argument = p
                back[i, k] = cython.cast(cython.uchar, argument)
                scores[i, k] = top + emissions[i, k]
            # only differences matter: avoid overflow in long sequences
            top = scores[i, 0]
            for k in range(tags):
                scores[i, k] -= top
        i = bounds[s, 1] - 1
        argument = 0
        for k in range(1, tags):
            if scores[i, k] > scores[i, argument]:
                argument = k
        best[i] = cython.cast(cython.uchar, argument)
        while i > bounds[s, 0]:
            argument = back[i, argument]
            i -= 1
            best[i] = cython.cast(cython.uchar, argument)


def max_marginals(transitions, bounds, scores, back, best, lost) -> None:
    """Write to ``lost`` (n, tags) the score of the best sequence with each tag, minus that of the
    best sequence.

    ``scores``, ``back`` and ``best``: as :func:`viterbi` leaves them; ``scores`` are overwritten.
    With a tag a sequence loses what it loses with the next tag, and what the tag is behind the best
    one before that.
    """
    tags: cython.Py_ssize_t = scores.shape[1]
    i: cython.Py_ssize_t
    p: cython.Py_ssize_t
    value: cython.int
    top: cython.int
    for s in range(bounds.shape[0]):
        i = bounds[s, 1] - 1
        if i >= bounds[s, 0]:
            for p in range(tags):
                lost[i, p] = scores[i, p] - scores[i, best[i]]
        while i > bounds[s, 0]:
            for k in range(tags):
                p = back[i, k]
                scores[i, k] = lost[i, k] - scores[i - 1, p] - transitions[i, p, k]
            for p in range(tags):
                top = scores[i, 0] + transitions[i, p, 0]
                for k in range(1, tags):
                    value = scores[i, k] + transitions[i, p, k]
                    if value > top:
                        top = value
                lost[i - 1, p] = scores[i - 1, p] + top
            i -= 1


def find_best(
    emissions: cython.const[cython.int][:, ::1],
    transitions: cython.const[cython.int][:, :, ::1],
    bounds: cython.const[cython.int][:, ::1],
    scores: cython.int[:, ::1],
    back: cython.uchar[:, ::1],
    best: cython.uchar[::1],
) -> None:
    """Call :func:`viterbi` without the GIL."""
    with cython.nogil:
        viterbi(emissions, transitions, bounds, scores, back, best)


def find_marginals(
    emissions: cython.const[cython.int][:, ::1],
    transitions: cython.const[cython.int][:, :, ::1],
    bounds: cython.const[cython.int][:, ::1],
    scores: cython.int[:, ::1],
    back: cython.uchar[:, ::1],
    best: cython.uchar[::1],
    lost: cython.int[:, ::1],
) -> None:
    """Call :func:`viterbi` and :func:`max_marginals` without the GIL."""
    with cython.nogil:
        viterbi(emissions, transitions, bounds, scores, back, best)
        max_marginals(transitions, bounds, scores, back, best, lost)


def power(powers, scale, score) -> float:
    """Return ``exp(scale * score)``: see ``majuscule.tagging.scoring.chain.powers_of``."""
    if score < -(1 << 19) or score >= 1 << 19:
        return exp(scale * score)
    return powers[(score >> 10) + 512] * powers[1024 + (score & 1023)]


def posteriors(
    emissions: cython.const[cython.int][:, ::1],
    transitions: cython.const[cython.int][:, :, ::1],
    bounds: cython.const[cython.int][:, ::1],
    scale: cython.double,
    powers: cython.const[cython.double][::1],
    forward: cython.double[:, ::1],
    backward: cython.double[:, ::1],
    steps: cython.double[:, :, ::1],
    out: cython.float[:, ::1],
) -> None:
    """Write P(tag of token i | sequence) to ``out`` (n, tags).

    Potentials are ``exp(scale * score)``; forward and backward sums are normalised at each position
    to avoid underflow (Rabiner 1989, section V.A), and emissions are shifted by their largest.
    Scratch: ``forward`` and ``backward`` (n, tags), ``steps`` (tokens of the longest sequence,
    tags, tags).
    """
    tags: cython.Py_ssize_t = emissions.shape[1]
    closed: cython.int = -(1 << 21)  # lower transitions are impossible: probability 0
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t  # the index of a token in its sequence
    top: cython.int
    total: cython.double
    value: cython.double
    with cython.nogil:
        for s in range(bounds.shape[0]):
            for i in range(bounds[s, 0], bounds[s, 1]):
                at = i - bounds[s, 0]
                top = emissions[i, 0]
                for k in range(tags):
                    if emissions[i, k] > top:
                        top = emissions[i, k]
                    forward[i, k] = 1.0 if at == 0 else 0.0
                if at > 0:
                    for p in range(tags):
                        for k in range(tags):
                            steps[at, p, k] = 0.0
                            if transitions[i, p, k] > closed:
                                steps[at, p, k] = power(powers, scale, transitions[i, p, k])
                        value = forward[i - 1, p]
                        for k in range(tags):
                            forward[i, k] += value * steps[at, p, k]
                total = 0.0
                for k in range(tags):
                    forward[i, k] *= power(powers, scale, emissions[i, k] - top)
                    total += forward[i, k]
                for k in range(tags):
                    forward[i, k] /= total
            i = bounds[s, 1] - 1
            while i >= bounds[s, 0]:
                if i == bounds[s, 1] - 1:
                    for k in range(tags):
                        backward[i, k] = 1.0
                else:
                    top = emissions[i + 1, 0]
                    for k in range(tags):
                        if emissions[i + 1, k] > top:
                            top = emissions[i + 1, k]
                    total = 0.0
                    # The row of out is still free: it holds the factors that do not depend on p.
                    for k in range(tags):
                        value = power(powers, scale, emissions[i + 1, k] - top)
                        out[i, k] = value * backward[i + 1, k]
                    at = i + 1 - bounds[s, 0]
                    for p in range(tags):
                        value = 0.0
                        for k in range(tags):
                            value += steps[at, p, k] * out[i, k]
                        backward[i, p] = value
                        total += value
                    for p in range(tags):
                        backward[i, p] /= total
                total = 0.0
                for k in range(tags):
                    total += forward[i, k] * backward[i, k]
                for k in range(tags):
                    out[i, k] = forward[i, k] * backward[i, k] / total
                i -= 1


if not cython.compiled:
    viterbi = interpreted.views(viterbi)
    max_marginals = interpreted.views(max_marginals)
    find_best = interpreted.views(find_best)
    find_marginals = interpreted.views(find_marginals)
    posteriors = interpreted.views(posteriors)
