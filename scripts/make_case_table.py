"""Write ``text/characters/characters.npy``: the kind and the other case of every code point.

Run with the newest Python at hand (its Unicode version is printed and goes into the commit
message).  The table is shipped, not computed at import, so that the output does not depend on the
Python version.

    python3.13 scripts/make_case_table.py
"""

import sys
import unicodedata
from pathlib import Path

import numpy as np

OUT = Path(__file__).parents[1] / "src" / "majuscule" / "text" / "characters" / "characters.npy"
SYMBOL, SPACE, LETTER, DIGIT, MARK = range(5)
DIGRAPHS = [(code, code + 1, code + 2) for code in (0x1C4, 0x1C7, 0x1CA, 0x1F1)]
# Scripts that have case in Unicode but not in use: Georgian is written without capitals (Mtavruli
# is a display style) and Cherokee's "capitals" are its ordinary letters.
CASELESS_IN_USE = [
    (0x10A0, 0x10FF),
    (0x1C90, 0x1CBF),
    (0x2D00, 0x2D2F),
    (0x13A0, 0x13FF),
    (0xAB70, 0xABBF),
]


def other_case(code: int) -> tuple[int, int]:
    """Return (lower, upper) of a code point; itself twice if the round trip is not exact."""
    if any(first <= code <= last for first, last in CASELESS_IN_USE):
        return code, code
    for digraph in DIGRAPHS:
        if code in digraph:
            return digraph[2], digraph[0]
    if code == 0x3C2:  # final sigma: a lower-case letter whose capital is that of sigma
        return 0x3C2, 0x3A3
    char = chr(code)
    lower, upper = char.lower(), char.upper()
    if lower != char and len(lower) == 1 and lower.upper() == char:
        return ord(lower), code
    if upper != char and len(upper) == 1 and upper.lower() == char:
        return code, ord(upper)
    return code, code


def kind(code: int) -> int:
    """Return the kind of a code point as the tokenizer sees it."""
    char = chr(code)
    category = unicodedata.category(char)
    if char.isspace():
        return SPACE
    if category[0] == "L" or other_case(code) != (code, code):
        return LETTER
    if category in ("Nd", "No"):
        return DIGIT
    # U+FFFD mostly replaces a letter or an apostrophe that was lost, so it continues a word.
    if category[0] == "M" or code in (0xAD, 0x200C, 0x200D, 0x2060, 0xFFFD):
        return MARK
    return SYMBOL


def main() -> None:
    """Write the table as runs of equal (kind, lower - code, upper - code)."""
    runs: list[tuple[int, int, int, int]] = []
    for code in range(sys.maxunicode + 1):
        lower, upper = other_case(code)
        row = (kind(code), lower - code, upper - code)
        if not runs or runs[-1][1:] != row:
            runs.append((code, *row))
    fields = [("start", "<u4"), ("kind", "u1"), ("lower", "<i4"), ("upper", "<i4")]
    table = np.array(runs, dtype=fields)
    np.save(OUT, table)
    print(f"{OUT.name}: {len(table)} runs, Unicode {unicodedata.unidata_version}")


if __name__ == "__main__":
    main()
