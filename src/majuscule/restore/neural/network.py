"""The networks, in PyTorch: the sum of a token's vectors in, scores of five tags out.

All take (pieces, length, width) and keep that shape, so they can be compared at equal time; which
was chosen, and by how much, stands in docs/method/neural.md.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from majuscule.restore.linear.encoding import TAGS


class GatedConvolution(nn.Module):
    """A residual block: gated convolution (Dauphin et al. 2017), dilated (Strubell et al. 2017)."""

    def __init__(self, width: int, reach: int, taps: int) -> None:
        super().__init__()
        self.reach, self.taps = reach, taps
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(taps * width, 2 * width)
        self.outer = nn.Linear(width, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return x plus what the block sees around each token."""
        around = _around(self.norm(x) * mask, self.reach, self.taps)
        value, gate = self.inner(around).chunk(2, dim=-1)
        return x + self.outer(value * torch.sigmoid(gate))


def _around(x: Tensor, reach: int, taps: int) -> Tensor:
    """Return each token with those ``reach`` apart, side by side; zeros beyond the ends."""
    half = taps // 2
    padded = functional.pad(x, (0, 0, half * reach, half * reach))
    length = x.shape[1]
    return torch.cat([padded[:, k * reach : k * reach + length] for k in range(taps)], dim=-1)


class _Blend(torch.autograd.Function):
    """h[t] = f[t] h[t-1] + (1 - f[t]) c[t], elementwise; time comes first."""

    @staticmethod
    def forward(ctx: Any, c: Tensor, f: Tensor) -> Tensor:
        h = torch.empty_like(c)
        before = torch.zeros_like(c[0])
        for t in range(len(c)):
            torch.lerp(c[t], before, f[t], out=h[t])
            before = h[t]
        ctx.save_for_backward(c, f, h)
        return h

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor]:
        c, f, h = ctx.saved_tensors
        total = grads[0].clone()
        for t in range(len(c) - 1, 0, -1):
            total[t - 1].addcmul_(total[t], f[t])
        before = torch.cat([torch.zeros_like(h[:1]), h[:-1]])
        return total * (1 - f), total * (before - c)


class RecurrentBlock(nn.Module):
    """Simple recurrent units in both directions (Lei et al. 2018), as a residual block."""

    def __init__(self, width: int, units: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 6 * units)
        self.outer = nn.Linear(2 * units, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return x plus what the block has seen on both sides."""
        c, f, r = self.inner(self.norm(x)).float().transpose(0, 1).chunk(3, dim=-1)
        f = torch.sigmoid(f)
        # Beyond the end nothing is blended in, so padding does not change what comes before it.
        f = torch.where(mask.transpose(0, 1) > 0, f, torch.ones_like(f))
        units = c.shape[-1] // 2
        both = torch.cat([c[..., :units], c[..., units:].flip(0)], dim=1)
        gates = torch.cat([f[..., :units], f[..., units:].flip(0)], dim=1)
        h = _Blend.apply(both.contiguous(), gates.contiguous())
        pieces = c.shape[1]
        h = torch.cat([h[:, :pieces], h[:, pieces:].flip(0)], dim=-1)
        return x + self.outer((torch.sigmoid(r) * h).transpose(0, 1))


class GatedRecurrentBlock(nn.Module):
    """A bidirectional GRU, as a residual block."""

    def __init__(self, width: int, units: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.GRU(width, units, batch_first=True, bidirectional=True)
        self.outer = nn.Linear(2 * units, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return x plus what the block has seen on both sides."""
        return x + self.outer(self.inner(self.norm(x) * mask)[0])


class TokenBlock(nn.Module):
    """Two layers over each token by itself, as a residual block."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, inner)
        self.outer = nn.Linear(inner, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return x plus what the block makes of it."""
        return x + self.outer(torch.relu(self.inner(self.norm(x))))


class Network(nn.Module):
    """Blocks over the sum of a token's vectors.

    ``layers``: a block each, as ``conv:REACH:TAPS``, ``sru:UNITS``, ``gru:UNITS`` or
    ``mlp:INNER``.
    """

    def __init__(self, width: int, layers: str, dropout: float = 0.0) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(_block(width, layer) for layer in layers.split())
        self.drop = nn.Dropout(dropout)
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, TAGS)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return scores (pieces, length, tags); ``mask`` (pieces, length, 1) is 0 beyond the
        end."""
        x = self.drop(x)
        for block in self.blocks:
            x = block(x, mask)
        return torch.as_tensor(self.out(self.norm(x)))


def _block(width: int, layer: str) -> nn.Module:
    name, *numbers = layer.split(":")
    sizes = [int(number) for number in numbers]
    if name == "conv":
        return GatedConvolution(width, sizes[0], sizes[1])
    if name == "sru":
        return RecurrentBlock(width, sizes[0])
    if name == "gru":
        return GatedRecurrentBlock(width, sizes[0])
    return TokenBlock(width, sizes[0])
