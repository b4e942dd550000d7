"""``majuscule restore``: restore the case of text in files or streams."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from majuscule.cli.given import check_named, check_reading, whole_if_wrapped
from majuscule.cli.options import ANY_TEXT, FILES, JOBS, LOOKAHEAD, OUTPUTS, RULES, model_option
from majuscule.cli.policies import POLICY
from majuscule.kinds import resolve
from majuscule.options import cores
from majuscule.reading.table import format_of

if TYPE_CHECKING:
    from majuscule.punctuation.policy import Marks
    from majuscule.punctuation.punctuator import Punctuator
    from majuscule.reading import Reading
    from majuscule.restore.languages.restorer import ByLanguage
    from majuscule.restore.policy import Policy
    from majuscule.restore.streams import Options, RewriteMode
    from majuscule.restore.truecaser import Truecaser


def _marker(language: str, rules: dict[str, Any]) -> Punctuator:
    """Return the punctuator of a language, with the rules of restoring."""
    from majuscule.punctuation.punctuator import check_language, load_punctuator, speech_model

    marker = load_punctuator(speech_model(language))
    check_language(marker, language)
    return marker.with_rules(**rules)


def _punctuating(
    options: Options, marks: Marks, formats: list[str], marker: Punctuator, others: list[str]
) -> Options:
    """Return options that add marks before case is restored; ``others`` gets the language of each
    text that is left without."""
    from majuscule.punctuation.files import MarkOptions, check_punctuated_format, marked
    from majuscule.punctuation.policy import checked_marks

    for name in formats:
        check_punctuated_format(name)
    mark_options = MarkOptions(checked_marks({"marks": marks, "case": "keep"}))
    reading = replace(options.reading, split_sentences=False)
    add_marks = partial(marked, marker, options=mark_options, others=others)
    return replace(options, reading=reading, marks=add_marks)


def _live(
    truecaser: Truecaser,
    policy: Policy,
    marker: Punctuator,
    marks: Marks,
    lookahead: int,
    tell: Callable[[str], None],
) -> None:
    """Punctuate words as they arrive, and restore their case."""
    from majuscule.cli.output import write_stdout
    from majuscule.punctuation.files import punctuate_live
    from majuscule.reading.opening import standard_input

    live = partial(punctuate_live, marker, standard_input(), write_stdout, lookahead)
    restore = partial(truecaser.restore, **policy)
    live(restore=restore, tell=tell, marks=marks, case="keep", lines=policy["lines"])


@click.command()
@FILES
@OUTPUTS
@click.option(
    "-i",
    "--in-place",
    "in_place",
    is_flag=True,
    help="Rewrite FILES in place, each once its new text is complete. A folder stands for the "
    "files of known formats in and below it, except hidden files and links. Permissions, owners "
    "and symbolic links are kept; other hard links keep the old text, and this is reported.",
)
@click.option("--diff", is_flag=True, help="Show the lines that would change; write no file.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Show which files would change, and in how many words; write no file.",
)
@model_option("Model that restores case")
@POLICY
@click.option(
    "--punctuation",
    type=click.Choice(["add", "ignore"]),
    help="First add punctuation, with en-speech, or de-speech for German. add keeps existing "
    "marks; ignore decides all marks anew.",
)
@LOOKAHEAD
@RULES
@ANY_TEXT
@click.option(
    "--json",
    "analysis",
    is_flag=True,
    help="Print the analysis instead: one line of JSON, with tokens, for each line of text, "
    "field, cell, cue or sentence.",
)
@JOBS
def restore(
    files: tuple[str, ...],
    output: str | None,
    in_place: bool,
    diff: bool,
    dry_run: bool,
    model: str,
    policy: Policy,
    punctuation: Marks | None,
    lookahead: int | None,
    rules: dict[str, Any],
    format_: str | None,
    reading: Reading,
    analysis: bool,
    jobs: int | None,
) -> None:
    """Restore the case of text and change nothing else.

    Reads FILES, or standard input, and writes them one after another. Lines that are already well
    cased stay as they are.

    \b
    The file name determines the format, compressed or not; --format overrides it:
      text     plain text
      jsonl    JSON lines: one or more fields (--field)
      json     one value: fields by paths (--field), or what a recogniser writes
      csv tsv  tables: one or more columns, by name or number (--column)
      parquet  columns, as above
      srt vtt ass sub smi
               subtitles: sentences may run across cues; times and tags stay
      lrc      lyrics: each line for itself; times and tags stay
      ctm nlp  transcripts, one word per line, with times; pauses mark sentences
      html xml the text between tags, except code; or that of some elements (--field)
      markdown docx odt po
               documents and translations: their text, except code and placeholders

    The case of a word depends on its line and on its other occurrences in the same document. A
    text file is one document, and so is piped text that is complete at once (cat mail.txt |). Text
    that is typed, or piped while it is being written, is restored line by line, each line as soon
    as it arrives. --document treats all input alike, or lets blank lines separate documents. Each
    record or row is a document, and so is each file of the other formats. Documents longer than
    about 262,144 characters are restored in parts. The output does not depend on --jobs.

    Markup and machine text are never changed: tags, URLs, placeholders, code, hashes and the like.

    \b
    Examples:
      echo "angela merkel met the un in new york" | majuscule restore
      majuscule restore story.txt -o story-cased.txt
      majuscule restore film.srt -o film.srt
      majuscule restore --column title --column 3 table.csv.gz -o cased.csv.gz
      majuscule restore --field title --field text archive.jsonl.xz > cased.jsonl
      majuscule restore --column text news.parquet -o cased.parquet
      majuscule restore talks/*.ctm -o cased/
      majuscule restore --diff notes/ | less
      majuscule restore --in-place notes/ report.docx
      majuscule restore --glossary terms.txt --protect 'TICKET-[0-9]+' mail.txt
      majuscule restore --language fr --accents notes.txt
      majuscule restore --language de --respell --accents mail.txt
      majuscule restore --language auto mail.txt
      tail -f chat.log | majuscule restore
      majuscule restore --json story.txt | head -1
    """
    many = in_place or diff or dry_run
    if many and (output is not None or analysis or punctuation is not None):
        other = "--json" if analysis else "-o" if output is not None else "--punctuation"
        raise click.UsageError(f"--in-place, --diff and --dry-run cannot be used with {other}")
    if not many and (folders := [name for name in files if Path(name).is_dir()]):
        raise click.UsageError(
            f"{folders[0]!r} is a folder: name its files, or add --in-place, --diff or --dry-run, "
            "which take folders"
        )
    if not many or (len(files) == 1 and not Path(files[0]).is_dir()):
        check_reading([format_ or format_of(name) for name in files], reading)

    from majuscule.cli.output import is_terminal, spare, write_stdout
    from majuscule.cli.progress import ProgressBar, Sizes
    from majuscule.detection.hint import LanguageHint
    from majuscule.reading.targets import is_folder
    from majuscule.restore.languages.hint import shown_hint
    from majuscule.restore.languages.loading import load_any
    from majuscule.restore.streams import Options, restore_files, rewrite_files

    reading = whole_if_wrapped(reading, policy["lines"])
    options = Options(policy, reading, jobs or cores(), analysis)
    if lookahead is not None:
        text = files == ("-",) and format_ in (None, "text")
        if punctuation is None or not text or output or analysis:
            raise click.UsageError(
                "--lookahead works only with plain text from standard input and --punctuation"
            )
        if policy["accents"] or policy["respell"]:
            raise click.UsageError("--lookahead cannot be used with --accents or --respell")
    elif punctuation is not None and analysis:
        raise click.UsageError("--punctuation cannot be used with --json")
    target = write_stdout if output in (None, "-") else output
    formats = [] if many else [format_ or format_of(one) for one in files]
    if not (many or analysis or is_folder(target)):
        check_named(output, formats)
    if (analysis or len(files) > 1) and not is_folder(target):
        spare(files, output)  # one file alone may be rewritten
    by_language = model == "auto"
    if by_language and punctuation is not None:
        raise click.UsageError(
            "--punctuation works with one language only; name it, as in --language de"
        )
    caseless = resolve("majuscule.accents.spelling:LETTERS") if policy["respell"] else ()
    truecaser = load_any(model, caseless).with_rules(**rules)
    others: list[str] = []
    if punctuation is not None:
        marker = _marker(truecaser.header.language, rules)
        options = _punctuating(options, punctuation, formats, marker, others)
    with ProgressBar(quiet=is_terminal(output) and not in_place) as progress:
        if lookahead is not None and punctuation is not None:
            _live(truecaser, policy, marker, punctuation, lookahead, progress.tell)
            return
        sizes = Sizes(files, "restoring", progress)
        hint = LanguageHint(
            truecaser.header.language, lambda *found: progress.tell(shown_hint(*found))
        )
        options = replace(options, hint=hint)
        how: Any = {"format": format_, "tell": progress.tell, "progress": sizes.read}
        if many:
            way: RewriteMode = "diff" if diff else "list" if dry_run else "write"
            done = rewrite_files(truecaser, files, options, way=way, write=write_stdout, **how)
        else:
            done = restore_files(truecaser, files, target, options, **how)
        hint.end()
        if others:
            from majuscule.punctuation.files import documents_left_alone

            progress.tell(f"punctuation: {documents_left_alone(others, marker)}")
        if many or (is_folder(target) and not analysis):
            progress.tell(done.sentence(would=diff or dry_run))
        if truecaser.header.kind == "languages" and not by_language:
            progress.tell(f"letters were respelt; no model restores the case of {model!r}")
        if by_language:
            progress.tell(cast("ByLanguage", truecaser.restorer).said.sentence())
    if done.failed:
        raise click.exceptions.Exit(2)
