"""``majuscule entities``: find mentions in text of any case; train, score and teach taggers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.annotated import CORPORA, LEARNING, MATERIAL
from majuscule.cli.given import check_reading, read_settings, whole_if_wrapped
from majuscule.cli.naming import NAMING
from majuscule.cli.options import (
    CARD,
    DOCUMENT,
    ERRORS,
    FILES,
    JOBS,
    MEMORY,
    OUTPUT,
    RESAMPLES,
    SETTINGS,
    file_option,
    json_option,
    model_option,
    reading_options,
    recorded_command,
)
from majuscule.cli.policies import LINE_BREAKS
from majuscule.reading.table import REWRITTEN

if TYPE_CHECKING:
    from majuscule.reading import Reading

MODEL = model_option("Model that tags", "entities-{}")

RESTORED = click.option(
    "--restored",
    default="",
    metavar="MODEL",
    help="Read lines without case a second time, as restored by this truecaser (en, or a file), "
    "and combine both readings. Takes twice as long; finds more in web text and news.",
)


@click.group()
def entities() -> None:
    """Find and label entities in text of any case.

    \b
    Example:
      echo "barack obama met angela merkel in berlin on tuesday" | majuscule entities tag
    """


@entities.command()
@FILES
@MODEL
@click.option(
    "--format",
    "format_",
    type=click.Choice([*REWRITTEN, "columns", "sgml"]),
    help="Format of the input. Default: by file name; text for standard input and other names. "
    "Without this option a .tsv file is read as annotated columns, not as a table.",
)
@reading_options(DOCUMENT, ERRORS)
@click.option(
    "--to",
    "shape",
    type=click.Choice(
        ["list", "jsonl", "columns", "sgml", "ieer", "nlp", "inline", "brat", "spacy", "words"]
    ),
    default="list",
    show_default=True,
    help="list: one mention per line; words: Chinese text with a space after each word and name; "
    "the others: annotated documents (sgml: as in MUC; inline: [words](LABEL); brat: standoff; "
    "spacy: JSON for Doc.from_json; nlp and brat hold one document).",
)
@json_option("Print one line of JSON per document: the same as --to jsonl.")
@NAMING
@RESTORED
@LINE_BREAKS
@MEMORY
@OUTPUT
@JOBS
def tag(
    files: tuple[str, ...],
    model: str,
    restored: str,
    format_: str | None,
    reading: Reading,
    shape: str,
    as_json: bool,
    naming: dict[str, Any],
    lines: str,
    memory: bool,
    output: str | None,
    jobs: int | None,
) -> None:
    """Tag the entities in FILES, or in standard input.

    Files may be in any format that majuscule restore reads, or annotated corpora. Each file is one
    document; in tables and JSON lines each row is one, in .ctm files each recording, and in a pipe
    that stays open each line. A document is answered as soon as it is complete. Documents longer
    than 262,144 characters are cut into several.

    The list has one line per mention: document, line, column, start, end, label, confidence and
    words, separated by tabs. Line and column count from 1 and say where the mention begins in the
    file (in office files, Parquet and annotated corpora: in the document's text). Start and end are
    offsets in the document's text, in characters.

    With --json a mention also has a place (its line, cue, field, column or row, with offsets within
    it) and a source: character spans from the start of the file, several where markup or the end of
    a cue interrupts the mention. Mentions in Parquet have a row and a column but no source.

    With --gazetteer, names of your own are found wherever they occur, in any case, and override the
    model.

    \b
    Examples:
      echo "barack obama met angela merkel in berlin on tuesday" | majuscule entities tag
      majuscule entities tag story.txt --json -o story.jsonl
      majuscule entities tag film.srt page.html --json
      majuscule entities tag table.csv --column 3
      majuscule entities tag story.txt --gazetteer clubs.txt=ORG --map PER=PERSON --map TIME=
    """
    from majuscule.cli.output import is_terminal, open_output, spare
    from majuscule.cli.progress import ProgressBar, Sizes
    from majuscule.entities.files import tag_files, tag_format
    from majuscule.entities.kinds import load_entities
    from majuscule.entities.rules import with_rules

    if as_json and shape not in ("list", "jsonl"):
        raise click.UsageError(f"--json means --to jsonl and cannot be used with --to {shape}")
    shape = "jsonl" if as_json else shape
    spare(files, output)
    check_reading([format_ or tag_format(name) for name in files], reading)
    reading = whole_if_wrapped(reading, lines)
    with open_output(output) as write, ProgressBar(quiet=is_terminal(output)) as progress:
        if restored:
            from majuscule.trials.entities import load_tagger  # brings truecasers with it

            base = load_tagger(model, restored)
        else:
            base = load_entities(model)
        tagger = with_rules(base, **naming, tell=progress.tell)
        how: dict[str, Any] = {"reading": reading, "memory": memory, "lines": lines}
        how |= {"jobs": jobs, "tell": progress.tell}
        how["progress"] = Sizes(files, "tagging", progress).read
        tag_files(tagger, files, write, shape, format=format_, **how)


@entities.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPORA...")
@file_option("MODEL", "The model file to write.")
@click.option(
    "--kind",
    default="entities.v1",
    show_default=True,
    metavar="KIND",
    help="Kind of tagger: entities, neural, maxent, memm, hmm, chinese or "
    "chinese-characters, or a version such as hmm.v1.",
)
@LEARNING
@MATERIAL
@CARD
def train(
    corpora: tuple[str, ...],
    output: str,
    settings: tuple[str, ...],
    repeats: tuple[str, ...],
    shares: tuple[str, ...],
    **how: Any,
) -> None:
    """Train an entity tagger on annotated CORPORA.

    Each file is assumed to mark every mention of every label. Files that do not are described in a
    --profile.

    \b
    Example:
      majuscule entities train mine.tsv --labels PER,ORG -o mine.model
      majuscule entities train mine.tsv --kind maxent --option case=false -o upper.model
      majuscule entities train mine.tsv --silver raw.txt --teacher entities-en-accurate -o m.model
    """
    from majuscule.cli.progress import ProgressBar
    from majuscule.entities.training import train_entities
    from majuscule.models import read_model
    from majuscule.reading.annotations.annotated import Repairs

    repairs = Repairs()
    with ProgressBar() as progress:
        train_entities(
            corpora,
            output,
            options=read_settings(settings),
            repeats=read_settings(repeats),
            shares=read_settings(shares),
            report=progress.show,
            repairs=repairs,
            **how,
        )
    header = read_model(output).header
    learnt = f"{header.kind}, learnt from {header.words:,} words"
    progress.tell(f"{output}: {learnt}; repairs: {repairs}")


@entities.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPORA...")
@file_option("MODEL", "The model file to write.")
@click.option(
    "--base",
    default="entities-en",
    show_default=True,
    metavar="MODEL",
    help="Tagger to adapt; it is kept unchanged inside the new model.",
)
@CORPORA
@SETTINGS
@CARD
def adapt(corpora: tuple[str, ...], output: str, settings: tuple[str, ...], **how: Any) -> None:
    """Adapt a tagger to a few hundred corrected sentences in CORPORA.

    This takes seconds: it learns a small layer of weights on top of the tagger, so that general
    text is tagged much as before. CORPORA are assumed to mark every mention of the tagger's labels,
    unless a --profile says otherwise.

    \b
    Example:
      majuscule entities adapt corrected.tsv -o mine.model
      majuscule entities score held-out.tsv -m mine.model
    """
    from majuscule.cli.progress import ProgressBar
    from majuscule.entities.adapted.training import adapt_entities
    from majuscule.reading.annotations.annotated import Repairs

    repairs = Repairs()
    with ProgressBar() as progress:
        adapted = adapt_entities(
            corpora,
            output,
            options=read_settings(settings),
            report=progress.show,
            repairs=repairs,
            **how,
        )
        learnt = f"{len(adapted.layer.keys):,} features on top of {how['base']}"
        progress.tell(f"{output}: {learnt}; repairs: {repairs}")


@entities.command()
@click.argument("gold", nargs=-1, required=True, metavar="GOLD...")
@MODEL
@click.option("--predicted", metavar="FILE", help="Score this file instead of a model.")
@CORPORA
@RESTORED
@RESAMPLES
@MEMORY
@click.option(
    "--metric",
    "metrics",
    type=click.Choice(["spans", "muc"]),
    multiple=True,
    help="spans: a mention is right if its start, end and label are. muc: as in the MUC-7 "
    "scorer, a mention earns half for its label and half for its extent. May be repeated. "
    "Default: both.",
)
@click.option(
    "--by-label",
    is_flag=True,
    help="Also print tables by label, and for muc by element: ENAMEX, TIMEX and NUMEX.",
)
@OUTPUT
def score(gold: tuple[str, ...], output: str | None, **how: Any) -> None:
    """Score a model, or annotations, on GOLD.

    A model is scored on the text as written, in lower case and in capitals. Labels that a corpus
    does not mark, according to its --profile, are not scored. Intervals come from resampling
    documents.

    \b
    Examples:
      majuscule entities score dev.tsv
      majuscule entities score dev.tsv --metric muc --by-label
      majuscule entities score gold.jsonl --predicted mine.jsonl
    """
    from majuscule.cli.output import open_output, spare
    from majuscule.trials.entities import score_files

    spare([*gold, how["predicted"] or ""], output)
    text = score_files(gold, **how)
    with open_output(output) as write:
        write(text.encode("utf-8", "backslashreplace"))


@entities.command()
@click.argument("labelled", nargs=-1, required=True, metavar="LABELLED...")
@click.option(
    "--unlabelled",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Well-cased raw text, one document per line or record; may be repeated.",
)
@click.option("-o", "--output", metavar="MODEL", help="Where to write the taught tagger.")
@LEARNING
@click.option(
    "--labelled-words",
    type=click.IntRange(0),
    default=0,
    help="Learn from this many words, the same number from each file. Default: all.",
)
@click.option(
    "--words",
    type=click.IntRange(0),
    default=0,
    help="Tag at most this many unlabelled words. Default: all.",
)
@click.option("--tokens", type=click.IntRange(1), help="Select this many tokens. Default: all.")
@click.option(
    "--seed", default=1, show_default=True, help="Seed for the order of the unlabelled documents."
)
@click.option(
    "--dev", multiple=True, metavar="FILE", help="An annotated file to score on; may be repeated."
)
@click.option(
    "--curve",
    metavar="BASE",
    help="Write F1 by number of selected tokens to BASE.md, BASE.json and charts; needs --dev.",
)
@click.option("--title", default="", help="Title of the report, and description on the card.")
def teach(
    labelled: tuple[str, ...],
    unlabelled: tuple[str, ...],
    output: str | None,
    settings: tuple[str, ...],
    curve: str | None,
    title: str,
    **how: Any,
) -> None:
    """Let a tagger that sees case teach one that sees none.

    Both, of the kind maxent, learn from LABELLED and tag the unlabelled text. Where they differ,
    the second tagger also learns the tags that the first gave.

    \b
    Examples:
      majuscule entities teach mine.tsv --unlabelled news.jsonl.xz -o upper.model
      majuscule entities teach mine.tsv --unlabelled news.jsonl.xz --dev dev.tsv --curve out/curve
    """
    from majuscule.cli.progress import ProgressBar
    from majuscule.models.card import Card
    from majuscule.reading.annotations.annotated import Repairs
    from majuscule.trials.teaching import teach_entities

    repairs = Repairs()
    with ProgressBar() as progress:
        selected = teach_entities(
            labelled,
            unlabelled,
            output,
            options=read_settings(settings),
            curve=curve,
            card=Card(description=title, command=recorded_command()),
            report=progress.show,
            repairs=repairs,
            **how,
        )
    done = f"{len(selected):,} of {int(selected.read[-1]):,} tokens selected"
    progress.tell(f"{output or curve}: {done}; repairs: {repairs}")
