"""The graph of a model as it is run: pieces of any length one behind the other, without padding.

A model file holds plain ONNX, as :func:`majuscule.network.export.build_graph` writes it: pieces
side by side, each as long as the longest.  Here nodes are replaced by fewer that answer the same to
the bit: places around a token are gathered, which needs no mask, and a product of whole numbers is
scaled where it is written.  A graph is read and written as the protocol buffer that it is, since
the package onnx is there for training alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from majuscule.arrays import I32, U8
from majuscule.network.pieces import Pieces

_GRAPH, _OPERATORS = 7, 8  # fields of a model, by their numbers in onnx.proto
_NODE, _CONSTANT, _INPUT = 1, 5, 11  # of a graph
_TAKEN, _GIVEN, _KIND, _ATTRIBUTE, _DOMAIN = 1, 2, 4, 5, 7  # of a node
_DIMENSION, _TYPE, _CALLED, _CONTENT = 1, 2, 8, 9  # of a constant
_FLOAT, _INT32, _INT64 = 1, 6, 7  # types of numbers
_FUSED = "com.microsoft"
"""Where onnxruntime has what ONNX has not."""
_PRODUCT = ["MatMulInteger", "Cast", "Mul", "Add"]

Around = tuple[int, int]
"""How far apart the places around a token are, and how many there are with its own."""
Message = list[tuple[int, Any]]
"""A protocol buffer: numbers of fields, and what they hold, an int or bytes."""


class FlatGraph(NamedTuple):
    """A graph with the input ``x`` (1, tokens, width), and one (tokens, taps) for each of
    ``arounds``, named by :func:`name_of`, that takes what :func:`places_around` returns."""

    content: bytes
    arounds: tuple[Around, ...]


def name_of(around: Around) -> str:
    """Return the name of the input that takes the places around tokens."""
    return f"around:{around[0]}:{around[1]}"


def places_around(pieces: Pieces, around: Around) -> I32:
    """Return the places around each token of pieces that lie one behind the other; the place
    behind the last token stands for all that are not in its piece.

    >>> places_around(np.array([[0, 2], [2, 3]]), (1, 3)).tolist()
    [[3, 0, 1], [0, 1, 3], [3, 2, 3]]
    """
    reach, taps = around
    n = int(pieces[-1, 1])
    first, last = np.repeat(pieces, pieces[:, 1] - pieces[:, 0], axis=0).T[..., None]
    at = np.arange(n)[:, None] + reach * (np.arange(taps) - taps // 2)
    return np.where((at >= first) & (at < last), at, n).astype(np.int32)


def flat_graph(graph: U8, width: int) -> FlatGraph:
    """Return the graph of a model file, whose input is so wide, as it is run.

    Raises a :class:`ValueError` or a :class:`LookupError` for what is no such graph.
    """
    model = _read(graph.tobytes())
    parts = _read(dict(model)[_GRAPH])
    writer = _Writer(width, [content for number, content in parts if number == _CONSTANT])
    writer.rewrite([_Node.read(content) for number, content in parts if number == _NODE])
    for number, content in parts:
        if number != _NODE and not (number == _INPUT and dict(_read(content))[1] == b"mask"):
            writer.parts.append((number, content))
    whole = _written(writer.parts)
    changed = [(number, whole if number == _GRAPH else content) for number, content in model]
    fused = _written([(1, _FUSED.encode()), (2, 1)])
    return FlatGraph(_written([*changed, (_OPERATORS, fused)]), tuple(writer.arounds))


class _Node(NamedTuple):
    """A node: what it does, what to, and the name of what it gives."""

    kind: str
    taken: list[str]
    given: str
    content: bytes

    @classmethod
    def read(cls, content: bytes) -> _Node:
        fields = _read(content)
        taken = [one.decode() for number, one in fields if number == _TAKEN]
        known = dict(fields)
        return cls(known[_KIND].decode(), taken, known[_GIVEN].decode(), content)


class _Writer:
    """Collects nodes, constants and inputs as ``parts`` of a graph."""

    def __init__(self, width: int, constants: Sequence[bytes]) -> None:
        self.width = width
        self.constants = {one[_CALLED].decode(): one for one in map(dict, map(_read, constants))}
        self.parts: Message = []
        self.arounds: list[Around] = []

    def rewrite(self, nodes: Sequence[_Node]) -> None:
        """Write nodes in the place of those of a model file's graph."""
        one = self.constant("one", _FLOAT, (), np.float32(1).tobytes())
        reaches: dict[str, int] = {}
        padded: dict[str, str] = {}
        left = iter(range(len(nodes)))
        for at in left:
            node, follow = nodes[at], nodes[at : at + len(_PRODUCT)]
            if [each.kind for each in follow] == _PRODUCT:
                (seen, weights, zero), (_, scales), (_, bias) = (follow[k].taken for k in (0, 2, 3))
                taken = [seen, weights, one, scales, zero, "", bias]
                self.node("MatMulIntegerToFloat", taken, follow[-1].given, _FUSED)
                for _ in follow[1:]:
                    next(left)
            elif node.taken[1:] == ["mask"]:
                self.node("Identity", node.taken[:1], node.given)
            elif node.kind == "Pad":
                x, sides, beyond = node.taken
                reaches[node.given] = int(np.frombuffer(self.content(sides), np.int64)[1])
                row, kind = self.content(beyond) * self.width, self.constants[beyond][_TYPE]
                nothing = self.constant(f"{node.given}:row", kind, (1, 1, self.width), row)
                self.node("Concat", [x, nothing], node.given, axis=1)
            elif node.kind == "Slice":
                padded[node.given] = node.taken[0]
            elif node.kind == "Concat":
                x, taps = padded[node.taken[0]], len(node.taken)
                apart = self.gathered(x, (reaches[x] // (taps // 2), taps), node.given)
                sizes = np.array([1, -1, taps * self.width]).tobytes()
                shape = self.constant(f"{node.given}:shape", _INT64, (3,), sizes)
                self.node("Reshape", [apart, shape], node.given)
            else:
                self.parts.append((_NODE, node.content))

    def gathered(self, x: str, around: Around, given: str) -> str:
        """Write each token with those around it: (1, tokens, taps, width)."""
        if around not in self.arounds:
            self.arounds.append(around)
            kind = _written([(1, _written([(1, _INT32)]))])
            self.parts.append((_INPUT, _written([(1, name_of(around).encode()), (2, kind)])))
        return self.node("Gather", [x, name_of(around)], f"{given}:apart", axis=1)

    def content(self, constant: str) -> bytes:
        found: bytes = self.constants[constant][_CONTENT]
        return found

    def constant(self, name: str, kind: int, sizes: Sequence[int], content: bytes) -> str:
        fields = [*((_DIMENSION, size) for size in sizes), (_TYPE, kind)]
        written = _written([*fields, (_CALLED, name.encode()), (_CONTENT, content)])
        self.parts.append((_CONSTANT, written))
        return name

    def node(
        self, kind: str, taken: Sequence[str], given: str, domain: str = "", axis: int | None = None
    ) -> str:
        fields: Message = [(_TAKEN, one.encode()) for one in taken]
        fields += [(_GIVEN, given.encode()), (_KIND, kind.encode()), (_DOMAIN, domain.encode())]
        if axis is not None:
            fields.append((_ATTRIBUTE, _written([(1, b"axis"), (3, axis), (20, 2)])))
        self.parts.append((_NODE, _written(fields)))
        return given


def _read(content: bytes) -> Message:
    """Return the fields of a protocol buffer."""
    fields: Message = []
    at = 0
    while at < len(content):
        key, at = _number(content, at)
        value: Any
        value, at = _number(content, at) if key & 7 in (0, 2) else (0, at)
        if key & 7:
            size = {1: 8, 2: value, 5: 4}[key & 7]
            value, at = content[at : at + size], at + size
        fields.append((key >> 3, value))
    if at > len(content):
        raise ValueError("a protocol buffer ends too soon")
    return fields


def _number(content: bytes, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, and where it ends."""
    number = 0
    for shift in range(0, 70, 7):
        byte = content[at]
        number |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return number, at
    raise ValueError("a number of a protocol buffer is too long")


def _written(fields: Message) -> bytes:
    """Return fields of whole numbers and of bytes as a protocol buffer."""
    parts = []
    for number, value in fields:
        if isinstance(value, int):
            parts += [_seven(number << 3), _seven(value)]
        else:
            parts += [_seven(number << 3 | 2), _seven(len(value)), value]
    return b"".join(parts)


def _seven(number: int) -> bytes:
    """Return a number in bytes of seven bits."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])
