"""A document with the same tokens and annotations, in another case."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

_ANNOTATIONS = ("TAG", "POS", "MORPH", "LEMMA", "ENT_IOB")
_COPIED = {"ENT_IOB": ("ENT_IOB", "ENT_TYPE", "ENT_KB_ID", "ENT_ID")}
_HOOKS = ("user_hooks", "user_token_hooks", "user_span_hooks")


def is_annotated(doc: Doc) -> bool:
    """Tell whether a document carries what belongs to its tokens, or was made from words alone."""
    layers = (*_ANNOTATIONS, "DEP", "SENT_START")
    return (
        bool(doc.has_unknown_spaces)
        or bool(doc.spans)
        or bool(doc.cats)
        or any(doc.has_annotation(layer) for layer in layers)
    )


def rebuilt(doc: Doc, text: str) -> Doc:
    """Return a document of ``text``, which differs from the document's own in case only.

    Tokens, spaces, annotations, spans, categories and user data are kept.
    """
    from spacy.tokens import Doc, Span

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
        # The tokenizer gives some words a norm of their own ("n't": "not").
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
