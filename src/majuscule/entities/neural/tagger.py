"""The entity network beside the linear tagger: one chain with the scores of both.

The network gives log probabilities of the tags of each token; the linear tagger gives a chain,
including its transitions, since it knows lists and titles that the network cannot learn from so
little text.  Their sum, with weights fitted on text unseen by both, is a product of experts (Hinton
2002); Viterbi, document memory and confidences are those of the linear tagger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from majuscule.arrays import F32, Array
from majuscule.entities.decoding import close_borders, closed_transitions
from majuscule.entities.linear.memory import EntityMemoryOptions
from majuscule.entities.linear.passages import Constants, PassageTagger, ScoredPassage
from majuscule.entities.linear.tagger import LinearEntityTagger
from majuscule.entities.neural.inputs import HEAD, ColumnReader, VectorRows, network_inputs
from majuscule.models import ModelFile
from majuscule.models.stored import arrays_of, options_of, read_stored
from majuscule.network.engine import NetworkEngine
from majuscule.network.inputs import Inputs
from majuscule.network.pieces import cut_lines
from majuscule.reading.annotations.schemes import Scheme
from majuscule.tagging.scoring.chain import CLOSED, LEAST, UNITS, Chain, log_normalised
from majuscule.text import Passage
from majuscule.words.neighbours.profiles import Profiles

PREFIX, PROFILES = "network_", "profile_"


@dataclass(frozen=True)
class Mixture:
    """Weights of the log odds of both taggers, and the bias of O, fitted on text unseen by both."""

    linear: float = 0.5
    network: float = 1.0
    outside: float = 0.0


@dataclass(frozen=True, repr=False, eq=False)
class NeuralEntityTagger(PassageTagger):
    """The network and the linear tagger, with their mixture: see the module."""

    linear: LinearEntityTagger
    words: VectorRows
    engine: NetworkEngine
    longest: int
    mixture: Mixture
    constants: Constants
    remembering: EntityMemoryOptions
    trained_with: Mapping[str, Any] = field(default_factory=dict)
    profiles: Profiles | None = None

    kind: ClassVar[str] = "neural-entities.v1"

    @property
    def scheme(self) -> Scheme:  # type: ignore[override]
        return self.linear.scheme

    @property
    def reader(self) -> ColumnReader:
        """Return the reader of the network's columns."""
        known = self.linear.knowledge.words
        return ColumnReader(known, self.words, self.engine.inputs, self.profiles)

    def score(self, passage: Passage) -> Iterator[ScoredPassage]:
        for piece in self.linear.score(passage):
            yield self.mixed(piece, self.log_probabilities(piece))

    def log_probabilities(self, piece: ScoredPassage) -> F32:
        """Return the network's log probabilities of the tags of a piece, (n, tags)."""
        columns = self.reader.read(piece, self.linear)
        pieces = cut_lines(piece.passage, self.longest)
        return log_normalised(self.engine.run(columns, pieces)[HEAD])

    def mixed(self, piece: ScoredPassage, log_probabilities: F32) -> ScoredPassage:
        """Return a piece scored by the linear tagger, mixed with the network's scores."""
        mixture = self.mixture
        unit = mixture.linear * self.linear.constants.scale * UNITS
        chain = piece.chain
        emissions = np.maximum(chain.emissions, CLOSED // 2) * unit
        own = mixture.network * np.maximum(log_probabilities, LEAST) * UNITS
        own[:, 0] += mixture.outside * UNITS
        emissions[piece.padded.at] += own
        transitions = np.maximum(chain.transitions, CLOSED // 2) * unit
        closed = closed_transitions(self.scheme)
        mixed = Chain(
            np.rint(emissions).astype(np.int32), np.rint(transitions).astype(np.int32) + closed
        )
        return replace(piece, chain=close_borders(mixed, piece.padded.bounds, self.scheme))

    def arrays(self) -> Mapping[str, Array]:
        return {
            **self.linear.arrays(),
            **arrays_of(self.words, PREFIX),
            **arrays_of(self.engine, PREFIX),
            **(arrays_of(self.profiles, PROFILES) if self.profiles else {}),
        }

    def options(self) -> Mapping[str, Any]:
        return {
            **self.trained_with,
            "linear": dict(self.linear.options()),
            "inputs": [[name, size] for name, size in self.engine.inputs.sizes.items()],
            "longest": self.longest,
            "mixture": asdict(self.mixture),
            "constants": asdict(self.constants),
            "memory": asdict(self.remembering),
        }

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        """Return the tagger stored in a model file; its network starts on first use.

        Raises :class:`~majuscule.errors.UsageError` without onnxruntime.
        """
        with options_of(file, cls.kind) as options:
            below = dict(options.pop("linear"))
            inputs = Inputs(dict(options.pop("inputs")))
            longest = int(options.pop("longest"))
            mixture = Mixture(**options.pop("mixture"))
            constants = Constants(**options.pop("constants"))
            memory = EntityMemoryOptions(**options.pop("memory"))
        header = replace(file.header, kind=LinearEntityTagger.kind, options=below)
        linear = LinearEntityTagger.from_file(replace(file, header=header))
        tags = len(linear.scheme.tags)
        own = list(inputs.sizes.items())
        known = PROFILES + "rows" in file.arrays
        profiles = read_stored(Profiles, file, PROFILES) if known else None
        expected = network_inputs(Inputs({}), tags, profiles=known).sizes.items()
        if own[-len(expected) :] != list(expected):
            raise file.faulty("its network reads other columns than its tagger provides")
        engine = read_stored(NetworkEngine, file, PREFIX, inputs=inputs, heads={HEAD: tags})
        engine.check()
        words = read_stored(VectorRows, file, PREFIX)
        return cls(linear, words, engine, longest, mixture, constants, memory, options, profiles)
