"""``majuscule_truecaser``: restores case before the tagger and the parser see the text.

spaCy's tokens cannot be changed, so the component makes a new document from the restored text with
the pipeline's own tokenizer; later components see it as if it had been written with its capitals.
Restoring changes no length, so every character keeps its offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span

from majuscule.arrays import F32, I32
from majuscule.errors import UsageError
from majuscule.models import ModelFile
from majuscule.restore.policy import DEFAULTS, Policy, checked_policy
from majuscule.restore.truecaser import Truecaser, truecaser_of
from majuscule.spacy.component import Component
from majuscule.spacy.extensions import register, remember
from majuscule.text.batches import batches
from majuscule.text.protecting.protection import Patterns
from majuscule.text.tokenizing import classes as case
from majuscule.text.tokenizing.passages import joined_passage
from majuscule.text.tokenizing.tokens import FIXED
from majuscule.words.glossaries.glossary import Glossary

TOKENS = ("again", "keep")
TOGETHER = 1 << 17
"""Characters of texts whose confidences are computed together."""

_ANNOTATIONS = ("TAG", "POS", "MORPH", "LEMMA", "ENT_IOB")
_COPIED = {"ENT_IOB": ("ENT_IOB", "ENT_TYPE", "ENT_KB_ID", "ENT_ID")}
_HOOKS = ("user_hooks", "user_token_hooks", "user_span_hooks")

Sure = tuple[I32, F32]


@Language.factory(
    "majuscule_truecaser",
    assigns=["doc._.original_text", "token._.case_class", "token._.case_confidence"],
)
class TruecaserComponent(Component):
    """The component ``majuscule_truecaser``: restores case; see the module.

    ``model``: a shipped model's name or a model file's path; ``tokens``: tokenise the restored
    text ``again`` or ``keep`` the tokens, as is always done for documents that carry annotations or
    whose spaces are unknown; ``confidence``: whether ``token._.case_confidence`` is worked out;
    ``glossary``, ``protect``: forms and patterns as in :meth:`majuscule.Truecaser.with_rules`; the
    other options as in :class:`~majuscule.restore.policy.Policy`.  Where tokens are kept, accents
    and respelt words that would move them are left out.
    """

    def __init__(
        self,
        nlp: Language,
        name: str,
        model: str = "en",
        case: str = "auto",
        lines: str = "auto",
        style: str = "sentence",
        memory: bool = True,
        accents: bool = False,
        accents_again: bool = False,
        respell: bool = False,
        floor: float | None = None,
        tokens: str = "again",
        confidence: bool = True,
        glossary: Sequence[str] = (),
        protect: Sequence[str] = (),
    ) -> None:
        super().__init__(name, model)
        if tokens not in TOKENS:
            raise UsageError(f"tokens is {tokens!r}; it may be {' or '.join(TOKENS)}")
        self.nlp = nlp
        given = locals()  # spaCy takes no **policy
        self.policy = checked_policy({option: given[option] for option in DEFAULTS})
        self.tokens, self.confidence = tokens, confidence
        self.glossary, self.protect = Glossary.of(glossary), Patterns.of(protect)
        register()

    def _load(self, file: ModelFile) -> Truecaser:
        return truecaser_of(file).with_rules(glossary=self.glossary, protect=self.protect)

    def _work(self, docs: list[Doc]) -> list[Doc]:
        """Return documents with restored text, or the same document if its text stays."""
        texts = [doc.text for doc in docs]
        truecaser: Truecaser = self.loaded
        results = truecaser.restore_many(texts, jobs=1, **self.policy)
        restored = [self._fitting(doc, text) for doc, text in zip(docs, results, strict=True)]
        sure: Iterator[Sure | tuple[None, None]] = iter([(None, None)] * len(docs))
        if self.confidence:
            sure = confidences(truecaser, restored)
        done = []
        for doc, text, after, found in zip(docs, texts, restored, sure, strict=True):
            new = doc if after == text else self._rewritten(doc, after)
            remember(new, text, *found)
            done.append(new)
        return done

    def _keeps_tokens(self, doc: Doc) -> bool:
        return self.tokens == "keep" or is_annotated(doc)

    def _fitting(self, doc: Doc, text: str) -> str:
        """Return a document's restored text, as long as before if its tokens are kept."""
        if len(text) == len(doc.text) or not self._keeps_tokens(doc):
            return text
        moving = Policy(accents=False, accents_again=False, respell=False)
        same_length = Policy(**{**self.policy, **moving})
        restored: str = self.loaded.restore(doc.text, **same_length)
        return restored

    def _rewritten(self, doc: Doc, text: str) -> Doc:
        """Return a document with the restored text and the data of the given one."""
        if self._keeps_tokens(doc):
            return rebuilt(doc, text)
        new = self.nlp.tokenizer(text)
        new.user_data.update(doc.user_data)
        new._context = doc._context
        return new


def confidences(truecaser: Truecaser, texts: list[str]) -> Iterator[Sure]:
    """Yield for each text its tokens' end offsets and the probabilities of their case classes."""
    for group in batches(texts, TOGETHER, len):
        passage, begins = joined_passage(group, truecaser.protect)
        classes = passage.written()
        decided = truecaser.restorer.decide(passage, posteriors=True)
        posteriors = decided.with_glossary(truecaser.glossary, passage).posteriors
        assert posteriors is not None
        own = np.where(classes == case.KEEP, 0, classes)
        sure = posteriors[np.arange(len(own)), own].astype(np.float32)
        sure[(classes == case.KEEP) | (passage.tokens.kinds == FIXED)] = 1
        for text, begin in zip(group, begins, strict=True):
            first, last = np.searchsorted(passage.tokens.starts, [begin, begin + len(text)])
            yield passage.tokens.ends[first:last] - begin, sure[first:last]


def is_annotated(doc: Doc) -> bool:
    """Return whether a document has annotations of its tokens, or was made from words alone."""
    layers = (*_ANNOTATIONS, "DEP", "SENT_START")
    return (
        bool(doc.has_unknown_spaces)
        or bool(doc.spans)
        or bool(doc.cats)
        or any(doc.has_annotation(layer) for layer in layers)
    )


def rebuilt(doc: Doc, text: str) -> Doc:
    """Return a copy of a document with ``text``, which differs from its own only in case.

    Tokens, spaces, annotations, spans, categories and user data are kept.
    """
    words = [text[token.idx : token.idx + len(token)] for token in doc]
    spaces = None if doc.has_unknown_spaces else [bool(token.whitespace_) for token in doc]
    new = Doc(doc.vocab, words=words, spaces=spaces, user_data=dict(doc.user_data))
    layers = [layer for layer in _ANNOTATIONS if doc.has_annotation(layer)]
    columns = [name for layer in layers for name in _COPIED.get(layer, (layer,))]
    if doc.has_annotation("DEP"):
        columns += ["HEAD", "DEP"]
    elif doc.has_annotation("SENT_START"):
        columns.append("SENT_START")
    if columns:
        new.from_array(columns, doc.to_array(columns))
    for token, copy in zip(doc, new, strict=True):
        # The tokenizer sets special norms for some words ("n't": "not").
        if token.norm != doc.vocab[token.orth].norm:
            copy.norm_ = token.norm_
    for key, group in doc.spans.items():
        new.spans[key] = [
            Span(new, one.start, one.end, label=one.label, kb_id=one.kb_id, span_id=one.id)
            for one in group
        ]
    new.cats = dict(doc.cats)
    new.tensor = doc.tensor
    new._context = doc._context
    for hooks in _HOOKS:
        setattr(new, hooks, getattr(doc, hooks))
    return new


make_truecaser = TruecaserComponent
"""The name in the entry point."""
