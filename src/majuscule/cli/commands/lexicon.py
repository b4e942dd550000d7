"""``majuscule lexicon``: words in irregular mixed case, such as McDonald and eBay."""

from __future__ import annotations

from typing import Any

import click

from majuscule.cli.options import CORPUS, KEEP, OUTPUT, WORDS, file_option, json_option

LEXICON = file_option("LEXICON", "The file to write.")


@click.group()
def lexicon() -> None:
    """Build, show and merge lexicons of irregular mixed case.

    A lexicon holds words such as McDonald and eBay, and how they are written. To train an HMM with
    one: majuscule train --kind hmm --option lexicon_file=LEXICON.

    \b
    Examples:
      majuscule lexicon build articles.jsonl -o mixed.lexicon
      majuscule lexicon show mixed.lexicon
    """


@lexicon.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPORA...")
@LEXICON
@click.option(
    "--share",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.5,
    show_default=True,
    help="Take words that are in mixed case in more than this share of their occurrences.",
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Take forms seen at least this many times; 1 lets typos in.",
)
@CORPUS
@WORDS
@KEEP
def build(corpora: tuple[str, ...], output: str, share: float, least: int, **how: Any) -> None:
    """Learn a lexicon from well-cased files, folders or patterns.

    \b
    Examples:
      majuscule lexicon build articles.jsonl -o mixed.lexicon
      majuscule lexicon build corpus/ -o mixed.lexicon --least 5
    """
    from majuscule.cli.progress import ProgressBar
    from majuscule.words.tables.lexicon import LexiconOptions, build_lexicon

    chosen = LexiconOptions(share, least)
    with ProgressBar() as progress:
        found, tokens = build_lexicon(corpora, output, chosen, report=progress.show, **how)
        progress.tell(f"{output}: {len(found):,} words from {tokens:,} tokens")


@lexicon.command()
@click.argument("model")
@click.option("--top", type=click.IntRange(0), default=0, help="Only the N most frequent words.")
@click.option(
    "--least", type=click.IntRange(1), default=1, help="Only forms seen at least this many times."
)
@json_option("Print one line of JSON per word.")
@OUTPUT
def show(model: str, top: int, least: int, as_json: bool, output: str | None) -> None:
    """Print the words of a lexicon or model, most frequent first.

    Columns: the form, and how often that form, any mixed form of the word, and the word in any form
    were seen.

    \b
    Examples:
      majuscule lexicon show mixed.lexicon --top 20
      majuscule lexicon show en --least 5 --json
    """
    from majuscule.cli.output import spare, write_rows
    from majuscule.words.tables.lexicon import read_lexicon

    spare([model], output)
    entries = [one for one in read_lexicon(model).entries() if one.count >= least]
    columns = ("form", "count", "mixed", "occurrences")
    write_rows(output, entries[: top or None], columns, as_json=as_json)


@lexicon.command()
@click.argument("lexicons", nargs=-1, required=True, metavar="LEXICONS...")
@LEXICON
def merge(lexicons: tuple[str, ...], output: str) -> None:
    """Merge lexicons: the words of all, each in the form seen most often.

    A lexicon does not record how often the words that it leaves out were seen. So a lexicon built
    from all texts at once may be slightly stricter than one merged from lexicons of the parts.

    \b
    Example:
      majuscule lexicon merge news.lexicon encyclopedia.lexicon -o both.lexicon
    """
    from majuscule.words.tables.lexicon import merge_lexicons, read_lexicon, write_lexicon

    found = merge_lexicons([read_lexicon(one) for one in lexicons])
    write_lexicon(output, found, {"merged": len(lexicons)})
    click.echo(f"majuscule: {output}: {len(found):,} words", err=True)
