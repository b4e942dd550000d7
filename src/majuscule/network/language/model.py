"""A language model of the Llama family, read from a GGUF file, that sees both sides of a word.

Such a model has read a thousand times as much text as a training corpus holds, but from left to
right, to predict the next word.  Without the mask that hides what follows, and tuned on a task, it
becomes an encoder (BehnamGhader et al. 2024, "LLM2Vec").
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from majuscule.arrays import F32
from majuscule.errors import ModelError, UsageError
from majuscule.extras import require

LONGEST = 512
"""The most subwords of a piece; the rest of a longer one is not read."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a model, named as in GGUF."""

    embedding_length: int
    block_count: int
    feed_forward_length: int
    head_count: int
    head_count_kv: int
    freq_base: float
    layer_norm_rms_epsilon: float

    @property
    def head(self) -> int:
        """Return the width of an attention head."""
        return self.embedding_length // self.head_count


class _Block(nn.Module):
    """Attention with rotary positions (Su et al. 2021), and a gated feed-forward layer."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        width, inner, kept = shape.embedding_length, shape.feed_forward_length, shape.head_count_kv
        self.attn_norm = nn.Parameter(torch.ones(width))
        self.ffn_norm = nn.Parameter(torch.ones(width))
        self.attn_q = nn.Linear(width, width, bias=False)
        self.attn_k = nn.Linear(width, kept * shape.head, bias=False)
        self.attn_v = nn.Linear(width, kept * shape.head, bias=False)
        self.attn_output = nn.Linear(width, width, bias=False)
        self.ffn_gate = nn.Linear(width, inner, bias=False)
        self.ffn_up = nn.Linear(width, inner, bias=False)
        self.ffn_down = nn.Linear(inner, width, bias=False)

    def forward(self, x: Tensor, turns: tuple[Tensor, Tensor], mask: Tensor) -> Tensor:
        h = self._norm(x, self.attn_norm)
        parts = self.attn_q(h), self.attn_k(h), self.attn_v(h)
        q, k, v = (part.unflatten(-1, (-1, self.shape.head)) for part in parts)
        shared = self.shape.head_count // self.shape.head_count_kv
        q, k = _turned(q, turns), _turned(k, turns)
        seen = functional.scaled_dot_product_attention(
            q.transpose(1, 2),
            k.repeat_interleave(shared, 2).transpose(1, 2),
            v.repeat_interleave(shared, 2).transpose(1, 2),
            attn_mask=mask,
        )
        x = x + self.attn_output(seen.transpose(1, 2).flatten(2))
        h = self._norm(x, self.ffn_norm)
        return x + self.ffn_down(functional.silu(self.ffn_gate(h)) * self.ffn_up(h))

    def _norm(self, x: Tensor, weight: Tensor) -> Tensor:
        return _rms_norm(x, weight, self.shape.layer_norm_rms_epsilon)


def _rms_norm(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    return functional.rms_norm(x, x.shape[-1:], weight.to(x.dtype), epsilon)


def _turned(x: Tensor, turns: tuple[Tensor, Tensor]) -> Tensor:
    """Return vectors (pieces, length, heads, width) turned by their places, in pairs of numbers."""
    cos, sin = turns
    even, odd = x[..., 0::2], x[..., 1::2]
    both = even * cos - odd * sin, even * sin + odd * cos
    return torch.stack(both, -1).flatten(-2).to(x.dtype)


class LanguageModel(nn.Module):
    """The states of subwords, and linear heads on them, by name."""

    def __init__(self, shape: Shape, subwords: int) -> None:
        super().__init__()
        self.shape = shape
        self.token_embd = nn.Embedding(subwords, shape.embedding_length)
        self.blk = nn.ModuleList(_Block(shape) for _ in range(shape.block_count))
        self.output_norm = nn.Parameter(torch.ones(shape.embedding_length))
        self.heads = nn.ModuleDict()
        pairs = torch.arange(0, shape.head, 2) / shape.head
        angles = torch.arange(LONGEST)[:, None] * shape.freq_base**-pairs
        self.register_buffer("angles", angles[:, None], persistent=False)

    def add_heads(self, heads: Mapping[str, int]) -> None:
        """Add a head of random weights for each name, with so many labels."""
        device = self.output_norm.device
        for name, labels in heads.items():
            self.heads[name] = nn.Linear(self.shape.embedding_length, labels).to(device)

    def forward(self, subwords: Tensor, inside: Tensor) -> Tensor:
        """Return the states (pieces, length, width) of subwords (pieces, length).

        ``inside``: bool (pieces, length), False beyond the end of a piece."""
        x = self.token_embd(subwords)
        if torch.is_autocast_enabled(x.device.type):
            x = x.to(torch.bfloat16)
        length = subwords.shape[1]
        angles = self.angles[:length]
        turns = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        mask = torch.where(inside, 0.0, -math.inf).to(x.dtype)[:, None, None]
        mask = mask.expand(-1, 1, length, length)
        for block in self.blk:
            x = block(x, turns, mask)
        return _rms_norm(x, self.output_norm, self.shape.layer_norm_rms_epsilon)


def check_language_model(path: str | os.PathLike[str]) -> None:
    """Raise :class:`UsageError` if there is no such file, or a package that reads it is missing."""
    for name in ("gguf", "tokenizers"):
        require(name, "learning from a language model", "teach")
    if not Path(path).is_file():
        raise UsageError(f"{path}: no such file; teacher must name a language model's GGUF file")


def read_language_model(path: str | os.PathLike[str]) -> tuple[LanguageModel, Any]:
    """Return the model in a GGUF file, its weights expanded, and its tokenizer (of ``tokenizers``).

    Raises :class:`ModelError` for a file that is damaged or of another family, and as
    :func:`check_language_model`.
    """
    check_language_model(path)
    gguf = require("gguf", "learning from a language model", "teach")
    try:
        reader = gguf.GGUFReader(path)
        fields = {name: field.contents() for name, field in reader.fields.items()}
        weights = {one.name: _expanded(gguf, one) for one in reader.tensors}
    except Exception as error:  # gguf raises what it meets
        raise ModelError(f"{path}: it cannot be read as GGUF: {error}") from error
    family, pieces = fields.get("general.architecture"), fields.get("tokenizer.ggml.model")
    if (family, pieces) != ("llama", "gpt2"):
        raise ModelError(
            f"{path}: it is of family {family} with subwords {pieces}; a teacher must be of the "
            "family llama with byte pairs (gpt2), such as SmolLM2"
        )
    sizes = {name.rpartition(".")[2]: value for name, value in fields.items() if "llama" in name}
    model = LanguageModel(
        Shape(**{one.name: sizes[one.name] for one in dataclass_fields(Shape)}),
        len(weights["token_embd.weight"]),
    )
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(torch.from_numpy(weights[f"{name.removesuffix('.weight')}.weight"]))
    return model, _tokenizer(fields["tokenizer.ggml.tokens"], fields["tokenizer.ggml.merges"])


def _expanded(gguf: Any, tensor: Any) -> F32:
    """Return a tensor in float32, (out, in)."""
    weights = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
    return np.array(weights, np.float32).reshape(tensor.shape[::-1])


def _tokenizer(tokens: Sequence[str], merges: Sequence[str]) -> Any:
    """Return the byte pair encoding of words; figures are split into digits, as SmolLM2's are."""
    library = require("tokenizers", "learning from a language model", "teach")
    pairs = [tuple(one.split(" ")) for one in merges]
    numbers = {token: number for number, token in enumerate(tokens)}
    tokenizer = library.Tokenizer(library.models.BPE(vocab=numbers, merges=pairs))
    splitters = library.pre_tokenizers
    tokenizer.pre_tokenizer = splitters.Sequence(
        [splitters.Digits(individual_digits=True), splitters.ByteLevel(add_prefix_space=False)]
    )
    return tokenizer
