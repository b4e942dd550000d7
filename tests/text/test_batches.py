"""Work on batches in several threads."""

import os
from collections.abc import Generator
from threading import Event, Timer

import pytest

from majuscule.text.batches import checked_jobs, map_in_order


def test_what_waits_for_a_thread_is_dropped_when_nobody_wants_more() -> None:
    begun: list[int] = []
    go_on = Event()

    def work(number: int) -> int:
        begun.append(number)
        if number > 1:
            go_on.wait(5)
        return number

    results = map_in_order(work, range(100), 2)
    assert isinstance(results, Generator)
    assert [next(results), next(results)] == [0, 1]
    Timer(0.5, go_on.set).start()
    results.close()
    assert max(begun) < 4


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity on this system")
def test_only_processors_that_may_be_used_count() -> None:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert checked_jobs(None) == 1
    finally:
        os.sched_setaffinity(0, before)
