"""Measure restored marks, sentence ends and case: on written text, recognisers' output and streams.

``python -m benchmarks.punctuation`` writes the report ``punctuation``, which includes speed.
Recognisers' words are aligned with the reference transcripts, and marks are compared where the
words agree.  Log odds of pauses are learnt from the first FITTED calls and scored on the others.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.measuring import first_words
from benchmarks.processes import fastest
from benchmarks.report import CASED, DATA, count_words, made, options, say, write_report
from majuscule.arrays import F64, I64
from majuscule.degrade.spoken import SpokenWord, spoken_words
from majuscule.measure import Signature, Table, WordErrorMetric, align
from majuscule.measure.marks import MarkedWords, MarkMetric
from majuscule.measure.metric import Metric, ratio
from majuscule.measure.report import Report, score_statistics
from majuscule.measure.tables import Cell
from majuscule.punctuation.deciding import SECONDS
from majuscule.punctuation.files import pauses_of
from majuscule.punctuation.neural.decoding import Thresholds
from majuscule.punctuation.punctuator import Punctuator, load_punctuator
from majuscule.reading import Reading, open_source, read_documents
from majuscule.reading.extracts import Extract
from majuscule.restore.truecaser import load
from majuscule.text.characters.codepoints import recase
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.tokenizing.classes import KEEP
from majuscule.text.tokenizing.marks import SIGNS
from majuscule.text.tokenizing.sentences import without_final_mark
from majuscule.trials.cells import Cells, digest_files
from majuscule.trials.marks import (
    BY_MARK_HEADS,
    MEASURES,
    bare_text,
    count_untouched,
    full_tokens,
    mark_rows,
    marks_of,
    score_marks,
)

FITTED = 4
"""The first calls: pauses are learnt from them, and with pauses they are not scored."""
SHOWN = ("all_f1", "ends_f1", "comma_f1", "stop_f1", "question_f1")
HEADS = tuple(MEASURES[name] for name in SHOWN)
WORDS = 40_000
LOOKAHEADS = (0, 2, 4, 8)
RECOGNISERS = ("google", "microsoft", "rev-lower", "kaldi-caps", "reference")
ITS_OWN, OURS = "its own", ("ours", "ours, with pauses")
CLOSING = "\"'”’)]"


@dataclass(frozen=True)
class HeardMetric:
    """``joint``: share of a transcript's words that were recognised, with the right mark."""

    name: str = "heard"
    columns: tuple[str, ...] = ("right", "words")

    def measures(self, totals: I64) -> dict[str, F64]:
        return {"joint": ratio(totals[..., 0], totals[..., 1])}


METRICS: tuple[Metric, ...] = (MarkMetric(), HeardMetric(), WordErrorMetric())


def main() -> None:
    parser = options("punctuation", __doc__, model="en-speech")
    parser.add_argument("--documents", type=int, default=None, help="of each text, for a trial")
    parser.add_argument("--work", type=Path, help="where finished tables are kept")
    parser.add_argument("--table", help="make one table, keep it, and stop")
    parser.add_argument("--pauses", action="store_true", help="print what pauses say, and stop")
    args = parser.parse_args()
    if args.pauses:
        print(learn_pauses())
        return
    marks = load_punctuator(args.model)
    texts = {
        name: _documents(name, args.documents)
        for name in ("wikinews", "talk", "novels", "wikipedia")
    }
    tables = {
        "written": lambda: written(marks, texts),
        "marks": lambda: each_mark(marks, texts),
        "heard": lambda: heard(marks),
        "streamed": lambda: streamed(marks, texts),
        "cased": lambda: cased(marks, texts["wikinews"]),
        "gains": lambda: gains(marks, texts),
        "speed": lambda: speed(marks, texts["wikinews"]),
        "untouched": lambda: untouched(marks, texts),
    }
    if args.table:
        _kept(args, marks, args.table, tables[args.table])
        return
    parts = [_kept(args, marks, name, make) for name, make in tables.items()]
    about = say("punctuation", "about", calls=FITTED)
    write_report(args.output, "punctuation", [about, made(), *parts])


def _kept(
    args: argparse.Namespace, marks: Punctuator, name: str, make: Callable[[], Table]
) -> Table:
    """Return a table of the report, from the cache in the folder ``--work`` if there."""
    if args.work is None:
        return make()
    key = {"table": name, "model": marks.digest, "documents": args.documents}
    path = Cells.of(args.work).path(key, ".json")
    if not path.exists():
        path.write_text(json.dumps(make().as_dict()), encoding="utf-8")
    return Table.from_dict(json.loads(path.read_text("utf-8")))


def _documents(name: str, most: int | None) -> list[str]:
    path = str(CASED / "dev" / f"{name}.jsonl")
    return [one.text for one in read_documents([path])][:most]


def written(marks: Punctuator, texts: dict[str, list[str]]) -> Table:
    rows: list[Sequence[Cell]] = []
    notes: list[str] = []
    for name, documents in {**texts, "talk, turns with a final mark": ended(texts["talk"])}.items():
        for lines in (True, False):
            report = score_marks(marks, documents, lines=lines)
            shown = "lines kept" if lines else "one line"
            rows.append((name, shown, *(report[one] for one in MEASURES)))
            notes.append(str(report.signature))
    return Table(("text", "lines", *MEASURES.values()), rows, "Written text", notes)


def each_mark(marks: Punctuator, texts: dict[str, list[str]]) -> Table:
    rows: list[Sequence[Cell]] = []
    notes: list[str] = []
    for name, documents in texts.items():
        report = score_marks(marks, documents, lines=False)
        rows += [(name, *row) for row in mark_rows(report)]
        notes.append(str(report.signature))
    return Table(("text", *BY_MARK_HEADS), rows, "Each mark, in written text as one line", notes)


def ended(documents: Sequence[str]) -> list[str]:
    """Return documents without the lines that lack a final mark."""
    lines = [text.split("\n") for text in documents]
    return ["\n".join(one for one in own if without_final_mark(one) != one) for own in lines]


class Heard:
    """A call's reference transcript and a recogniser's output, aligned."""

    def __init__(self, path: Path) -> None:
        with open_source(path, reading=Reading(split_sentences=False)) as opened:
            (self.extract,) = opened.extracts()
        gold = path.parent.parent / "reference" / f"{path.stem}.nlp"
        with open_source(gold, reading=Reading(split_sentences=False)) as opened:
            (reference,) = opened.extracts()
        self.gold = reference.text
        self.gold_words, self.words = spoken_words(self.gold), spoken_words(self.extract.text)
        pairs = align([one.word for one in self.gold_words], [one.word for one in self.words]).pairs
        self.pairs = [
            (a, b)
            for a, b in pairs.tolist()
            if a >= 0 and b >= 0 and self.gold_words[a].word == self.words[b].word
        ]

    def statistics(
        self, text: str, words: Sequence[SpokenWord] | None = None
    ) -> tuple[I64, I64, I64]:
        """Return the counts of :data:`METRICS` for a text whose words have the spans ``words``: of
        marks where words agree, of words that are right with their marks, of word errors."""
        spans = self.words if words is None else words
        gold = np.array([_mark(self.gold, self.gold_words, a) for a, _ in self.pairs], np.uint8)
        put = np.array([_mark(text, spans, b) for _, b in self.pairs], np.uint8)
        none = np.full(len(gold), KEEP, np.uint8)
        marks = MarkMetric().statistics(MarkedWords(gold, none), MarkedWords(put, none))
        right = marks[MarkMetric().columns.index("joint")]
        return (
            marks,
            np.array([right, len(self.gold_words)]),
            WordErrorMetric().statistics([full_tokens(self.gold)], [full_tokens(text)])[0],
        )

    def moved(self, edited: EditedText) -> list[SpokenWord]:
        """Return the recogniser's words with their spans in an edited copy of its text."""
        return [
            SpokenWord(one.word, edited.after(one.start), edited.output(one.end))
            for one in self.words
        ]


def _mark(text: str, words: Sequence[SpokenWord], at: int) -> int:
    """Return the mark after a word; of the words of a spelt-out figure, only the last has it."""
    end = words[at].end
    if at + 1 < len(words) and words[at + 1].end <= end:
        return 0
    while end < len(text) and text[end] in CLOSING:
        end += 1
    sign = text[end : end + 1]
    return SIGNS.index(sign) if sign in SIGNS[1:] and not text[end + 1 : end + 2].isalnum() else 0


def bare(extract: Extract) -> str:
    """Return a recogniser's text in lower case, with blanks for its marks, so no offset changes."""
    text = recase(extract.text, "lower")
    signs = [at for at, sign in enumerate(text) if sign in ",.?!:;"]
    letters = list(text)
    for at in signs:
        if not text[at + 1 : at + 2].isalnum():
            letters[at] = " "
    return "".join(letters)


def heard(marks: Punctuator) -> Table:
    rows: list[Sequence[Cell]] = []
    notes: list[str] = []
    for name in RECOGNISERS:
        files = sorted(one for one in (DATA / "speech" / name).glob("*.[cn][tl][mp]"))
        calls = [Heard(one) for one in files]
        plain, has_marks = OURS[0], name in ("google", "microsoft")
        systems = [*([ITS_OWN] if has_marks else []), *OURS]
        if not any(pauses_of(one.extract) for one in calls):
            systems.remove(OURS[1])
        for system in systems:
            counts = [_call(marks, call, system) for call in calls]
            first = FITTED if system == OURS[1] else 0
            for begin in (first, FITTED) if system == plain and OURS[1] in systems else (first,):
                model = "" if system == ITS_OWN else marks.digest
                run = Signature("marks", "spoken", f"{name}+{system}", model, digest_files(files))
                parts = map(np.stack, zip(*counts[begin:], strict=True))
                ends, both, errors = (
                    score_statistics(kind, part, run)
                    for kind, part in zip(METRICS, parts, strict=True)
                )
                shown = [*(ends[one] for one in SHOWN), both["joint"], errors["wer"]]
                rows.append((name, system, len(calls) - begin, *shown))
                notes.append(str(ends.signature))
    heads = ("words of", "marks", "calls", *HEADS, "word and mark", "WER, marks and case counted")
    return Table(heads, rows, "Earnings calls", notes)


def learn_pauses() -> list[list[float]]:
    """Return log odds, by length of pause and mark, from the first calls alone."""
    counts = np.ones((len(SECONDS) + 1, len(SIGNS)))
    for name in RECOGNISERS[:-1]:
        files = sorted((DATA / "speech" / name).glob("*.[cn][tl][mp]"))
        for call in map(Heard, files[:FITTED]):
            pauses = dict(pauses_of(call.extract))
            for a, b in call.pairs[:-1]:
                following = call.words[b + 1].start if b + 1 < len(call.words) else -1
                if following in pauses:
                    at = np.digitize(pauses[following], SECONDS)
                    counts[at, _mark(call.gold, call.gold_words, a)] += 1
    shares = counts / counts.sum(axis=0)
    odds = np.log(shares / shares[:, :1])
    return [[round(float(one), 2) for one in row] for row in odds]


def _call(marks: Punctuator, call: Heard, system: str) -> tuple[I64, I64, I64]:
    if system == ITS_OWN:
        return call.statistics(call.extract.text)
    text = bare(call.extract)
    pauses = pauses_of(call.extract) if system == OURS[1] else ()
    found = marks.punctuate(text, pauses=pauses, lines="wrapped", marks="add")
    return call.statistics(found, call.moved(found))


def streamed(marks: Punctuator, texts: dict[str, list[str]]) -> Table:
    """Return F1 by lookahead, in words, of a stream, and of the whole text at once."""
    rows: list[Sequence[Cell]] = []
    for name in ("wikinews", "talk"):
        chosen = first_words(texts[name], 1500)
        for lookahead in LOOKAHEADS:
            rows.append((name, lookahead, *_values(_streams(marks, chosen, lookahead))))
        rows.append((name, "all", *_values(score_marks(marks, chosen, lines=False))))
    return Table(("text", "words ahead", *HEADS), rows, "Streams")


def _values(report: Report) -> list[Cell]:
    return [report[one] for one in SHOWN]


def _streams(marks: Punctuator, documents: Sequence[str], lookahead: int) -> Report:
    rows = []
    for text in documents:
        words, gold, ends = bare_text(text, lines=False)
        stream = marks.stream(lookahead)
        rows.append(
            MarkMetric().statistics(
                gold, _read_back(words, stream.feed(words) + stream.end(), ends)
            )
        )
    return score_statistics(MarkMetric(), np.stack(rows))


def _read_back(before: str, after: str, ends: Sequence[int]) -> MarkedWords:
    """Return the marks of ``after``, which is ``before`` with signs inserted."""
    edits, kept, at = [], [], 0
    for letter in after:
        if at < len(before) and letter.lower() == before[at].lower():
            kept.append(letter)
            at += 1
        else:
            edits.append(Edit(at, at, letter))
    return marks_of(EditedText.make("".join(kept), edits), ends)


def cased(marks: Punctuator, documents: list[str]) -> Table:
    """Return F1 of case: by the network of marks, and by en and en-accurate on marked text."""
    bares, golds, ends = zip(*map(bare_text, documents), strict=True)
    found = list(marks.punctuate_many(bares, lines="separate"))
    made = {"en-speech": found}
    for name in ("en", "en-accurate"):
        lower = [recase(one, "lower") for one in found]
        restored = load(name).restore_many(lower, jobs=1, case="ignore")
        made[name] = [one.recased(new) for one, new in zip(found, restored, strict=True)]
    plain = load("en").restore_many(bares, jobs=1, case="ignore")
    made["en, without marks"] = [EditedText.make(text, ()) for text in plain]
    rows: list[Sequence[Cell]] = []
    for name, texts in made.items():
        put = map(marks_of, texts, ends)
        report = score_statistics(
            MarkMetric(), np.stack([*map(MarkMetric().statistics, golds, put)])
        )
        rows.append((name, report["case_f1"], report["joint"]))
    return Table(("case by", "case F1", "joint"), rows, "Case of Wikinews after its marks")


def gains(marks: Punctuator, texts: dict[str, list[str]]) -> Table:
    """Return scores without those parts of the model that can be removed without retraining."""
    network = marks.network
    variants = {
        "as it is": network,
        "thresholds of 0": replace(network, thresholds=Thresholds()),
    }
    rows: list[Sequence[Cell]] = []
    for name, documents in texts.items():
        for variant, altered in variants.items():
            report = score_marks(replace(marks, network=altered), documents, lines=False)
            rows.append((name, variant, *(report[one] for one in (*SHOWN, "case_f1"))))
    heads = ("text, one line", "model", *HEADS, "case F1")
    return Table(heads, rows, "What parts gain")


def speed(marks: Punctuator, documents: list[str]) -> Table:
    texts = [bare_text(one)[0] for one in first_words(documents, WORDS)]
    words = count_words(texts)
    list(marks.punctuate_many(texts[:3], jobs=1))
    best = fastest(lambda: list(marks.punctuate_many(texts, jobs=1)))
    rows = [("documents", f"{words:,}", f"{words / best:,.0f}")]
    return Table(("given", "words", "words/s of processor time, one thread"), rows, "Speed")


def untouched(marks: Punctuator, texts: dict[str, list[str]]) -> Table:
    rows: list[Sequence[Cell]] = []
    for name, documents in texts.items():
        found = count_untouched(marks, documents)
        kept = found.kept / found.marks
        same = 1 - found.changed / found.characters
        rows.append((name, found.texts, found.same / found.texts, kept, found.added, same))
    heads = ("text", "documents", "come back as they were", "marks kept", "put in", "characters")
    return Table(heads, rows, "Text with its marks", decimals=2)


if __name__ == "__main__":
    main()
