"""The functions behind the routes, one per route: from checked fields to JSON data.

The first lines of their docstrings are the summaries in the OpenAPI description.  They run in
threads, and know nothing of HTTP but the status codes of errors.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from majuscule.accents.restorer import SUFFIX
from majuscule.corrections.export import export_lines
from majuscule.corrections.migrations import CorrectionsError
from majuscule.corrections.store import (
    CorrectedDocument,
    FullError,
    LockedError,
    Store,
    UnknownDocumentError,
    WordEdit,
)
from majuscule.detection.hint import ENOUGH
from majuscule.detection.languages import known_languages, other_language, without_region
from majuscule.entities.files import tag_content
from majuscule.errors import CorpusError, ModelError, UnclearError, UsageError
from majuscule.models import known_models
from majuscule.punctuation.files import (
    SUBTITLES,
    MarkOptions,
    check_punctuated_format,
    marked,
    planned,
    punctuate_content,
)
from majuscule.punctuation.policy import MarkPolicy, checked_marks
from majuscule.punctuation.punctuator import check_language, load_punctuator
from majuscule.reading.annotations.jsonl import as_record
from majuscule.reading.sources import read_content
from majuscule.reading.table import FORMATS, REWRITTEN
from majuscule.restore.analysis import AnalyzedToken, written
from majuscule.restore.formatted import (
    HELD,
    analyze_formatted,
    restore_formatted,
    without_marks,
)
from majuscule.restore.languages.loading import load_any
from majuscule.restore.truecaser import Truecaser
from majuscule.server.metrics import Metrics
from majuscule.server.problems import RequestError, busy
from majuscule.version import __version__

if TYPE_CHECKING:
    from majuscule.entities.interface import Finder
    from majuscule.punctuation.punctuator import Punctuator

Values = dict[str, Any]
Model = TypeVar("Model")

KEPT = 16
"""The number of truecasers with a request's glossary that are cached."""

MARKED = (*SUBTITLES, "ctm")
"""Formats besides plain text to which the page can add marks: each word occurs in them once."""

STATUSES: dict[type[Exception], int] = {
    FullError: 507,
    UnknownDocumentError: 404,
    CorrectionsError: 409,
    UsageError: 400,
}
"""Error of the store -> status code, subclasses first."""

CASE_KEPT = MarkOptions(checked_marks(MarkPolicy(case="keep")))

PLAIN = "text"
"""The format of plain text, which is one document."""


@dataclass
class Services:
    """The models of a server, and the store of corrections if they are kept."""

    truecaser: Truecaser
    store: Store | None
    load_entities: Callable[[], Finder]
    load_marks: Callable[[], Punctuator]
    unsure: float = 0.9
    metrics: Metrics = field(default_factory=Metrics)
    description: Values = field(default_factory=dict)
    _loaded: dict[str, Any] = field(default_factory=dict)
    _with_glossary: dict[tuple[str, ...], Truecaser] = field(default_factory=dict)
    _languages: dict[str, Truecaser] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def installed(self) -> tuple[str, ...]:
        """Return the names of installed models, looked up once: that takes long."""
        return known_models()

    def languages(self) -> list[str]:
        """Return the tags of languages that have an installed model."""
        return [one for one in known_languages() if one in self.installed]

    def accented(self) -> list[str]:
        """Return the tags of languages that have an installed model of accents."""
        return [one.removesuffix(SUFFIX) for one in self.installed if one.endswith(SUFFIX)]

    def of(self, language: str) -> Truecaser:
        """Return the truecaser of a language tag, loaded on first use."""
        return self._of(without_region(language)).in_region(language)

    def _of(self, language: str) -> Truecaser:
        if language in ("", self.truecaser.header.language):
            return self.truecaser
        with self._lock:
            if language not in self._languages:
                if language not in ("auto", *self.languages()):
                    known = f"{', '.join(self.languages())}; auto detects the language"
                    raise RequestError(
                        400, f"this server has no model for {language!r}, only for {known}"
                    )
                truecaser = load_any(language)
                self._languages[language] = replace(truecaser, protect=self.truecaser.protect)
            return self._languages[language]

    def with_glossary(self, forms: list[str] | None, language: str = "") -> Truecaser:
        """Return the truecaser with a request's glossary; recent ones are cached."""
        truecaser = self.of(language)
        if not forms:
            return truecaser
        key = (language, *forms)
        found = self._with_glossary.get(key)
        if found is None:
            try:
                found = truecaser.with_rules(glossary=forms)
            except UsageError as error:
                raise RequestError(400, str(error)) from error
            with self._lock:
                if len(self._with_glossary) >= KEPT:
                    self._with_glossary.clear()
                self._with_glossary[key] = found
        return found

    def entities(self) -> Finder:
        """Return the entity tagger, loaded on first use."""
        return self._load_once("entity model", self.load_entities)

    def marks(self, language: str = "", forms: list[str] | None = None) -> Punctuator:
        """Return the punctuator of a language, else the server's, with the rules of the truecaser
        and a request's glossary; loaded on first use."""
        language = without_region(language)
        name = f"{language}-speech"
        if language == self.truecaser.header.language or name not in self.installed:
            found = self._load_once("punctuation model", self.load_marks)
            language = ""
        else:
            found = self._load_once(name, partial(load_punctuator, name))
        ruled = self.with_glossary(forms, language if language in self.installed else "")
        return _with_rules_of(ruled, found)

    def _load_once(self, what: str, load: Callable[[], Model]) -> Model:
        with self._lock:
            if what not in self._loaded:
                try:
                    self._loaded[what] = load()
                except (ModelError, UsageError) as error:
                    raise RequestError(503, f"this server has no {what} ({error})") from error
            model: Model = self._loaded[what]
            return model

    @contextmanager
    def corrections(self) -> Iterator[Store]:
        """Yield the store; its errors become request errors, with 503 if a retry may help."""
        if self.store is None:
            raise RequestError(
                404, "this server keeps no corrections; start it with --corrections FILE"
            )
        try:
            yield self.store
        except LockedError as error:
            raise busy(str(error)) from error
        except (CorrectionsError, UsageError) as error:
            status = next(code for kind, code in STATUSES.items() if isinstance(error, kind))
            raise RequestError(status, str(error)) from error


@lru_cache(KEPT)
def _with_rules_of(truecaser: Truecaser, punctuator: Punctuator) -> Punctuator:
    """Return the punctuator with the glossary and the protected text of a truecaser."""
    own = truecaser.header.language == punctuator.header.language
    return punctuator.with_rules(glossary=truecaser.glossary, protect=truecaser.protect, alone=own)


@contextmanager
def _readable(format_: str) -> Iterator[None]:
    """Turn errors of reading a text in its declared format into request errors."""
    try:
        yield
    except (CorpusError, UsageError) as error:
        if isinstance(error, UnclearError) and format_ == "json":
            what = "this JSON is not the output of a speech recogniser"
            raise RequestError(400, f"{what}; send the texts of other JSON as texts") from error
        # Messages name the options of the command, which are fields here.
        raise RequestError(400, str(error).replace("--format ", "format ")) from error


def restore(services: Services, values: Values) -> Values:
    """Restore the case of a text, or of several."""
    text, texts, format_ = (values.pop(name) for name in ("text", "texts", "format"))
    language, add = values.pop("language"), values.pop("punctuation") == "add"
    forms = values.pop("glossary")
    truecaser = services.with_glossary(forms, language)
    if (text is None) == (texts is None):
        raise RequestError(400, "give either text or texts")
    inputs = [text] if texts is None else texts
    with _readable(format_):
        if add:
            check_punctuated_format(format_)
            punctuator = services.marks(language, forms)
            check_language(punctuator, truecaser.header.language)
            values["marks"] = partial(marked, punctuator, options=CASE_KEPT)
        if format_ == PLAIN and not add:
            restored = list(truecaser.restore_many(inputs, jobs=1, **values))
        else:
            restored = [restore_formatted(truecaser, one, format_, **values) for one in inputs]
    return {"text": restored[0]} if texts is None else {"texts": restored}


def analyze(services: Services, values: Values) -> str:
    """Restore a text and explain each word."""
    format_, language = values.pop("format"), values.pop("language")
    forms = values.pop("glossary")
    truecaser = services.with_glossary(forms, language)
    head, marks = {"model": truecaser.digest}, None
    if values.pop("punctuation") == "add":
        if format_ not in (PLAIN, *MARKED):
            known = ", ".join((PLAIN, *MARKED))
            raise RequestError(400, f"punctuation can be added to {known}, not to {format_}")
        punctuator = services.marks(language, forms)
        if format_ == PLAIN:
            return written(*_marked(punctuator, truecaser, **values))
        marks = partial(planned, punctuator, options=CASE_KEPT)
    with _readable(format_):
        if format_ == PLAIN:
            plain = truecaser.analyze(**values)
            return written({**head, "text": plain.text}, plain.tokens)
        text = values.pop("text")
        analysis = analyze_formatted(truecaser, text, format_, marks=marks, **values)
    return written({**head, **analysis.fields()}, analysis.tokens)


def _marked(
    punctuator: Punctuator, truecaser: Truecaser, text: str, **policy: Any
) -> tuple[Values, list[AnalyzedToken]]:
    """Return the analysis of a text after adding marks; offsets refer to the text without them."""
    how = MarkPolicy(case="keep", lines=policy["lines"])
    (plan,) = punctuator.plan_many([text], jobs=1, sentences=False, **how)
    punctuated = plan.apply()
    restored, tokens = without_marks(truecaser.analyze(str(punctuated), **policy), punctuated)
    marks = [
        {"at": one.at, "mark": one.mark, "confidence": round(one.confidence, 4)}
        for one in plan.marks
    ]
    return {"model": truecaser.digest, "text": restored, "marks": marks}, tokens


def entities(services: Services, values: Values) -> Values:
    """Find names in a text of any case."""
    text, format_ = values.pop("text"), values.pop("format")
    tagger = services.entities()
    said = text
    with _readable(format_):
        if format_ != PLAIN:
            said = "\n".join(one.text for one in read_content(text, format_))
            found = list(tag_content(tagger, text, format_, **values))
    other = other_language(said[:ENOUGH], tagger.language)
    head = {"language": other} if other else {}
    if format_ == PLAIN:
        return {**head, "mentions": [as_record(one, text) for one in tagger.tag(text, **values)]}
    return {
        **head,
        "mentions": [
            {
                "start": spans[0][0],
                "end": spans[-1][1],
                "label": one.label,
                "text": words,
                "confidence": round(one.confidence, 4),
                "spans": [{"start": start, "end": end} for start, end in spans],
            }
            for words, one, spans in found
        ],
    }


def punctuate(services: Services, values: Values) -> Values:
    """Add punctuation and capitals to a text that has none."""
    language, format_ = values.pop("language"), values.pop("format")
    punctuator = services.marks(language, values.pop("glossary"))
    with _readable(format_):
        check_language(punctuator, language)
        if format_ == PLAIN:
            return punctuator.plan(**values).to_json()
        text, others = punctuate_content(punctuator, values.pop("text"), format_, **values)
    return {"text": text, **({"language": others[0]} if others else {})}


def detect(services: Services, values: Values) -> Values:
    """Detect how each line of a text is cased."""
    lines = services.truecaser.detect(values["text"])
    return {
        "lines": [
            {"start": one.start, "verdict": one.verdict, "restored": one.restored} for one in lines
        ]
    }


def health(services: Services, _values: Values) -> Values:
    """Say that the server is up."""
    header = services.truecaser.header
    return {
        "status": "ok",
        "version": __version__,
        "model": {"name": header.name, "language": header.language, "kind": header.kind},
        "unsure": services.unsure,
        "corrections": services.store is not None,
        "languages": services.languages(),
        "accented": services.accented(),
        "formats": [
            {"name": name, "suffix": suffix} for name in HELD for suffix in FORMATS[name].suffixes
        ],
        "elsewhere": [
            suffix for name in REWRITTEN if name not in HELD for suffix in FORMATS[name].suffixes
        ],
    }


def list_documents(services: Services, _values: Values) -> Values:
    """List the saved documents."""
    with services.corrections() as store:
        return {"documents": [asdict(one) for one in store.documents()]}


def add_document(services: Services, values: Values) -> Values:
    """Save a document; sending it twice changes nothing."""
    marks = values.pop("marks")
    pairs = None if marks is None else tuple((one["at"], one["mark"]) for one in marks)
    with services.corrections() as store:
        new = store.add_document(CorrectedDocument(created="", marks=pairs, **values))
    return {"key": values["key"], "new": new}


def get_document(services: Services, values: Values) -> Values:
    """Return a document with its edits."""
    with services.corrections() as store:
        document = asdict(store.document(values["document"]))
    for edit in document["edits"]:
        if edit["mark"] is None:
            del edit["mark"]
    marks = document.pop("marks")
    if marks is not None:
        document["marks"] = [{"at": a, "mark": m} for a, m in marks]
    return document


def delete_document(services: Services, values: Values) -> Values:
    """Delete a document and its edits."""
    with services.corrections() as store:
        store.delete(values["document"])
    return {"key": values["document"]}


def add_edits(services: Services, values: Values) -> Values:
    """Save edits of a document; sending them twice changes nothing."""
    edits = [WordEdit(**edit) for edit in values["edits"]]
    with services.corrections() as store:
        new = store.add_edits(values["document"], values["author"], edits)
    return {"new": new}


def export(services: Services, _values: Values) -> str:
    """Export all corrected documents as JSON lines."""
    with services.corrections() as store:
        return "".join(f"{line}\n" for line in export_lines(store))


def metrics(services: Services, _values: Values) -> str:
    """Return metrics for Prometheus."""
    return services.metrics.text()


def openapi(services: Services, _values: Values) -> Values:
    """Return this description."""
    return services.description
