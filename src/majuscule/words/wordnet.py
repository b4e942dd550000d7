"""Words whose sense depends on case, from WordNet: Turkey and turkey, China and china.

Niu et al. 2004, section 3.3.  A word is case-ambiguous if WordNet has both a lower-case and a
capitalised entry; entries of several words do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from majuscule.errors import CorpusError

WORDNET = Path("/usr/share/wordnet")
"""Where Debian's package ``wordnet-base`` installs the files."""

PARTS = ("noun", "verb", "adj", "adv")


def ambiguous_words(folder: str | Path = WORDNET) -> list[str]:
    """Return the folded case-ambiguous words of a WordNet 3 database, sorted.

    Raises :class:`CorpusError` where the files are missing or are something else.
    """
    lower: set[str] = set()
    capital: set[str] = set()
    for part in PARTS:
        for lemma in read_lemmas(Path(folder) / f"data.{part}"):
            (lower if lemma == lemma.lower() else capital).add(lemma.lower())
    return sorted(lower & capital)


def read_lemmas(path: Path) -> Iterator[str]:
    """Yield the single words of all synsets of a WordNet data file, as written there."""
    try:
        lines = path.read_text(encoding="latin-1").splitlines()
    except OSError as error:
        raise CorpusError(
            "WordNet's file cannot be read; install Debian's package wordnet-base, or name the "
            "folder that holds the data files",
            path,
        ) from error
    for number, line in enumerate(lines, 1):
        if line.startswith("  ") or not line:
            continue  # the licence at the top
        fields = line.split(" ")
        # offset, file, type, number of words (hexadecimal), then each word with its number
        try:
            count = int(fields[3], 16)
            words = fields[4 : 4 + 2 * count : 2]
        except (IndexError, ValueError) as error:
            raise CorpusError("is not a synset of WordNet", f"{path}:{number}") from error
        for word in words:
            # adjectives may have a syntactic marker: galore(ip)
            lemma = word.partition("(")[0]
            if lemma.isalpha():
                yield lemma
