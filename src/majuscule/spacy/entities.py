"""``majuscule_entities``: named entities by a tagger that needs no case."""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from majuscule.entities.interface import EntityTagger
from majuscule.entities.kinds import tagger_of
from majuscule.models import ModelFile
from majuscule.spacy.component import Component
from majuscule.spacy.extensions import extend


@Language.factory(
    "majuscule_entities",
    assigns=["doc.ents", "token.ent_iob", "token.ent_type", "span._.entity_confidence"],
)
class EntitiesComponent(Component):
    """The component ``majuscule_entities``: sets ``doc.ents``, or a group of spans.

    ``model``: a shipped model's name or a model file's path; ``memory``: whether other occurrences
    of a word in the document count; ``lines``: what a line break means, as in restoring;
    ``overwrite``: whether entities that are there give way where
    they overlap with new ones; ``spans_key``: write a group of ``doc.spans`` and not ``doc.ents``;
    ``labels``: other names for labels.  A mention that ends inside a token takes the whole token.
    ``span._.entity_confidence`` is the tagger's.
    """

    def __init__(
        self,
        nlp: Language,
        name: str,
        model: str = "entities-en",
        memory: bool = True,
        lines: str = "auto",
        overwrite: bool = False,
        spans_key: str = "",
        labels: dict[str, str] = {},  # noqa: B006 - copied
    ) -> None:
        super().__init__(name, model)
        self.how: dict[str, Any] = {"memory": memory, "lines": lines}
        self.overwrite, self.spans_key = overwrite, spans_key
        self.labels = dict(labels)
        extend(Span={"entity_confidence": {"default": None}})

    def _load(self, file: ModelFile) -> EntityTagger:
        return tagger_of(file)

    def _work(self, docs: list[Doc]) -> list[Doc]:
        tagger: EntityTagger = self.loaded
        texts = [doc.text for doc in docs]
        for doc, mentions in zip(docs, tagger.tag_many(texts, jobs=1, **self.how), strict=True):
            found = []
            for one in mentions:
                label = self.labels.get(one.label, one.label)
                span = doc.char_span(one.start, one.end, label=label, alignment_mode="expand")
                if span is not None:
                    span._.entity_confidence = round(one.confidence, 4)
                    found.append(span)
            if self.spans_key:
                doc.spans[self.spans_key] = found
            else:
                doc.ents = filter_spans(self._kept(doc, found))
        return docs

    def _kept(self, doc: Doc, found: list[Span]) -> list[Span]:
        """Return our entities and the existing ones, without the overlaps of lower precedence."""
        existing = list(doc.ents)
        first, second = (found, existing) if self.overwrite else (existing, found)
        taken = {token.i for span in first for token in span}
        return first + [span for span in second if taken.isdisjoint(token.i for token in span)]


make_entities = EntitiesComponent
"""The name in the entry point."""
