"""``majuscule_sentences``: sentence starts in text with or without punctuation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc

from majuscule.models import ModelFile
from majuscule.options import Lines
from majuscule.punctuation.punctuator import Punctuator, punctuator_of
from majuscule.spacy.component import Component
from majuscule.text.protecting.protection import Patterns
from majuscule.words.glossaries.glossary import Glossary


@Language.factory("majuscule_sentences", assigns=["doc.sents", "token.is_sent_start"])
class SentencesComponent(Component):
    """The component ``majuscule_sentences``: sets ``doc.sents``; no token and no text changes.

    ``model``: a shipped model's name or the path of a file that holds a model of marks;
    ``lines``: what a line break means, as in restoring; ``glossary``, ``protect``: forms and
    patterns as in :meth:`majuscule.Truecaser.with_rules`, inside which no sentence ends;
    ``overwrite``: whether sentences that are there give way.  Those of a parser always stay, since
    its trees end with them.  A sentence that begins inside a token begins with the whole token.
    """

    def __init__(
        self,
        nlp: Language,
        name: str,
        model: str = "en-speech",
        lines: Lines = "auto",
        overwrite: bool = False,
        glossary: Sequence[str] = (),
        protect: Sequence[str] = (),
    ) -> None:
        super().__init__(name, model)
        self.glossary, self.protect = Glossary.of(glossary), Patterns.of(protect)
        self.lines, self.overwrite = lines, overwrite

    def _load(self, file: ModelFile) -> Punctuator:
        return punctuator_of(file).with_rules(glossary=self.glossary, protect=self.protect)

    def _work(self, docs: list[Doc]) -> list[Doc]:
        punctuator: Punctuator = self.loaded
        for doc in docs:
            stays = not self.overwrite and doc.has_annotation("SENT_START")
            if stays or doc.has_annotation("DEP"):
                continue
            places = [token.idx for token in doc]
            begins = {
                bisect_right(places, sentence.start) - 1
                for sentence in punctuator.sentences(doc.text, lines=self.lines)
            }
            for token in doc:
                token.is_sent_start = token.i == 0 or token.i in begins
        return docs


make_sentences = SentencesComponent
"""The name in the entry point."""
