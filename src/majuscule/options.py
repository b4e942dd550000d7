"""Options from names and values, checked and completed; progress callbacks."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Literal, TypeVar

from majuscule.errors import UsageError

Lines = Literal["auto", "wrapped", "separate"]
"""What a line break means: found out; nothing, the text was wrapped; each line stands alone."""
Progress = Callable[[str, float], None]
"""A progress callback: gets the current step and the share of it done, from 0 to 1."""


def no_progress(_what: str, _share: float) -> None:
    """Ignore progress: the no-op callback."""


_Options = TypeVar("_Options")

_CALLED = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    tuple: "a list",
    dict: "a table",
}

_AT_LEAST_ONE = "epochs", "iterations", "runs", "threads"


def read_options(of: type[_Options], options: Mapping[str, Any] | None) -> _Options:
    """Return options as an instance of a class of options, missing ones at their defaults.

    Raises :class:`UsageError` for an unknown option, listing the known ones, and for a value of the
    wrong type.
    """
    given = dict(options or {})
    known = {one.name: one.default for one in fields(of)}  # type: ignore[arg-type]
    for name, value in given.items():
        if name not in known:
            raise UsageError(f"unknown option {name!r}; known ones: {', '.join(sorted(known))}")
        given[name] = of_type(type(known[name]), f"option {name!r}", value)
        least = int(name in _AT_LEAST_ONE)
        if type(known[name]) is int and given[name] < least:
            raise UsageError(f"option {name!r} is {value!r}; it must be {least} or more")
    return of(**given)


def of_type(needed: type, name: str, value: Any) -> Any:
    """Return a value of the type ``needed``, or converted to it; raise with ``name`` otherwise."""
    if needed is float and type(value) is int:
        return float(value)
    if needed is tuple and isinstance(value, list):
        return tuple(value)
    if type(value) is not needed:
        called = _CALLED.get(needed, needed.__name__)
        if needed is tuple and isinstance(value, str):
            called += f', such as ["{value}"]'
        raise UsageError(f"{name} is {value!r}; it must be {called}")
    return value


def check_policy(
    given: Mapping[str, Any], defaults: Mapping[str, Any], choices: Mapping[str, Any], doing: str
) -> None:
    """Raise on unknown options and bad values of a policy: one that is neither of the ``choices``,
    nor True or False for an option that is so by default."""
    for name, value in given.items():
        if name not in defaults:
            known = ", ".join(defaults)
            raise TypeError(f"unknown option {name!r} of {doing}; options are {known}")
        if name in choices and value not in choices[name]:
            raise UsageError(f"{name} is {value!r}; it may be {', '.join(choices[name])}")
        if isinstance(defaults[name], bool) and not isinstance(value, bool):
            raise UsageError(f"{name} is {value!r}; it may be True or False")


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
