"""Case detection on files of any format: a verdict per line, and documents picked by verdict."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from majuscule.arrays import F32, I64
from majuscule.detection.verdicts import (
    VERDICT_NAMES,
    VERDICTS,
    LineVerdicts,
    detect_documents,
    detect_lines,
)
from majuscule.errors import UsageError
from majuscule.reading import Reading, split_lines, split_terminator, work_through
from majuscule.reading.extracts import Extract
from majuscule.reading.sources import Opened
from majuscule.reading.table import FORMATS, format_of
from majuscule.text import read_passage
from majuscule.text.tokenizing.passages import Passage

Evidence = Callable[[Passage], F32 | None]
"""Returns the capital share of each token's word, as a restorer knows it."""


@dataclass
class Picked:
    """How many documents had each verdict, and how many were copied."""

    verdicts: Counter[int] = field(default_factory=Counter)
    kept: int = 0

    def __str__(self) -> str:
        """Return a sentence.

        >>> str(Picked(Counter([1, 3, 1]), kept=2))
        'kept 2 of 3 documents (2 well cased, 1 upper case)'
        """
        found = count_verdicts(self.verdicts)
        total = self.verdicts.total()
        return f"kept {self.kept:,} of {total:,} documents{f' ({found})' if found else ''}"


def count_verdicts(verdicts: Counter[int]) -> str:
    """Return the number of documents of each verdict, in words, most frequent first."""
    return ", ".join(f"{n:,} {VERDICT_NAMES[verdict]}" for verdict, n in verdicts.most_common())


def detect_stream(
    evidence: Evidence,
    name: str,
    write: Callable[[bytes], Any],
    *,
    format: str | None = None,
    reading: Reading | None = None,
    as_json: bool = False,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Write a verdict for each line of a file's text: the verdict, a tab, and the line.

    ``as_json``: one JSON object per line, with the verdicts of the parts of the line.
    """

    def detect(_opened: Opened, extracts: list[Extract]) -> bytes:
        passage, firsts = _lay_out(extracts)
        found = detect_lines(passage, evidence=evidence(passage), documents=firsts)
        verdicts = [VERDICTS[verdict] for verdict in found.verdicts.tolist()]
        parts = _parts(passage, found) if as_json else {}
        shown = []
        for extract, first in zip(extracts, firsts.tolist(), strict=True):
            places = _places(extract) if as_json else iter(())
            for number, line in enumerate(split_lines(extract.text), first):
                if as_json:
                    value = {**next(places), "verdict": verdicts[number]}
                    value["parts"] = parts.get(number, [])
                    shown.append(json.dumps(value) + "\n")
                else:
                    shown.append(f"{verdicts[number]}\t{split_terminator(line)[0]}\n")
        return "".join(shown).encode("utf-8", "backslashreplace")

    work_through(name, detect, write, format=format, reading=reading, tell=tell, progress=progress)


def pick_documents(
    evidence: Evidence | None,
    name: str,
    write: Callable[[bytes], Any],
    keep: Iterable[str],
    picked: Picked,
    *,
    format: str | None = None,
    reading: Reading | None = None,
    tell: Callable[[str], None] = lambda _message: None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Copy the documents of a file whose verdict is one of ``keep``, byte for byte.

    The header row of a table is copied too.  Without ``evidence`` only the text is judged.
    """
    kind = FORMATS[format or format_of(name)]
    if kind.binary:
        raise UsageError(
            f"{name}: --keep cannot copy documents byte for byte out of {kind.what}; use JSON lines"
        )
    reading = reading or Reading()
    is_table = "header" in kind.takes
    wanted = {VERDICTS.index(one) for one in keep}

    def pick(_opened: Opened, extracts: list[Extract]) -> bytes:
        passage, firsts = _lay_out(extracts)
        known = evidence(passage) if evidence else None
        verdicts, _, _ = detect_documents(passage, firsts, evidence=known)
        copied = []
        for extract, verdict in zip(extracts, verdicts.tolist(), strict=True):
            if extract.text.strip():
                picked.verdicts[verdict] += 1
                picked.kept += verdict in wanted
                if verdict in wanted:
                    copied.append(extract.raw)
            elif is_table and extract.units == ():
                copied.append(extract.raw)
        return "".join(copied).encode("utf-8", "backslashreplace")

    work_through(
        name,
        pick,
        write,
        format=format,
        reading=replace(reading, how=reading.how or "blank"),
        tell=tell,
        progress=progress,
    )


def _lay_out(extracts: Sequence[Extract]) -> tuple[Passage, I64]:
    """Return documents as one passage, separated by blank lines, and the first line of each."""
    padded = [one.text + ("\n" if one.text.endswith("\n") else "\n\n") for one in extracts]
    counts = np.array([text.count("\n") for text in padded], np.int64)
    return read_passage("".join(padded)), np.cumsum(counts) - counts


def _parts(passage: Passage, found: LineVerdicts) -> dict[int, list[dict[str, Any]]]:
    """Return the parts of each line with words: their spans in the line, and their verdicts."""
    begins = np.append(0, np.flatnonzero(passage.codes == 0x0A) + 1)[found.part_lines]
    tokens = passage.tokens
    columns = {
        "start": (tokens.starts[found.parts[:, 0]] - begins).tolist(),
        "end": (tokens.ends[found.parts[:, 1] - 1] - begins).tolist(),
        "verdict": [VERDICTS[verdict] for verdict in found.part_verdicts.tolist()],
        "confidence": [round(one, 4) for one in found.confidences.tolist()],
        "words": found.part_words.tolist(),
    }
    parts: dict[int, list[dict[str, Any]]] = {}
    for line, *values in zip(found.part_lines.tolist(), *columns.values(), strict=True):
        parts.setdefault(line, []).append(dict(zip(columns, values, strict=True)))
    return parts


def _places(extract: Extract) -> Iterator[Mapping[str, Any]]:
    """Yield for each line of a text where it begins in its source: the line, or the row."""
    starts = [unit.start for unit in extract.units or ()]
    at = 0
    for offset, line in enumerate(split_lines(extract.text)):
        if extract.units is None:
            yield {"line": extract.line + offset}
        else:
            place = extract.units[max(0, bisect_right(starts, at) - 1)].place
            yield {key: place[key] for key in ("line", "row") if key in place}
        at += len(line)
