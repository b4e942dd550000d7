"""``majuscule train``: from a corpus to a model file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.options import (
    CARD,
    CORPUS,
    KEEP,
    SETTINGS,
    WORDS,
    file_option,
)

if TYPE_CHECKING:
    from majuscule.models.card import Card

CORPUS_OPTIONS = (
    "format", "field", "header", "encoding", "errors",
    "titles", "unmarked", "keep", "words", "sources", "checkpoint",
)  # fmt: skip


@click.command()
@click.argument("corpora", nargs=-1, metavar="[CORPORA]...")
@file_option("MODEL", "The model file to write.")
@click.option(
    "--kind",
    default="tagger",
    show_default=True,
    help="Kind of model: tagger, unigram, hmm, trigram, neural (needs the extra train), cascade "
    "or context, or a version such as tagger.v1.",
)
@SETTINGS
@CORPUS
@click.option("--titles/--no-titles", default=True, help="Learn from titles too. Default: yes.")
@click.option(
    "--unmarked",
    metavar="SHARE",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="Remove the final mark from this share of the lines, so that the model does not take a "
    "line without one for a headline.",
)
@KEEP
@click.option(
    "--corrections",
    multiple=True,
    metavar="FILE",
    help="Corrections made on the page: a database, or exported JSON lines; may be repeated. "
    "With CORPORA, their text is learnt from too; without, a model is adapted to them.",
)
@click.option(
    "--base",
    default="en",
    show_default=True,
    metavar="MODEL",
    help="Model to adapt to corrections, by name or path: one for case, or one for punctuation "
    "such as en-speech.",
)
@WORDS
@CARD
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="name=...,licence=...,origin=...,files=PATTERN,times=N",
    help="A source for the card, and the files that belong to it; may be repeated. The kinds "
    "tagger and neural learn from it N times as often as from the others.",
)
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Where to keep the state of a long training (a folder for the n-gram kinds), or none. "
    "Default: MODEL.checkpoint.",
)
def train(
    corpora: tuple[str, ...],
    output: str,
    kind: str,
    settings: tuple[str, ...],
    corrections: tuple[str, ...],
    base: str,
    card: Card,
    checkpoint: str | None,
    **how: Any,
) -> None:
    """Train a model on well-cased text.

    CORPORA are files, folders or patterns: plain text (.txt, one paragraph per line, blank lines
    between documents), JSON lines, two columns, or any format that majuscule restore reads,
    compressed or not. A folder stands for the files in it of the first three formats. Documents
    that are not well cased are skipped, unless --keep all is given.

    With --corrections and no CORPORA, adapts a model to the corrections that people made on the
    page. This takes seconds: it adds a small layer of weights to the model.

    If training is stopped, for instance by Ctrl-C, the same command resumes it. The model file
    appears only once it is complete.

    \b
    Examples:
      majuscule train articles.jsonl -o mine.model
      majuscule train corpus/ -o de.model --language de --licence "CC BY-SA 3.0" \\
        --source "name=German Wikipedia,licence=CC BY-SA 3.0,files=dewiki*"
      majuscule train sentences.txt --format lines --kind hmm -o hmm.model
      majuscule train "films/*.srt" -o talk.model
      majuscule train news/ --kind context --option model=hmm -o senses.model
      majuscule train small.txt -o small.model --kind trigram
      majuscule train --corrections corrections.db -o adapted.model
      majuscule train --corrections corrections.db --base en-speech -o marks.model
    """
    if not corpora and not corrections:
        raise click.UsageError("there is nothing to train on; name CORPORA or give --corrections")
    from majuscule.cli.given import read_settings, refuse
    from majuscule.cli.progress import ProgressBar

    options = read_settings(settings)
    if not corpora:
        from majuscule.models import model_path, read_model
        from majuscule.punctuation.adapting import adapt_marks
        from majuscule.punctuation.neural.network import MarkNetwork
        from majuscule.restore.adapted.making import adapt

        refuse("for training on CORPORA", "kind", *CORPUS_OPTIONS)
        of_marks = read_model(model_path(base)).header.kind in MarkNetwork.kinds
        learn, what = (adapt_marks, "marks") if of_marks else (adapt, "words")
        with ProgressBar() as progress:
            header = learn(
                corrections, output, base=base, options=options, card=card, report=progress.show
            ).header
            words, count = header.corpora[-1].words, header.metadata["documents"]
            what = what[:-1] if words == 1 else what
            progress.tell(
                f"{output}: {base} adapted to {words:,} checked {what} in {count:,} "
                f"{'document' if count == 1 else 'documents'}"
            )
        return
    refuse("for adapting a model to corrections, without CORPORA", "base")
    from majuscule.restore.training import checkpoint_of
    from majuscule.restore.training import train as train_model

    state = checkpoint_of(output, kind)
    if checkpoint:
        state = None if checkpoint == "none" or state is None else Path(checkpoint)
    with ProgressBar() as progress:
        try:
            header = train_model(
                corpora,
                output,
                kind=kind,
                options=options,
                card=card,
                corrections=corrections,
                checkpoint=state,
                report=progress.show,
                **how,
            ).header
        except KeyboardInterrupt:
            if state is not None and state.exists():
                progress.tell(f"stopped; the same command resumes from {state}")
            raise
        documents = dict(header.metadata["documents"])
        kept = documents.pop("kept")
        if documents:
            left_out = ", ".join(f"{n:,} {verdict}" for verdict, n in documents.items())
            total = sum(documents.values())
            progress.tell(f"kept {kept:,} of {total:,} documents ({left_out})")
        progress.tell(f"{output}: {header.kind}, learnt from {header.words:,} words")
