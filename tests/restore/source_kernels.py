"""Kernels loaded from their source files, whether they were compiled or not."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import majuscule


@cache
def interpreted(name: str) -> ModuleType:
    """Return the interpreted twin of ``majuscule.restore.hmm.trellis_kernel`` and the like."""
    path = Path(majuscule.__file__).parent.joinpath(*name.split(".")[1:]).with_suffix(".py")
    spec = importlib.util.spec_from_file_location(name + "_source", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
