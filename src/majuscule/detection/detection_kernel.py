# mypy: ignore-errors
"""Case detection's two passes: over the tokens, and forward-backward over the chain of sentences.

The first adds up, for each unit (a sentence or a line), rows of a table of log probabilities; the
table says what each state thinks of a word in that place, so written, of which so much is known.
In the chain a state stays from one unit to the next with probability ``stay``, else it is drawn
afresh from the prior, so a step costs as many operations as there are states.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

# Token kinds, case classes and positions (majuscule.text)
WORD = cython.declare(cython.int, 0)
PUNCTUATION = cython.declare(cython.int, 2)
LC = cython.declare(cython.int, 0)
UC = cython.declare(cython.int, 1)
CA = cython.declare(cython.int, 2)
KEEP = cython.declare(cython.int, 4)
AT_LINE = cython.declare(cython.int, 1)
AT_SENTENCE = cython.declare(cython.int, 2)
# Places, kinds of evidence and forms (majuscule.detection.probabilities)
FRESH = cython.declare(cython.int, 0)
SENTENCE = cython.declare(cython.int, 2)
ALONE = cython.declare(cython.int, 3)
UNSURE = cython.declare(cython.int, 4)
INSIDE = cython.declare(cython.int, 5)
QUOTED = cython.declare(cython.int, 6)
FUNCTION = cython.declare(cython.int, 1)
PROSAIC = cython.declare(cython.int, 2)
COMMON = cython.declare(cython.int, 3)
SMALL = cython.declare(cython.int, 0)
CAPITAL = cython.declare(cython.int, 1)
ONE = cython.declare(cython.int, 2)
SHORT = cython.declare(cython.int, 3)
LONG = cython.declare(cython.int, 4)
MIXED = cython.declare(cython.int, 5)
REMEMBERED = cython.declare(cython.int, 16)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def contains(table: cython.const[cython.ulonglong][::1], key: cython.ulonglong) -> cython.bint:
    """Tell whether a sorted table holds a key."""
    low: cython.Py_ssize_t = 0
    high: cython.Py_ssize_t = table.shape[0]
    middle: cython.Py_ssize_t
    while low < high:
        middle = (low + high) >> 1
        if table[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low < table.shape[0] and table[low] == key


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_apostrophe(code: cython.uint) -> cython.bint:
    """Typewriter and curly apostrophes, and the accents typed for them."""
    return code == 0x27 or code == 0x2019 or code == 0x60 or code == 0xB4


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def form_of(class_: cython.int, length: cython.Py_ssize_t, last: cython.uint) -> cython.int:
    """Return how a word is written: a single capital and short capitals are forms of their own."""
    if class_ == LC:
        return SMALL
    if class_ == UC:
        return ONE if length == 1 or (length == 2 and last == 0x2E) else CAPITAL
    if class_ == CA:
        return SHORT if length <= 4 or last == 0x2E else LONG
    return MIXED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def closing_quote(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    ends: cython.const[cython.int][::1],
    kinds: cython.const[cython.uchar][::1],
    opening: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the token that closes a short quotation (the name of a work), or -1."""
    i: cython.Py_ssize_t
    code: cython.uint
    if end > opening + 10:
        end = opening + 10
    for i in range(opening + 1, end):
        if kinds[i] == PUNCTUATION:
            code = text[starts[i]]
            if code == 0x22 or code == 0x201D or code == 0xBB:
                return i
            if code == 0x27 and ends[i] - starts[i] == 2:
                return i
    return -1


def score(
    text: cython.const[cython.uint][::1],
    starts: cython.const[cython.int][::1],
    ends: cython.const[cython.int][::1],
    kinds: cython.const[cython.uchar][::1],
    classes: cython.const[cython.uchar][::1],
    positions: cython.const[cython.uchar][::1],
    words: cython.const[cython.ulonglong][::1],
    known: cython.const[cython.uchar][::1],
    functions: cython.const[cython.ulonglong][::1],
    prosaic: cython.const[cython.ulonglong][::1],
    common: cython.const[cython.ulonglong][::1],
    not_: cython.ulonglong,
    name: cython.int,
    pronoun: cython.int,
    units: cython.const[cython.longlong][::1],
    places: cython.const[cython.uchar][::1],
    fresh: cython.const[cython.uchar][::1],
    table: cython.const[cython.double][:, :, :, ::1],
    names: cython.ulonglong[::1],
    counts: cython.int[::1],
    scores: cython.double[:, ::1],
) -> None:
    """Fill in for each unit how many words tell, and its log likelihood in each state, (u, 5).

    ``text`` is folded; ``known`` (n,) is the kind of evidence for each token; ``units`` (u + 1,)
    are the first tokens of the units and the end; ``places`` (u,) says FRESH or CONTINUED where a
    unit begins a line and SENTENCE elsewhere, ``fresh`` (u,) where a document begins.  Clitics,
    elided prefixes, later parts of compounds and words such as 3rd tell little and are passed over.
    A name (evidence from ``name`` to below ``pronoun``) written small tells once, not each time it
    is repeated: ``names`` (16,) remembers the last ones.
    """
    states: cython.Py_ssize_t = scores.shape[1]
    u: cython.Py_ssize_t
    i: cython.Py_ssize_t
    s: cython.Py_ssize_t
    k: cython.Py_ssize_t
    oldest: cython.Py_ssize_t = 0
    length: cython.Py_ssize_t
    first: cython.uint
    last: cython.uint
    before: cython.uint
    place: cython.int
    evidence: cython.int
    form: cython.int
    lone_evidence: cython.int = 0
    lone_form: cython.int = 0
    lone_place: cython.int = 0
    marked: cython.bint
    quoted: cython.Py_ssize_t = -1
    with cython.nogil:
        for u in range(units.shape[0] - 1):
            counts[u] = 0
            for s in range(states):
                scores[u, s] = 0.0
            if fresh[u]:
                for k in range(REMEMBERED):
                    names[k] = 0
            marked = False
            for i in range(units[u], units[u + 1]):
                first = text[starts[i]]
                length = ends[i] - starts[i]
                last = text[ends[i] - 1]
                if kinds[i] == PUNCTUATION:
                    if i > quoted and (
                        first == 0x22
                        or first == 0x201C
                        or first == 0xAB
                        or (first == 0x60 and length == 2)
                    ):
                        quoted = closing_quote(text, starts, ends, kinds, i, units[u + 1])
                    # what follows a dash or a slash, but not a comma, may be a beginning
                    marked = first != 0x2C and first != 0x27 and first != 0x26 and first != 0x25
                    continue
                if kinds[i] != WORD or classes[i] >= KEEP:
                    marked = False
                    continue
                before = text[starts[i] - 1] if starts[i] > 0 else 0x20
                if (
                    is_apostrophe(first)
                    or is_apostrophe(last)
                    or (0x30 <= first and first <= 0x39)
                    or before == 0x2D
                    or before == 0x2010
                    or before == 0x2011
                    or words[i] == not_
                ):
                    marked = False
                    continue
                if positions[i] == AT_LINE or positions[i] == AT_SENTENCE:
                    place = places[u]
                elif positions[i] != 0 or marked:
                    place = UNSURE
                elif i < quoted:
                    place = QUOTED
                else:
                    place = INSIDE
                marked = False
                evidence = known[i]
                if length < 8 and contains(functions, words[i]):
                    evidence = PROSAIC if contains(prosaic, words[i]) else FUNCTION
                elif evidence == 0 and length < 13 and contains(common, words[i]):
                    evidence = COMMON
                form = form_of(classes[i], length, last)
                if form == SMALL and name <= evidence and evidence < pronoun:
                    for k in range(REMEMBERED):
                        if names[k] == words[i]:
                            evidence = 0
                    if evidence != 0:
                        names[oldest] = words[i]
                        oldest = (oldest + 1) % REMEMBERED
                for s in range(states):
                    scores[u, s] = scores[u, s] + table[place, evidence, form, s]
                lone_place = place
                lone_evidence = evidence
                lone_form = form
                counts[u] += 1
            if counts[u] == 1 and (lone_place == FRESH or lone_place == SENTENCE):
                for s in range(states):
                    scores[u, s] = table[ALONE, lone_evidence, lone_form, s]


def smooth(
    likelihoods: cython.const[cython.double][:, ::1],
    stays: cython.const[cython.double][::1],
    prior: cython.const[cython.double][::1],
    backward: cython.double[::1],
    posteriors: cython.double[:, ::1],
) -> None:
    """Fill in the posteriors (n, k) of each unit's state, given all units (forward-backward).

    ``likelihoods`` are scaled so that none is far below 1; ``stays`` (n,): the probability that a
    unit has the state of the one before, 0 where a document begins; ``backward`` (k,) is room to
    work in.
    """
    n: cython.Py_ssize_t = likelihoods.shape[0]
    k: cython.Py_ssize_t = likelihoods.shape[1]
    i: cython.Py_ssize_t
    t: cython.Py_ssize_t
    s: cython.Py_ssize_t
    stay: cython.double
    total: cython.double
    drawn: cython.double
    with cython.nogil:
        for i in range(n):
            total = 0.0
            for s in range(k):
                if i == 0:
                    drawn = prior[s]
                else:
                    drawn = stays[i] * posteriors[i - 1, s] + (1.0 - stays[i]) * prior[s]
                posteriors[i, s] = drawn * likelihoods[i, s]
                total = total + posteriors[i, s]
            for s in range(k):
                posteriors[i, s] = posteriors[i, s] / total
        for s in range(k):
            backward[s] = 1.0
        for i in range(n):
            t = n - 1 - i
            total = 0.0
            for s in range(k):
                posteriors[t, s] = posteriors[t, s] * backward[s]
                total = total + posteriors[t, s]
            for s in range(k):
                posteriors[t, s] = posteriors[t, s] / total
            # what the units from t on say about the one before t
            stay = stays[t]
            drawn = 0.0
            total = 0.0
            for s in range(k):
                backward[s] = backward[s] * likelihoods[t, s]
                drawn = drawn + prior[s] * backward[s]
            for s in range(k):
                backward[s] = stay * backward[s] + (1.0 - stay) * drawn
                total = total + backward[s]
            for s in range(k):
                backward[s] = backward[s] / total


if not cython.compiled:
    score = interpreted.views(score)
    smooth = interpreted.views(smooth)
