"""Conditions: how a text is changed, step by step, before an engine reads it.

A condition is steps joined by ``+``: ``lower``, ``upper+lower`` (capitals, then lower-cased, which
needs no restorer), ``snor+en`` (like a recogniser's output, then restored by the model ``en``),
``snor+speech`` (like a recogniser's output, then punctuated and cased by ``en-speech``).  A step is
one of :data:`STEPS`, or the name or path of a model that restores case or punctuates.  Models read
whole documents, as they do when a file is restored.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from majuscule.degrade.interface import EngineInput
from majuscule.degrade.snor import snor
from majuscule.errors import ModelError, UsageError
from majuscule.measure import digest_texts
from majuscule.text import decode
from majuscule.text.characters.codepoints import case_tables, recase
from majuscule.text.editing.edits import EditedText
from majuscule.text.editing.figures import write_figures
from majuscule.text.tokenizing.passages import Passage, read_passage
from majuscule.text.tokenizing.sentences import sentence_starts
from majuscule.text.tokenizing.tokens import WORD

if TYPE_CHECKING:
    from majuscule.models import ModelFile
    from majuscule.punctuation.punctuator import Punctuator
    from majuscule.restore.truecaser import Truecaser

Step = Callable[[Sequence[str]], list[EngineInput]]


def titled(text: str) -> str:
    """Return a text in title case: lower case, then a capital for the first letter of each word.

    >>> titled("the U.N.'s man in Rome")
    "The U.n.'s Man In Rome"
    """
    passage = read_passage(recase(text, "lower"))
    return _capitalise_at(passage, passage.tokens.starts[passage.tokens.kinds == WORD])


def first_letters(text: str) -> str:
    """Return a text with its sentences capitalised (Lita et al. 2003, 3.3).

    >>> first_letters("it rains. we stay.")
    'It rains. We stay.'
    """
    passage = read_passage(text)
    starts = passage.tokens.starts[sentence_starts(passage.tokens.positions)]
    return _capitalise_at(passage, starts)


_RULED = (
    "i monday tuesday wednesday thursday friday saturday sunday january february april june "
    "july august september october november december china chinese beijing shanghai hong kong "
    "taiwan japan japanese tokyo america american washington york russia russian moscow "
    "britain british london france french paris germany german berlin europe european india "
    "indian asia africa israel israeli iran iraq korea korean pakistan afghanistan australia "
    "canada "
)
RULED = frozenset(_RULED.split())
"""Words of the rule-based baseline: days, months, some countries and cities, like that of Lita et
al. 2003 (section 3.3)."""


def ruled(text: str) -> str:
    """Return a text with capitals at sentence starts and in a short list of words.

    >>> ruled("in june we saw paris.")
    'In June we saw Paris.'
    """
    passage = read_passage(text)
    tokens = passage.tokens
    known = np.array([text[slice(*one)].lower() in RULED for one in tokens.spans()], bool)
    return _capitalise_at(passage, tokens.starts[known | sentence_starts(tokens.positions)])


def _capitalise_at(passage: Passage, places: np.ndarray) -> str:
    table = case_tables().upper
    codes = passage.codes.copy()
    places = places[codes[places] < len(table)]
    codes[places] = table[codes[places]]
    return decode(codes)


_MARK = re.compile(r"#[a-z]+(?:_[a-z]+)*#")


def marks(text: str) -> str:
    """Return a text with the placeholders for names and numbers in capitals again.

    They are not language, so no restorer can be expected to know their form.

    >>> marks("Mr. #prs_org# won #1.")
    'Mr. #PRS_ORG# won #1.'
    """
    return _MARK.sub(lambda found: found[0].upper(), text)


def _each(change: Callable[[str], str], texts: Sequence[str]) -> list[EngineInput]:
    return [EngineInput(change(text)) for text in texts]


def figures(text: str) -> EngineInput:
    """Return a text with its numbers in figures.

    >>> figures("it rose by twenty one percent").text
    'it rose by 21%'
    """
    return _edited(write_figures(text))


def _edited(text: EditedText) -> EngineInput:
    """Return an edited text with its source spans; insertions map to the code point before."""
    begins = np.array([text.source(at) for at in range(len(text))], np.int32)
    ends = begins + 1
    for edit, output in zip(text.edits, text.outputs, strict=True):
        inserted = slice(output, output + len(edit.text))
        begins[inserted], ends[inserted] = min(edit.start, edit.end - 1), edit.end
    return EngineInput(str(text), begins, ends)


_CHANGES: dict[str, Callable[[str], str]] = {
    "original": str,
    "lower": partial(recase, case="lower"),
    "upper": partial(recase, case="upper"),
    "title": titled,
    "first": first_letters,
    "rules": ruled,
    "marks": marks,
}

STEPS: dict[str, Step] = {
    **{name: partial(_each, change) for name, change in _CHANGES.items()},
    "snor": lambda texts: [snor(text) for text in texts],
    "figures": lambda texts: [figures(text) for text in texts],
}
"""Name -> the function that changes the texts."""

SPOKEN = {"speech": "en-speech"}
"""Step -> the shipped model that it is short for."""


def apply(condition: str, texts: Sequence[str], documents: Sequence[int] = ()) -> list[EngineInput]:
    """Return texts in a condition, with the spans of their sources.

    ``documents``: the number of each text's document; none: each text is one.

    >>> [one.text for one in apply("upper+lower", ["Anna saw NATO."])]
    ['anna saw nato.']
    """
    inputs = [EngineInput(text) for text in texts]
    for name in condition.split("+"):
        current = [one.text for one in inputs]
        changed = STEPS[name](current) if name in STEPS else restored(name, current, documents)
        inputs = [_then(before, after) for before, after in zip(inputs, changed, strict=True)]
    return inputs


def _then(before: EngineInput, after: EngineInput) -> EngineInput:
    """Return ``after``, which was made from ``before``, with spans of the source of ``before``."""
    if after.begins is None or after.ends is None:
        return EngineInput(after.text, before.begins, before.ends)
    if before.begins is None or before.ends is None:
        return after
    return EngineInput(after.text, before.begins[after.begins], before.ends[after.ends - 1])


def restored(model: str, texts: Sequence[str], documents: Sequence[int] = ()) -> list[EngineInput]:
    """Return texts restored by a model; the texts of a document are restored as its lines."""
    from majuscule.restore.truecaser import Truecaser

    loaded = _loaded(model)
    numbers = documents or range(len(texts))
    members = [
        [text for _, text in group]
        for _, group in groupby(zip(numbers, texts, strict=True), key=itemgetter(0))
    ]
    joined = ["\n".join(one) for one in members]
    wholes = (
        loaded.restore_many(joined, case="ignore")
        if isinstance(loaded, Truecaser)
        else loaded.punctuate_many(joined)
    )
    found = []
    for parts, whole in zip(members, wholes, strict=True):
        at = 0
        for part in parts:
            stop = at + len(part)
            if isinstance(whole, EditedText):
                found.append(_edited(whole.within(at, stop)))
            else:
                found.append(EngineInput(whole[at:stop]))
            at = stop + 1
    return found


@lru_cache(maxsize=4)
def _loaded(name: str) -> Truecaser | Punctuator:
    from majuscule.punctuation.neural.network import MarkNetwork
    from majuscule.punctuation.punctuator import punctuator_of
    from majuscule.restore.truecaser import truecaser_of

    file = _model(name)
    return punctuator_of(file) if file.header.kind in MarkNetwork.kinds else truecaser_of(file)


def check_condition(condition: str) -> None:
    """Raise :class:`UsageError` for a step that is neither one of :data:`STEPS` nor a model.

    Models that could be installed, and paths, are not looked for.
    """
    from majuscule.models import catalogue, model_path

    for name in condition.split("+"):
        if name in STEPS or SPOKEN.get(name, name) in catalogue():
            continue
        try:
            model_path(name)
        except ModelError as error:
            steps = ", ".join([*STEPS, *SPOKEN])
            raise UsageError(
                f"{name!r} is neither a step of a condition ({steps}) nor a model: {error}"
            ) from error


def digest_of(condition: str) -> str:
    """Return a digest of the models of a condition and of the code of its steps."""
    return "+".join(
        _step_digest(name) if name in STEPS else _model_digest(name)
        for name in condition.split("+")
    )


@cache
def _step_digest(name: str) -> str:
    change = _CHANGES.get(name)
    if function := {"snor": snor, "figures": write_figures}.get(name):
        source = inspect.getsource(sys.modules[function.__module__])
    else:
        source = inspect.getsource(change) if inspect.isfunction(change) else ""
    return digest_texts([source])[:16]


@lru_cache(maxsize=64)
def _model_digest(name: str) -> str:
    return _model(name).digest[:16]


def _model(name: str) -> ModelFile:
    from majuscule.models import model_path, read_model

    return read_model(model_path(SPOKEN.get(name, name)))
