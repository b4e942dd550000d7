"""Tuning a language model on the labels of a text, and its answers, which a small network learns.

A word is read as its subwords; its labels are told from the state of the last one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from majuscule.arrays import I32, I64, join_ranges
from majuscule.network.device import device_of, in_bfloat16
from majuscule.network.inputs import IGNORED, Heads, LabelledText
from majuscule.network.language.model import LONGEST, LanguageModel, read_language_model
from majuscule.network.options import TaughtOptions
from majuscule.network.pieces import Pieces, in_groups, tokens_of
from majuscule.network.teacher import Answers
from majuscule.network.training import draw_batches, rate_factor
from majuscule.options import Progress, no_progress

RATE = 4e-4
"""Peak learning rate of AdamW."""

MOST = 12
"""Subwords of a word that are read."""


class SpeltText(LabelledText, Protocol):
    """Training text whose N tokens can be read as words."""

    def spelling(self) -> tuple[I32, Sequence[str]]:
        """Return the number of each token's spelling (N,), and the spellings by number."""
        ...


@dataclass(frozen=True)
class _Batch:
    """Subwords of pieces, (pieces, length), which of them are ``inside`` a piece, and of each token
    its number in the text, its piece and the place of its last subword."""

    subwords: Tensor
    inside: Tensor
    tokens: I64
    rows: Tensor
    places: Tensor


class _Subwords:
    """The subwords of a text: ``before``, how many stand before each token, and before its end."""

    def __init__(self, text: SpeltText, tokenizer: Any, device: torch.device) -> None:
        numbers, spellings = text.spelling()
        flat: list[int] = []
        ends = [0]
        for coded in tokenizer.encode_batch([_as_read(one) for one in spellings]):
            flat += coded.ids[:MOST] or [0]
            ends.append(len(flat))
        self.device, self.numbers = device, numbers
        self.flat, self.ends = np.array(flat), np.array(ends)
        self.before = np.append(0, np.cumsum(np.diff(self.ends)[numbers]))

    def on_device(self, array: Any) -> Tensor:
        """Return an array as a tensor on the device."""
        return torch.from_numpy(array).to(self.device)

    def read(self, pieces: Pieces) -> _Batch:
        """Return pieces as subwords, on the device."""
        tokens, _ = tokens_of(pieces)
        rows = np.repeat(np.arange(len(pieces)), pieces[:, 1] - pieces[:, 0])
        begins = self.before[pieces[rows, 0]]
        first, last = self.before[tokens] - begins, self.before[tokens + 1] - begins - 1
        length = min(LONGEST, -(-int(last.max() + 1) // 16) * 16)
        counts = last - first + 1
        read, _ = join_ranges(self.ends[self.numbers[tokens]], counts)
        places, _ = join_ranges(first, counts)
        fits = places < length
        at = np.repeat(rows, counts)[fits], places[fits]
        subwords = np.zeros((len(pieces), length), np.int64)
        inside = np.zeros((len(pieces), length), np.bool_)
        subwords[at], inside[at] = self.flat[read[fits]], True
        own, shown = self.on_device(rows), self.on_device(np.minimum(last, length - 1))
        return _Batch(self.on_device(subwords), self.on_device(inside), tokens, own, shown)


def _as_read(spelling: str) -> str:
    """Return a spelling as it stands in running text: white space before a word."""
    return f" {spelling}" if spelling[:1].isalnum() else spelling


def teach(
    path: str | os.PathLike[str],
    text: SpeltText,
    heads: Heads,
    options: TaughtOptions,
    report: Progress = no_progress,
) -> Answers:
    """Return what the language model in a GGUF file answers for each token of a text, having learnt
    from ``options.teacher_tokens`` subwords of it.

    Raises as :func:`read_language_model`.
    """
    torch.manual_seed(options.seed)
    device = device_of(options)
    model, tokenizer = read_language_model(path)
    model.add_heads(heads)
    model.to(device)
    reader = _Subwords(text, tokenizer, device)
    # A word is mostly one subword, and a step should have at least as many words as the pupil's.
    doubled = replace(options, batch=2 * options.batch)
    low = in_bfloat16(options, device)
    with torch.autocast(device.type, torch.bfloat16) if low else nullcontext():
        _tune(model, heads, text, reader, doubled, report)
        answers = _answers(model, heads, text, reader, doubled, report)
    with Path(path).open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Answers(f"{Path(path).stem} ({digest[:12]})", answers, options.taught)


def _scores(model: LanguageModel, heads: Heads, batch: _Batch) -> dict[str, Tensor]:
    states = model(batch.subwords, batch.inside)[batch.rows, batch.places]
    return {head: model.heads[head](states).float() for head in heads}


def _tune(
    model: LanguageModel,
    heads: Heads,
    text: SpeltText,
    reader: _Subwords,
    options: TaughtOptions,
    report: Progress,
) -> None:
    optimiser = torch.optim.AdamW(model.parameters(), RATE, betas=(0.9, 0.98), weight_decay=0.01)
    model.train()
    pieces = text.pieces(options.longest)
    seen, wanted = 0, options.teacher_tokens
    for chosen in draw_batches(reader.before[pieces], options):
        batch = reader.read(pieces[chosen])
        labels = text.labels(batch.tokens)
        losses = []
        for head, scores in _scores(model, heads, batch).items():
            gold = reader.on_device(labels[head].astype(np.int64))
            loss = functional.cross_entropy(scores, gold, ignore_index=IGNORED, reduction="sum")
            losses.append(loss / max(1, int((labels[head] != IGNORED).sum())))
        for group in optimiser.param_groups:
            group["lr"] = RATE * rate_factor(seen / wanted, options.warm_up)
        optimiser.zero_grad(set_to_none=True)
        total = sum(losses[1:], losses[0])
        total.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        seen += batch.subwords.numel()
        report("tuning the teacher", min(1.0, seen / wanted))
        if seen >= wanted:
            break


def _answers(
    model: LanguageModel,
    heads: Heads,
    text: SpeltText,
    reader: _Subwords,
    options: TaughtOptions,
    report: Progress,
) -> dict[str, Tensor]:
    """Return each head's probabilities of labels, float16 (N, labels), 0 outside all pieces."""
    count, device = len(reader.numbers), reader.device
    answers = {
        head: torch.zeros((count, labels), dtype=torch.float16, device=device)
        for head, labels in heads.items()
    }
    model.eval()
    pieces = np.unique(text.pieces(options.longest), axis=0)  # some are in an epoch several times
    spans = reader.before[pieces]
    order = np.argsort(spans[:, 1] - spans[:, 0], kind="stable")
    with torch.no_grad():
        for group in in_groups(spans[order], options.batch):
            batch = reader.read(pieces[order[group]])
            tokens = reader.on_device(batch.tokens)
            for head, scores in _scores(model, heads, batch).items():
                answers[head][tokens] = functional.softmax(scores, -1).half()
            report("asking the teacher", group.stop / len(pieces))
    return answers
