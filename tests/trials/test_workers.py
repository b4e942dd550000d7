from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from majuscule.errors import CorpusError, UsageError
from majuscule.trials.workers import Worker, in_own_process


def work(what: str) -> int:
    if what == "dies":
        os._exit(3)
    if what == "hangs":
        time.sleep(600)
    if what == "fails":
        raise CorpusError("is empty", "a.txt")
    return os.getpid()


def made() -> Callable[[str], int]:
    return work


def broken() -> Callable[[str], int]:
    raise UsageError("there is no such engine")


def test_a_process_of_its_own_is_kept_until_it_is_stopped() -> None:
    with Worker("w", made) as worker:
        first = worker.ask("works")
        assert first == worker.ask("works") != os.getpid()
        assert worker.spent > 0
        worker.stop()
        assert worker.ask("works") != first
    assert in_own_process(work, "works") != os.getpid()


@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        ("dies", UsageError, "w died with status 3"),
        ("hangs", UsageError, "w gave no answer in 5 s and was stopped"),
        ("fails", CorpusError, "a.txt: is empty"),
    ],
)
def test_what_goes_wrong_is_told_and_the_next_question_is_answered(
    what: str, error: type[Exception], message: str
) -> None:
    with Worker("w", made, 5.0) as worker:
        with pytest.raises(error, match=message):
            worker.ask(what)
        assert worker.ask("works") > 0


def test_work_that_cannot_be_made_says_why() -> None:
    with Worker("w", broken) as worker, pytest.raises(UsageError, match="no such engine"):
        worker.ask("works")


def test_a_process_that_was_killed_between_questions_is_told() -> None:
    with Worker("w", made) as worker:
        worker.ask("works")
        worker._process.kill()
        worker._process.join()
        with pytest.raises(UsageError, match="w died with status"):
            worker.ask("works")
        assert worker.ask("works") > 0
