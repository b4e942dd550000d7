"""Tasks are done in order; what is in the works is written before the input is waited for."""

import os
from threading import Event

import pytest

from majuscule.errors import CorpusError
from majuscule.reading.flow import Flow, Prompt


def upper(task: str) -> bytes:
    return task.upper().encode()


@pytest.mark.parametrize("jobs", [1, 2, 5])
@pytest.mark.parametrize("tasks", [0, 1, 2, 50])
def test_order_is_kept(jobs, tasks):
    out: list[bytes] = []
    with Flow(upper, out.append, jobs) as flow:
        for number in range(tasks):
            flow.put(f"n{number}")
    assert out == [f"N{number}".encode() for number in range(tasks)]


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_came_before_bad_input_is_written(jobs):
    out: list[bytes] = []

    def feed(flow):
        flow.put("a")
        flow.put("b")
        raise CorpusError("bad", "x:3")

    with pytest.raises(CorpusError), Flow(upper, out.append, jobs) as flow:
        feed(flow)
    assert out == [b"A", b"B"]


@pytest.mark.parametrize("late", [False, True])
def test_an_interrupt_waits_for_no_task(late):
    begun, go, done = Event(), Event(), []

    def work(slow):
        if slow:
            begun.set()
            go.wait(5)
            done.append(slow)

    def interrupt(_=None):
        begun.wait(5)
        raise KeyboardInterrupt

    def feed(flow):
        flow.put(False)
        flow.put(True)
        if not late:
            interrupt()

    with pytest.raises(KeyboardInterrupt), Flow(work, interrupt, 2) as flow:
        feed(flow)
    assert done == []
    go.set()


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_error_of_the_work_comes_out(jobs):
    def fail(task):
        raise ValueError(task)

    def feed(work):
        with Flow(work, lambda _: None, jobs) as flow:
            flow.put("a")
            flow.put("b")

    with pytest.raises(ValueError, match="a"):
        feed(fail)


def test_the_reader_is_told_before_it_waits():
    told = []
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:

        def wait():
            told.append(True)
            os.close(writing)

        prompt = Prompt(stream, wait)
        os.write(writing, b"there")
        assert prompt.read1(100) == b"there"
        assert not told
        assert prompt.read1(100) == b""
        assert told


def test_a_pipe_that_was_closed_has_ended_and_a_live_one_has_not():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        prompt = Prompt(stream, lambda: None)
        os.write(writing, b"one\ntwo")
        assert not prompt.has_ended()
        os.write(writing, b"\nthree")
        os.close(writing)
        assert prompt.has_ended()
        found = [prompt.read1(5) for _ in range(5)]
        assert found == [b"one\nt", b"wo", b"\nthre", b"e", b""]
