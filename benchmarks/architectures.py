"""Compare networks, and what they are told of words, at equal training time.

``python -m benchmarks.architectures`` reads some of the training text once, trains each network for
so many seconds of processor time with the rate falling to zero by then, and writes
``results/reports/neural-architectures.md``.  F1 is of tokens of parts of the dev texts, without
lexicon and memory; it ranks networks, and is not what a finished model scores.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt
import torch

from benchmarks.dev_texts import read_dev, write
from benchmarks.environment import ROOT, machine
from majuscule.learn.batches import TrainingBatch
from majuscule.learn.text import FileText, describe_batch
from majuscule.measure import Table
from majuscule.restore.neural.inputs import NO_WORD, OFFSETS
from majuscule.restore.neural.options import NeuralOptions
from majuscule.restore.neural.pieces import by_length, cut_lines, lay_out
from majuscule.restore.neural.prepared import Preparation, prepare
from majuscule.restore.neural.restorer import NeuralCalibration, calibrated
from majuscule.restore.neural.training import Learner, draw_batches
from majuscule.text.classes import KEEP, LC

TRAIN = ROOT.parent / "shared" / "data" / "truecasing" / "train" / "wikipedia-00.jsonl.xz"
REPORT = ROOT / "results" / "reports" / "neural-architectures.md"
PART = 300_000
"""Characters of each dev text that networks are scored on."""

PROBED = 20
"""Steps that tell how fast a network learns."""

LEFT_OUT = {
    "pairs of neighbours": {11: int(OFFSETS[11]), 12: int(OFFSETS[12])},
    "vectors of words": {13: NO_WORD},
    "letters": {part: int(OFFSETS[part]) for part in range(2, 10)},
    "word classes": {10: int(OFFSETS[10])},
}
SHIPPED = "conv:1:5 conv:2:5 conv:5:3"
VARIANTS: tuple[tuple[str, str, int, str], ...] = (
    ("shipped", SHIPPED, 128, ""),
    ("two blocks", "conv:1:5 conv:3:5", 128, ""),
    ("four narrow blocks", "conv:1:3 conv:2:3 conv:4:3 conv:8:3", 128, ""),
    ("two blocks of more taps", "conv:1:7 conv:4:5", 128, ""),
    ("layers over each token between", "conv:1:5 mlp:256 conv:2:5 mlp:256 conv:5:3", 128, ""),
    ("simple recurrent units", "sru:128 sru:128", 128, ""),
    ("GRU", "gru:128 gru:128", 128, ""),
    ("short pieces", SHIPPED, 32, ""),
    *((f"without {name}", SHIPPED, 128, name) for name in LEFT_OUT),
)


@dataclass(frozen=True)
class Result:
    """What a variant reached."""

    seen: int
    seconds: float
    f1: tuple[float, ...]


@click.command()
@click.option("--words", default=3_500_000, help="Training words that are read.")
@click.option("--seconds", default=40.0, help="Processor time of each training.")
@click.option("--output", type=click.Path(path_type=Path), default=REPORT)
def main(words: int, seconds: float, output: Path) -> None:
    """Train each variant and write OUTPUT."""
    torch.set_num_threads(1)
    options = NeuralOptions(device="cpu")
    prepared = prepare(FileText.of([TRAIN], words=words), options)
    texts = read_dev()[:3]
    parts = [_part("\n".join(text.documents)[:PART]) for text in texts]
    rows = []
    for name, layers, longest, left_out in VARIANTS:
        chosen = replace(options, layers=layers, longest=longest)
        result = try_variant(prepared, chosen, parts, seconds, LEFT_OUT.get(left_out, {}))
        rows.append([name, f"`{layers}`", result.seen, *(value / 100 for value in result.f1)])
        click.echo(rows[-1])
        table = Table(
            ["network", "layers", "tokens", *(text.name for text in texts)], rows, decimals=2
        )
        write(output, report(table, words, seconds))


def _part(text: str) -> TrainingBatch:
    return describe_batch(text, [0] * (text.count("\n") + 1))


def report(table: Table, words: int, seconds: float) -> str:
    """Return the report as Markdown."""
    about = ", ".join(f"{name}: {value}" for name, value in machine().items())
    return (
        "# Networks at equal training time\n\n"
        f"Made by `python -m benchmarks.architectures`: {seconds:g} seconds of processor time\n"
        f"each, on {words:,} words of Wikipedia. F1 of capitalised tokens of parts of the dev\n"
        "texts, at the best bias, without lexicon and memory. A layer is `conv:REACH:TAPS`,\n"
        "`sru:UNITS` or `gru:UNITS` (units a direction); pieces have up to 128 tokens, short ones\n"
        "32. Tokens are how many each could learn from in its time. It ranks networks; a finished\n"
        "model, trained forty times as long, scores far more.\n\n"
        f"{table.markdown()}\nMachine: {about}.\n"
    )


def try_variant(
    prepared: Preparation,
    options: NeuralOptions,
    parts: list[TrainingBatch],
    seconds: float,
    left_out: dict[int, int],
) -> Result:
    """Train for so long and score."""
    text = prepared.text
    pieces = text.pieces(options.longest)
    learner = Learner.begin(prepared.tables.frequent, options)
    begin = time.process_time()
    for number, batch in enumerate(draw_batches(pieces, options)):
        if number == PROBED:
            speed = learner.seen / (time.process_time() - begin)
            options = replace(options, tokens=int(speed * seconds))
        if learner.seen >= options.tokens:
            break
        at, inside = lay_out(pieces[batch])
        rows = without(text.read(at.reshape(-1)), left_out)
        learner.learn(rows.reshape(*at.shape, -1), text.tags[at], inside, options)
    spent = time.process_time() - begin
    scores = tuple(score(learner, prepared, options, part, left_out) for part in parts)
    return Result(learner.seen, spent, scores)


def without(rows: npt.NDArray[np.int32], left_out: dict[int, int]) -> npt.NDArray[np.int32]:
    """Return rows in which some parts say nothing."""
    for part, row in left_out.items():
        rows[:, part] = row
    return rows


def score(
    learner: Learner,
    prepared: Preparation,
    options: NeuralOptions,
    batch: TrainingBatch,
    left_out: dict[int, int],
) -> float:
    """Return F1 of capitalised tokens in points, at the best of some biases."""
    passage = batch.passage
    rows = without(prepared.tables.read(passage, np.arange(len(passage.tokens))), left_out)
    pieces = cut_lines(passage, options.longest)
    found = np.zeros((len(rows), 5), np.float32)
    learner.network.eval()
    with torch.no_grad():
        for chosen in by_length(pieces, 4096):
            at, inside = lay_out(pieces[chosen])
            x = learner.table.values[torch.from_numpy(rows[at].astype(np.int64))].sum(2)
            mask = torch.from_numpy(inside.astype(np.float32)[..., None])
            found[at[inside]] = learner.network(x * mask, mask).numpy()[inside]
    cased = batch.classes != KEEP
    written = batch.classes[cased]
    best = 0.0
    for bias in (-0.6, -0.3, 0.0, 0.3, 0.6):
        constants = NeuralCalibration(1.0, (0.0, bias, bias, bias, 0.0))
        decided = calibrated(found[cased], constants).argmax(axis=1)
        correct = int(((written != LC) & (decided == written)).sum())
        total = int((written != LC).sum()) + int((decided != LC).sum())
        best = max(best, 200 * correct / max(1, total))
    return best


if __name__ == "__main__":
    main()
