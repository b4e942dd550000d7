# mypy: ignore-errors
"""The tokenizer: tokens as spans over code points.

One pass over the text, by chunks between white space.  A chunk that looks like a URL, e-mail
address, handle, hashtag, file name, path, identifier, call or DOI is one ``FIXED`` token.
Otherwise:

* words are runs of letters, digits and marks; parts of hyphenated words are separate tokens, since
  each has its own case (``anglo-american``, ``x-ray``);
* clitics are split off as in the Penn Treebank (``do n't``, ``james 's``), and so is an elided
  article or prefix (``o'|neill``, ``l'|oréal``), since each side has its own case; text that is
  already split (``ca n't``, ``dog 's``) gives the same tokens;
* dotted abbreviations (``u.s.``, ``j.``, ``ph.d.``) are one token;
* the replacement character (U+FFFD) may continue a word but not begin one;
* numbers keep their inner ``. , : /``; ``3rd``, ``5pm``, ``10km`` are one token;
* a run of one symbol (``...``, ``--``) is one token;
* protected text (:mod:`majuscule.text.protecting.protection`) arrives as a run of COVERED, which is
  a ``FIXED`` token, or as spaces.

The text is folded, so tokens do not depend on case.
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
        hash_span,
        is_apostrophe,
        is_wordy,
        kind_of,
    )
    from cython.cimports.majuscule.text.tokenizing.fixed_kernel import is_fixed
else:
    from majuscule.text.inlined import contains, hash_span, is_apostrophe, is_wordy, kind_of
    from majuscule.text.tokenizing.fixed_kernel import is_fixed

# Kinds of code points (majuscule.text.characters.codepoints) and of tokens
# (majuscule.text.tokenizing.tokens).
SYMBOL = cython.declare(cython.int, 0)
SPACE = cython.declare(cython.int, 1)
LETTER = cython.declare(cython.int, 2)
DIGIT = cython.declare(cython.int, 3)
MARK = cython.declare(cython.int, 4)
WORD = cython.declare(cython.int, 0)
NUMBER = cython.declare(cython.int, 1)
PUNCTUATION = cython.declare(cython.int, 2)
FIXED = cython.declare(cython.int, 3)
# Replaces protected text (majuscule.text.protecting.protection).
COVERED = cython.declare(cython.uint, 0xFDD0)
# The replacement character, for bytes that could not be decoded.
LOST = cython.declare(cython.uint, 0xFFFD)


def is_closer(code):
    """Return whether a quote or bracket may stand between a full stop and the next sentence."""
    return (
        code == 0x22
        or code == 0x27
        or code == 0x29
        or code == 0x5D
        or code == 0x7D
        or code == 0xBB
        or code == 0x2019
        or code == 0x201D
        or code == 0x203A
    )


def is_opener(code):
    """Return whether a quote, bracket or mark may stand before the first word of a sentence."""
    return (
        code == 0x22
        or code == 0x27
        or code == 0x28
        or code == 0x5B
        or code == 0x7B
        or code == 0x60
        or code == 0xAB
        or code == 0xBF
        or code == 0xA1
        or code == 0x3C
        or (0x2018 <= code and code <= 0x201F)
        or code == 0x2039
    )


def is_reversed(code):
    """Return whether a quote opens in some languages and closes in others: »a« „a“ ‚a‘."""
    return (
        code == 0xAB
        or code == 0xBB
        or code == 0x2018
        or code == 0x201C
        or code == 0x2039
        or code == 0x203A
    )


def put(starts, ends, token_kinds, n, start, end, kind):
    """Append a token to ``n`` others; return their new number."""
    starts[n] = cython.cast(cython.int, start)
    ends[n] = cython.cast(cython.int, end)
    token_kinds[n] = cython.cast(cython.uchar, kind)
    return n + 1


def clitic_at(text, kinds, suffixes, apostrophe, end):
    """Return what follows an apostrophe: 1 for a clitic ('s 're 've 'll 'd 'm), 2 for the t of n't,
    3 for the Turkish suffix of a name (``istanbul|'da``), else 0."""
    i: cython.Py_ssize_t = apostrophe + 1
    n: cython.Py_ssize_t = 0
    while i < end and is_wordy(kind_of(kinds, text[i])):
        i += 1
        n += 1
    if n == 1:
        a = text[apostrophe + 1]
        if a == 0x73 or a == 0x64 or a == 0x6D:  # s d m
            return 1
        if a == 0x74 and apostrophe > 0 and text[apostrophe - 1] == 0x6E:  # n't
            return 2
    elif n == 2:
        a = text[apostrophe + 1]
        b = text[apostrophe + 2]
        if (a == 0x72 and b == 0x65) or (a == 0x76 and b == 0x65) or (a == 0x6C and b == 0x6C):
            return 1  # re ve ll
    if n > 0 and n < 6 and apostrophe > 1:
        # A suffix that begins with a vowel follows a consonant.
        if is_vowel(text[apostrophe + 1]) and is_vowel(text[apostrophe - 1]):
            return 0
        if (
            is_wordy(kind_of(kinds, text[apostrophe - 1]))
            and is_wordy(kind_of(kinds, text[apostrophe - 2]))
            and contains(suffixes, hash_span(text, apostrophe + 1, i))
        ):
            return 3
    return 0


def is_vowel(code):
    """Return whether a letter is a Turkish vowel: a e i o u ö ü, or ı, mapped or not."""
    if code == 0x61 or code == 0x65 or code == 0x69 or code == 0x6F or code == 0x75:
        return True
    return code == 0xF6 or code == 0xFC or code == 0x131 or code == 0xA7B7


def abbreviation_end(text, kinds, start, end):
    """Return where a dotted abbreviation beginning at ``start`` ends, or ``start`` if none does.

    ``u.s.``, ``j.``, ``a.m``: runs of one letter; ``ph.d.``, ``b.sc.``: runs of one or two letters
    and a final dot.  A word glued to two or more initials is separate (``j.k.|rowling``).
    """
    i: cython.Py_ssize_t = start
    initials: cython.Py_ssize_t = start
    runs: cython.int = 0
    length: cython.int = 0
    longest: cython.int = 0
    shortest: cython.int = 2
    dotted: cython.bint = False
    while i < end and kind_of(kinds, text[i]) == LETTER:
        length = 0
        while i < end and (kind_of(kinds, text[i]) == LETTER or kind_of(kinds, text[i]) == MARK):
            if kind_of(kinds, text[i]) == LETTER:
                length += 1
            i += 1
            if length > 2:
                return initials
        if length > longest:
            longest = length
        if length < shortest:
            shortest = length
        runs += 1
        dotted = i < end and text[i] == 0x2E
        if not dotted or (longest > 1 and runs > 4):
            break
        i += 1
        if longest == 1 and runs > 1:
            initials = i
    if i < end and (is_wordy(kind_of(kinds, text[i])) or (is_apostrophe(text[i]) and not dotted)):
        return initials
    if dotted and i < end and text[i] == 0x2E:
        # an ellipsis, not a dot
        return i - 1 if longest == 1 and runs > 1 else start
    if runs == 1:
        return i if dotted and longest == 1 else start
    if longest == 1 or (dotted and shortest == 1 and runs < 5):
        return i
    return initials


def is_bracket_name(text, start, end):
    """Return whether a chunk is a bracket of the Penn Treebank: -LRB-, -RSB- ..."""
    return (
        end - start == 5
        and text[start] == 0x2D
        and (text[start + 1] == 0x6C or text[start + 1] == 0x72)
        and (text[start + 2] == 0x72 or text[start + 2] == 0x73 or text[start + 2] == 0x63)
        and text[start + 3] == 0x62
        and text[start + 4] == 0x2D
    )


def scan(text, kinds, endings, domains, elided, suffixes, starts, ends, token_kinds) -> int:
    """Write the tokens of folded text and return their number, at most one per code point."""
    size: cython.Py_ssize_t = text.shape[0]
    n: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t = 0
    code: cython.uint
    pairs: cython.int
    glued: cython.bint
    while i < size:
        if kind_of(kinds, text[i]) == SPACE:
            i += 1
            continue
        # The chunk [left, right); suspicious: it may be machine text.
        left = i
        suspicious = False
        j = i
        while j < size:
            code = text[j]
            kind = kind_of(kinds, code)
            if kind == SPACE:
                break
            if code == 0x28 and j > left and text[j - 1] == 0x5D:
                break  # [words](address)
            if j > left and (code == 0x7C) != (text[j - 1] == 0x7C):
                break  # [[file:map.png|a map]]
            if kind == SYMBOL:
                if code == 0x40 or code == 0x2F or code == 0x5C or code == 0x5F or code == 0x23:
                    suspicious = True
                elif code == 0x28 and j > left and j + 1 < size:
                    if text[j + 1] == 0x29:
                        suspicious = True
                elif code == 0x2E and j > left and j + 1 < size:
                    if is_wordy(kind_of(kinds, text[j + 1])):
                        suspicious = True
            j += 1
        right = j
        if suspicious:
            begin = left
            while begin < right and (
                is_opener(text[begin])
                or is_reversed(text[begin])
                or (text[begin] == 0x2E and begin + 1 < right and text[begin + 1] == 0x40)
            ):
                begin += 1
            j = right
            # a URL may end with a bracket that it opened: /wiki/Case_(letter)
            pairs = 0
            for i in range(begin, right):
                if text[i] == 0x28:
                    pairs += 1
                elif text[i] == 0x29:
                    pairs -= 1
            while j > begin and (
                (is_closer(text[j - 1]) and (text[j - 1] != 0x29 or pairs < 0))
                or is_reversed(text[j - 1])
                or text[j - 1] == 0x2E
                or text[j - 1] == 0x2C
                or text[j - 1] == 0x3A
                or text[j - 1] == 0x3B
                or text[j - 1] == 0x21
                or text[j - 1] == 0x3F
                or text[j - 1] == 0x3E
            ):
                if text[j - 1] == 0x29:
                    pairs += 1
                j -= 1
            # a possessive: example.com's, @nasa's
            if (
                j - begin > 3
                and text[j - 1] == 0x73
                and is_apostrophe(text[j - 2])
                and is_fixed(text, kinds, endings, domains, begin, j - 2)
            ):
                j -= 2
            if j > begin and is_fixed(text, kinds, endings, domains, begin, j):
                while left < begin:
                    n = put(starts, ends, token_kinds, n, left, left + 1, PUNCTUATION)
                    left += 1
                n = put(starts, ends, token_kinds, n, begin, j, FIXED)
                left = j
        if left < right and text[left] == 0x2D and is_bracket_name(text, left, right):
            n = put(starts, ends, token_kinds, n, left, right, FIXED)
            left = right
        i = left
        while i < right:
            code = text[i]
            kind = kind_of(kinds, code)
            begin = i
            # U+FFFD may replace a letter inside a word; at its beginning it may be a quote.
            if not is_wordy(kind) or code == LOST:
                clitic = clitic_at(text, kinds, suffixes, i, right) if is_apostrophe(code) else 0
                glued = n > 0 and ends[n - 1] == i
                if clitic == 1 or (clitic == 3 and glued):
                    # not after an opening quote; or alone, as in the Penn Treebank
                    j = i + 1
                    while j < right and is_wordy(kind_of(kinds, text[j])):
                        j += 1
                    if glued:
                        glued = not is_opener(text[i - 1])
                    else:
                        glued = code != 0x60 and not (j < right and is_apostrophe(text[j]))
                    if glued:
                        i = j
                        n = put(starts, ends, token_kinds, n, begin, i, WORD)
                        continue
                # marks and joiners belong to the symbol they follow
                while i < right and (text[i] == code or kind_of(kinds, text[i]) == MARK):
                    i += 1
                sort = FIXED if code == COVERED else PUNCTUATION
                n = put(starts, ends, token_kinds, n, begin, i, sort)
                continue
            if kind == LETTER:
                j = abbreviation_end(text, kinds, i, right)
                if j > i:
                    n = put(starts, ends, token_kinds, n, i, j, WORD)
                    i = j
                    continue
            has_letter = False
            has_digit = False
            while i < right:
                code = text[i]
                kind = kind_of(kinds, code)
                if is_wordy(kind):
                    if kind == LETTER:
                        has_letter = True
                    elif kind == DIGIT:
                        has_digit = True
                    i += 1
                    continue
                if i + 1 >= right or i == begin or not is_wordy(kind_of(kinds, text[i + 1])):
                    break
                if is_apostrophe(code) and has_letter:
                    clitic = clitic_at(text, kinds, suffixes, i, right)
                    if clitic == 1 or clitic == 3:
                        break
                    if clitic == 2 and i - begin == 1:
                        i += 2  # n't alone, as the Penn Treebank writes it
                        break
                    if clitic == 2:
                        # can't: "ca" ends before the n, "n't" follows as a token of its own
                        n = put(starts, ends, token_kinds, n, begin, i - 1, WORD)
                        begin = i - 1
                        i += 2
                        break
                    i += 1
                    if i - begin == 2 and kind_of(kinds, text[begin]) == LETTER:
                        break  # o'|neill, l'|oréal
                    if i - begin < 9 and contains(elided, hash_span(text, begin, i - 1)):
                        break  # dell'|italia, qu'|anne
                    continue
                if (
                    not has_letter
                    and (code == 0x2E or code == 0x2C or code == 0x3A or code == 0x2F)
                    and kind_of(kinds, text[i + 1]) == DIGIT
                ):
                    i += 1
                    continue
                break
            sort = WORD if has_letter else NUMBER if has_digit else PUNCTUATION
            n = put(starts, ends, token_kinds, n, begin, i, sort)
        i = right
    return n


if not cython.compiled:
    scan = interpreted.views(scan)
