"""Work on batches in several threads."""

from collections.abc import Generator
from threading import Event, Timer

from majuscule.text.batches import map_in_order


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
