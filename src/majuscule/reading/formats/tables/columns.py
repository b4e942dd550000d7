"""Two-column files: ``TOKEN<TAB>TAG``, a blank line after each sentence.

More columns, or blanks between them, are read as well if the last column holds tags, as in the
files of CoNLL 2003; their lines ``-DOCSTART-`` begin documents.  A line ``# doc NAME`` between
sentences begins a document; other lines that begin with ``# `` and have no tab are comments.  Empty
tokens are kept (published data has them), empty tags are errors.  Tags are not interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from majuscule.errors import CorpusError
from majuscule.reading.compression import stem
from majuscule.reading.documents import Document, TaggedSentence
from majuscule.reading.formats.documents.text import LONGEST_READ
from majuscule.reading.inputs import Input

DOCUMENT = "# doc "
_TAG = re.compile(r"O|[BIESULMC]-.+")


def read_sentences(lines: Iterable[tuple[int, str]], where: str) -> Iterator[TaggedSentence]:
    r"""Yield the sentences.

    >>> lines = [(1, "# doc d1"), (2, "in\tO"), (3, "Rome\tB-LOC"), (4, "")]
    >>> list(read_sentences(lines, "x.tsv"))[0].tokens
    ('in', 'Rome')
    """
    tokens: list[str] = []
    tags: list[str] = []
    document = ""
    number = 0
    for number, line in lines:
        token, tab, tag = line.partition("\t")
        fields = line.split("\t" if tab else None)
        blank, begins = not line or line.isspace(), line.startswith("-DOCSTART-")
        if tokens and (blank or begins):
            yield _sentence(tokens, tags, document, where, number)
            tokens, tags = [], []
        if blank:
            continue
        if begins:
            document = f"{stem(where)}-{number}"
        elif tab and tag and "\t" not in tag and not tag.isspace():
            tokens.append(token)
            tags.append(tag)
        elif not tab and line.startswith("# "):
            if tokens:
                raise CorpusError(
                    "a comment inside a sentence; put a blank line before it", f"{where}:{number}"
                )
            if line.startswith(DOCUMENT):
                document = line.removeprefix(DOCUMENT).strip()
        elif len(fields) > 1 and _TAG.fullmatch(fields[-1]):
            tokens.append(fields[0])
            tags.append(fields[-1])
        else:
            count = line.count("\t") + 1
            found = "an empty tag" if count == 2 else f"{count} column{'s' * (count > 1)}"
            raise CorpusError(f"needs TOKEN<TAB>TAG but has {found}", f"{where}:{number}")
    if tokens:
        yield _sentence(tokens, tags, document, where, number + 1)


def read_documents(source: Input) -> Iterator[Document]:
    """Yield the tokens of the file as documents, with sentences as paragraphs.

    Sentences without a document are a document each.  A document of more than a million characters
    is split.
    """
    where = source.where
    bare = stem(where)
    name = place = ""
    paragraphs: list[str] = []
    length = 0
    for sentence in read_sentences(source.bare_lines(), where):
        if paragraphs and (not name or sentence.document != name or length > LONGEST_READ):
            yield Document(name or f"{bare}-{place}", tuple(paragraphs), where=f"{where}:{place}")
            paragraphs, length = [], 0
        if not paragraphs:
            name, place = sentence.document, str(sentence.line)
        text = " ".join(sentence.tokens)
        if text and not text.isspace():
            paragraphs.append(text)
            length += len(text)
    if paragraphs:
        yield Document(name or f"{bare}-{place}", tuple(paragraphs), where=f"{where}:{place}")


def _sentence(
    tokens: list[str], tags: list[str], document: str, where: str, end: int
) -> TaggedSentence:
    return TaggedSentence(tuple(tokens), tuple(tags), document, where, end - len(tokens))
