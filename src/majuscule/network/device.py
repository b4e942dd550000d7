"""The device that a network learns on, and its training text there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from concurrent.futures import ThreadPoolExecutor
from typing import cast

import numpy as np
import torch
from torch import Tensor

from majuscule.arrays import I64, Array
from majuscule.errors import UsageError
from majuscule.network.inputs import Inputs, LabelledText
from majuscule.network.options import NetworkOptions

_STEP = 1 << 20  # tokens copied at a time


def device_of(options: NetworkOptions) -> torch.device:
    """Return the device that the options name; raise if it cannot be used."""
    name = options.device
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda" and not torch.cuda.is_available():
        raise UsageError("device is 'cuda', but PyTorch finds no GPU here; use device=cpu")
    if name == "cuda" and options.precision == "bfloat16" and not torch.cuda.is_bf16_supported():
        raise UsageError("this GPU has no bfloat16; use precision=float32")
    return torch.device(name)


def in_bfloat16(options: NetworkOptions, device: torch.device) -> bool:
    """Return whether matrix products are in bfloat16.

    A processor without instructions for it is forty times slower in bfloat16 than in float32.
    """
    if options.precision != "auto":
        return options.precision == "bfloat16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    mkldnn = torch.backends.mkldnn.is_available()
    return bool(mkldnn and torch.ops.mkldnn._is_mkldnn_bf16_supported())


class DeviceText:
    """Training text as tensors on a device.

    A GPU would wait for a processor that gathers the columns of each batch.  So a text that has a
    length, whose tokens are those below it and always have the same columns and labels, is copied
    to a GPU as a whole, four bytes a column, if that takes at most half of its free memory.
    """

    def __init__(self, text: LabelledText, inputs: Inputs, device: torch.device) -> None:
        self.text, self.inputs, self.device = text, inputs, device
        self._kept: tuple[Tensor, dict[str, Tensor], dict[str, Tensor]] | None = None
        if device.type == "cuda" and isinstance(text, Sized):
            free, _ = torch.cuda.mem_get_info(device)
            if 2 * 4 * len(text) * len(inputs.sizes) <= free:
                self._kept = self._copied(len(text))

    def columns(self, at: I64) -> Tensor:
        """Return the columns of tokens, int64 (n, columns)."""
        if self._kept is not None:
            return self._kept[0][self.tensor(at)].long()
        columns = self.text.columns(at)
        self.inputs.check(columns)
        return self.tensor(columns).long()

    def labels(self, at: I64) -> dict[str, Tensor]:
        """Return each head's labels of tokens, uint8 (n,)."""
        if self._kept is not None:
            return self._of(self._kept[1], at)
        return self._tensors(self.text.labels(at))

    def weights(self, at: I64) -> dict[str, Tensor]:
        """Return the loss weights of tokens, float32 (n,), for heads that have any."""
        if self._kept is not None:
            return self._of(self._kept[2], at)
        return self._tensors(self.text.weights(at))

    def tensor(self, array: Array) -> Tensor:
        """Return an array as a tensor on the device."""
        return torch.from_numpy(array).to(self.device)

    def _of(self, kept: Mapping[str, Tensor], at: I64) -> dict[str, Tensor]:
        places = self.tensor(at)
        return {name: values[places] for name, values in kept.items()}

    def _tensors(self, arrays: Mapping[str, Array]) -> dict[str, Tensor]:
        return {name: self.tensor(array) for name, array in arrays.items()}

    def _copied(self, tokens: int) -> tuple[Tensor, dict[str, Tensor], dict[str, Tensor]]:
        """Return all columns, labels and weights on the device."""
        columns = torch.empty(
            (tokens, len(self.inputs.sizes)), dtype=torch.int32, device=self.device
        )
        with ThreadPoolExecutor() as pool:
            for first, part in zip(
                range(0, tokens, _STEP), pool.map(self._part, _parts(tokens)), strict=True
            ):
                columns[first : first + len(part)] = self.tensor(part)
        everything = np.arange(tokens)
        labels, weights = self.text.labels(everything), self.text.weights(everything)
        return columns, self._tensors(labels), self._tensors(weights)

    def _part(self, at: I64) -> Array:
        columns = self.text.columns(at)
        self.inputs.check(columns)
        return cast(Array, columns)


def _parts(tokens: int) -> Iterator[I64]:
    for first in range(0, tokens, _STEP):
        yield np.arange(first, min(tokens, first + _STEP))
