# mypy: ignore-errors
"""Properties of tokens: hashes of words and affixes, sentence positions, lines.

Nothing is allocated.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from majuscule import interpreted as cython

from majuscule import interpreted

if cython.compiled:
    from cython.cimports.majuscule.text.inlined import (
        contains,
        is_digit,
        is_quote,
        is_small,
        plain_letter,
        step,
    )
else:
    from majuscule.text.inlined import contains, is_digit, is_quote, is_small, plain_letter, step

# Token kinds (majuscule.text.tokenizing.tokens)
WORD = cython.declare(cython.int, 0)
NUMBER = cython.declare(cython.int, 1)
PUNCTUATION = cython.declare(cython.int, 2)
FIXED = cython.declare(cython.int, 3)
# Positions (majuscule.text.tokenizing.sentences)
INSIDE = cython.declare(cython.int, 0)
LINE = cython.declare(cython.int, 1)
SENTENCE = cython.declare(cython.int, 2)
ABBREVIATED = cython.declare(cython.int, 3)
COLON = cython.declare(cython.int, 4)
QUOTE = cython.declare(cython.int, 5)
GLUED = cython.declare(cython.int, 6)
ELLIPSIS = cython.declare(cython.int, 7)

# Seeds of the hashes of words and of suffixes; the C compiler needs large constants as typed names.
SEED = cython.declare(cython.ulonglong, 0x2545F4914F6CDD1D)
BACKWARD = cython.declare(cython.ulonglong, 0x3545F4914F6CDD1D)


def plain_symbol(code, run):
    """Map all double quotes to one sign, all single ones to another, and all dashes to a third.

    Typesetting, typewriters and the Penn Treebank (`` '' --) write the same marks differently.
    ``run``: how often the code point is repeated.
    """
    if code == 0x60 or (code == 0x27 and run > 1):
        return 0x22 if run > 1 else 0x27
    if code == 0x201C or code == 0x201D or code == 0x201E or code == 0xAB or code == 0xBB:
        return 0x22
    if code == 0x2018 or code == 0x2019 or code == 0x201A or code == 0x2039 or code == 0x203A:
        return 0x27
    if code == 0x2013 or code == 0x2014 or code == 0x2015 or (code == 0x2D and run > 1):
        return 0x2014
    return code


def describe(text, starts, ends, kinds, words, affixes) -> None:
    """Hash each token of folded text: ``words`` (n,), ``affixes`` (8, n).

    In words that begin with a digit, digits become 0 (``1998`` and ``2004`` are one word, ``3rd``
    and ``5th`` differ); a run of one symbol is hashed as that symbol, quotes and dashes as by
    :func:`plain_symbol`, and all machine text alike.  Affixes are the first 1-4 and the last 1-4
    code points, 0 for shorter words, punctuation and machine text.
    """
    n: cython.Py_ssize_t = starts.shape[0]
    code: cython.uint
    for i in range(n):
        start = starts[i]
        end = ends[i]
        for k in range(8):
            affixes[k, i] = 0
        h = SEED
        if kinds[i] == PUNCTUATION:
            words[i] = step(h, plain_symbol(text[start], end - start))
            continue
        if kinds[i] == FIXED:
            words[i] = step(step(h, 0xFFFF), 0xFFFF)
            continue
        digits = is_digit(text[start])
        for j in range(start, end):
            code = plain_letter(text[j])
            if digits and is_digit(code):
                code = 0x30
            h = step(h, code)
            if j - start < 4:
                affixes[j - start, i] = h
        words[i] = h
        size = end - start
        if size > 4:
            size = 4
        h = BACKWARD
        for k in range(size):
            code = plain_letter(text[end - 1 - k])
            if digits and is_digit(code):
                code = 0x30
            h = step(h, code)
            affixes[4 + k, i] = h


def is_fragment(text, end):
    """Return whether the list item after a bullet is no sentence: short, without a final mark.

    ``- milk`` is one; ``- Wash it.`` and ``- First of all:`` are not.  The bullet ends at ``end``.
    """
    n: cython.Py_ssize_t = text.shape[0]
    code: cython.uint
    last: cython.uint = 0
    words: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t = end
    if j >= n or text[j] != 0x20:
        return False
    while j < n and text[j] != 0x0A:
        code = text[j]
        if code == 0x20:
            words += 1
            if words > 5:
                return False
        elif code != 0x0D:
            last = code
        j += 1
    if last == 0x2E or last == 0x21 or last == 0x3F or last == 0x3A or last == 0x2026:
        return False
    return last != 0


def is_comma(text, at):
    """Return whether a comma or a semicolon stands at an offset."""
    return text[at] == 0x2C or text[at] == 0x3B


def after_ellipsis(text, starts, ends, at, pending):
    """Return the position after an ellipsis, the token ``at``.

    In square brackets, after a sentence or glued to a word (``ran away[...] He``), it replaces the
    rest of a sentence, and a sentence begins after it.
    """
    if at > 0 and text[starts[at - 1]] == 0x5B and ends[at - 1] == starts[at]:
        if pending == SENTENCE or (at > 1 and starts[at - 1] == ends[at - 2]):
            return SENTENCE
    return ELLIPSIS


def is_exclaimed(text, starts, ends, at):
    """Return whether token ``at`` > 0 is a dash after ! or ?, where a sentence mostly continues:
    ``God!—they fled``."""
    if text[starts[at]] != 0x2014 and (text[starts[at]] != 0x2D or ends[at] < starts[at] + 2):
        return False
    return text[starts[at - 1]] == 0x21 or text[starts[at - 1]] == 0x3F


def is_aside(text, starts, ends, kinds, at):
    """Return whether a bracket, token ``at`` > 0, opens between sentences: ``so. (p. 12) she``.

    Not after the full stop of a German ordinal (``heinrich iv. (so)``, ``am 3. (so)``), and round
    brackets not after ! or ?, which may end titles (``"why?" (1957)``).
    """
    before: cython.Py_ssize_t = at - 1
    while before > 0 and is_quote(text[starts[before]]):
        before -= 1
    if text[starts[before]] != 0x2E:
        return text[starts[at]] == 0x5B
    if before == 0:
        return False
    if kinds[before - 1] == NUMBER:
        return ends[before - 1] > starts[before - 1] + 2
    for i in range(starts[before - 1], ends[before - 1]):
        if text[i] != 0x69 and text[i] != 0x76 and text[i] != 0x78:  # i v x
            return True
    return False


def is_unit(code):
    """Return whether a letter is a unit after a number: metres, grams, degrees Celsius.

    Its full stop then ends a sentence: 97 of 101 in training text, but not ``104 N. Main St.``
    """
    return code == 0x6D or code == 0x67 or code == 0x63


def is_example(text, end):
    """Return whether *p. ex.*, *par ex.*, *ad es.* or *per es.* ends at a full stop."""
    i: cython.Py_ssize_t = end - 5
    if i < 0 or text[end - 2] != 0x65:
        return False
    if text[end - 1] == 0x78:
        if text[i + 1] == 0x72:  # par, por; not her
            return text[i + 2] == 0x20 and (text[i] == 0x61 or text[i] == 0x6F)
        return text[i] == 0x70 and text[i + 1] == 0x2E and text[i + 2] == 0x20
    if text[end - 1] != 0x73 or text[end - 3] != 0x20:
        return False
    if text[end - 4] == 0x64:
        return text[i] == 0x61 and (i == 0 or not is_small(text[i - 1]))
    return i > 0 and text[end - 4] == 0x72 and text[i] == 0x65 and text[i - 1] == 0x70


def place(text, starts, ends, kinds, words, abbreviations, joining, positions) -> None:
    """Write to ``positions`` (n,) how a sentence could begin at each token of folded text.

    The codes are those of :mod:`majuscule.text.tokenizing.sentences`.  Punctuation is INSIDE; its
    effect passes on to the next word.  A sentence begins after brackets that follow a sentence
    (``so. (p. 12) she``, ``so. [he sits] she``), unless they are square and hold one word or follow
    a quote: those replace a word (``so. [she] ran``).  Cells of tables begin like lines.  An
    interrupted quotation (``"if it snows," he said, "we stay"``) continues INSIDE; after ?, few do.
    """
    n: cython.Py_ssize_t = starts.shape[0]
    pending: cython.int = LINE
    code: cython.uint
    before: cython.bint
    after: cython.bint
    closes: cython.bint
    in_quote: cython.bint = False
    broken: cython.bint = False
    closing: cython.uint = 0
    nested: cython.int = 0
    remark: cython.bint = False
    new_line: cython.bint
    for i in range(n):
        j = ends[i - 1] if i > 0 else 0
        before = i == 0 or starts[i] > j
        new_line = i == 0
        while j < starts[i]:
            if text[j] == 0x0A or text[j] == 0x09:
                pending = LINE
                in_quote = broken = False
                closing = 0
                new_line = text[j] == 0x0A or new_line
            j += 1
        after = i + 1 == n or starts[i + 1] > ends[i]
        positions[i] = INSIDE
        code = text[starts[i]]
        # In „Rome“ the sign closes that opens in other languages.
        closes = code == 0x201D or (code == 0x201C and (after or kinds[i + 1] == PUNCTUATION))
        if pending == LINE and (code == 0x2D or code == 0x2A or code == 0x2022):  # - * •
            if ends[i] - starts[i] == 1 and is_fragment(text, ends[i]):
                pending = INSIDE
                continue
        if kinds[i] == FIXED and code == 0x2D and ends[i] - starts[i] == 5:
            # -LRB-, -RRB-: brackets
            if text[ends[i] - 1] == 0x2D:
                if pending == INSIDE and text[starts[i] + 1] == 0x6C:
                    pending = QUOTE
                continue
        if kinds[i] == WORD and (code == 0x27 or code == 0x2019) and pending != LINE:
            pending = INSIDE  # a clitic continues its sentence, even after u.s. or inc.
        if kinds[i] != PUNCTUATION:
            positions[i] = cython.cast(cython.uchar, pending)
            pending = INSIDE
            if kinds[i] == WORD and text[ends[i] - 1] == 0x2E:
                pending = INSIDE if contains(joining, words[i]) else ABBREVIATED
                if i > 0 and kinds[i - 1] == NUMBER and ends[i] - starts[i] == 2 and is_unit(code):
                    pending = SENTENCE
            continue
        if pending == ELLIPSIS and not after and (code == 0x2026 or ends[i] - starts[i] > 1):
            pending = INSIDE  # we see the... ...the sentence that goes on, as subtitles write it
        elif code == 0x2E:  # .
            if ends[i] - starts[i] > 1 or (
                before
                and not new_line
                and kinds[i - 1] == PUNCTUATION
                and text[starts[i - 1]] == 0x2E
            ):
                pending = after_ellipsis(text, starts, ends, i, pending)
            elif i > 0 and not before and contains(abbreviations, words[i - 1]):
                pending = ABBREVIATED
            elif i > 0 and not before and contains(joining, words[i - 1]):
                pending = INSIDE
            elif i > 0 and not before and is_example(text, starts[i]):
                pending = INSIDE
            elif not after and kinds[i + 1] != PUNCTUATION:
                pending = GLUED
            else:
                pending = SENTENCE
                broken = False
        elif code == 0x21 or code == 0x3F or code == 0x3002 or code == 0x203D:  # ! ? 。 ‽
            pending = SENTENCE if after or kinds[i + 1] == PUNCTUATION else GLUED
            broken = False
        elif code == 0x7C and before and after:  # |
            pending = LINE
            in_quote = broken = False
        elif code == 0x2026:
            pending = after_ellipsis(text, starts, ends, i, pending)
        elif code == 0x3A:
            if after and not before and i > 0 and ends[i - 1] - starts[i - 1] == 1:
                # q: why? a: because. A sentence begins after the label.
                code = text[starts[i - 1]]
                if kinds[i - 1] != WORD or positions[i - 1] == INSIDE:
                    pending = COLON
                else:
                    pending = SENTENCE if code == 0x71 or code == 0x61 else QUOTE
            elif after:
                pending = COLON
        elif code == 0x22:  # opens or closes, by the spaces around it, or else alternately
            in_quote = before if before != after else not in_quote
            if in_quote:
                if pending == INSIDE and not (broken and is_comma(text, ends[i - 1] - 1)):
                    pending = QUOTE
                broken = False
            elif i > 0 and not before:
                broken = is_comma(text, starts[i] - 1) or text[starts[i] - 1] == 0x21
        elif closes and i > 0 and not before:
            broken = is_comma(text, starts[i] - 1) or text[starts[i] - 1] == 0x21
        elif (
            code == 0x28
            or code == 0x5B
            or code == 0x60
            or code == 0xAB
            or code == 0x2018
            or code == 0x201C
            or code == 0x201E
            or (code == 0x27 and before and not after)
        ):
            if code == 0x28 or code == 0x5B:
                if closing == 0 and pending == SENTENCE and is_aside(text, starts, ends, kinds, i):
                    closing = 0x29 if code == 0x28 else 0x5D
                    nested = 0
                    remark = i + 2 < n and starts[i + 2] > ends[i + 1]
                    remark = remark and not is_quote(text[starts[i - 1]])
                elif closing == code + (1 if code == 0x28 else 2):
                    nested += 1
            if pending == INSIDE and not (
                broken and code == 0x201C and is_comma(text, ends[i - 1] - 1)
            ):
                pending = QUOTE
            broken = broken and code != 0x201C
        elif code == closing:
            if nested > 0:
                nested -= 1
            else:
                closing = 0
                if after and (code == 0x29 or kinds[i - 1] == NUMBER or remark):
                    pending = SENTENCE
        elif pending == SENTENCE and is_exclaimed(text, starts, ends, i):
            pending = INSIDE
        elif pending == ABBREVIATED and not before and not after:
            if code == 0x2D or code == 0x2F or (0x2010 <= code and code <= 0x2013):
                pending = INSIDE  # u.s.-led
        elif code == 0x2C or code == 0x3B or code == 0x25 or code == 0x26:  # , ; % &
            pending = INSIDE


def count_lines(text) -> int:
    """Return how many lines a text has: its line breaks plus one."""
    lines: cython.Py_ssize_t = 1
    for i in range(text.shape[0]):
        lines += text[i] == 0x0A
    return lines


def bound_lines(text, starts, lines) -> None:
    """Write the token span of each line to ``lines`` (lines, 2)."""
    line: cython.Py_ssize_t = 0
    token: cython.Py_ssize_t = 0
    lines[0, 0] = 0
    for i in range(text.shape[0]):
        if text[i] == 0x0A:
            while token < starts.shape[0] and starts[token] < i:
                token += 1
            lines[line, 1] = cython.cast(cython.int, token)
            line += 1
            lines[line, 0] = cython.cast(cython.int, token)
    lines[line, 1] = cython.cast(cython.int, starts.shape[0])


def number_keys(keys, table, numbers, firsts) -> int:
    """Number the distinct keys in order of first occurrence; return how many there are.

    Writes ``numbers`` (n,) and ``firsts`` (n,), the indices of first occurrences.  ``table``:
    scratch of zeros; its length is a power of two above n.
    """
    mask: cython.ulonglong = table.shape[0] - 1
    found: cython.Py_ssize_t = 0
    for i in range(keys.shape[0]):
        at = (step(SEED, keys[i]) >> 20) & mask
        entry = table[at]
        while entry != 0 and keys[firsts[entry - 1]] != keys[i]:
            at = (at + 1) & mask
            entry = table[at]
        if entry == 0:
            firsts[found] = i
            found += 1
            entry = cython.cast(cython.int, found)
            table[at] = entry
        numbers[i] = entry - 1
    return found


if not cython.compiled:
    describe = interpreted.views(describe)
    place = interpreted.views(place)
    count_lines = interpreted.views(count_lines)
    bound_lines = interpreted.views(bound_lines)
    number_keys = interpreted.views(number_keys)
