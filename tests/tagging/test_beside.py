"""Kernels let other threads run while they work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import count
from threading import Event, Thread

import numpy as np
import pytest

from majuscule.tagging.scoring import chain_kernel
from majuscule.tagging.scoring.chain import Chain, best_tags, max_marginals
from majuscule.text.characters.codepoints import fold

CHAIN = Chain(np.zeros((100_000, 16), np.int32), np.zeros((100_000, 16, 16), np.int32))
CODES = np.full(10_000_000, 65, np.uint32)
BOUNDS = np.array([[0, 100_000]], np.int32)
CALLS: dict[str, Callable[[], object]] = {
    "best_tags": lambda: best_tags(CHAIN, BOUNDS),
    "max_marginals": lambda: max_marginals(CHAIN, BOUNDS),
    "fold": lambda: fold(CODES),
}


@pytest.mark.skipif(chain_kernel.__file__.endswith(".py"), reason="needs the compiled kernels")
@pytest.mark.parametrize("name", CALLS)
def test_another_thread_runs_meanwhile(name: str) -> None:
    turns, steps, done = count(), 0, Event()

    def step() -> None:
        nonlocal steps
        while not done.is_set():
            steps = next(turns)
            time.sleep(0)  # gives the interpreter back

    other = Thread(target=step)
    before = sys.getswitchinterval()
    # No thread is made to give the interpreter back: who calls a kernel has it unless it lets go.
    sys.setswitchinterval(1000)
    try:
        other.start()
        CALLS[name]()
        first = steps
        for _ in range(200):  # on a busy machine the other may not be let in at once
            CALLS[name]()
            if steps > first:
                break
        last = steps
    finally:
        done.set()
        sys.setswitchinterval(before)
        other.join()
    assert last > first
