# mypy: ignore-errors
"""The bigram HMM of Niu et al. 2004: Equations 1 to 7 for each token, Viterbi, forward-backward.

Tags are 0 all lower case, 1 all upper case, 2 mixed case.  ``matrices[i, p, t]`` is Equation 1 for
token i: the probability of the token with tag t after the token before it with tag p.
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


def weight(total, types):
    """Return the Witten-Bell weight of a history with ``total`` successors of ``types`` types."""
    return total / (total + types) if total > 0 else 0.0


def share(count, total):
    """Return the maximum likelihood estimate; 0 if nothing was seen."""
    return count / total if total > 0 else 0.0


def score_bigrams(
    positions: cython.const[cython.longlong][::1],
    previous: cython.const[cython.int][::1],
    rows: cython.const[cython.int][::1],
    features: cython.const[cython.uchar][::1],
    following: cython.const[cython.uint][::1],
    emitted: cython.const[cython.uint][:, ::1],
    word_emitted: cython.const[cython.uint][:, ::1],
    followed: cython.const[cython.uint][:, ::1],
    word_followed: cython.const[cython.uint][:, ::1],
    types: cython.const[cython.uint][:, ::1],
    begins: cython.const[cython.longlong][::1],
    ends: cython.const[cython.longlong][::1],
    run_keys: cython.const[cython.uint][::1],
    run_counts: cython.const[cython.uint][::1],
    pair_totals: cython.const[cython.double][::1],
    pair_types: cython.const[cython.double][::1],
    tag_totals: cython.const[cython.double][::1],
    tag_types: cython.const[cython.double][::1],
    word_types: cython.const[cython.double][::1],
    tag_shares: cython.const[cython.double][::1],
    feature_shares: cython.const[cython.double][:, ::1],
    uniform: cython.double,
    matrices: cython.double[:, :, ::1],
) -> None:
    """Fill in the matrix of each position; ``Totals`` in tables.py explains the equations' terms.

    ``following``: 28 bits of each token's word, shifted left by 4.
    """
    i: cython.Py_ssize_t
    p: cython.Py_ssize_t
    t: cython.Py_ssize_t
    row: cython.Py_ssize_t
    before: cython.Py_ssize_t
    at: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    total: cython.double
    kinds: cython.double
    mass: cython.double
    lambda1: cython.double
    lambda3: cython.double
    lambda4: cython.double
    lambda5: cython.double
    value: cython.double
    # Indices: 9 bigrams p * 3 + t, and tags.
    seen: cython.double[9]
    eq3: cython.double[9]
    eq5: cython.double[3]
    eq6: cython.double[3]
    if not cython.compiled:
        seen, eq3, eq5, eq6 = [0.0] * 9, [0.0] * 9, [0.0] * 3, [0.0] * 3
    with cython.nogil:
        for k in range(positions.shape[0]):
            i = positions[k]
            row = rows[k]
            before = previous[k]
            # c(<w, f>, t, <w', f'>, t') for all nine pairs of tags: one run
            for p in range(9):
                seen[p] = 0
            wanted = following[k]
            stop = ends[before]
            at = lower_bound(run_keys, wanted, begins[before], stop)
            while at < stop and (run_keys[at] >> 4) == (wanted >> 4):
                p = (run_keys[at] >> 2) & 3
                t = run_keys[at] & 3
                seen[p * 3 + t] = run_counts[at]
                at += 1
            # Equations 5 and 7: Pr(<w, f> | t), Pr(w | t)
            for t in range(3):
                lambda6 = weight(tag_totals[t], word_types[t])
                value = lambda6 * share(word_emitted[row, t], tag_totals[t])
                value = value + (1 - lambda6) * uniform
                lambda4 = weight(tag_totals[t], tag_types[t])
                mass = emitted[row, t]
                mass = mass + emitted[row, 3 + t] + emitted[row, 6 + t]
                eq5[t] = lambda4 * share(mass, tag_totals[t])
                eq5[t] = eq5[t] + (1 - lambda4) * value * feature_shares[features[k], t]
            # Equation 3: Pr(<w, f> | t, t')
            for p in range(3):
                for t in range(3):
                    value = weight(pair_totals[p * 3 + t], pair_types[p * 3 + t])
                    eq3[p * 3 + t] = (
                        value * share(emitted[row, p * 3 + t], pair_totals[p * 3 + t])
                        + (1 - value) * eq5[t]
                    )
            # Equation 6: Pr(t | w')
            total = 0
            kinds = 0
            for t in range(3):
                mass = word_followed[before, t]
                mass = mass + word_followed[before, 3 + t] + word_followed[before, 6 + t]
                eq6[t] = mass
                total += mass
                if mass > 0:
                    kinds += 1
            lambda5 = weight(total, kinds)
            for t in range(3):
                eq6[t] = lambda5 * share(eq6[t], total) + (1 - lambda5) * tag_shares[t]
            for p in range(3):
                # Equation 4: Pr(t | w', t')
                total = 0
                kinds = 0
                mass = 0
                for t in range(3):
                    total += word_followed[before, p * 3 + t]
                    mass += followed[before, p * 3 + t]
                    if word_followed[before, p * 3 + t] > 0:
                        kinds += 1
                lambda3 = weight(total, kinds)
                # Equation 2
                lambda1 = weight(mass, types[before, p])
                for t in range(3):
                    value = lambda3 * share(word_followed[before, p * 3 + t], total)
                    value = value + (1 - lambda3) * eq6[t]
                    matrices[i, p, t] = (
                        lambda1 * share(seen[p * 3 + t], mass)
                        + (1 - lambda1) * eq3[p * 3 + t] * value
                    )


def may(allowed, tag):
    """Return whether a tag is in a set of tags (bits)."""
    return ((allowed >> tag) & 1) == 1


def joined(one, other, best):
    """Return the larger of two probabilities, or their sum."""
    if best:
        return other if other > one else one
    return one + other


def find_forward(
    matrices: cython.const[cython.double][:, :, ::1],
    first: cython.const[cython.uchar][::1],
    allowed: cython.const[cython.uchar][::1],
    best: cython.bint,
    forward: cython.double[:, ::1],
    back: cython.uchar[:, ::1],
) -> None:
    """Fill in forward weights (n, 3), over all paths or with ``best`` over the best (Viterbi).

    ``first`` marks tokens that begin a sequence (their matrix has only row 0), ``allowed`` holds
    each token's set of tags as bits.  Rows sum to 1; with ``best`` their maximum is 1, and ``back``
    gets the previous tag on the best path, the smaller one in a tie.  If all tags of a token have
    probability 0, each allowed one gets 1.
    """
    n: cython.Py_ssize_t = matrices.shape[0]
    with cython.nogil:
        for i in range(n):
            total = 0
            for t in range(3):
                forward[i, t] = 0
                back[i, t] = 0
                if not may(allowed[i], t):
                    continue
                if first[i] == 1:
                    forward[i, t] = matrices[i, 0, t]
                else:
                    for p in range(3):
                        value = forward[i - 1, p] * matrices[i, p, t]
                        if value > forward[i, t]:
                            back[i, t] = cython.cast(cython.uchar, p)
                        forward[i, t] = joined(forward[i, t], value, best)
                total = joined(total, forward[i, t], best)
            for t in range(3):
                if total > 0:
                    forward[i, t] = forward[i, t] / total
                elif may(allowed[i], t):
                    # uninformative: the previous tag decides
                    forward[i, t] = 1
                    if first[i] == 0:
                        for p in range(1, 3):
                            if forward[i - 1, p] > forward[i - 1, back[i, t]]:
                                back[i, t] = cython.cast(cython.uchar, p)


def trace(
    first: cython.const[cython.uchar][::1],
    forward: cython.const[cython.double][:, ::1],
    back: cython.const[cython.uchar][:, ::1],
    best: cython.uchar[::1],
) -> None:
    """Backtrack the most probable tags of each sequence after :func:`find_forward`."""
    n: cython.Py_ssize_t = forward.shape[0]
    argument: cython.Py_ssize_t = 0
    with cython.nogil:
        for i in range(n - 1, -1, -1):
            if i == n - 1 or first[i + 1] == 1:
                argument = 0
                for t in range(3):
                    if forward[i, t] > forward[i, argument]:
                        argument = t
            else:
                argument = back[i + 1, argument]
            best[i] = cython.cast(cython.uchar, argument)


def weigh_tags(
    matrices: cython.const[cython.double][:, :, ::1],
    first: cython.const[cython.uchar][::1],
    allowed: cython.const[cython.uchar][::1],
    best: cython.bint,
    forward: cython.const[cython.double][:, ::1],
    shares: cython.double[:, ::1],
) -> None:
    """Fill in the share of each tag of each token, (n, 3), from ``forward`` and a backward pass.

    With ``best`` (as ``forward`` was computed), a share is the probability of the best path through
    a tag over that of the best path overall; otherwise each token's posteriors, which sum to 1.
    """
    n: cython.Py_ssize_t = matrices.shape[0]
    backward: cython.double[3]
    earlier: cython.double[3]
    if not cython.compiled:
        backward, earlier = [0.0] * 3, [0.0] * 3
    with cython.nogil:
        for i in range(n - 1, -1, -1):
            if i == n - 1 or first[i + 1] == 1:
                for t in range(3):
                    backward[t] = 1
            else:
                scale = 0
                for p in range(3):
                    earlier[p] = 0
                    for t in range(3):
                        if may(allowed[i + 1], t):
                            value = matrices[i + 1, p, t] * backward[t]
                            earlier[p] = joined(earlier[p], value, best)
                    scale = joined(scale, earlier[p], best)
                for p in range(3):
                    backward[p] = earlier[p] / scale if scale > 0 else 1.0
            scale = total = 0
            for t in range(3):
                shares[i, t] = forward[i, t] * backward[t]
                scale = joined(scale, shares[i, t], best)
                total = joined(total, forward[i, t], best)
            for t in range(3):
                shares[i, t] = shares[i, t] / scale if scale > 0 else forward[i, t] / total


if not cython.compiled:
    score_bigrams = interpreted.views(score_bigrams)
    find_forward = interpreted.views(find_forward)
    trace = interpreted.views(trace)
    weigh_tags = interpreted.views(weigh_tags)
