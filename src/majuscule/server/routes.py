"""The one table of routes: the application and its OpenAPI description are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

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
    """A path with a method, what it takes, what it gives, and what is called."""

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
    limits: tuple[int, ...] = ()  # status codes beyond those that every route may give

    @property
    def name(self) -> str:
        return self.work.__name__

    @property
    def summary(self) -> str:
        """Return what it does, in a sentence."""
        return (self.work.__doc__ or "").partition("\n")[0]

    def answer_schema(self) -> Mapping[str, Any]:
        if self.gives:
            return schema(self.gives)
        return {"type": "object" if self.answers == "application/json" else "string"}


def _says(name: str, meaning: str, type_: str = "string") -> Field:
    return Field(name, type_, meaning, required=True)


def _share(name: str, meaning: str, required: bool = True) -> Field:
    return Field(name, "number", meaning, required=required, low=0, high=1)


def _list(name: str, meaning: str, items: tuple[Field, ...]) -> Field:
    return Field(name, "array", meaning, required=True, items=items)


CLASSES = ("LC", "UC", "CA", "MC", "keep")

TEXT = _says("text", "The text; lines are separated by \\n.")
SOME_TEXT = Field("text", "string", TEXT.meaning)
TEXTS = Field("texts", "array", "Several texts, each a document.", items="string")
RESTORED = Field("text", "string", "The restored text.")
ALL_RESTORED = Field("texts", "array", "The restored texts.", items="string")
CASE = Field(
    "case",
    "string",
    "auto: leave well-cased lines as they are. fill: keep capitals and add missing ones. ignore: "
    "restore everything.",
    default="auto",
    choices=CHOICES["case"],
)
BREAKS = Field(
    "lines",
    "string",
    "What a line break means. auto: find out; wrapped: nothing; separate: each line is one.",
    default="auto",
    choices=CHOICES["lines"],
)
STYLE = Field(
    "style",
    "string",
    "How headings are written: like sentences, in title case, or kept if they come in title case.",
    default="sentence",
    choices=CHOICES["style"],
)
FLOOR = Field(
    "floor",
    "number",
    "Capitals inside a sentence that are less probable are left out. Without it, only short lines "
    "of English have floors.",
    low=0,
    high=1,
)
FORMAT = Field(
    "format",
    "string",
    "text: restore all of it. Any other: restore the text in a file of that format, and keep the "
    "rest; offsets are those of the file.",
    default=services.PLAIN,
    choices=HELD,
)
MEMORY = Field("memory", "boolean", "Whether other occurrences of a word count.", default=True)
LANGUAGE = Field(
    "language",
    "string",
    "The language of the text: that of an installed model, or auto, which tells it line by line; "
    "empty: the server's model.",
    default="",
)
ACCENTS = Field("accents", "boolean", "Whether to restore the marks of letters.", default=False)
RESPELL = Field(
    "respell",
    "boolean",
    "Whether letters typed for others are respelt first, such as German ae; offsets stay those of "
    "the text as it came.",
    default=False,
)
GLOSSARY = Field(
    "glossary",
    "array",
    "Forms that win over the model, each as it is to be written.",
    items="string",
)
BELOW = _share("below", "Only tokens of lower confidence.", required=False)
START = Field("start", "integer", "Where it begins, in code points.", required=True, low=0)
END = Field("end", "integer", "Where it ends, in code points.", required=True, low=0)
CLASS = Field("class", "string", "Case class of the form.", required=True, choices=CLASSES)
CONFIDENCE = _share("confidence", "Calibrated probability that it is right.")
KEY = _says("key", "A key that the client chose.")
AUTHOR = Field("author", "string", "Who made it.", default="")
CREATED = _says("created", "When, in UTC (ISO 8601).")
DOCUMENT = _says("document", "The key of the document.")
TITLE = Field("title", "string", "A name for people.", default="")
MODEL = Field("model", "string", "Digest of the model that restored it.", default="")

ALTERNATIVE = (
    _says("form", "Another way to write it."),
    CLASS,
    _share("probability", "How probable it is."),
)
TOKEN = (
    START,
    END,
    _says("text", "The word as it came."),
    _says("form", "The word as it is restored."),
    CLASS,
    CONFIDENCE,
    _says("reason", "What decided it."),
    _list("alternatives", "Other forms, the most probable first.", ALTERNATIVE),
)
MENTION = (
    START,
    END,
    _says("label", "What kind of name."),
    _says("text", "The name."),
    CONFIDENCE,
    Field("spans", "array", "Of a format: where its words are.", items=(START, END)),
)
MARKS = Field(
    "marks",
    "string",
    "add: keep the marks that are there. ignore: judge all anew.",
    default="add",
    choices=MARK_CHOICES["marks"],
)
MARK_CASE = Field(
    "case",
    "string",
    "auto: restore the case of text without capitals, else only begin new sentences with one. "
    "keep: change no letter.",
    default="auto",
    choices=MARK_CHOICES["case"],
)
FIGURES = Field("figures", "boolean", "Whether numbers become figures.", default=False)
MARK = (
    Field("at", "integer", "Where in the text as it came.", required=True, low=0),
    Field("output", "integer", "Where in the text that is given back.", required=True, low=0),
    _says("mark", "The mark."),
    CONFIDENCE,
    Field("replaces", "string", "The mark that was there."),
)
PUNCTUATION = Field(
    "punctuation",
    "string",
    "add: put marks in first; text and offsets are those without them. keep: put none in.",
    default="keep",
    choices=("keep", "add"),
)
AT = Field("at", "integer", "Where it stands, in code points.", required=True, low=0)
SIGN = _says("mark", "The mark.")
SENTENCE = (START, END, _says("text", "The sentence, with its marks."))
LINE = (
    START,
    _says("verdict", "How it is written."),
    _says("restored", "Whether restoring would change it.", "boolean"),
)
EDIT = (
    KEY,
    START,
    _says("form", "The form that is set."),
    Field("checked", "boolean", "Whether someone looked at it.", default=True),
    Field("mark", "string", "What stands behind the word, empty for nothing, if marks are set."),
)
SUMMARY = (
    KEY,
    TITLE,
    AUTHOR,
    CREATED,
    _says("characters", "Its length.", "integer"),
    _says("edits", "How many edits it has.", "integer"),
)
WHOLE = (
    KEY,
    TITLE,
    AUTHOR,
    MODEL,
    _says("source", "The text as it came."),
    _says("restored", "The text as it was restored."),
    Field("marks", "array", "Marks that were put in, apart from the text.", items=(AT, SIGN)),
)
MODEL_NAMES = (
    _says("name", "Its name."),
    _says("language", "Its language."),
    _says("kind", "Its kind."),
)
FORMAT_NAMES = (_says("name", "Its name."), _says("suffix", "How a file's name ends."))
HEALTH = (
    _says("status", "ok"),
    _says("version", "The version of majuscule."),
    Field("model", "object", "The model.", required=True, items=MODEL_NAMES),
    _says("unsure", "The page marks words of lower confidence.", "number"),
    _says("corrections", "Whether the server keeps what the page sends it.", "boolean"),
    Field("languages", "array", "Languages of installed models.", required=True, items="string"),
    _list("formats", "What it reads, by how files are named.", FORMAT_NAMES),
)
ANALYSIS = (
    _says("model", "Digest of the model."),
    _says("text", "The restored text."),
    _list("tokens", "The tokens.", TOKEN),
    Field("stretches", "array", "Of a format: where its text is.", items=(START, END)),
    Field("marks", "array", "Marks that were put in.", items=(AT, SIGN, CONFIDENCE)),
)
KEPT = (*WHOLE, CREATED, _list("edits", "In the order made.", (*EDIT, AUTHOR, CREATED)))
PUNCTUATED = (
    Field("language", "string", "That of a text that was left alone, not being in the model's."),
    _says("text", "The text with its marks."),
    _list("marks", "The marks that were put in, in order.", MARK),
    _list("sentences", "The sentences, with offsets of the text as it came.", SENTENCE),
)
MENTIONS = _list("mentions", "The names, in order.", MENTION)
LINES = _list("lines", "The lines.", LINE)
DOCUMENTS = _list("documents", "The newest first.", SUMMARY)
EDITS = _list("edits", "In order.", EDIT)
IS_NEW = _says("new", "Whether it was not kept before.", "boolean")
HOW_MANY_NEW = _says("new", "How many were not kept before.", "integer")

ROUTES = (
    Route(
        "POST",
        "/restore",
        services.restore,
        (
            *(SOME_TEXT, TEXTS, CASE, BREAKS, STYLE, FLOOR, MEMORY, LANGUAGE, ACCENTS, RESPELL),
            *(FORMAT, GLOSSARY),
        ),
        (RESTORED, ALL_RESTORED),
        text_in="text",
        text_out="text",
    ),
    Route(
        "POST",
        "/analyze",
        services.analyze,
        (
            *(TEXT, CASE, BREAKS, STYLE, FLOOR, MEMORY, LANGUAGE, ACCENTS, RESPELL),
            *(FORMAT, GLOSSARY, BELOW, PUNCTUATION),
        ),
        ANALYSIS,
        text_in="text",
    ),
    Route(
        "POST", "/entities", services.entities, (TEXT, MEMORY, FORMAT), (MENTIONS,), text_in="text"
    ),
    Route(
        "POST",
        "/punctuate",
        services.punctuate,
        (TEXT, MARKS, MARK_CASE, BREAKS, FIGURES),
        PUNCTUATED,
        text_in="text",
        text_out="text",
    ),
    Route("POST", "/detect", services.detect, (TEXT,), (LINES,), text_in="text"),
    Route("GET", "/healthz", services.health, (), HEALTH, access=OPEN, threaded=False),
    Route("GET", "/documents", services.list_documents, (), (DOCUMENTS,), limits=(404, 409)),
    Route(
        "POST", "/documents", services.add_document, WHOLE, (KEY, IS_NEW), limits=(404, 409, 507)
    ),
    Route("GET", "/documents/{document}", services.get_document, (DOCUMENT,), KEPT, limits=(409,)),
    Route(
        "DELETE",
        "/documents/{document}",
        services.delete_document,
        (DOCUMENT,),
        (KEY,),
        limits=(409, 507),
    ),
    Route(
        "POST",
        "/documents/{document}/edits",
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
