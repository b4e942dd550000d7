"""Texts joined into one, each a document, read through a view."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, Self

import numpy as np

from majuscule.arrays import I64
from majuscule.detection.breaks import view_lines
from majuscule.text.characters.codepoints import CodePoints, encode
from majuscule.text.protecting.protection import Patterns
from majuscule.text.tokenizing.passages import Passage, passage_of
from majuscule.text.tokenizing.views import TextView, is_readable


class Joined(NamedTuple):
    """Joined texts.

    ``codes``: their code points; ``begins``: the offset of each text but the first; ``documents``:
    the first line of each text, None for a single one; ``view``: None if the codes are read as they
    are.
    """

    codes: CodePoints
    begins: list[int]
    documents: I64 | None
    view: TextView | None

    @classmethod
    def of(cls, texts: Sequence[str], lines: str) -> Self:
        """Return texts joined by blank lines.

        ``lines``, what a line break means: if ``separate``, none is soft; if ``wrapped``, every
        one that can be is; if ``auto``, it is found out.
        """
        # Blank lines keep a text from being context of the next one.
        text = "\n\n".join(texts)
        codes = encode(text)
        begins, documents, view = list[int](), None, None
        if len(texts) > 1:
            begins = list(accumulate(len(text) + 2 for text in texts[:-1]))
            documents = np.cumsum([0, *(text.count("\n") + 2 for text in texts[:-1])])
        if lines != "separate" and any("\n" in text for text in texts):
            view = view_lines(codes, wrapped=lines == "wrapped", documents=documents)
        if not (text.isascii() or is_readable(codes)):
            whole = view or TextView.of(codes)
            view = view if (readable := whole.readable()) is whole else readable
        return cls(codes, begins, documents, view)

    @property
    def plain(self) -> bool:
        """Return whether there is a single text, of which nothing is left out."""
        return self.documents is None and self.view is None

    def passage(self, patterns: Patterns) -> tuple[Passage, I64 | None]:
        """Return the passage, and the first line of each document, or None for a single one."""
        codes, begins, documents, view = self
        if view is None:
            return passage_of(codes, patterns, begins), documents
        begins = np.searchsorted(view.places, begins).tolist()
        passage = passage_of(view.codes, patterns, begins, view)
        return passage, None if documents is None else view.lines[documents]

    def parts(self, text: str) -> list[str]:
        """Return the texts in a joined text of the same length."""
        ends = [begin - 2 for begin in self.begins] + [len(text)]
        return [text[begin:end] for begin, end in zip([0, *self.begins], ends, strict=True)]
