"""``majuscule train``: from a corpus to a model file."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from majuscule.cli.options import ERRORS, cores

FORMATS = ("text", "lines", "whole", "jsonl", "conll")


@click.command()
@click.argument("corpora", nargs=-1, metavar="[CORPORA]...")
@click.option("-o", "--output", required=True, metavar="MODEL", help="The model file to write.")
@click.option(
    "--kind",
    default="tagger",
    show_default=True,
    help="What to train: tagger, unigram, hmm, trigram, neural (needs the extra train) or cascade, "
    "or a version such as tagger.v1.",
)
@click.option(
    "--option",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the kind, such as epochs=2; may be repeated. An unknown one lists them.",
)
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), help="Default: by the files' names."
)
@click.option("--field", metavar="NAME", help="Field of the text in JSON lines.")
@click.option("--titles/--no-titles", default=True, help="Learn from titles too. Default: yes.")
@click.option(
    "--keep",
    type=click.Choice(["cased", "all"]),
    default="cased",
    show_default=True,
    help="Which documents to learn from: those that are well cased, or all.",
)
@click.option(
    "--corrections",
    multiple=True,
    metavar="FILE",
    help="Corrections made on the page: a database, or exported lines; may be repeated. With "
    "CORPORA their text is learnt from too; without, a model is adapted to them.",
)
@click.option(
    "--base",
    default="en",
    show_default=True,
    metavar="MODEL",
    help="The model to adapt to corrections, by name or path.",
)
@click.option("--words", type=click.IntRange(0), default=0, help="Stop after about so many words.")
@click.option("--name", default="", help="Name of the model. Default: that of its file.")
@click.option("--language", default="", metavar="TAG", help="Language of the model, such as en.")
@click.option("--description", default="", metavar="TEXT", help="A sentence for the card.")
@click.option("--licence", default="", metavar="NAME", help="Licence of the model file.")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="name=...,licence=...,origin=...,files=PATTERN,times=N",
    help="A source for the card and the files that are of it; may be repeated. The kind neural "
    "learns from it N times as often as from others.",
)
@click.option("--weak-spot", "weak_spots", multiple=True, metavar="TEXT", help="For the card.")
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Where the state of a long training is kept (a folder, for kinds that count), or none. "
    "Default: MODEL.checkpoint.",
)
@ERRORS
@click.pass_context
def train(
    context: click.Context,
    corpora: tuple[str, ...],
    output: str,
    kind: str,
    settings: tuple[str, ...],
    format_: str | None,
    field: str | None,
    titles: bool,
    keep: str,
    corrections: tuple[str, ...],
    base: str,
    words: int,
    name: str,
    language: str,
    description: str,
    licence: str,
    sources: tuple[str, ...],
    weak_spots: tuple[str, ...],
    checkpoint: str | None,
    errors: str,
) -> None:
    """Train a model on well-cased text and write it to a file.

    CORPORA are files, folders or patterns, of plain text (.txt: a paragraph a line, blank lines
    between documents), JSON lines or two columns, also compressed. Documents that are not well
    cased are left out (--keep all takes them too).

    With --corrections and no CORPORA, a model is adapted to what people corrected on the page: in
    seconds, by a small layer of weights on top of it.

    Training that is stopped, by Ctrl-C too, goes on where it was when the same command is given
    again. The model file appears when it is whole.

    \b
    Examples:
      majuscule train articles.jsonl -o mine.model
      majuscule train corpus/ -o de.model --language de --licence "CC BY-SA 3.0" \\
        --source "name=German Wikipedia,licence=CC BY-SA 3.0,files=dewiki*"
      majuscule train sentences.txt --format lines --kind hmm -o hmm.model
      majuscule train small.txt -o small.model --option least=1 --option epochs=5
      majuscule train --corrections corrections.db -o adapted.model
    """
    if not corpora and not corrections:
        raise click.UsageError("name the text to train on, or give --corrections")
    from majuscule.cli.options import read_settings
    from majuscule.cli.progress import Progress

    if corrections and not corpora:
        from majuscule.restore.adapted.making import adapt_model

        if context.get_parameter_source("kind") is not click.core.ParameterSource.DEFAULT:
            raise click.UsageError(
                "--kind is for training on CORPORA; corrections alone adapt a model"
            )
        with Progress() as progress:
            learnt = adapt_model(
                corrections,
                base,
                output,
                read_settings(settings),
                name=name,
                description=description,
                licence=licence,
                language=language,
                command=context.find_root().obj.arguments,
                report=progress.show,
            )
            progress.tell(learnt)
        return
    from majuscule.cli.verdicts import kept_sentence
    from majuscule.learn.corpora import CorpusText, read_origin
    from majuscule.models.card import Card
    from majuscule.restore.kinds import restorer_class
    from majuscule.restore.training import COUNTED, RESUMABLE, WEIGHING, train_model

    options = read_settings(settings)
    target = Path(output)
    versioned = restorer_class(kind).kind
    kept_in = None
    if checkpoint != "none" and versioned in (*RESUMABLE, *COUNTED):
        kept_in = Path(checkpoint) if checkpoint else target.with_name(target.name + ".checkpoint")
    if kept_in is not None and versioned in RESUMABLE:
        options.setdefault("threads", cores())
    origins = [read_origin(one) for one in sources]
    if versioned not in WEIGHING and any(one.times != 1 for one in origins):
        raise click.UsageError(f"--source ...,times=N is for --kind neural; {kind} weighs no text")
    with Progress() as progress:
        text = CorpusText(
            corpora,
            format=format_,
            field=field,
            errors=errors,  # type: ignore[arg-type]
            titles=titles,
            words=words,
            keep_cased=keep == "cased",
            origins=origins,
            corrections=corrections,
            progress=lambda share: progress.show(None, share),
        )
        card = Card(
            name=name,
            language=language,
            description=description,
            licence=licence,
            weak_spots=weak_spots,
            command=shlex.join(["majuscule", *context.find_root().obj.arguments]),
        )
        progress.show("reading", 0.0)
        try:
            header = train_model(
                text,
                versioned,
                target,
                card,
                options,
                checkpoint=kept_in,
                # A stage that cannot tell how far it is says 0; reading is told by the bytes.
                report=lambda what, share: progress.show(what, share or None),
            )
        except KeyboardInterrupt:
            if kept_in is not None and kept_in.exists():
                progress.tell(f"stopped; the same command goes on from {kept_in}")
            raise
    if text.verdicts:
        progress.tell(kept_sentence(text.kept, text.verdicts))
    progress.tell(f"{target}: {header.kind}, learnt from {header.words:,} words")
