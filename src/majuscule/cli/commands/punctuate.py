"""``majuscule punctuate``: add marks and capitals; ``majuscule sentences``: find sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.given import check_named, check_reading
from majuscule.cli.options import (
    ANY_TEXT,
    FILES,
    JOBS,
    LOOKAHEAD,
    OUTPUTS,
    RULES,
    json_option,
    model_option,
)
from majuscule.cli.policies import MARK_POLICY
from majuscule.options import cores
from majuscule.reading.table import format_of

if TYPE_CHECKING:
    from majuscule.punctuation.files import To
    from majuscule.punctuation.policy import MarkPolicy
    from majuscule.reading import Reading


@click.command()
@FILES
@OUTPUTS
@model_option("Model that punctuates", "{}-speech")
@MARK_POLICY
@click.option(
    "--to",
    type=click.Choice(["same", "text", "srt", "vtt"]),
    default="same",
    show_default=True,
    help="What to write: the format of the input, or, from a transcript with times, its text or "
    "subtitles.",
)
@LOOKAHEAD
@RULES
@ANY_TEXT
@json_option(
    "Print one line of JSON per document: its marks, with offsets and confidences, and its "
    "sentences."
)
@JOBS
def punctuate(**options: Any) -> None:
    """Add punctuation and capitals to text that has none.

    Reads FILES, or standard input: plain text, JSON lines and values, Parquet, subtitles (srt, vtt,
    ass, sub, smi), lyrics (lrc), transcripts (ctm, nlp, recognisers' JSON). Words, times, tags and
    fields stay, and so do existing marks. Text that is already punctuated is left alone.

    \b
    Examples:
      echo "hello everyone thanks for joining how are you" | majuscule punctuate
      majuscule punctuate whisper.json -o readable.json
      majuscule punctuate --to text call.ctm
      majuscule punctuate --to srt call.ctm -o call.srt
      majuscule punctuate --to vtt talks/*.ctm -o subtitles/
      majuscule punctuate --glossary terms.txt --protect 'TICKET-[0-9]+' call.txt
      recogniser | majuscule punctuate --lookahead 4
    """
    _work("punctuating", **options)


@click.command()
@FILES
@OUTPUTS
@model_option("Model that finds the sentences", "{}-speech")
@MARK_POLICY
@RULES
@ANY_TEXT
@json_option("Print one line of JSON per sentence: its text and its offsets in the document.")
@JOBS
def sentences(**options: Any) -> None:
    """Find the sentences of text, punctuated or not.

    Reads every format that majuscule restore reads, and prints one sentence per line, with its
    missing marks and capitals added.

    \b
    Examples:
      echo "hello everyone thanks for joining how are you" | majuscule sentences
      majuscule sentences --json call.ctm
    """
    _work("reading", sentences=True, **options)


def _work(
    doing: str,
    *,
    files: tuple[str, ...],
    output: str | None,
    model: str,
    policy: MarkPolicy,
    rules: dict[str, Any],
    format_: str | None,
    reading: Reading,
    as_json: bool,
    jobs: int | None,
    to: To = "same",
    lookahead: int | None = None,
    sentences: bool = False,
) -> None:
    formats = [format_ or format_of(name) for name in files]
    check_reading(formats, reading)
    if not (as_json or sentences):
        check_named(output, formats if to == "same" else [to])

    from majuscule.cli.output import is_terminal, open_output, spare, write_stdout
    from majuscule.cli.progress import ProgressBar, Sizes
    from majuscule.punctuation.files import MarkOptions, punctuate_files, punctuate_live
    from majuscule.punctuation.punctuator import load_punctuator
    from majuscule.reading.opening import standard_input
    from majuscule.reading.targets import is_folder

    target = write_stdout if output in (None, "-") else output
    if (as_json or sentences or to != "same" or len(files) > 1) and not is_folder(target):
        spare(files, output)  # one file alone may be rewritten
    if lookahead is not None and (
        files != ("-",) or formats != ["text"] or as_json or to != "same"
    ):
        raise click.UsageError("--lookahead works only with plain text from standard input")
    punctuator = load_punctuator(model).with_rules(**rules)
    options = MarkOptions(policy, reading, jobs or cores(), to, as_json, sentences)
    with ProgressBar(quiet=is_terminal(output)) as progress:
        if lookahead is not None:
            stdin = standard_input()
            with open_output(output) as write:
                punctuate_live(punctuator, stdin, write, lookahead, tell=progress.tell, **policy)
            return
        how: Any = {"format": format_, "tell": progress.tell}
        how["progress"] = Sizes(files, doing, progress).read
        failed = punctuate_files(punctuator, files, target, options, **how)
    if failed:
        raise click.exceptions.Exit(2)
