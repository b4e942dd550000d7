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


def _choice(name: str, meaning: str, choices: tuple[str, ...], default: str) -> Field:
    return Field(name, "string", meaning, default=default, choices=choices)


def _flag(name: str, meaning: str, default: bool = False) -> Field:
    return Field(name, "boolean", meaning, default=default)


def _place(name: str, meaning: str) -> Field:
    return Field(name, "integer", meaning, required=True, low=0)


CLASSES = ("LC", "UC", "CA", "MC", "keep")

TEXT = _says("text", "The text; lines are separated by \\n.")
SOME_TEXT = Field("text", "string", TEXT.meaning)
TEXTS = Field("texts", "array", "Several texts, each a document.", items="string")
RESTORED = Field("text", "string", "The restored text.")
ALL_RESTORED = Field("texts", "array", "The restored texts.", items="string")
CASE = _choice(
    "case",
    "auto: leave well-cased lines as they are. fill: keep capitals and add missing ones. ignore: "
    "restore everything.",
    CHOICES["case"],
    "auto",
)
BREAKS = _choice(
    "lines",
    "What a line break means. auto: find out; wrapped: nothing; separate: each line is one.",
    CHOICES["lines"],
    "auto",
)
STYLE = _choice(
    "style",
    "How headings are written: like sentences, in title case, or kept if they come in title case.",
    CHOICES["style"],
    "sentence",
)
FLOOR = _share(
    "floor",
    "Capitals inside a sentence that are less probable are left out. Without it, only short lines "
    "of English have floors.",
    required=False,
)
FORMAT = _choice(
    "format",
    "text: restore all of it. Any other: restore the text in a file of that format, and keep the "
    "rest; offsets are those of the file.",
    HELD,
    services.PLAIN,
)
MEMORY = _flag("memory", "Whether other occurrences of a word count.", default=True)
LANGUAGE = Field(
    "language",
    "string",
    "The language of the text: that of an installed model, or auto, which tells it line by line; "
    "empty: the server's model.",
    default="",
)
ACCENTS = _flag("accents", "Whether to restore the marks of letters.")
RESPELL = _flag(
    "respell",
    "Whether letters typed for others are respelt first, such as German ae; offsets stay those of "
    "the text as it came.",
)
_FORMS = "Forms that win over the model, each as it is to be written."
GLOSSARY = Field("glossary", "array", _FORMS, items="string")
BELOW = _share("below", "Only tokens of lower confidence.", required=False)
START = _place("start", "Where it begins, in code points.")
END = _place("end", "Where it ends, in code points.")
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
MARKS = _choice(
    "marks",
    "add: keep the marks that are there. ignore: judge all anew.",
    MARK_CHOICES["marks"],
    "add",
)
MARK_CASE = _choice(
    "case",
    "auto: restore the case of text without capitals, else only begin new sentences with one. "
    "keep: change no letter.",
    MARK_CHOICES["case"],
    "auto",
)
FIGURES = _flag("figures", "Whether numbers become figures.")
MARK = (
    _place("at", "Where in the text as it came."),
    _place("output", "Where in the text that is given back."),
    _says("mark", "The mark."),
    CONFIDENCE,
    Field("replaces", "string", "The mark that was there."),
)
PUNCTUATION = _choice(
    "punctuation",
    "add: put marks in first; text and offsets are those without them. keep: put none in.",
    ("keep", "add"),
    "keep",
)
AT = _place("at", "Where it stands, in code points.")
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


def _post(
    path: str,
    work: Callable[[Services, Values], Any],
    takes: tuple[Field, ...],
    gives: tuple[Field, ...],
    text_out: str = "",
) -> Route:
    """Return a route that takes a text, also as the whole body."""
    return Route("POST", path, work, takes, gives, text_in="text", text_out=text_out)


HOW = (CASE, BREAKS, STYLE, FLOOR, MEMORY, LANGUAGE, ACCENTS, RESPELL, FORMAT, GLOSSARY)
EACH = "/documents/{document}"

ROUTES = (
    _post("/restore", services.restore, (SOME_TEXT, TEXTS, *HOW), (RESTORED, ALL_RESTORED), "text"),
    _post("/analyze", services.analyze, (TEXT, *HOW, BELOW, PUNCTUATION), ANALYSIS),
    _post("/entities", services.entities, (TEXT, MEMORY, FORMAT), (MENTIONS,)),
    _post(
        "/punctuate",
        services.punctuate,
        (TEXT, MARKS, MARK_CASE, BREAKS, FIGURES),
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
