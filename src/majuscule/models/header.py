"""The header of a model: kind, options, sources, scores.

A header is plain data.  It is stored as JSON in the model file (:mod:`majuscule.models.layout`) and
printed as a model card (:mod:`majuscule.models.card`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from majuscule.errors import ModelError
from majuscule.version import __version__


@dataclass(frozen=True)
class Source:
    """A corpus that a model was trained on."""

    name: str
    words: int = 0
    licence: str = ""
    origin: str = ""  # an address or a citation
    digest: str = ""  # SHA-256 of its bytes, see ``majuscule.reading.Tally``


@dataclass(frozen=True)
class Score:
    """A score of a model, with what makes it comparable."""

    data: str
    condition: str
    measure: str
    value: float | None  # None if it is undefined, such as the F1 of a text without capitals
    low: float | None = None  # 95 % interval
    high: float | None = None
    signature: str = ""


@dataclass(frozen=True)
class ModelHeader:
    """Everything about a model that is not an array of numbers.

    ``options`` and ``metadata`` hold what JSON holds; tuples in them become lists, as they do in
    the file, so that a header equals itself after a round trip.

    >>> header = ModelHeader("tagger.v1", options={"order": (1, 2)})
    >>> header.options
    {'order': [1, 2]}
    >>> ModelHeader.from_json(header.to_json()) == header
    True
    """

    kind: str  # versioned, as in the table of its family: "tagger.v1"
    name: str = ""
    language: str = ""  # a BCP 47 tag: "en"
    description: str = ""
    licence: str = ""  # of the model file
    options: Mapping[str, Any] = field(default_factory=dict)  # of the training
    corpora: tuple[Source, ...] = ()
    scores: tuple[Score, ...] = ()
    weak_spots: tuple[str, ...] = ()  # sentences for the card
    library: str = __version__  # the majuscule that wrote it
    command: str = ""  # the command that made it
    metadata: Mapping[str, Any] = field(default_factory=dict)  # free; no code here reads it

    def __post_init__(self) -> None:
        for name in ("options", "metadata"):
            object.__setattr__(self, name, _plain(name, getattr(self, name)))
        for name in ("corpora", "scores", "weak_spots"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @property
    def words(self) -> int:
        """Return the number of words that the model was trained on."""
        return sum(source.words for source in self.corpora)

    def to_json(self) -> dict[str, Any]:
        """Return the header as JSON data."""
        fields = asdict(self)
        return {k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ModelHeader:
        """Return the header that ``data`` describes.

        Raises :class:`ModelError`, naming the field, for data that :meth:`to_json` does not write.
        """
        values = dict(data)
        for name, of in (("corpora", Source), ("scores", Score)):
            entries = values.get(name, [])
            if not isinstance(entries, list):
                raise ModelError(f"field {name!r} is not a list")
            values[name] = tuple(_build(of, entry, name) for entry in entries)
        if isinstance(values.get("weak_spots"), list):
            values["weak_spots"] = tuple(values["weak_spots"])
        header: ModelHeader = _build(cls, values, "header")
        if not all(isinstance(spot, str) for spot in header.weak_spots):
            raise ModelError("field 'weak_spots' is not a list of sentences")
        return header


# Types by annotation (annotations are strings at run time).
_CHECKS: dict[str, Any] = {
    "str": str,
    "int": int,
    "float": (int, float),
    "float | None": (int, float, type(None)),
    "Mapping[str, Any]": dict,
    "tuple[Source, ...]": tuple,
    "tuple[Score, ...]": tuple,
    "tuple[str, ...]": tuple,
}


def _build(of: Any, data: Any, where: str) -> Any:
    """Return ``of(**data)`` after checking names and types."""
    if not isinstance(data, dict):
        raise ModelError(f"field {where!r} holds something other than an object")
    known = {one.name: one for one in fields(of)}
    for name, value in data.items():
        if name not in known:
            raise ModelError(f"unknown field {name!r} in {where!r}")
        check = _CHECKS[str(known[name].type)]
        if not isinstance(value, check) or (isinstance(value, bool) and check is not bool):
            raise ModelError(f"field {name!r} in {where!r} has the wrong type")
    try:
        return of(**data)
    except TypeError as error:
        raise ModelError(f"a field is missing in {where!r}: {error}") from error


def _plain(name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``value`` after a JSON round trip; raise if JSON cannot hold it."""
    try:
        plain = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise ModelError(f"the model's {name} are not JSON data: {error}") from error
    if not isinstance(plain, dict):
        raise ModelError(f"the model's {name} are not a mapping")
    return plain
