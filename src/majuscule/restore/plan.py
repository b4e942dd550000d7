"""A plan: the changes that restoring makes, stored apart from the text and applied to it later."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from majuscule.arrays import I32, U8, U64
from majuscule.errors import UsageError
from majuscule.text.characters.alphabets import alphabet_of
from majuscule.text.characters.codepoints import (
    CodePoints,
    checked,
    decode,
    encode,
    fold,
    recase,
)
from majuscule.text.editing.edits import Edit, EditedText
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import Passage

NAMES = case.CLASS_NAMES
_WRONG_TEXT = "the plan was made for another text; make one for this text"


def text_digest(codes: CodePoints) -> str:
    """Return a case-insensitive digest of a text (16 hex digits of SHA-256)."""
    return hashlib.sha256(fold(codes).astype("<u4").tobytes()).hexdigest()[:16]


@dataclass(frozen=True, eq=False)
class Plan:
    """The m tokens whose case is set: spans in code points, classes and masks.

    ``digest`` is of the folded text: a plan fits the text it was made for, in any case, and no
    other.
    """

    starts: I32
    ends: I32
    classes: U8
    masks: U64
    digest: str
    language: str = ""  # if it pairs letters differently (majuscule.text.characters.alphabets)
    marks: tuple[tuple[int, str], ...] = ()  # accented letters to set: offset, lower-case letter
    spelling: tuple[Edit, ...] = ()  # applied first; all other offsets are of the respelt text

    @classmethod
    def of(cls, passage: Passage, classes: U8, masks: U64) -> Plan:
        """Return the plan that sets each token whose class is not KEEP, changed or not."""
        kept = np.flatnonzero(classes != case.KEEP)
        starts, ends = passage.spans()
        codes, view = passage.codes, passage.view
        if view is not None:
            codes, masks = view.text, view.masks(passage.tokens.starts, passage.tokens.ends, masks)
        return cls(
            starts[kept],
            ends[kept],
            classes[kept],
            np.where(classes[kept] == case.MC, masks[kept], np.uint64(0)),
            text_digest(codes),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.digest)

    def apply(self, text: str) -> str:
        """Return the text restored as planned; another text is an error."""
        if self.spelling:
            if self._digest(text) != self.digest:
                raise UsageError(_WRONG_TEXT)
            edited = EditedText.make(text, self.spelling)
            return replace(self, spelling=(), digest=self._digest(edited)).apply(edited)
        alphabet = alphabet_of(self.language)
        codes = encode(alphabet.into(checked(text)))
        last = max([int(self.ends.max(initial=0)), *(at + 1 for at, _ in self.marks)])
        if text_digest(codes) != self.digest or last > codes.size:
            raise UsageError(_WRONG_TEXT)
        for place, letter in self.marks:
            raised = codes[place] != fold(codes[place : place + 1])[0]
            mark = encode(recase(letter, "upper") if raised else letter)
            codes = np.concatenate([codes[:place], mark, codes[place + 1 :]])
        spans = self.starts, self.ends
        return alphabet.out(decode(case.apply(codes, *spans, self.classes, self.masks)))

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON data: a list of [start, end, class] or [start, end, "MC",
        mask]."""
        spans = zip(
            self.starts.tolist(),
            self.ends.tolist(),
            self.classes.tolist(),
            self.masks.tolist(),
            strict=True,
        )
        edits = [
            [start, end, NAMES[class_], *([mask] if class_ == case.MC else [])]
            for start, end, class_, mask in spans
        ]
        optional = {
            "language": self.language,
            "marks": [list(one) for one in self.marks],
            "spelling": [[one.start, one.end, one.text] for one in self.spelling],
        }
        shown = {name: value for name, value in optional.items() if value}
        return {"digest": self.digest, **shown, "edits": edits}

    def of_edited(self, text: EditedText) -> Plan:
        """Return the plan of a respelt text as a plan of the text before respelling."""
        return replace(self, spelling=text.edits, digest=self._digest(text.before))

    def _digest(self, text: str) -> str:
        return text_digest(encode(alphabet_of(self.language).into(text)))

    def with_marks(self, text: str, marked: str) -> Plan:
        """Return the plan of an accented text as a plan of the same text without accents."""
        alphabet = alphabet_of(self.language)
        before, after = encode(alphabet.into(text)), encode(alphabet.into(marked))
        at = np.flatnonzero(before != after).tolist()
        marks = tuple((one, decode(fold(after[one : one + 1]))) for one in at)
        return replace(self, marks=marks, digest=text_digest(before))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plan:
        """Return the plan that JSON data describes; anything else is an error."""
        try:
            edits = data["edits"]
            starts = np.array([_integer(edit[0]) for edit in edits], np.int32)
            ends = np.array([_integer(edit[1]) for edit in edits], np.int32)
            classes = np.array([NAMES.index(edit[2]) for edit in edits], np.uint8)
            masks = np.array([_integer(one[3]) if len(one) > 3 else 0 for one in edits], np.uint64)
            digest, language = str(data["digest"]), str(data.get("language", ""))
            marks = tuple((_integer(at), str(mark)) for at, mark in data.get("marks", ()))
            given = data.get("spelling", ())
            spelling = tuple(Edit(_integer(a), _integer(b), str(c)) for a, b, c in given)
        except (
            AttributeError,
            KeyError,
            IndexError,
            TypeError,
            ValueError,
            OverflowError,
        ) as error:
            raise UsageError("this is not a plan; give one that to_json made") from error
        if (starts < 0).any() or (ends < starts).any() or (starts[1:] < ends[:-1]).any():
            raise UsageError("this is not a plan: its spans must not overlap or go backwards")
        if any(at < 0 or len(mark) != 1 for at, mark in marks):
            raise UsageError("this is not a plan: each mark must be a place and one letter")
        return cls(starts, ends, classes, masks, digest, language, marks, spelling)


def _integer(number: object) -> int:
    """Return an offset or mask from JSON; neither a float nor a bool will do."""
    if type(number) is not int:
        raise TypeError(number)
    return number
