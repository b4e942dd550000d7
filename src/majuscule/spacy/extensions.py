"""The truecaser's extension attributes of documents and tokens.

``doc._.original_text``, ``token._.case_class`` and ``token._.case_confidence``.

All are computed on access.  What the text itself does not show is stored by character offset in
``doc.user_data["majuscule"]``, so it survives ``to_bytes`` and multiprocessing, and stays valid
when tokens are merged or split.
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
    """Register extensions with spaCy, by class and name; existing ones are left alone."""
    from spacy import tokens

    for class_, extensions in classes.items():
        extended = getattr(tokens, class_)
        for name, how in extensions.items():
            if not extended.has_extension(name):
                extended.set_extension(name, **how)


def register() -> None:
    """Register the truecaser's extensions with spaCy."""
    extend(
        Doc={"original_text": {"getter": original_text}},
        Token={
            "case_class": {"getter": case_class},
            "case_confidence": {"getter": case_confidence},
        },
    )


def remember(doc: Doc, original: str, ends: I32 | None, confidences: F32 | None) -> None:
    """Store a document's original text, and the confidence of the case up to each token end."""
    kept: dict[str, str | bytes] = {"original": original}
    if ends is not None and confidences is not None:
        kept["ends"] = ends.astype("<i4").tobytes()
        kept["confidences"] = confidences.astype("<f4").tobytes()
    doc.user_data[KEY] = kept


def original_text(doc: Doc) -> str:
    """Return the text before restoring, or the text itself if the truecaser has not run."""
    kept = doc.user_data.get(KEY, {})
    return str(kept.get("original", doc.text))


def case_class(token: Token) -> str:
    """Return the case class of a token's current text: LC, UC, CA, MC, or keep for no letters."""
    codes = encode(token.text)
    span = np.zeros(1, np.int32), np.array([len(codes)], np.int32)
    return case.CLASS_NAMES[int(case.classes_of(codes, *span)[0])]


def case_confidence(token: Token) -> float | None:
    """Return the model's probability of the token's case class, None if it was not computed.

    If the model splits the token, as in hyphenated words, it is the minimum over the parts.
    """
    kept = token.doc.user_data.get(KEY, {})
    if "confidences" not in kept:
        return None
    ends = np.frombuffer(kept["ends"], "<i4")
    first = int(np.searchsorted(ends, token.idx, side="right"))
    last = int(np.searchsorted(ends, token.idx + len(token), side="left")) + 1
    found = np.frombuffer(kept["confidences"], "<f4")[first:last]
    return round(float(found.min()), 4) if len(found) else None
