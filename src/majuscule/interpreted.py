"""Stand-in for ``cython`` when kernels run interpreted and Cython is not installed.

A kernel begins with::

    try:
        import cython
    except ImportError:
        from majuscule import interpreted as cython

Compiled kernels do not use this module.  Interpreted, type annotations are not evaluated,
decorators return the function, and :func:`views` passes arrays to the kernel as memoryviews, whose
items are plain Python numbers: these do not overflow, so arithmetic is as in C if the kernel masks
products.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

compiled = False

_Function = Callable[..., Any]


def _keep(function: _Function) -> _Function:
    return function


def exceptval(**_options: Any) -> _Function:
    return _keep


ccall = _keep


def declare(_type: Any = None, value: Any = None, **_names: Any) -> Any:
    """Return the value: the interpreter ignores declarations."""
    return value


def cast(_type: Any, value: Any, **_options: Any) -> Any:
    """Return the value; kernels mask explicitly where a C cast would truncate."""
    return value


# C types, which kernels name in annotations, declarations and casts; all are ignored.
for _name in [
    "bint",
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "longlong",
    "ulonglong",
    "float",
    "double",
    "void",
    "Py_ssize_t",
    "const",
]:
    globals()[_name] = object


class _Released:
    """``with cython.nogil:`` as well as ``@cython.nogil``."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_error: object) -> None: ...

    def __call__(self, function: _Function) -> _Function:
        return function


nogil = _Released()


def items(array: Any) -> Any:
    """Return an array as a memoryview, which interpreted and compiled kernels can keep."""
    return memoryview(array)


def views(function: _Function) -> _Function:
    """Pass arrays to an interpreted kernel as memoryviews: see the module."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*(memoryview(a) if hasattr(a, "dtype") else a for a in arguments))

    return call
