"""The network, in PyTorch: the sum of a token's vectors in, each head's scores of its labels out.

All blocks map (pieces, length, width) to the same shape.  docs/method/neural.md compares them.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from majuscule.network.inputs import Heads


class GatedConvolution(nn.Module):
    """A residual block: gated convolution (Dauphin et al. 2017), dilated (Strubell et al. 2017)."""

    def __init__(self, width: int, reach: int, taps: int) -> None:
        super().__init__()
        self.reach, self.taps = reach, taps
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(taps * width, 2 * width)
        self.outer = nn.Linear(width, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        around = _around(self.norm(x) * mask, self.reach, self.taps)
        value, gate = self.inner(around).chunk(2, dim=-1)
        return x + self.outer(value * torch.sigmoid(gate))


def _around(x: Tensor, reach: int, taps: int) -> Tensor:
    """Return each token concatenated with those ``reach`` apart, and zeros past the ends."""
    if torch.is_autocast_enabled(x.device.type):  # cast once, not each copy
        x = x.to(torch.bfloat16)
    half = taps // 2
    padded = functional.pad(x, (0, 0, half * reach, half * reach))
    length = x.shape[1]
    return torch.cat([padded[:, k * reach : k * reach + length] for k in range(taps)], dim=-1)


class TokenBlock(nn.Module):
    """A residual block: a feed-forward layer on each token by itself."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.inner = nn.Linear(width, inner)
        self.outer = nn.Linear(inner, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        return x + self.outer(torch.relu(self.inner(self.norm(x))))


BLOCKS = {"conv": GatedConvolution, "mlp": TokenBlock}


class Network(nn.Module):
    """Blocks on the sums of vectors, then a linear layer per head.

    ``layers``: the blocks, each ``conv:REACH:TAPS`` or ``mlp:INNER``, separated by spaces.
    """

    def __init__(self, width: int, layers: str, heads: Heads, dropout: float = 0.0) -> None:
        super().__init__()
        named = (layer.split(":") for layer in layers.split())
        self.blocks = nn.ModuleList(BLOCKS[name](width, *map(int, sizes)) for name, *sizes in named)
        self.drop = nn.Dropout(dropout)
        self.norm = nn.LayerNorm(width)
        self.heads = nn.ModuleList(nn.Linear(width, labels) for labels in heads.values())
        self.names = tuple(heads)

    def forward(self, x: Tensor, mask: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """Return the tokens' states (pieces, length, width), and each head's scores (pieces,
        length, labels); ``mask`` (pieces, length, 1) is 0 beyond the end."""
        x = self.drop(x)
        for block in self.blocks:
            x = block(x, mask)
        x = self.norm(x)
        return x, {name: head(x) for name, head in zip(self.names, self.heads, strict=True)}
