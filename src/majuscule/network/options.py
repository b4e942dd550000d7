"""The options of a network's architecture and training, for every task."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from majuscule.errors import UsageError

if TYPE_CHECKING:
    from majuscule.network.inputs import Inputs
    from majuscule.network.start import Start


LANGUAGE_MODEL = ".gguf"
"""The ending of a language model's file."""


@dataclass(frozen=True)
class NetworkOptions:
    """Options that all neural taggers share."""

    width: int = 0  # of the vectors and between the layers; 0: that of the start model, or 128
    layers: str = "auto"  # those of the start model, or conv:1:5 conv:2:5 conv:5:3; what they are
    # is in majuscule.network.layers; empty: tokens alone
    tokens: int = 210_000_000  # to learn from; the learning rate falls to zero by then
    epochs: int = 10  # most passes over a small text, which may end training before ``tokens``
    batch: int = 4096  # tokens per step
    longest: int = 128  # tokens of a piece of text; longer lines are cut at sentence starts
    rate: float = 0.004  # peak learning rate of Adam
    warm_up: float = 0.02  # share of the tokens in which the rate rises
    decay: float = 0.01  # weight decay
    dropout: float = 0.0  # of the network's input
    average: float = 0.0  # decay per step of the moving average of weights; 0: no averaging
    start: str = ""  # model to start from, by name or file
    kept: float = 0.0  # share of the start model's weights in the trained one, which averages both
    bits: int = 8  # of the trained network's matrix products; 32 is twice as slow
    coarse: str = ""  # columns whose vectors get four bits instead of eight, such as prefix4
    seed: int = 1
    precision: str = "auto"  # of products in training: float32, or bfloat16 (auto: if it is faster)
    device: str = "auto"  # cpu, cuda, or auto: cuda where there is one
    threads: int = 1  # changes the speed; on a CPU also the last bits of the model
    minutes: float = 4.0  # between two checkpoints
    checkpoint: str = ""  # file to keep the state of a long training in

    def __post_init__(self) -> None:
        least = min(self.tokens, self.batch, self.epochs, self.longest, self.threads)
        if least < 1 or self.rate <= 0 or self.width < 0:
            raise UsageError(
                "tokens, batch, epochs, longest and threads must be 1 or more, rate above 0, and "
                "width 0 or more"
            )
        if not (0 <= self.dropout < 1 and 0 <= self.average < 1):
            raise UsageError("dropout and average must be 0 or more, and below 1")
        if not 0 <= self.kept < 1:
            raise UsageError(f"kept is {self.kept}; it must be 0 or more, and below 1")
        if self.kept and not self.start:
            raise UsageError("kept needs a model whose weights are kept; name it as start")
        if self.coarse and self.width % 2:
            raise UsageError(f"width is {self.width}; coarse columns need an even width")
        for name, known in _KNOWN.items():
            if (value := getattr(self, name)) not in known:
                raise UsageError(f"{name} is {value!r}; it may be {' or '.join(map(str, known))}")
        for layer in self.layers.split() if self.layers != _AUTO else ():
            if not _LAYER.fullmatch(layer):
                raise UsageError(
                    f"unknown layer {layer!r} in option layers; known ones: conv:REACH:TAPS (an "
                    "odd number of taps below 10) and mlp:INNER, with spaces between layers"
                )

    def check_coarse(self, inputs: Inputs) -> None:
        """Raise :class:`UsageError` for a coarse column that the inputs do not have: before text is
        read, which may take an hour."""
        if unknown := set(self.coarse.split()) - set(inputs.sizes):
            raise UsageError(
                f"unknown column {min(unknown)!r} in option coarse; known ones: "
                f"{', '.join(inputs.sizes)}"
            )

    def sized(self, start: Start | None = None) -> Self:
        """Return the options with width and layers: if not given, those of the start model."""
        width, layers = (start.width, start.layers) if start else (_WIDTH, _LAYERS)
        layers = layers if self.layers == _AUTO else self.layers
        return replace(self, width=self.width or width, layers=layers)

    def model_options(self) -> dict[str, Any]:
        """Return the options that determine the model, without those that affect only the run."""
        options = {name: value for name, value in asdict(self).items() if name not in _OF_THE_RUN}
        # Omit later additions at their defaults, so that older models have the same options.
        unused = {name for name, default in _LATER.items() if options.get(name) == default}
        return {name: value for name, value in options.items() if name not in unused}


@dataclass(frozen=True)
class TaughtOptions(NetworkOptions):
    """Options of a network that may learn from another one: :mod:`majuscule.network.teacher`."""

    teacher: str = ""  # whose answers it learns: a model with the same words, by name or file, or
    # (for marks) a language model of the Llama family in a GGUF file, tuned on the text first
    teacher_tokens: int = 40_000_000  # subwords that such a language model is tuned on
    taught: float = 0.7  # share of the teacher's answers in the loss; the rest is that of the text

    @property
    def taught_by_language_model(self) -> bool:
        """Return whether the teacher is a language model, which reads words."""
        return self.teacher.endswith(LANGUAGE_MODEL)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.taught <= 1:
            raise UsageError(f"taught is {self.taught}; it must be from 0 to 1")
        if self.teacher_tokens < 1:
            raise UsageError(f"teacher_tokens is {self.teacher_tokens}; it must be 1 or more")
        if self.teacher_tokens != _LATER["teacher_tokens"] and not self.taught_by_language_model:
            raise UsageError("teacher_tokens needs a language model; name its .gguf as teacher")
        if self.taught != _LATER["taught"] and not self.teacher:
            raise UsageError("taught needs a model to learn from; name it as teacher")


_AUTO = "auto"
_WIDTH, _LAYERS = 128, "conv:1:5 conv:2:5 conv:5:3"
_LAYER = re.compile(r"conv:[1-9]\d*:[13579]|mlp:[1-9]\d*")
_KNOWN = {
    "bits": (8, 32),
    "device": ("auto", "cpu", "cuda"),
    "precision": ("auto", "bfloat16", "float32"),
}
_OF_THE_RUN = ("threads", "checkpoint", "minutes", "device")
_LATER = {
    **{"average": 0.0, "start": "", "precision": "auto", "coarse": "", "kept": 0.0},
    **{"teacher": "", "taught": 0.7, "teacher_tokens": 40_000_000},
}
