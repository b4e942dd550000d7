"""Train the letter n-gram model of language detection: ``src/majuscule/detection``.

    python -m scripts.learn_languages    # needs wordfreq (pip install 'majuscule[words]')

Word frequencies come from wordfreq, whose lists are of subtitles, news, encyclopedias and the web.
Each word counts with and without its accents.  The n-grams that are frequent in at least one
language are kept.
"""

from importlib.metadata import version
from pathlib import Path

import numpy as np
import wordfreq

from majuscule.arrays import F64, I64, U32
from majuscule.detection import languages
from majuscule.detection.languages import (
    KIND,
    LANGUAGE_NAMES,
    MARK,
    ORDER,
    SCALE,
    SYMBOLS,
    letters_in_a_row,
    symbols_of,
)
from majuscule.models import ModelHeader, Source, write_model
from majuscule.text.characters.codepoints import encode

OUTPUT = Path(languages.__file__).with_name("languages.model")
NEIGHBOURS = "da nb is fi hu ro ca sk sl sh lt lv id ms fil vi uk bg mk".split()  # noqa: SIM905
"""Languages that are modelled but never reported, so that text in them is not taken for another."""
FOURS, THREES = 32_000, 8_000
"""The numbers of 4-grams and trigrams that are kept."""
BACK_OFF = 1e-5
"""Weight of the shorter n-gram in smoothing, as a share of all letters of a language."""


def main() -> None:
    every = [*LANGUAGE_NAMES, *NEIGHBOURS]
    words = [wordfreq.get_frequency_dict(tag) for tag in every]
    counts = [counted(one) for one in words]
    keys = np.unique(np.concatenate([own for own, _ in counts]))
    shares = np.zeros((len(keys), len(every)))
    for column, (own, share) in enumerate(counts):
        shares[np.searchsorted(keys, own), column] = share
    rows = [(keys, shares)]
    for order in range(ORDER - 1, 0, -1):
        rows.append(summed(rows[-1][0] % SYMBOLS**order, rows[-1][1]))
    likely = [rows[-1][1]]
    for order in range(2, ORDER + 1):
        (keys, shares), (shorter, _) = rows[ORDER - order], rows[ORDER - order + 1]
        below = likely[-1][np.searchsorted(shorter, keys % SYMBOLS ** (order - 1))]
        contexts, total = summed(keys // SYMBOLS, shares)
        total = total[np.searchsorted(contexts, keys // SYMBOLS)]
        likely.append((shares + BACK_OFF * below) / (total + BACK_OFF))
    fours, threes = (most_used(rows[at][1], most) for at, most in ((0, FOURS), (1, THREES)))
    grams = np.concatenate([rows[0][0][fours], rows[1][0][threes] + SYMBOLS**ORDER])
    with np.errstate(divide="ignore"):
        unlikely = -np.log(np.concatenate([likely[-1][fours], likely[-2][threes]]))
    header = ModelHeader(
        KIND,
        name="languages",
        description="How likely letters are after one another in each language.",
        licence="CC BY-SA 4.0",
        options={"languages": list(LANGUAGE_NAMES), "neighbours": NEIGHBOURS},
        corpora=(
            Source(
                f"wordfreq {version('wordfreq')}",
                sum(map(len, words)),
                "CC BY-SA 4.0",
                "https://github.com/rspeer/wordfreq",
            ),
        ),
        command="python -m scripts.learn_languages",
    )
    levels = np.rint(np.minimum(unlikely * SCALE, 255)).astype(np.uint8)
    write_model(OUTPUT, header, {"grams": grams.astype(np.uint32), "unlikely": levels})


def counted(frequencies: dict[str, float]) -> tuple[I64, F64]:
    """Return the 4-grams of words, ascending, and their shares."""
    known = [(word, frequency) for word, frequency in frequencies.items() if word.isalpha()]
    codes = encode(" ".join(word for word, _ in known))
    symbols, begins = symbols_of(codes)
    blank = codes == ord(" ")
    words = np.append(np.repeat(np.cumsum(blank) - blank, np.diff(begins)), len(known) - 1)
    frequency = np.array([frequency for _, frequency in known])[words]
    grams, weights = [], []
    for selected in (np.ones(len(symbols), np.bool_), symbols != MARK):
        at, fours, _ = letters_in_a_row(symbols[selected])
        grams.append(fours)
        weights.append(frequency[selected][at])
    keys, share = summed(np.concatenate(grams).astype(np.int64), np.concatenate(weights)[:, None])
    return keys, share[:, 0] / share.sum()


def summed(keys: I64 | U32, shares: F64) -> tuple[I64, F64]:
    """Return the distinct keys, ascending, and the sums of their shares, (keys, columns)."""
    order = np.argsort(keys, kind="stable")
    firsts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    return keys[order][firsts].astype(np.int64), np.add.reduceat(shares[order], firsts, axis=0)


def most_used(shares: F64, most: int) -> I64:
    """Return, ascending, the ``most`` rows with the highest share in any language."""
    return np.sort(np.argsort(-shares.max(axis=1), kind="stable")[:most])


if __name__ == "__main__":
    main()
