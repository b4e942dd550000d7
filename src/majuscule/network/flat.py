"""The flat graph that is run: pieces of any length concatenated, without padding.

A model file holds plain ONNX from :func:`majuscule.network.export.build_graph`: a batch of pieces
padded to the longest.  Here, its nodes are replaced by fewer ones with bit-identical results:
neighbours of a token are gathered, which needs no mask, and integer products are fused with their
scaling.  Graphs are read and written as protocol buffers, since the package onnx is only installed
for training.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from majuscule.arrays import I32, U8
from majuscule.network.pieces import Pieces

_GRAPH, _OPERATORS = 7, 8  # fields of a model, by their numbers in onnx.proto
_NODE, _CONSTANT, _INPUT = 1, 5, 11  # of a graph
_NODE_INPUT, _NODE_OUTPUT, _KIND, _ATTRIBUTE, _DOMAIN = 1, 2, 4, 5, 7  # of a node
_DIMENSION, _TYPE, _NAME, _CONTENT = 1, 2, 8, 9  # of a constant
_FLOAT, _INT32, _INT64 = 1, 6, 7  # types of numbers
_FUSED = "com.microsoft"
"""The domain of onnxruntime's own operators."""
_PRODUCT = ["MatMulInteger", "Cast", "Mul", "Add"]

Around = tuple[int, int]
"""A neighbourhood: the distance between its tokens (reach), and their number (taps)."""
Message = list[tuple[int, Any]]
"""A protocol buffer: (field number, int or bytes)."""


class FlatGraph(NamedTuple):
    """A graph with the input ``x`` (1, tokens, width) and, for each of ``arounds``, an input named
    by :func:`name_of` for the result of :func:`places_around`, (tokens, taps)."""

    content: bytes
    arounds: tuple[Around, ...]


def name_of(around: Around) -> str:
    """Return the name of the input for the neighbours of tokens."""
    return f"around:{around[0]}:{around[1]}"


def places_around(pieces: Pieces, around: Around) -> I32:
    """Return the indices of each token's neighbours in concatenated pieces, (tokens, taps); the
    number of tokens stands for neighbours outside the piece.

    >>> places_around(np.array([[0, 2], [2, 3]]), (1, 3)).tolist()
    [[3, 0, 1], [0, 1, 3], [3, 2, 3]]
    """
    reach, taps = around
    n = int(pieces[-1, 1])
    first, last = np.repeat(pieces, pieces[:, 1] - pieces[:, 0], axis=0).T[..., None]
    at = np.arange(n)[:, None] + reach * (np.arange(taps) - taps // 2)
    return np.where((at >= first) & (at < last), at, n).astype(np.int32)


def flat_graph(graph: U8, width: int) -> FlatGraph:
    """Return the flat graph for the graph of a model file, whose input has this ``width``.

    Raises :class:`ValueError` or :class:`LookupError` for any other graph.
    """
    model = _decoded(graph.tobytes())
    parts = _decoded(dict(model)[_GRAPH])
    writer = _Writer(width, [content for number, content in parts if number == _CONSTANT])
    writer.rewrite([_Node.read(content) for number, content in parts if number == _NODE])
    for number, content in parts:
        if number != _NODE and not (number == _INPUT and dict(_decoded(content))[1] == b"mask"):
            writer.parts.append((number, content))
    whole = _encoded(writer.parts)
    changed = [(number, whole if number == _GRAPH else content) for number, content in model]
    fused = _encoded([(1, _FUSED.encode()), (2, 1)])
    return FlatGraph(_encoded([*changed, (_OPERATORS, fused)]), tuple(writer.arounds))


class _Node(NamedTuple):
    """A node: its operator, the names of its inputs and output, and its bytes."""

    kind: str
    inputs: list[str]
    output: str
    content: bytes

    @classmethod
    def read(cls, content: bytes) -> _Node:
        fields = _decoded(content)
        inputs = [one.decode() for number, one in fields if number == _NODE_INPUT]
        known = dict(fields)
        return cls(known[_KIND].decode(), inputs, known[_NODE_OUTPUT].decode(), content)


class _Writer:
    """Collects nodes, constants and inputs as ``parts`` of a graph."""

    def __init__(self, width: int, constants: Sequence[bytes]) -> None:
        self.width = width
        self.constants = {one[_NAME].decode(): one for one in map(dict, map(_decoded, constants))}
        self.parts: Message = []
        self.arounds: list[Around] = []

    def rewrite(self, nodes: Sequence[_Node]) -> None:
        """Write the replacements of the nodes of a model file's graph."""
        one = self.constant("one", _FLOAT, (), np.float32(1).tobytes())
        reaches: dict[str, int] = {}
        padded: dict[str, str] = {}
        left = iter(range(len(nodes)))
        for at in left:
            node, follow = nodes[at], nodes[at : at + len(_PRODUCT)]
            if [each.kind for each in follow] == _PRODUCT:
                (x, weights, zero), (_, scales), (_, bias) = (follow[k].inputs for k in (0, 2, 3))
                inputs = [x, weights, one, scales, zero, "", bias]
                self.node("MatMulIntegerToFloat", inputs, follow[-1].output, _FUSED)
                for _ in follow[1:]:
                    next(left)
            elif node.inputs[1:] == ["mask"]:
                self.node("Identity", node.inputs[:1], node.output)
            elif node.kind == "Pad":
                x, sides, beyond = node.inputs
                reaches[node.output] = int(np.frombuffer(self.content(sides), np.int64)[1])
                row, kind = self.content(beyond) * self.width, self.constants[beyond][_TYPE]
                padding = self.constant(f"{node.output}:row", kind, (1, 1, self.width), row)
                self.node("Concat", [x, padding], node.output, axis=1)
            elif node.kind == "Slice":
                padded[node.output] = node.inputs[0]
            elif node.kind == "Concat":
                x, taps = padded[node.inputs[0]], len(node.inputs)
                apart = self.gather(x, (reaches[x] // (taps // 2), taps), node.output)
                sizes = np.array([1, -1, taps * self.width]).tobytes()
                shape = self.constant(f"{node.output}:shape", _INT64, (3,), sizes)
                self.node("Reshape", [apart, shape], node.output)
            else:
                self.parts.append((_NODE, node.content))

    def gather(self, x: str, around: Around, output: str) -> str:
        """Write the gathering of each token with its neighbours, (1, tokens, taps, width)."""
        if around not in self.arounds:
            self.arounds.append(around)
            kind = _encoded([(1, _encoded([(1, _INT32)]))])
            self.parts.append((_INPUT, _encoded([(1, name_of(around).encode()), (2, kind)])))
        return self.node("Gather", [x, name_of(around)], f"{output}:apart", axis=1)

    def content(self, constant: str) -> bytes:
        content: bytes = self.constants[constant][_CONTENT]
        return content

    def constant(self, name: str, kind: int, sizes: Sequence[int], content: bytes) -> str:
        fields = [*((_DIMENSION, size) for size in sizes), (_TYPE, kind)]
        written = _encoded([*fields, (_NAME, name.encode()), (_CONTENT, content)])
        self.parts.append((_CONSTANT, written))
        return name

    def node(
        self,
        kind: str,
        inputs: Sequence[str],
        output: str,
        domain: str = "",
        axis: int | None = None,
    ) -> str:
        fields: Message = [(_NODE_INPUT, one.encode()) for one in inputs]
        fields += [
            (_NODE_OUTPUT, output.encode()),
            (_KIND, kind.encode()),
            (_DOMAIN, domain.encode()),
        ]
        if axis is not None:
            fields.append((_ATTRIBUTE, _encoded([(1, b"axis"), (3, axis), (20, 2)])))
        self.parts.append((_NODE, _encoded(fields)))
        return output


def _decoded(content: bytes) -> Message:
    """Return the fields of a protocol buffer."""
    fields: Message = []
    at = 0
    while at < len(content):
        key, at = _read_varint(content, at)
        value: Any
        value, at = _read_varint(content, at) if key & 7 in (0, 2) else (0, at)
        if key & 7:
            size = {1: 8, 2: value, 5: 4}[key & 7]
            value, at = content[at : at + size], at + size
        fields.append((key >> 3, value))
    if at > len(content):
        raise ValueError("a protocol buffer ends too soon")
    return fields


def _read_varint(content: bytes, at: int) -> tuple[int, int]:
    """Return the varint at an offset, and the offset of its end."""
    number = 0
    for shift in range(0, 70, 7):
        byte = content[at]
        number |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return number, at
    raise ValueError("a number of a protocol buffer is too long")


def _encoded(fields: Message) -> bytes:
    """Return a protocol buffer of integer and byte fields."""
    parts = []
    for number, value in fields:
        if isinstance(value, int):
            parts += [_varint(number << 3), _varint(value)]
        else:
            parts += [_varint(number << 3 | 2), _varint(len(value)), value]
    return b"".join(parts)


def _varint(number: int) -> bytes:
    """Return a number as a varint: seven bits a byte, the lowest first."""
    encoded = bytearray()
    while number > 127:
        encoded.append(number & 127 | 128)
        number >>= 7
    return bytes([*encoded, number])
