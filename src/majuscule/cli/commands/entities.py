"""``majuscule entities``: find names, dates and amounts in text of any case; train; score."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from majuscule.cli.options import COLUMN, DELIMITER, HEADER, KEEP_BROKEN, OUTPUT, check_options
from majuscule.reading.table import REWRITTEN

READ = ("columns", "jsonl", "nlp", "sgml")


MODEL = click.option(
    "-m",
    "--model",
    default="entities-en",
    show_default=True,
    metavar="MODEL",
    help="The name of a shipped model, or the path of a model file.",
)


@click.group()
def entities() -> None:
    """Find mentions of entities in text of any case.

    \b
    Example:
      echo "barack obama met angela merkel in berlin on tuesday" | majuscule entities tag
    """


@entities.command()
@click.argument("files", nargs=-1, metavar="[FILES]...")
@MODEL
@click.option(
    "--format",
    "format_",
    type=click.Choice([*REWRITTEN, "columns", "sgml"]),
    help="Default: by the files' names; text for standard input and other names. A table .tsv must "
    "be called one, else it is taken for annotated columns.",
)
@COLUMN
@HEADER
@DELIMITER
@KEEP_BROKEN
@click.option(
    "--to",
    "shape",
    type=click.Choice(["list", "jsonl", "columns", "sgml", "ieer", "nlp"]),
    default="list",
    show_default=True,
    help="list: a mention a line; the others: annotated documents (sgml: as in MUC).",
)
@click.option("--memory/--no-memory", default=True, help="Whether other mentions count. They do.")
@OUTPUT
def tag(
    files: tuple[str, ...],
    model: str,
    format_: str | None,
    fields: tuple[str, ...],
    header: bool,
    delimiter: str | None,
    keep_broken: bool,
    shape: str,
    memory: bool,
    output: str | None,
) -> None:
    """Find the mentions in FILES, or in standard input.

    Files may have any format that majuscule restore reads, or be annotated corpora. A file is a
    document; of tables and JSON lines a row is, of a .ctm a recording. What is longer than 262,144
    characters is tagged in parts.

    The list gives document, start, end, label, confidence and words, parted by tabs; offsets count
    characters of the document's text. With --to jsonl a mention also has its place (line, cue,
    field, column or row, with the offsets there) and its source: spans in characters from the start
    of the file, one for each part that markup or the end of a cue cuts it into. Parquet has rows
    and columns, and no source.

    \b
    Examples:
      echo "barack obama met angela merkel in berlin on tuesday" | majuscule entities tag
      majuscule entities tag story.txt --to jsonl -o story.jsonl
      majuscule entities tag film.srt page.html --to jsonl
      majuscule entities tag table.csv --column 3
    """
    from majuscule.cli.entities import tag_files, tag_format
    from majuscule.cli.output import open_output
    from majuscule.cli.progress import Progress
    from majuscule.entities.loading import load_entities
    from majuscule.reading import Reading

    names = files or ("-",)
    given = {"fields": fields, "header": not header, "delimiter": delimiter}
    check_options([format_ or tag_format(name) for name in names], given)
    reading = Reading(fields=fields, header=header, delimiter=delimiter, keep_broken=keep_broken)
    tagger = load_entities(model)
    with open_output(output) as write, Progress() as progress:
        for part in tag_files(
            tagger,
            names,
            shape,
            format=format_,
            reading=reading,
            memory=memory,
            tell=progress.tell,
        ):
            write(part.encode())


@entities.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPORA...")
@click.option("-o", "--output", required=True, metavar="MODEL", help="The model file to write.")
@click.option(
    "--kind",
    default="entities.v1",
    show_default=True,
    metavar="KIND",
    help="What to train: entities, maxent, memm, hmm or chinese, or a version of one.",
)
@click.option("--format", "format_", type=click.Choice(READ), help="Default: by the files' names.")
@click.option(
    "--labels",
    default="PER,ORG,LOC,DATE,TIME,MONEY,PERCENT",
    show_default=True,
    help="Labels to learn, parted by commas.",
)
@click.option("--raw", "raw", multiple=True, metavar="FILE", help="Cased raw text, for words.")
@click.option("--words", "words_of", metavar="MODEL", help="A truecaser, for words instead.")
@click.option("--titles", multiple=True, metavar="FILE", help="Articles, for their titles.")
@click.option("--names", "names", multiple=True, metavar="FILE", help="A CSV file of names.")
@click.option(
    "--repeat",
    "repeats",
    multiple=True,
    metavar="NAME=N",
    help="Take a corpus, called by its file's name without suffix, N times; may be repeated.",
)
@click.option(
    "--share",
    "shares",
    multiple=True,
    metavar="NAME=N",
    help="Take one document in N of a corpus; may be repeated.",
)
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="As in train.")
@click.option("--name", default="", help="Name of the model. Default: that of its file.")
@click.option("--language", default="", metavar="TAG", help="Language, such as en.")
@click.option("--description", default="", metavar="TEXT", help="A sentence for the card.")
@click.option("--licence", default="", metavar="NAME", help="Licence of the model file.")
@click.option("--weak-spot", "weak_spots", multiple=True, metavar="TEXT", help="For the card.")
def train(
    corpora: tuple[str, ...],
    output: str,
    kind: str,
    format_: str | None,
    labels: str,
    raw: tuple[str, ...],
    words_of: str | None,
    titles: tuple[str, ...],
    names: tuple[str, ...],
    repeats: tuple[str, ...],
    shares: tuple[str, ...],
    settings: tuple[str, ...],
    name: str,
    language: str,
    description: str,
    licence: str,
    weak_spots: tuple[str, ...],
) -> None:
    """Train an entity tagger on annotated CORPORA and write its model file.

    The open corpora are known by their files' names, and so is what they teach; any other file is
    taken to teach all of the labels.

    \b
    Example:
      majuscule entities train mine.tsv --labels PER,ORG -o mine.model
      majuscule entities train mine.tsv --kind maxent --option case=false -o upper.model
    """
    from majuscule.cli.options import read_settings
    from majuscule.cli.progress import Progress
    from majuscule.entities.training import train_model
    from majuscule.models.card import Card

    card = Card(
        name=name,
        language=language,
        description=description,
        licence=licence,
        weak_spots=weak_spots,
        command=shlex.join(["majuscule", *sys.argv[1:]]),
    )
    with Progress() as progress:
        header, repairs = train_model(
            corpora,
            Path(output),
            card,
            tuple(label for label in labels.split(",") if label),
            kind=kind,
            format=format_,
            raw=raw,
            words_of=words_of,
            titles=titles,
            names=names,
            repeats=read_settings(repeats),
            shares=read_settings(shares),
            options=read_settings(settings),
            report=lambda what, share: progress.show(what, share or None),
        )
    learnt = f"{header.kind}, learnt from {header.words:,} words"
    progress.tell(f"{output}: {learnt}; repairs: {repairs}")


@entities.command()
@click.argument("gold", nargs=-1, required=True, metavar="GOLD...")
@MODEL
@click.option("--predicted", metavar="FILE", help="Score this file instead of a model.")
@click.option("--format", "format_", type=click.Choice(READ), help="Default: by the files' names.")
@click.option(
    "--resamples",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Bootstrap resamples for the intervals; 0 leaves them out.",
)
@click.option("--memory/--no-memory", default=True, help="Whether other mentions count. They do.")
@click.option("--by-label", is_flag=True, help="Tables by label too.")
@OUTPUT
def score(
    gold: tuple[str, ...],
    model: str,
    predicted: str | None,
    format_: str | None,
    resamples: int,
    memory: bool,
    by_label: bool,
    output: str | None,
) -> None:
    """Score a model on GOLD as it is, in lower case and in capitals; or an annotated file.

    Spans count as right if start, end and label are. Labels that a corpus is known not to mark are
    not scored. Intervals come from resampling documents.

    \b
    Examples:
      majuscule entities score dev.tsv
      majuscule entities score gold.jsonl --predicted mine.jsonl
    """
    from majuscule.cli.output import open_output
    from majuscule.trials.entities import score_files

    text = score_files(
        gold,
        model,
        predicted,
        format=format_,
        resamples=resamples,
        memory=memory,
        by_label=by_label,
    )
    with open_output(output) as write:
        write(text.encode())


@entities.command()
@click.argument("labelled", nargs=-1, required=True, metavar="LABELLED...")
@click.option(
    "--unlabelled",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Well-cased raw text, one document a line or record; may be repeated.",
)
@click.option("-o", "--output", metavar="MODEL", help="Write the taught tagger here.")
@click.option("--format", "format_", type=click.Choice(READ), help="Default: by the files' names.")
@click.option(
    "--labels",
    default="PER,ORG,LOC,DATE,TIME,MONEY,PERCENT",
    show_default=True,
    help="Labels to learn, parted by commas.",
)
@click.option("--names", "names", multiple=True, metavar="FILE", help="A CSV file of names.")
@click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help="As in train.")
@click.option(
    "--labelled-words",
    type=click.IntRange(0),
    default=0,
    help="Learn from so many words, the same number from each file. Default: all.",
)
@click.option(
    "--words", type=click.IntRange(0), default=0, help="Tag so many unlabelled words. Default: all."
)
@click.option("--tokens", type=click.IntRange(1), help="Keep so many tokens. Default: all.")
@click.option("--seed", default=1, show_default=True, help="Of the order of unlabelled documents.")
@click.option("--dev", multiple=True, metavar="FILE", help="An annotated file for the curve.")
@click.option(
    "--curve",
    "base",
    metavar="BASE",
    help="Write F against selected tokens to BASE.md, BASE.json and pictures; needs --dev.",
)
@click.option("--title", default="", help="Title of the report, and description on the card.")
def teach(
    labelled: tuple[str, ...],
    unlabelled: tuple[str, ...],
    output: str | None,
    format_: str | None,
    labels: str,
    names: tuple[str, ...],
    settings: tuple[str, ...],
    labelled_words: int,
    words: int,
    tokens: int | None,
    seed: int,
    dev: tuple[str, ...],
    base: str | None,
    title: str,
) -> None:
    """Let a mixed-case maximum-entropy tagger teach one that sees no case.

    Both learn from LABELLED and tag the unlabelled text; the tokens on which they differ, tagged as
    the first tagged them, are learnt by the second beside LABELLED.

    \b
    Examples:
      majuscule entities teach mine.tsv --unlabelled news.jsonl.xz -o upper.model
      majuscule entities teach mine.tsv --unlabelled news.jsonl.xz --dev dev.tsv --curve out/curve
    """
    from majuscule.cli.options import read_settings
    from majuscule.cli.progress import Progress
    from majuscule.errors import UsageError
    from majuscule.models.card import Card
    from majuscule.trials.lessons import Lesson, teach_model

    if output is None and base is None:
        raise UsageError("give -o for the taught model, --curve for the report, or both")
    if base is not None and not dev:
        raise UsageError("--curve needs --dev: an annotated file to score on")
    command = shlex.join(["majuscule", *sys.argv[1:]])
    lesson = Lesson(
        labelled,
        unlabelled,
        names,
        tuple(label for label in labels.split(",") if label),
        format_,
        labelled_words,
        words,
        tokens,
        seed,
    )
    with Progress() as progress:
        done, repairs = teach_model(
            lesson,
            Path(output) if output else None,
            Card(description=title, command=command),
            options=read_settings(settings),
            dev=dev,
            base=Path(base) if base else None,
            report=lambda what, share: progress.show(what, share or None),
        )
    progress.tell(f"{output or base}: {done}; repairs: {repairs}")
