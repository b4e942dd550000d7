"""CRFsuite with the usual features of tutorials, trained on the same completed text.

Words, affixes of two and three letters, case and digits of the word and of two neighbours on each
side; L-BFGS with both penalties (Okazaki 2007, through python-crfsuite).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from majuscule.arrays import filled
from majuscule.entities.interface import Corpus
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.schemes import Scheme, TokenSpan, read_tags
from majuscule.reading.annotations.spans import to_mentions, to_tokens
from majuscule.text import Passage, decode, read_passage

PARAMETERS = {
    "c1": 0.1,
    "c2": 0.1,
    "max_iterations": 100,
    "feature.possible_transitions": True,
}
"""From sklearn-crfsuite's tutorial on entities."""


class RivalTagger(ABC):
    """An entity tagger that tags lines, given as the tokens of our tokenizer."""

    @abstractmethod
    def find(self, lines: Iterable[list[str]]) -> Iterator[Iterable[TokenSpan]]:
        """Yield the mentions of each line as spans of words."""

    def tag(self, text: str, *, memory: bool = True, lines: str = "auto") -> list[Mention]:
        passage = read_passage(text)
        own = filled(passage.lines).tolist()
        mentions = self.find(words_of(passage, *line) for line in own)
        found = [
            (first + a, first + b, label)
            for (first, _), spans in zip(own, mentions, strict=True)
            for a, b, label in spans
        ]
        return to_mentions(found, passage)

    def tag_many(
        self,
        texts: Iterable[str],
        *,
        memory: bool = True,
        lines: str = "auto",
        jobs: int | None = None,
    ) -> Iterator[list[Mention]]:
        return (self.tag(text) for text in texts)


class CRFsuite(RivalTagger):
    """A trained CRFsuite model."""

    def __init__(self, path: Path) -> None:
        import pycrfsuite

        self._tagger = pycrfsuite.Tagger()
        self._tagger.open(str(path))

    def find(self, lines: Iterable[list[str]]) -> Iterator[Iterable[TokenSpan]]:
        return (read_tags(self._tagger.tag(features(words)))[0] for words in lines)


def train(corpora: Sequence[Corpus], labels: tuple[str, ...], path: Path) -> str:
    """Write the model, and return nothing to add to what is said of its training."""
    import pycrfsuite

    scheme = Scheme("bio2", labels)
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.select("lbfgs")
    trainer.set_params(PARAMETERS)
    for corpus in corpora:
        for document in corpus.documents:
            for words, tags in lines_of(document, scheme):
                trainer.append(features(words), tags)
    trainer.train(str(path))
    return ""


def lines_of(document: AnnotatedText, scheme: Scheme) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words and tags of each line."""
    passage = read_passage(document.text)
    tags = scheme.encode(to_tokens(document.mentions, passage), len(passage.tokens))
    for first, last in filled(passage.lines).tolist():
        yield words_of(passage, first, last), [scheme.tags[t] for t in tags[first:last]]


def words_of(passage: Passage, first: int, last: int) -> list[str]:
    spans = passage.tokens.spans(slice(first, last))
    return [decode(passage.codes[start:end]) for start, end in spans]


def features(words: list[str]) -> list[list[str]]:
    own = [_own(word) for word in words]
    near = [_near(word) for word in words]
    rows = []
    for i, row in enumerate(own):
        row = ["bias", *row]
        for k in (-2, -1, 1, 2):
            if 0 <= i + k < len(words):
                row += [f"{k:+d}:{feature}" for feature in near[i + k]]
            elif abs(k) == 1:
                row.append("BOS" if k < 0 else "EOS")
        rows.append(row)
    return rows


def _own(word: str) -> list[str]:
    lower = word.lower()
    return [
        "w=" + lower,
        "s3=" + lower[-3:],
        "s2=" + lower[-2:],
        "p3=" + lower[:3],
        "p2=" + lower[:2],
        f"upper={word.isupper()}",
        f"title={word.istitle()}",
        f"digit={word.isdigit()}",
        "shape=" + _shape(word),
    ]


def _near(word: str) -> list[str]:
    flags = f"{word.isupper():d}{word.istitle():d}{word.isdigit():d}"
    return ["w=" + word.lower(), "case=" + flags]


def _shape(word: str) -> str:
    kinds = (
        "X" if c.isupper() else "x" if c.islower() else "d" if c.isdigit() else c for c in word
    )
    shape = ""
    for kind in kinds:
        if not shape.endswith(kind):
            shape += kind
    return shape
