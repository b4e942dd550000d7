"""The one table of routes: the application and its OpenAPI description are made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from majuscule.server import services
from majuscule.server.fields import Field, schema
from majuscule.server.services import Services, Values

OPEN, GUARDED = "open", "guarded"


@dataclass(frozen=True)
class Route:
    """A path with a method, what it takes, what it gives, and what is called."""

    method: str
    path: str
    summary: str
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
        """Return the name of the operation."""
        return self.work.__name__

    def answer_schema(self) -> Mapping[str, Any]:
        """Return the JSON schema of an answer."""
        return schema(self.gives) if self.gives else {"type": "string"}


TEXT = Field("text", "string", "The text; lines are parted by \\n.", required=True)
CASE = Field(
    "case",
    "string",
    "auto: leave well-cased lines as they are. ignore: restore everything.",
    default="auto",
    choices=("auto", "ignore"),
)
MEMORY = Field(
    "memory", "boolean", "Whether the other mentions of a word in the text count.", default=True
)
START = Field("start", "integer", "Where it begins, in code points.", required=True, low=0)
END = Field("end", "integer", "Where it ends, in code points.", required=True, low=0)
CLASS = Field(
    "class",
    "string",
    "Case class of the form.",
    required=True,
    choices=("LC", "UC", "CA", "MC", "keep"),
)
CONFIDENCE = Field(
    "confidence",
    "number",
    "Calibrated probability that it is right.",
    required=True,
    low=0,
    high=1,
)
KEY = Field("key", "string", "A key that the client chose.", required=True)
AUTHOR = Field("author", "string", "Who.", default="")
DOCUMENT = Field("document", "string", "The key of the document.", required=True)


def _says(name: str, meaning: str, type_: str = "string") -> Field:
    return Field(name, type_, meaning, required=True)


ALTERNATIVE = (
    _says("form", "Another way to write it."),
    CLASS,
    Field("probability", "number", "How probable.", required=True, low=0, high=1),
)
TOKEN = (
    START,
    END,
    _says("text", "As it came."),
    _says("form", "As it is restored."),
    CLASS,
    CONFIDENCE,
    _says("reason", "What decided."),
    Field(
        "alternatives",
        "array",
        "Other forms, the likeliest first.",
        required=True,
        items=ALTERNATIVE,
    ),
)
MENTION = (START, END, _says("label", "What kind of name."), _says("text", "The name."), CONFIDENCE)
LINE = (
    START,
    _says("verdict", "How it is written."),
    _says("restored", "Whether restoring would touch it.", "boolean"),
)
EDIT = (
    KEY,
    START,
    _says("form", "The form that is set."),
    Field("checked", "boolean", "Whether someone looked at it.", default=True),
)
CREATED = _says("created", "When, in UTC (ISO 8601).")
KEPT_EDIT = (*EDIT, AUTHOR, CREATED)
TITLE = Field("title", "string", "A name for people.", default="")
SUMMARY = (
    KEY,
    TITLE,
    AUTHOR,
    CREATED,
    _says("characters", "Its length.", "integer"),
    _says("edits", "How many edits it has.", "integer"),
)
MODEL = Field("model", "string", "Digest of the model that restored it.", default="")
WHOLE = (
    KEY,
    TITLE,
    AUTHOR,
    MODEL,
    _says("source", "The text as it came."),
    _says("restored", "The text as it was restored."),
)
TEXTS = Field("texts", "array", "Several texts, each a document.", items="string")
MODEL_NAMES = (
    _says("name", "Its name."),
    _says("language", "Its language."),
    _says("kind", "Its kind."),
)

ROUTES = (
    Route(
        "POST",
        "/restore",
        "Restore the case of a text, or of several.",
        services.restore,
        (Field("text", "string", TEXT.meaning), TEXTS, CASE, MEMORY),
        (
            Field("text", "string", "The restored text."),
            Field("texts", "array", "The restored texts.", items="string"),
        ),
        text_in="text",
        text_out="text",
    ),
    Route(
        "POST",
        "/analyze",
        "Restore a text and explain each word.",
        services.analyze,
        (
            TEXT,
            CASE,
            MEMORY,
            Field("below", "number", "Only tokens of lower confidence.", low=0, high=1),
        ),
        (
            _says("model", "Digest of the model."),
            _says("text", "The restored text."),
            Field("tokens", "array", "The tokens.", required=True, items=TOKEN),
        ),
        text_in="text",
    ),
    Route(
        "POST",
        "/entities",
        "Find names in a text of any case.",
        services.entities,
        (TEXT, MEMORY),
        (Field("mentions", "array", "The names, in order.", required=True, items=MENTION),),
        text_in="text",
    ),
    Route(
        "POST",
        "/detect",
        "Tell how each line of a text is written.",
        services.detect,
        (TEXT,),
        (Field("lines", "array", "The lines.", required=True, items=LINE),),
        text_in="text",
    ),
    Route(
        "GET",
        "/healthz",
        "Say that the server is up.",
        services.health,
        (),
        (
            _says("status", "ok"),
            _says("version", "Of majuscule."),
            Field("model", "object", "The model.", required=True, items=MODEL_NAMES),
            _says("unsure", "The page marks words of lower confidence.", "number"),
        ),
        access=OPEN,
        threaded=False,
    ),
    Route(
        "GET",
        "/documents",
        "List the documents that are kept.",
        services.list_documents,
        (),
        (Field("documents", "array", "The newest first.", required=True, items=SUMMARY),),
        limits=(409,),
    ),
    Route(
        "POST",
        "/documents",
        "Keep a document; sending it twice changes nothing.",
        services.add_document,
        WHOLE,
        (KEY, _says("new", "Whether it was not kept before.", "boolean")),
        limits=(409, 507),
    ),
    Route(
        "GET",
        "/documents/{document}",
        "Return a document with its edits.",
        services.get_document,
        (DOCUMENT,),
        (
            *WHOLE,
            CREATED,
            Field("edits", "array", "In the order made.", required=True, items=KEPT_EDIT),
        ),
        limits=(409,),
    ),
    Route(
        "DELETE",
        "/documents/{document}",
        "Forget a document and its edits.",
        services.delete_document,
        (DOCUMENT,),
        (KEY,),
        limits=(409, 507),
    ),
    Route(
        "POST",
        "/documents/{document}/edits",
        "Keep edits of a document; sending them twice changes nothing.",
        services.add_edits,
        (DOCUMENT, AUTHOR, Field("edits", "array", "In order.", required=True, items=EDIT)),
        (_says("new", "How many were not kept before.", "integer"),),
        limits=(409, 507),
    ),
    Route(
        "GET",
        "/corrections.jsonl",
        "Export all corrected documents as JSON lines.",
        services.export,
        answers="application/x-ndjson",
        limits=(409,),
    ),
)
