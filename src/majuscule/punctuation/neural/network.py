"""The model of marks: words in, scores of marks, breaks and case out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F32, Array, Bools, number_runs
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, options_of, read_stored
from majuscule.network.engine import NetworkEngine
from majuscule.network.inputs import Columns
from majuscule.network.pieces import Pieces, tokens_of
from majuscule.punctuation.neural.adapter import MarkAdapter
from majuscule.punctuation.neural.decoding import Thresholds
from majuscule.punctuation.neural.inputs import HEADS, MARK, KnownWords, mark_inputs
from majuscule.words.tables.lexicon import Lexicon

WINDOW = 2048
"""Words scored per window, which also includes the words around them."""


def reach_of(layers: str) -> int:
    """Return the receptive field of a network, in words to each side.

    >>> reach_of("conv:1:5 conv:2:5 mlp:64 conv:5:3")
    11
    """
    convolutions = [one.split(":") for one in layers.split() if one.startswith("conv")]
    return sum(int(reach) * (int(taps) // 2) for _, reach, taps in convolutions)


@dataclass(frozen=True, repr=False)
class MarkNetwork:
    """A network of marks with its word tables, lexicon and thresholds.  Immutable."""

    known: KnownWords
    engine: NetworkEngine
    lexicon: Lexicon
    thresholds: Thresholds
    reach: int
    trained_with: Mapping[str, Any] = field(default_factory=dict)
    adapter: MarkAdapter | None = None

    kinds: ClassVar[tuple[str, str]] = ("punctuation.v1", "adapted-punctuation.v1")

    @property
    def kind(self) -> str:
        """Return the kind of its model file, which depends on whether it has an adapter."""
        return self.kinds[self.adapter is not None]

    def scores(
        self, columns: Columns, bounds: Pieces, needed: Bools | None = None
    ) -> dict[str, F32]:
        """Return each head's scores of the words of some texts, (n, labels).

        ``bounds`` (texts, 2): the words of each text.  Long texts are scored in windows that
        overlap by the receptive field, so scores are as if each text were one window.  ``needed``
        (n,): the words whose scores are needed; those of others may be 0.
        """
        needed = np.ones(len(columns), np.bool_) if needed is None else needed
        cores, windows = _windows(bounds, self.reach, needed)
        at, laid = tokens_of(windows)
        owner = np.repeat(np.arange(len(laid)), laid[:, 1] - laid[:, 0])
        core = np.flatnonzero((at >= cores[owner, 0]) & (at < cores[owner, 1]))
        heads = {}
        for name, scores in self.engine.run(columns[at], laid).items():
            heads[name] = np.zeros((len(columns), scores.shape[1]), np.float32)
            heads[name][at[core]] = np.take(scores, core, axis=0)
        if self.adapter is not None:
            heads[MARK] = self.adapter.score(columns, bounds, heads[MARK])
        return heads

    def arrays(self) -> Mapping[str, Array]:
        """Return the arrays of the model file."""
        return {
            **arrays_of(self.known),
            **arrays_of(self.engine),
            **arrays_of(self.lexicon, "lexicon_"),
            **(arrays_of(self.adapter, "adapter_") if self.adapter else {}),
        }

    def options(self) -> Mapping[str, Any]:
        """Return the options and constants."""
        return {**self.trained_with, "thresholds": asdict(self.thresholds)}

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the network that a model file holds; its session starts on first use."""
        adapted = file.header.kind == cls.kinds[1]
        with options_of(file, cls.kinds[adapted]) as options:
            constants = options.pop("thresholds")
            thresholds = Thresholds(**{name: tuple(one) for name, one in constants.items()})
            reach = reach_of(str(options["layers"]))
        frequent = len(file.array("scales", "<f2", older="<f4")) - mark_inputs(0).rows
        if frequent < 0:
            raise file.faulty("its vectors are not those of a punctuation model")
        engine = read_stored(NetworkEngine, file, inputs=mark_inputs(frequent), heads=HEADS)
        engine.check()
        return cls(
            read_stored(KnownWords, file, frequent=frequent),
            engine,
            read_stored(Lexicon, file, "lexicon_"),
            thresholds,
            reach,
            options,
            read_stored(MarkAdapter, file, "adapter_") if adapted else None,
        )


def _windows(bounds: Pieces, reach: int, needed: Bools) -> tuple[Pieces, Pieces]:
    """Return spans that cover the needed words, and the same extended by ``reach``."""
    at = np.flatnonzero(needed)
    owners = np.searchsorted(bounds[:, 1], at, side="right")
    apart = (np.diff(at) > 2 * reach) | (np.diff(owners) > 0)
    firsts, lasts = np.append(True, apart)[: len(at)], np.append(apart, True)[: len(at)]
    begins, stops, texts = at[firsts], at[lasts] + 1, bounds[owners[firsts]]
    counts = -(-(stops - begins) // WINDOW)
    run, steps = number_runs(counts)
    begins, stops, texts = begins[run], stops[run], texts[run]
    begins = begins + WINDOW * steps
    core = np.stack([begins, np.minimum(begins + WINDOW, stops)], axis=1)
    return core, np.clip(core + np.array([-reach, reach]), texts[:, :1], texts[:, 1:])
