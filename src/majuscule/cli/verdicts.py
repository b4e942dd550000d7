"""Case detection on streams: a verdict a line, and documents picked by how they are written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from majuscule.cli.restoring import Source
from majuscule.detection.verdicts import (
    CASED,
    FOR_DOCUMENTS,
    LOWER,
    MIXED,
    NOTHING,
    STARTS,
    TITLE,
    UPPER,
    VERDICT_NAMES,
    LineVerdicts,
    detect_documents,
    detect_lines,
)
from majuscule.reading import Errors, open_bytes, read_blocks, split_lines, split_terminator
from majuscule.reading.flow import Prompt, is_file
from majuscule.reading.formats.jsonl import Record, read_records
from majuscule.reading.formats.source import How
from majuscule.reading.formats.text import cut_documents
from majuscule.restore.truecaser import Truecaser
from majuscule.text import read_passage

KEEPS = {
    "cased": CASED,
    "lower": LOWER,
    "upper": UPPER,
    "title": TITLE,
    "starts": STARTS,
    "mixed": MIXED,
    "nothing": NOTHING,
}
"""What a verdict is called on the command line."""

NAMES = {verdict: name for name, verdict in KEEPS.items()}


@dataclass
class Picked:
    """How many documents there were of each verdict, and how many were copied."""

    verdicts: Counter[int] = field(default_factory=Counter)
    kept: int = 0

    def __str__(self) -> str:
        """Return a sentence."""
        return kept_sentence(self.kept, self.verdicts)


def kept_sentence(kept: int, verdicts: Counter[int]) -> str:
    """Return what was kept of which documents, in words.

    >>> kept_sentence(2, Counter({CASED: 2, UPPER: 1}))
    'kept 2 of 3 documents (2 well cased, 1 upper case)'
    """
    counts = [f"{n:,} {VERDICT_NAMES[verdict]}" for verdict, n in verdicts.most_common()]
    found = f" ({', '.join(counts)})" if counts else ""
    return f"kept {kept:,} of {sum(verdicts.values()):,} documents{found}"


def detect_stream(
    truecaser: Truecaser,
    source: Source,
    write: Callable[[bytes], None],
    *,
    how: How | None = None,
    fields: tuple[str, ...] = (),
    errors: Errors = "strict",
    as_json: bool = False,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Write a verdict for each line of a source: the verdict, a tab, and the line.

    ``as_json``: an object a line, with the verdicts of the parts of a line that mixes.
    """
    for documents in _documents(source, lambda: None, how, fields, errors, progress):
        texts = [text for text, _, _, _ in documents]
        batch = Batch(texts)
        found = batch.detect(truecaser)
        parts = _parts(batch, found.parts, found.part_lines)
        lines = []
        for (text, number, _, name), first in zip(documents, batch.lines.tolist(), strict=True):
            for offset, line in enumerate(split_lines(text)):
                content, _ = split_terminator(line)
                at = first + offset
                if not as_json:
                    lines.append(f"{NAMES[int(found.verdicts[at])]}\t{content}\n")
                    continue
                shown = [
                    {
                        "start": start,
                        "end": end,
                        "verdict": NAMES[int(found.part_verdicts[part])],
                        "confidence": round(float(found.confidences[part]), 4),
                        "words": int(found.part_words[part]),
                    }
                    for part, start, end in parts.get(at, ())
                ]
                verdict = NAMES[int(found.verdicts[at])]
                place = {"line": number + (0 if name else offset)}
                lines.append(json.dumps({**place, "verdict": verdict, "parts": shown}) + "\n")
        write("".join(lines).encode("utf-8", "backslashreplace"))


def pick_documents(
    truecaser: Truecaser | None,
    source: Source,
    write: Callable[[bytes], None],
    keep: Iterable[int],
    picked: Picked,
    *,
    how: How | None = None,
    fields: tuple[str, ...] = (),
    errors: Errors = "strict",
    progress: Callable[[int], None] | None = None,
) -> None:
    """Copy the documents of a source whose verdict is in ``keep``, byte for byte.

    Without a truecaser the verdicts rest on what is written alone.
    """
    wanted = frozenset(keep)
    how = how or "blank"
    for documents in _documents(source, lambda: None, how, fields, errors, progress):
        batch = Batch([text for text, _, _, _ in documents])
        evidence = truecaser.restorer.evidence(batch.passage) if truecaser else None
        found = detect_lines(
            batch.passage.codes,
            batch.passage.tokens,
            evidence=evidence,
            documents=batch.lines,
            options=FOR_DOCUMENTS,
        )
        verdicts, _, _ = detect_documents(found, batch.lines)
        out = []
        for (text, _, raw, _), verdict in zip(documents, verdicts.tolist(), strict=True):
            if not text.strip():
                continue
            picked.verdicts[verdict] += 1
            if verdict in wanted:
                picked.kept += 1
                out.append(raw)
        write("".join(out).encode("utf-8", "backslashreplace"))


def _documents(
    source: Source,
    before_waiting: Callable[[], None],
    how: How | None,
    fields: tuple[str, ...],
    errors: Errors,
    progress: Callable[[int], None] | None,
) -> Iterator[list[tuple[str, int, str, bool]]]:
    """Yield documents in batches: text, first line, the bytes' text, whether it is a record."""
    with closing(open_bytes(source.name, progress=progress)) as stream:
        how = how or ("blank" if is_file(stream) else "line")
        prompt = Prompt(stream, before_waiting)
        blocks = read_blocks(prompt, source.shown, errors=errors)  # type: ignore[arg-type]
        if source.format == "jsonl":
            for records in read_records(blocks, fields, source.shown):
                yield [_of_record(record) for record in records]
        else:
            for pieces in cut_documents(blocks, how):
                yield [(piece.text, piece.line, piece.text, False) for piece in pieces]


def _of_record(record: Record) -> tuple[str, int, str, bool]:
    return record.text, record.line, record.raw, True


def _parts(
    batch: Batch, parts: np.ndarray, lines: np.ndarray
) -> dict[int, list[tuple[int, int, int]]]:
    """Return by line the numbers and spans, in the line, of its parts."""
    tokens = batch.passage.tokens
    if not len(parts):
        return {}
    breaks = np.flatnonzero(batch.passage.codes == 0x0A) + 1
    begins = np.append(0, breaks)
    found: dict[int, list[tuple[int, int, int]]] = {}
    for part, line in enumerate(lines.tolist()):
        first, last = parts[part].tolist()
        at = int(begins[line])
        start, end = int(tokens.starts[first]) - at, int(tokens.ends[last - 1]) - at
        found.setdefault(line, []).append((part, start, end))
    return found


class Batch:
    """Documents laid out as one passage.

    ``lines``: int64, the line that each document begins in; ``begins``: its first code point.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        padded = [text + ("\n" if text.endswith("\n") else "\n\n") for text in texts]
        self.lines = _before([text.count("\n") for text in padded])
        self.begins = _before([len(text) for text in padded])
        self.passage = read_passage("".join(padded))

    def detect(self, truecaser: Truecaser) -> LineVerdicts:
        """Return how each line is written; the blank lines between documents are lines too."""
        evidence = truecaser.restorer.evidence(self.passage)
        return detect_lines(
            self.passage.codes, self.passage.tokens, evidence=evidence, documents=self.lines
        )


def _before(counts: list[int]) -> npt.NDArray[np.int64]:
    """Return for each count the sum of those before it."""
    sums = np.cumsum(np.array(counts, np.int64))
    return sums - np.array(counts, np.int64)
