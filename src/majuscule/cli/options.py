"""Options that several commands share, and the parsing of their values."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from majuscule.cli.completing import models_named
from majuscule.files import several
from majuscule.reading.table import FORMATS, REWRITTEN

if TYPE_CHECKING:
    from majuscule.models.card import Card
    from majuscule.reading import Reading

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator = Callable[[Command], Command]

FROM_COMMAND_LINE = click.core.ParameterSource.COMMANDLINE
NAME = "majuscule"
COMPLETE = "_MAJUSCULE_COMPLETE"
"""The environment variable with which shells request completions."""


def recorded_command() -> str:
    """Return the command as it was typed, for model cards and reports."""
    import shlex

    return shlex.join([NAME, *click.get_current_context().find_root().obj.arguments])


def stacked(*options: Decorator[Any]) -> Decorator[Any]:
    """Return several options as one decorator; the help lists them in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def gathered(name: str, make: Callable[..., Any], *options: Decorator[Any]) -> Decorator[Any]:
    """Return options whose values are passed to the command as one argument, ``name``.

    ``make`` builds it from the values, by keyword; options without a value are left to its
    defaults.
    """
    names = [one.name for one in stacked(*options)(lambda: None).__click_params__]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def call(**values: Any) -> Any:
            own = {one: values.pop(one) for one in names}
            own = {one: value for one, value in own.items() if value is not None}
            return command(**values, **{name: make(**own)})

        return stacked(*options)(call)  # type: ignore[no-any-return]

    return decorate


def _or_standard_input(
    context: click.Context, _argument: click.Parameter, files: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the files, or standard input if there are none; at a terminal, say that it is read."""
    files = (*several(files),) or ("-",)
    if "-" in files and sys.stdin is not None and sys.stdin.isatty():
        from majuscule.cli.progress import ProgressBar

        if not context.resilient_parsing:
            ProgressBar().tell("reading what you type; Ctrl-D ends it")
    return files


FILES = click.argument(
    "files",
    nargs=-1,
    type=click.Path(path_type=str, readable=False),  # errors are raised on opening
    metavar="[FILES]...",
    callback=_or_standard_input,
)


def _output(more: str = "") -> Decorator[Any]:
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write to FILE, which appears only once it is complete, compressed if its name ends "
        f"in .gz, .bz2, .xz or .zst{more}. Default: standard output.",
    )


OUTPUT = _output()
OUTPUTS = _output("; or to a folder, FOLDER/, one output per file")


def json_option(what: str) -> Decorator[Any]:
    return click.option("--json", "as_json", is_flag=True, help=what)


JSON = json_option("Print JSON.")

ERRORS = click.option(
    "--errors",
    type=click.Choice(["strict", "replace"]),
    default="strict",
    show_default=True,
    help="At bytes that are not UTF-8 (or of --encoding): stop, or replace them with U+FFFD.",
)

ENCODING = click.option(
    "--encoding",
    default="",
    metavar="NAME",
    help="Encoding of the text, such as latin-1; rewritten files keep it. auto detects it (needs "
    "the extra encodings). Default: UTF-8, or UTF-16 where a byte-order mark says so.",
)

JOBS = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Number of threads; affects the speed, not the output. Default: one per core.",
)

LOOKAHEAD = click.option(
    "--lookahead",
    type=click.IntRange(0),
    metavar="N",
    help="Punctuate plain text that is piped in word by word. Each word is written after N more "
    "words, or once none has come for a second, and is never revised.",
)

ANY_FORMAT = click.option(
    "--format",
    "format_",
    type=click.Choice(REWRITTEN),
    help="Format of the input. Default: by file name, compressed or not; otherwise text.",
)

CORPUS_FORMAT = click.option(
    "--format",
    type=click.Choice(list(FORMATS)),
    help="Format of the files. Default: by file name. lines: one document per line; whole: one "
    "document per file; conll: two columns, the default for .tsv.",
)

CORPUS_FIELD = click.option(
    "--field",
    "--column",
    "field",
    metavar="NAME",
    help="Where the text is: a JSON field, or a path such as segments[].text or **.body (default: "
    "in JSON lines paragraphs, or else text); a table column (default: text); an HTML or XML "
    "element (default: everything but code).",
)

HEADER = click.option(
    "--header/--no-header",
    default=True,
    help="Whether the first row of a CSV or TSV table names the columns. Default: yes.",
)

CORPUS = stacked(CORPUS_FORMAT, CORPUS_FIELD, HEADER, ENCODING, ERRORS)
"""How well-cased text is read: ``format``, ``field``, ``header``, ``encoding``, ``errors``."""

COLUMN = click.option(
    "--field",
    "--column",
    "fields",
    multiple=True,
    metavar="NAME",
    help="Where the text is; may be repeated. A JSON field, or a path such as segments[].text or "
    "**.body (default: in JSON lines paragraphs, or else text); a table column by name or number "
    "(default: text); an HTML or XML element (default: everything but code).",
)

DELIMITER = click.option(
    "--delimiter",
    metavar="CHAR",
    help="Character that separates the cells of a table. Default: in TSV, the tab; in CSV, "
    "whichever of comma, semicolon, tab and bar occurs most often in the first row.",
)

KEEP_BROKEN = click.option(
    "--keep-broken",
    is_flag=True,
    help="Copy unreadable lines, rows and cues unchanged and report how many, instead of "
    "stopping at the first.",
)

DOCUMENT = click.option(
    "--document",
    "how",
    type=click.Choice(["auto", "line", "blank", "file"]),
    default="auto",
    show_default=True,
    help="What counts as a document in plain text: a line, a block between blank lines, or a "
    "file. auto: file for files and for piped text that is complete at once, line for text that "
    "is typed or still being written. In JSON lines, each record is a document.",
)

MEMORY = click.option(
    "--memory/--no-memory",
    default=True,
    help="Whether to take other occurrences of a word in the same document into account. "
    "Default: yes.",
)


def _rules(glossary: tuple[str, ...], protect: tuple[str, ...], shipped: bool) -> dict[str, Any]:
    from functools import reduce
    from operator import or_

    from majuscule.words.glossaries.glossary import NO_GLOSSARY, Glossary

    forms = reduce(or_, map(Glossary.read, glossary), NO_GLOSSARY)
    return {"glossary": forms, "protect": protect, "alone": not shipped}


RULES = gathered(
    "rules",
    _rules,
    click.option(
        "--glossary",
        multiple=True,
        metavar="FILE",
        help="Forms that override the model, one per line, such as OpenAI, npm or Bank of "
        "America; may be repeated.",
    ),
    click.option(
        "--shipped-glossary/--no-shipped-glossary",
        "shipped",
        default=True,
        help="Whether to use the glossary that comes with the language. Default: yes.",
    ),
    click.option(
        "--protect",
        multiple=True,
        metavar="REGEX",
        help="Never change text that matches this regular expression, within a line and in any "
        "case; may be repeated.",
    ),
)
"""Rules that override the model, as one argument ``rules``, for ``Truecaser.with_rules``."""


def resamples_option(least: int, what: str) -> Decorator[Any]:
    return click.option(
        "--resamples",
        type=click.IntRange(least),
        default=1000,
        show_default=True,
        help=f"Bootstrap resamples for {what}.",
    )


RESAMPLES = resamples_option(0, "the intervals; 0: no intervals")

KEEP = click.option(
    "--keep",
    type=click.Choice(["cased", "all"]),
    default="cased",
    show_default=True,
    help="Which documents to learn from: only well-cased ones, or all.",
)

WORDS = click.option(
    "--words", type=click.IntRange(0), default=0, help="Stop after about this many words."
)

SETTINGS = click.option(
    "--option",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of this kind of model, such as epochs=2; may be repeated. An unknown "
    "name lists the known ones.",
)


def model_option(what: str, name: str = "{}") -> Decorator[Any]:
    """Return two options as one argument ``model``; ``name``: that of the model of a language."""

    def choose(model: str, language: str = "") -> str:
        if not language:
            return model
        if click.get_current_context().get_parameter_source("model") is FROM_COMMAND_LINE:
            raise click.UsageError(
                "--model and --language both choose the model; give only one of them"
            )
        if name == "{}":
            return language
        if language == "auto":
            raise click.UsageError("--language auto is only for restoring case; name the language")
        from majuscule.detection.languages import without_region
        from majuscule.models.names import model_of

        return model_of(without_region(language), name, what.removeprefix("Model that "))

    more = ""
    if name == "{}":
        more = (
            " With a country (pt-PT, pt-BR, de-CH), accents and respelt words are written as "
            "there. auto detects the language of each line and leaves lines without an installed "
            "model alone."
        )
    return gathered(
        "model",
        choose,
        click.option(
            "-m",
            "--model",
            default=name.format("en"),
            show_default=True,
            metavar="MODEL",
            shell_complete=models_named(name),
            help=f"{what}: a name (see majuscule model list) or the path of a model file.",
        ),
        click.option(
            "--language",
            metavar="TAG",
            help=f"Language of the text: use the model {name.format('TAG')}, such as "
            f"{name.format('zh' if name == 'entities-{}' else 'de')}.{more}",
        ),
    )


def file_option(metavar: str, what: str) -> Decorator[Any]:
    """Return a required option ``--output``."""
    return click.option("-o", "--output", required=True, metavar=metavar, help=what)


def _card(**values: Any) -> Card:
    from majuscule.models.card import Card

    return Card(**values, command=recorded_command())


CARD = gathered(
    "card",
    _card,
    click.option("--name", default="", help="Name of the model. Default: that of its file."),
    click.option(
        "--language", default="", metavar="TAG", help="Language of the model, such as en."
    ),
    click.option("--description", default="", metavar="TEXT", help="A sentence for its card."),
    click.option("--licence", default="", metavar="NAME", help="Licence of the model file."),
    click.option(
        "--weak-spot",
        "weak_spots",
        multiple=True,
        metavar="TEXT",
        help="A known weak spot, for the card; may be repeated.",
    ),
)
"""The content of a model's card, as one argument ``card``."""


def _reading(how: str = "auto", encoding: str = "", **options: Any) -> Reading:
    from majuscule.reading import Reading
    from majuscule.reading.decoding import checked_encoding

    document: Any = None if how == "auto" else how
    return Reading(how=document, encoding=checked_encoding(encoding), **options)


def reading_options(*more: Decorator[Any]) -> Decorator[Any]:
    """Return the options on reading files of any format, as one argument ``reading``."""
    return gathered("reading", _reading, *more, COLUMN, HEADER, DELIMITER, ENCODING)


ANY_TEXT = stacked(ANY_FORMAT, reading_options(DOCUMENT, ERRORS, KEEP_BROKEN))
"""The format of text and how to read it, as two arguments, ``format_`` and ``reading``."""


def settings_options(of: type) -> Decorator[Any]:
    """Return options for the fields of a dataclass that have a help text, as ``settings``."""
    options = []
    for one in (one for one in fields(of) if "help" in one.metadata):
        more = dict(one.metadata)
        flag = more.pop("flag", f"--{one.name.replace('_', '-')}")
        default = None if one.default is MISSING else one.default
        bounds = {name: more.pop(name) for name in ("min", "max", "min_open") if name in more}
        if bounds:
            range_ = click.FloatRange if isinstance(default, float) else click.IntRange
            more["type"] = range_(**bounds)
        more["multiple"] = isinstance(default, tuple)
        more["show_default"] = default not in (None, ())
        options.append(click.option(flag, one.name, default=default, **more))
    return gathered("settings", of, *options)
