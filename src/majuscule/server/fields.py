"""Typed fields of requests and answers, to check requests and to describe both in OpenAPI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majuscule.server.problems import RequestError

_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
}


@dataclass(frozen=True)
class Field:
    """A field of a JSON object.  ``items``: the fields of an object, or those of an array's
    objects, or the type of an array's values."""

    name: str
    type: str
    meaning: str
    default: Any = None
    required: bool = False
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    items: tuple[Field, ...] | str = ()

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the field."""
        result: dict[str, Any] = {"type": self.type, "description": self.meaning}
        if self.choices:
            result["enum"] = list(self.choices)
        if self.default is not None:
            result["default"] = self.default
        if self.low is not None:
            result["minimum"] = self.low
        if self.high is not None:
            result["maximum"] = self.high
        if self.type == "array":
            simple = isinstance(self.items, str)
            result["items"] = {"type": self.items} if simple else schema(self.items)  # type: ignore[arg-type]
        if self.type == "object":
            result.update(schema(self.items))  # type: ignore[arg-type]
        return result

    def check(self, value: Any, where: str) -> Any:
        """Return a valid value; raises 400 for any other."""
        if self.type == "integer" and isinstance(value, float) and value.is_integer():
            value = int(value)  # 89.0 is an integer in JSON
        wrong = not isinstance(value, _TYPES[self.type])
        # In Python a boolean is a number, in JSON it is not.
        wrong |= isinstance(value, bool) and self.type != "boolean"
        if wrong:
            raise RequestError(400, f"{where} must be of type {self.type}")
        if self.choices and value not in self.choices:
            raise RequestError(400, f"{where} must be {' or '.join(self.choices)}")
        if self.type in ("integer", "number"):
            # Comparisons with NaN are false, so NaN is out of any range.
            fits = (self.low is None or value >= self.low) and (
                self.high is None or value <= self.high
            )
            if not fits or value != value:
                from_to = f"at least {self.low}"
                if self.high is not None:
                    from_to = f"from {self.low} to {self.high}"
                raise RequestError(400, f"{where} must be {from_to}")
        if isinstance(value, str):
            check_characters(value, where)
        if self.type == "array":
            return [self._item(one, f"{where}[{k}]") for k, one in enumerate(value)]
        return value

    def _item(self, value: Any, where: str) -> Any:
        if isinstance(self.items, str):
            return Field(self.name, self.items, "").check(value, where)
        if not isinstance(value, dict):
            raise RequestError(400, f"{where} must be a JSON object")
        return read(self.items, value, where)


def check_characters(value: str, where: str) -> None:
    """Raise 400 for an unpaired surrogate, which JSON can encode and UTF-8 cannot."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RequestError(
            400, f"{where} has an unpaired surrogate at character {error.start}"
        ) from None


def read(fields: Sequence[Field], payload: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """Return the values of fields; raises 400 for unknown, missing or invalid ones."""
    known = {field.name: field for field in fields}
    for name in payload:
        if name not in known:
            raise RequestError(
                400, f"unknown field {name[:40]!r}{_in(where)}; fields are {', '.join(known)}"
            )
    values = {}
    for name, field in known.items():
        if payload.get(name) is not None:
            values[name] = field.check(payload[name], f"{where}.{name}" if where else name)
        elif field.required:
            raise RequestError(400, f"field {name!r} is missing{_in(where)}")
        else:
            values[name] = field.default
    return values


def read_query(fields: Sequence[Field], query: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a query string as JSON data, which :func:`read` has yet to check."""
    payload: dict[str, Any] = {}
    types = {field.name: field.type for field in fields}
    for name, text in query.items():
        value: Any = text
        try:
            if types.get(name) in ("integer", "number"):
                value = float(text) if types[name] == "number" else int(text)
            elif types.get(name) == "boolean":
                value = {"true": True, "false": False, "1": True, "0": False}[text.lower()]
        except (ValueError, KeyError):
            raise RequestError(400, f"{name[:40]} must be of type {types[name]}") from None
        payload[name] = value
    return payload


def schema(fields: Sequence[Field]) -> dict[str, Any]:
    """Return the JSON schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": {field.name: field.schema() for field in fields},
        "required": [field.name for field in fields if field.required],
        "additionalProperties": False,
    }


def _in(where: str) -> str:
    return f" in {where}" if where else ""
