"""Dataclasses stored in model files: each array is declared once, as a field with its type.

A field made by :func:`stored` is an array; one made by :func:`part` is a nested dataclass of such
fields, with prefixed names.  :func:`arrays_of` returns the arrays to write; :func:`read_stored`
reads and checks them: type and dimensions by the declaration, relations between arrays by the
class's method ``fits``, if it has one.

>>> from dataclasses import dataclass
>>> import numpy as np
>>> @dataclass(frozen=True)
... class Counts:
...     words: U64 = stored("<u8")
...     counts: U32 = stored("<u4", dimensions=2)
...
...     def fits(self) -> bool:
...         return len(self.counts) == len(self.words)
>>> counts = Counts(np.zeros(2, np.uint64), np.zeros((2, 3), np.uint32))
>>> {name: array.shape for name, array in arrays_of(counts, "seen_").items()}
{'seen_words': (2,), 'seen_counts': (2, 3)}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import Field, asdict, field, fields
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from majuscule.arrays import Array
from majuscule.models.model_file import ModelFile
from majuscule.options import read_options

_Stored = TypeVar("_Stored")


class _Array(NamedTuple):
    dtype: str
    dimensions: int
    name: str | None
    optional: bool
    older: str | None


class _Part(NamedTuple):
    of: type
    prefix: str


def stored(
    dtype: str,
    dimensions: int = 1,
    name: str | None = None,
    *,
    optional: bool = False,
    older: str | None = None,
) -> Any:
    """Declare a field that is an array of a model file, under the field's name or ``name``.

    ``optional``: None if the file lacks it, as older files may; ``older``: its type in older files.
    """
    metadata = {"stored": _Array(dtype, dimensions, name, optional, older)}
    return field(default=None, metadata=metadata) if optional else field(metadata=metadata)


def part(of: type, prefix: str = "", **more: Any) -> Any:
    """Declare a field that is a dataclass of stored arrays, whose names get ``prefix``.

    ``more``: further arguments of :func:`dataclasses.field`, such as a default.
    """
    return field(metadata={"stored": _Part(of, prefix)}, **more)


def arrays_of(model: Any, prefix: str = "") -> dict[str, Array]:
    """Return the arrays of a dataclass's stored fields, in the order of the fields."""
    arrays: dict[str, Array] = {}
    for one in fields(model):
        declared = one.metadata.get("stored")
        if isinstance(declared, _Part):
            arrays |= arrays_of(getattr(model, one.name), prefix + declared.prefix)
        elif isinstance(declared, _Array) and getattr(model, one.name) is not None:
            arrays[prefix + _name(one, declared)] = getattr(model, one.name)
    return arrays


def _name(one: Field[Any], declared: _Array) -> str:
    return one.name if declared.name is None else declared.name


def read_stored(of: type[_Stored], file: ModelFile, prefix: str = "", **others: Any) -> _Stored:
    """Return the dataclass whose arrays a model file holds; ``others`` are its other fields.

    Raises :class:`~majuscule.errors.ModelError` for a missing array, for one of another type, and
    if the class's ``fits()`` is false.
    """
    values: dict[str, Any] = dict(others)
    for one in fields(of):  # type: ignore[arg-type]
        declared = one.metadata.get("stored")
        if isinstance(declared, _Part):
            values[one.name] = read_stored(declared.of, file, prefix + declared.prefix)
        elif isinstance(declared, _Array):
            name = prefix + _name(one, declared)
            if declared.optional and name not in file.arrays:
                continue
            values[one.name] = file.array(
                name, declared.dtype, declared.dimensions, older=declared.older
            )
    model = of(**values)
    fits = getattr(model, "fits", None)
    if fits is not None and not fits():
        where = f"{prefix}*" if prefix else of.__name__
        raise file.faulty(f"the arrays of {where} do not fit together")
    return model


class Storable(Protocol):
    """A model that can be written to a model file."""

    @property
    def kind(self) -> str: ...

    def arrays(self) -> Mapping[str, Array]:
        """Return the arrays of the model file."""
        ...

    def options(self) -> Mapping[str, Any]:
        """Return the options it was trained with, and constants, as JSON data."""
        ...


class CountModel:
    """Base of models that consist of stored arrays and ``chosen``, their training options."""

    kind: ClassVar[str]
    chosen: Any

    def arrays(self) -> Mapping[str, Array]:
        return arrays_of(self)

    def options(self) -> Mapping[str, Any]:
        return asdict(self.chosen)

    @classmethod
    def from_file(cls, file: ModelFile) -> Self:
        options = read_options(type(cls.chosen), file.expect_kind(cls.kind).header.options)
        return read_stored(cls, file, chosen=options)


@contextmanager
def options_of(file: ModelFile, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the options of a model file of a ``kind``.

    Raises :class:`~majuscule.errors.ModelError` for a file of another kind, and in place of errors
    of the block about missing options or wrong types.
    """
    file.expect_kind(kind)
    try:
        yield dict(file.header.options)
    except (KeyError, TypeError, ValueError) as error:
        raise file.faulty(f"its options are not those of {kind}") from error
