"""Draw a sample of a lexicon for people to judge, and score their judgements.

    python -m benchmarks.lexicon_sample draw LEXICON [CORPORA... --contexts FILE] -o FILE
    python -m benchmarks.lexicon_sample score FILE LEXICON...

Niu et al. 2004, section 2.2, find 3,144 words in irregular mixed case in 80 million words, but do
not say how many of them are right.  A sample lists each form with its count, the count of the word
in any form, and an empty ``judgement``.  The judge reads the contexts in the second file and fills
in ``right``, ``slip`` (a typing error, such as a missing space) or ``other`` (another form is the
usual one).
"""

import json
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import opening, options, say, write, write_json, write_report
from majuscule.learn.corpora import CorpusText
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.models import read_model
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.tokens import hash_words
from majuscule.words.tables.lexicon import Lexicon, LexiconEntry, read_lexicon

JUDGEMENTS = ("right", "slip", "other")
CONTEXTS, AROUND = 3, 60
"""Contexts of a form, and characters on each side."""


def draw(lexicon: Lexicon, size: int, seed: int) -> list[LexiconEntry]:
    """Return a random sample of the entries, uniform over forms."""
    entries = sorted(lexicon.entries(), key=lambda one: one.form)
    chosen = np.random.default_rng(seed).permutation(len(entries))[:size]
    return [entries[at] for at in sorted(chosen.tolist())]


def row_of(entry: LexiconEntry, judgement: str = "") -> dict[str, Any]:
    return {
        "form": entry.form,
        "seen so": entry.count,
        "occurrences": entry.occurrences,
        "judgement": judgement,
    }


def contexts(entries: Sequence[LexiconEntry], corpora: Sequence[str]) -> dict[str, list[str]]:
    """Return the first contexts of each form, up to three, in the order of the corpora."""
    forms = {int(hash_words([one.form.lower()])[0]): one.form for one in entries}
    wanted = np.sort(np.array(list(forms), np.uint64))
    found: dict[str, list[str]] = {one.form: [] for one in entries}
    for batch in CorpusText(corpora).batches():
        tokens, codes = batch.passage.tokens, batch.passage.codes
        slots = np.minimum(np.searchsorted(wanted, tokens.words), len(wanted) - 1)
        for at in np.flatnonzero(wanted[slots] == tokens.words).tolist():
            begin, end = int(tokens.starts[at]), int(tokens.ends[at])
            form = forms[int(tokens.words[at])]
            if decode(codes[begin:end]) == form and len(found[form]) < CONTEXTS:
                context = decode(codes[max(0, begin - AROUND) : end + AROUND])
                found[form].append(" ".join(context.split()))
        if all(len(one) == CONTEXTS for one in found.values()):
            break
    return found


def read(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    for row in rows:
        if row["judgement"] not in JUDGEMENTS:
            names = ", ".join(JUDGEMENTS)
            raise SystemExit(f"{path}: {row['form']} is not judged: write one of {names}")
    return rows


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    z = 1.96
    share, spread = part / whole, z * z / whole
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / whole + spread / (4 * whole)) / (1 + spread)
    return middle - half, middle + half


def precision(rows: Sequence[dict[str, Any]]) -> Table:
    """Return the precision of the forms, of all and by frequency band."""
    bands = ((2, 10**9, "all"), (2, 2, "2"), (3, 4, "3 to 4"), (5, 19, "5 to 19"))
    lines: list[list[Cell]] = []
    for low, high, name in (*bands, (20, 10**9, "20 or more")):
        judged = Counter(row["judgement"] for row in rows if low <= row["seen so"] <= high)
        total = judged.total()
        if total:
            below, above = wilson(judged["right"], total)
            shown = f"{100 * judged['right'] / total:.0f} [{100 * below:.0f}, {100 * above:.0f}]"
            lines.append([name, total, *(judged[one] for one in JUDGEMENTS), shown])
    return Table(["seen so", "forms", *JUDGEMENTS, "precision (%)"], lines)


def sizes(lexicons: Sequence[Path]) -> Table:
    """Return the number of forms in lexicons, and the size of the text they were counted in."""
    rows: list[list[Cell]] = [["Niu et al. (theirs)", "80 M words", 3144, None, None]]
    for path in lexicons:
        header = read_model(path).header
        counts = [one.count for one in read_lexicon(path).entries()]
        tokens = f"{header.options.get('tokens', 0) / 1e6:.1f} M tokens"
        least = [sum(count >= least for count in counts) for least in (2, 5, 10)]
        rows.append([path.stem, tokens, *least])
    return Table(["lexicon", "from", "forms", "seen 5 times", "seen 10 times"], rows)


def parts(sample: Path, lexicons: Sequence[Path]) -> list[str | Table]:
    rows = read(sample)
    return [
        *opening("lexicon"),
        sizes(lexicons),
        say("lexicon", "sample", forms=len(rows), name=sample.name),
        precision(rows),
    ]


def main() -> None:
    parser = options("lexicon", __doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing, scoring = commands.add_parser("draw"), commands.add_parser("score")
    drawing.add_argument("lexicon", type=Path)
    drawing.add_argument("corpora", nargs="*")
    drawing.add_argument("-o", "--sample", type=Path, required=True)
    drawing.add_argument("--contexts", type=Path, help="where the places go: text of the corpora")
    drawing.add_argument("--size", type=int, default=100)
    drawing.add_argument("--seed", type=int, default=1)
    scoring.add_argument("sample", type=Path)
    scoring.add_argument("lexicons", type=Path, nargs="+")
    args = parser.parse_args()
    if args.command == "score":
        write_report(args.output, "lexicon", parts(args.sample, args.lexicons))
        return
    chosen = draw(read_lexicon(args.lexicon), args.size, args.seed)
    write_json(args.sample, [row_of(one) for one in chosen])
    if args.contexts:
        places = contexts(chosen, args.corpora)
        shown = (f"{form}\n" + "".join(f"    {at}\n" for at in of) for form, of in places.items())
        write(args.contexts, "".join(shown))


if __name__ == "__main__":
    main()
