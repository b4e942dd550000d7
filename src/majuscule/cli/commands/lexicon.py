"""``majuscule lexicon``: words in irregular mixed case, such as McDonald and eBay."""

from __future__ import annotations

import click

from majuscule.cli.options import OUTPUT


@click.group()
def lexicon() -> None:
    """Build, show and merge lexicons of words in irregular mixed case.

    \b
    Examples:
      majuscule lexicon build articles.jsonl -o mixed.lexicon
      majuscule lexicon show mixed.lexicon
    """


@lexicon.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPORA...")
@click.option("-o", "--output", required=True, metavar="LEXICON", help="The file to write.")
@click.option(
    "--share",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.5,
    show_default=True,
    help="Words in mixed case in more than this part of their mentions get in.",
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Forms seen fewer times do not: with fewer, slips get in.",
)
@click.option("--words", type=click.IntRange(0), default=0, help="Stop after about so many words.")
@click.option(
    "--keep",
    type=click.Choice(["cased", "all"]),
    default="cased",
    show_default=True,
    help="Which documents to learn from: those that are well cased, or all.",
)
def build(
    corpora: tuple[str, ...], output: str, share: float, least: int, words: int, keep: str
) -> None:
    """Learn a lexicon from CORPORA: files, folders or patterns of well-cased text.

    \b
    Examples:
      majuscule lexicon build articles.jsonl -o mixed.lexicon
      majuscule lexicon build corpus/ -o mixed.lexicon --least 5
    """
    from majuscule.cli.progress import Progress
    from majuscule.learn.text import FileText
    from majuscule.words.lexicon import LexiconOptions, LexiconTally, write_lexicon

    chosen = LexiconOptions(share, least)
    tally = LexiconTally()
    with Progress() as progress:
        for batch in FileText.of(corpora, words=words, keep=keep).batches():
            tally.add(batch)
            progress.show(f"lexicon: {tally.tokens:,} tokens read")
        found = tally.lexicon(chosen)
        write_lexicon(output, found, {"share": share, "least": least, "tokens": tally.tokens})
        progress.tell(f"{output}: {len(found):,} words from {tally.tokens:,} tokens")


@lexicon.command()
@click.argument("model")
@click.option("--top", type=click.IntRange(0), default=0, help="Only the N most frequent words.")
@click.option("--least", type=click.IntRange(1), default=1, help="Only forms seen so often.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each word.")
@OUTPUT
def show(model: str, top: int, least: int, as_json: bool, output: str | None) -> None:
    """Print the words of a lexicon, or of the lexicon in a model, the most frequent first.

    Columns: the form, how often it was seen, how often the word was in any mixed form, how often at
    all.

    \b
    Examples:
      majuscule lexicon show mixed.lexicon --top 20
      majuscule lexicon show en --least 5 --json
    """
    import json
    from dataclasses import asdict

    from majuscule.cli.output import open_output
    from majuscule.words.lexicon import read_lexicon

    entries = [one for one in read_lexicon(model).entries() if one.count >= least]
    lines = (
        json.dumps(asdict(one), ensure_ascii=False)
        if as_json
        else f"{one.form}\t{one.count}\t{one.mixed}\t{one.mentions}"
        for one in entries[: top or None]
    )
    with open_output(output) as write:
        write("".join(f"{line}\n" for line in lines).encode("utf-8"))


@lexicon.command()
@click.argument("lexicons", nargs=-1, required=True, metavar="LEXICONS...")
@click.option("-o", "--output", required=True, metavar="LEXICON", help="The file to write.")
def merge(lexicons: tuple[str, ...], output: str) -> None:
    """Merge lexicons: the words of all, each in the form that was seen most often.

    A lexicon does not say how often it saw the words that it leaves out, so a lexicon built from
    all texts at once may be a little stricter than the merged lexicons of its parts.

    \b
    Example:
      majuscule lexicon merge news.lexicon encyclopedia.lexicon -o both.lexicon
    """
    from majuscule.words.lexicon import merge_lexicons, read_lexicon, write_lexicon

    found = merge_lexicons([read_lexicon(one) for one in lexicons])
    write_lexicon(output, found, {"merged": len(lexicons)})
    click.echo(f"majuscule: {output}: {len(found):,} words", err=True)
