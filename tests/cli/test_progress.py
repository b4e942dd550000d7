"""The progress line: on terminals only, with the time that is left."""

import io

from majuscule.cli.progress import ProgressBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_share_and_time_left():
    stream, now = Terminal(), [0.0]
    with ProgressBar(stream, lambda: now[0]) as progress:
        progress.show("reading: a", 0.1)
        assert stream.getvalue().endswith("\rreading: a   10%\x1b[K")
        now[0] = 30
        progress.show("reading: b", 0.25)
        assert stream.getvalue().endswith("\rreading: b   25%  1 min 30 s left\x1b[K")
        progress.show("learning")
        now[0] = 31
        progress.show("learning", 0.5)
        assert stream.getvalue().endswith("\rlearning   50%  1 s left\x1b[K")
    assert stream.getvalue().endswith("\r\x1b[K")


def test_it_is_not_drawn_more_often_than_can_be_read():
    stream, now = Terminal(), [0.0]
    progress = ProgressBar(stream, lambda: now[0])
    for number in range(1000):
        now[0] = number / 1000
        progress.show("working", number / 1000)
    assert 5 < stream.getvalue().count("working") < 15


def test_others_see_nothing_but_what_they_are_told():
    for stream, quiet in ((io.StringIO(), False), (Terminal(), True)):
        with ProgressBar(stream, quiet=quiet) as progress:
            progress.show("working", 0.5)
            progress.tell("do\x1bne")
            progress.tell("a" * 5000)
        told = stream.getvalue()
        assert told.startswith("majuscule: do ne\nmajuscule: aaa")
        assert 2000 < len(told) < 2100
