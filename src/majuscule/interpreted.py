"""Stand-in for ``cython`` when kernels run interpreted and Cython is not installed.

A kernel begins with::

    try:
        import cython
    except ImportError:
        from majuscule import interpreted as cython

Compiled, the import costs nothing and all of this is unused.  Interpreted, types are annotations
that nobody evaluates, decorators return the function, and :func:`views` hands the kernel
memoryviews, whose items are plain Python numbers: no numpy scalar overflows, and arithmetic is
the same as in C as long as the kernel masks what it multiplies.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

compiled = False

_Function = Callable[..., Any]


def _keep(function: _Function) -> _Function:
    return function


def _decorator(*_args: Any, **_options: Any) -> _Function:
    return _keep


cfunc = ccall = inline = nogil = _keep
boundscheck = wraparound = cdivision = initializedcheck = exceptval = locals = _decorator


def declare(_type: Any = None, value: Any = None, **_names: Any) -> Any:
    """Return the value: a declaration says nothing to the interpreter."""
    return value


def cast(_type: Any, value: Any, **_options: Any) -> Any:
    """Return the value; kernels mask where a C cast would cut bits off."""
    return value


@contextlib.contextmanager
def _context() -> Iterator[None]:
    yield


# C types: kernels name them in annotations, which nobody evaluates, and in declarations and casts,
# which give the value back whatever the type.
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
    """Return an array as an interpreted kernel keeps it; a compiled one takes it from that."""
    return memoryview(array)


def views(function: _Function) -> _Function:
    """Pass arrays to an interpreted kernel as memoryviews (see the module's text)."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*(memoryview(a) if hasattr(a, "dtype") else a for a in arguments))

    return call
