"""What the truecaser leaves on documents and tokens.

``doc._.original_text``, ``token._.case_class`` and ``token._.case_confidence``.

All are read when they are asked for.  What cannot be read off the text lies in
``doc.user_data["majuscule"]`` as numbers by character, so it goes through ``to_bytes`` and several
processes, and holds after tokens are merged or split.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from majuscule.arrays import F32, I32
from majuscule.text.characters.codepoints import encode
from majuscule.text.tokenizing import classes as case

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

KEY = "majuscule"


def extend(**classes: Mapping[str, Mapping[str, Any]]) -> None:
    """Make extensions known to spaCy, by class and name; does nothing the second time."""
    from spacy import tokens

    for class_, extensions in classes.items():
        extended = getattr(tokens, class_)
        for name, how in extensions.items():
            if not extended.has_extension(name):
                extended.set_extension(name, **how)


def register() -> None:
    """Make the truecaser's extensions known to spaCy."""
    extend(
        Doc={"original_text": {"getter": original_text}},
        Token={
            "case_class": {"getter": case_class},
            "case_confidence": {"getter": case_confidence},
        },
    )


def remember(doc: Doc, original: str, ends: I32 | None, confidences: F32 | None) -> None:
    """Keep a document's text as it came, and how sure the case is up to each end of a token."""
    kept: dict[str, str | bytes] = {"original": original}
    if ends is not None and confidences is not None:
        kept["ends"] = ends.astype("<i4").tobytes()
        kept["confidences"] = confidences.astype("<f4").tobytes()
    doc.user_data[KEY] = kept


def original_text(doc: Doc) -> str:
    """Return the text as it came; the text itself where the truecaser did not see it."""
    kept = doc.user_data.get(KEY, {})
    return str(kept.get("original", doc.text))


def case_class(token: Token) -> str:
    """Return the case class of a token as it now stands: LC, UC, CA, MC, or keep for no letters."""
    codes = encode(token.text)
    span = np.zeros(1, np.int32), np.array([len(codes)], np.int32)
    return case.CLASS_NAMES[int(case.classes_of(codes, *span)[0])]


def case_confidence(token: Token) -> float | None:
    """Return how probable the model finds the class that the token has, None where it was not
    asked.

    The least of its parts where the model sees several, as in hyphenated words.
    """
    kept = token.doc.user_data.get(KEY, {})
    if "confidences" not in kept:
        return None
    ends = np.frombuffer(kept["ends"], "<i4")
    first = int(np.searchsorted(ends, token.idx, side="right"))
    last = int(np.searchsorted(ends, token.idx + len(token), side="left")) + 1
    found = np.frombuffer(kept["confidences"], "<f4")[first:last]
    return round(float(found.min()), 4) if len(found) else None
