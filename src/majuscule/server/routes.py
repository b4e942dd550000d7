"""The table of routes, from which the application and its OpenAPI description are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from majuscule.punctuation import files
from majuscule.punctuation.policy import MARK_CHOICES
from majuscule.restore.formatted import HELD
from majuscule.restore.policy import CHOICES
from majuscule.server import services
from majuscule.server.fields import Field, schema
from majuscule.server.metrics import CONTENT_TYPE
from majuscule.server.services import Services, Values

OPEN, GUARDED = "open", "guarded"


@dataclass(frozen=True)
class Route:
    """A path and method, the fields of request and answer, and the function that does the work."""

    method: str
    path: str
    work: Callable[[Services, Values], Any]
    takes: tuple[Field, ...] = ()
    gives: tuple[Field, ...] = ()
    text_in: str = ""  # the field that a text/plain body fills; empty: JSON only
    text_out: str = ""  # the field that answers a text/plain body as text/plain
    answers: str = "application/json"
    access: str = GUARDED
    threaded: bool = True
    limits: tuple[int, ...] = ()  # status codes of errors beyond those of all routes

    @property
    def name(self) -> str:
        return self.work.__name__

    @property
    def summary(self) -> str:
        """Return a sentence on what it does."""
        return (self.work.__doc__ or "").partition("\n")[0]

    def answer_schema(self) -> Mapping[str, Any]:
        if self.gives:
            return schema(self.gives)
        return {"type": "object" if self.answers == "application/json" else "string"}


def _field(name: str, meaning: str, type_: str = "string") -> Field:
    return Field(name, type_, meaning, required=True)


def _share(name: str, meaning: str, required: bool = True) -> Field:
    return Field(name, "number", meaning, required=required, low=0, high=1)


def _list(name: str, meaning: str, items: tuple[Field, ...]) -> Field:
    return Field(name, "array", meaning, required=True, items=items)


def _choice(name: str, meaning: str, choices: tuple[str, ...], default: str) -> Field:
    return Field(name, "string", meaning, default=default, choices=choices)


def _flag(name: str, meaning: str, default: bool = False) -> Field:
    return Field(name, "boolean", meaning, default=default)


def _offset(name: str, meaning: str) -> Field:
    return Field(name, "integer", meaning, required=True, low=0)


CLASSES = ("LC", "UC", "CA", "MC", "keep")

TEXT = _field("text", "The text; lines are separated by \\n.")
SOME_TEXT = Field("text", "string", TEXT.meaning)
TEXTS = Field("texts", "array", "Several texts, each a document.", items="string")
RESTORED = Field("text", "string", "The restored text.")
ALL_RESTORED = Field("texts", "array", "The restored texts.", items="string")
CASE = _choice(
    "case",
    "auto: leave well-cased lines alone. fill: keep capitals and add missing ones. ignore: "
    "restore everything.",
    CHOICES["case"],
    "auto",
)
BREAKS = _choice(
    "lines",
    "What a line break means. auto: detect it. wrapped: nothing, the text was wrapped. separate: "
    "each line stands alone.",
    CHOICES["lines"],
    "auto",
)
STYLE = _choice(
    "style",
    "How to write headings: like sentences, in title case, or kept if already in title case.",
    CHOICES["style"],
    "sentence",
)
FLOOR = _share(
    "floor",
    "Leave out capitals inside a sentence that are less probable than this. Default: only short "
    "lines of English have floors.",
    required=False,
)
FORMAT = _choice(
    "format",
    "text: restore all of it. Any other: restore the text in a file of that format and keep the "
    "rest; offsets are those of the file.",
    HELD,
    services.PLAIN,
)
MARK_FORMAT = replace(
    FORMAT,
    meaning="text, or that of a file, which is returned with its text punctuated.",
    choices=tuple(one for one in HELD if one in files.PUNCTUATED),
)
MEMORY = _flag("memory", "Whether to take other occurrences of a word into account.", default=True)
LANGUAGE = Field(
    "language",
    "string",
    "The language of the text: that of an installed model, or auto to detect it line by line; "
    "empty: the server's model.",
    default="",
)
MARK_LANGUAGE = replace(
    LANGUAGE,
    meaning="The language of the text, if another than that of the server's model; 400 without an "
    "installed punctuation model for it, such as de-speech.",
)
ACCENTS = _flag("accents", "Whether to restore accents, in words that have none.")
AGAIN = _flag("accents_again", "Whether to restore accents in all words, those with some too.")
RESPELL = _flag(
    "respell",
    "Whether to replace substitute letters first, such as German ae; offsets refer to the text "
    "as sent.",
)
_FORMS = "Forms that override the model, each exactly as it should be written."
GLOSSARY = Field("glossary", "array", _FORMS, items="string")
BELOW = _share("below", "Return only tokens with a lower confidence than this.", required=False)
START = _offset("start", "Where it begins, in code points.")
END = _offset("end", "Where it ends, in code points.")
CLASS = Field("class", "string", "Case class of the form.", required=True, choices=CLASSES)
CONFIDENCE = _share("confidence", "Calibrated probability that it is correct.")
KEY = _field("key", "A key that the client chose.")
AUTHOR = Field("author", "string", "Who made it.", default="")
CREATED = _field("created", "When, in UTC (ISO 8601).")
DOCUMENT = _field("document", "The key of the document.")
TITLE = Field("title", "string", "A name for people.", default="")
MODEL = Field("model", "string", "Digest of the model that restored it.", default="")

ALTERNATIVE = (
    _field("form", "An alternative form."),
    CLASS,
    _share("probability", "How probable it is."),
)
TOKEN = (
    START,
    END,
    _field("text", "The word as sent."),
    _field("form", "The word as restored."),
    CLASS,
    CONFIDENCE,
    _field("reason", "What decided it."),
    _list("alternatives", "Other forms, the most probable first.", ALTERNATIVE),
)
MENTION = (
    START,
    END,
    _field("label", "The kind of name."),
    _field("text", "The name."),
    CONFIDENCE,
    Field("spans", "array", "In formats with fields: where its words are.", items=(START, END)),
)
MARKS = _choice(
    "marks",
    "add: keep existing marks. ignore: decide all marks anew.",
    MARK_CHOICES["marks"],
    "add",
)
MARK_CASE = _choice(
    "case",
    "auto: restore the case of text with hardly any capitals, elsewhere only capitalise the starts "
    "of new sentences. keep: change no letter.",
    MARK_CHOICES["case"],
    "auto",
)
FIGURES = _flag("figures", "Whether to write numbers as figures.")
MARK = (
    _offset("at", "Where in the text as sent."),
    _offset("output", "Where in the text returned."),
    _field("mark", "The mark."),
    CONFIDENCE,
    Field("replaces", "string", "The mark that was there before."),
)
PUNCTUATION = _choice(
    "punctuation",
    "add: add punctuation first; text and offsets are those without it. keep: add none.",
    ("keep", "add"),
    "keep",
)
AT = _offset("at", "Where it is, in code points.")
SIGN = _field("mark", "The mark.")
SENTENCE = (START, END, _field("text", "The sentence, with its punctuation."))
LINE = (
    START,
    _field("verdict", "How it is cased."),
    _field("restored", "Whether restoring would change it.", "boolean"),
)
EDIT = (
    KEY,
    START,
    _field("form", "The form to use."),
    Field("checked", "boolean", "Whether someone has checked it.", default=True),
    Field("mark", "string", "The mark after the word, empty for none, if marks are edited."),
)
SUMMARY = (
    KEY,
    TITLE,
    AUTHOR,
    CREATED,
    _field("characters", "Its length.", "integer"),
    _field("edits", "The number of edits.", "integer"),
)
WHOLE = (
    KEY,
    TITLE,
    AUTHOR,
    MODEL,
    Field("language", "string", "The language that it was restored as.", default=""),
    _field("source", "The text as sent."),
    _field("restored", "The text as restored."),
    Field("marks", "array", "Marks that were added, apart from the text.", items=(AT, SIGN)),
)
MODEL_NAMES = (
    _field("name", "Its name."),
    _field("language", "Its language."),
    _field("kind", "Its kind."),
)
FORMAT_NAMES = (_field("name", "Its name."), _field("suffix", "The suffix of its files' names."))
HEALTH = (
    _field("status", "ok"),
    _field("version", "The version of majuscule."),
    Field("model", "object", "The model.", required=True, items=MODEL_NAMES),
    _field("unsure", "The page highlights words with a lower confidence than this.", "number"),
    _field("corrections", "Whether the server saves what the page sends it.", "boolean"),
    Field("languages", "array", "Languages of installed models.", required=True, items="string"),
    Field("accented", "array", "Those of models of accents.", required=True, items="string"),
    _list("formats", "Formats that it reads, by file-name suffix.", FORMAT_NAMES),
    Field(
        "elsewhere",
        "array",
        "Suffixes of files that only majuscule restore reads.",
        required=True,
        items="string",
    ),
)
ANALYSIS = (
    _field("model", "Digest of the model."),
    _field("text", "The restored text."),
    _list("tokens", "The tokens.", TOKEN),
    Field("stretches", "array", "In formats with fields: where its text is.", items=(START, END)),
    Field("marks", "array", "Marks that were added.", items=(AT, SIGN, CONFIDENCE)),
)
KEPT = (*WHOLE, CREATED, _list("edits", "The edits, oldest first.", (*EDIT, AUTHOR, CREATED)))
PUNCTUATED = (
    Field(
        "language",
        "string",
        "The language of a text that was left alone because it is not the model's.",
    ),
    _field("text", "The text with its punctuation."),
    Field("marks", "array", "Of plain text: the marks that were added, in order.", items=MARK),
    Field(
        "sentences",
        "array",
        "Of plain text: the sentences, with offsets in the text as sent.",
        items=SENTENCE,
    ),
)
TEXT_LANGUAGE = Field(
    "language",
    "string",
    "The language of the text, if it is not the model's: results are poor. und: unknown.",
)
MENTIONS = _list("mentions", "The names, in order.", MENTION)
LINES = _list("lines", "The lines.", LINE)
DOCUMENTS = _list("documents", "The documents, newest first.", SUMMARY)
EDITS = _list("edits", "The edits, in order.", EDIT)
IS_NEW = _field("new", "Whether it is new to the server.", "boolean")
HOW_MANY_NEW = _field("new", "How many are new to the server.", "integer")


def _post(
    path: str,
    work: Callable[[Services, Values], Any],
    takes: tuple[Field, ...],
    gives: tuple[Field, ...],
    text_out: str = "",
) -> Route:
    """Return a route that takes a text, as a JSON field or as a text/plain body."""
    return Route("POST", path, work, takes, gives, text_in="text", text_out=text_out)


ADDED = replace(
    PUNCTUATION,
    meaning="add: add punctuation first, as in majuscule restore --punctuation add. keep: add "
    "none.",
)
HOW = (CASE, BREAKS, STYLE, FLOOR, MEMORY, LANGUAGE, ACCENTS, AGAIN, RESPELL, FORMAT, GLOSSARY)
EACH = "/documents/{document}"

ROUTES = (
    _post(
        "/restore",
        services.restore,
        (SOME_TEXT, TEXTS, *HOW, ADDED),
        (RESTORED, ALL_RESTORED),
        "text",
    ),
    _post("/analyze", services.analyze, (TEXT, *HOW, BELOW, PUNCTUATION), ANALYSIS),
    _post(
        "/entities", services.entities, (TEXT, BREAKS, MEMORY, FORMAT), (TEXT_LANGUAGE, MENTIONS)
    ),
    _post(
        "/punctuate",
        services.punctuate,
        (TEXT, MARKS, MARK_CASE, BREAKS, FIGURES, MARK_LANGUAGE, MARK_FORMAT, GLOSSARY),
        PUNCTUATED,
        "text",
    ),
    _post("/detect", services.detect, (TEXT,), (LINES,)),
    Route("GET", "/healthz", services.health, (), HEALTH, access=OPEN, threaded=False),
    Route("GET", "/documents", services.list_documents, (), (DOCUMENTS,), limits=(404, 409)),
    Route(
        "POST", "/documents", services.add_document, WHOLE, (KEY, IS_NEW), limits=(404, 409, 507)
    ),
    Route("GET", EACH, services.get_document, (DOCUMENT,), KEPT, limits=(409,)),
    Route("DELETE", EACH, services.delete_document, (DOCUMENT,), (KEY,), limits=(409, 507)),
    Route(
        "POST",
        f"{EACH}/edits",
        services.add_edits,
        (DOCUMENT, AUTHOR, EDITS),
        (HOW_MANY_NEW,),
        limits=(409, 507),
    ),
    Route(
        "GET",
        "/corrections.jsonl",
        services.export,
        answers="application/x-ndjson",
        limits=(404, 409),
    ),
    Route("GET", "/metrics", services.metrics, answers=CONTENT_TYPE, threaded=False),
    Route("GET", "/openapi.json", services.openapi, access=OPEN, threaded=False),
)
