"""``majuscule evaluate``: how well a model restores text whose case is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from majuscule.cli.given import refuse
from majuscule.cli.options import CORPUS, JSON, OUTPUT, RESAMPLES

if TYPE_CHECKING:
    from majuscule.trials.evaluation import Evaluation
    from majuscule.trials.marks import MarkEvaluation

MARK_OPTIONS = ("format", "field", "header", "encoding", "errors", "apart", "resamples")
"""The options that apply to punctuation models."""


@click.command()
@click.argument("model")
@click.argument("data", nargs=-1, required=True, metavar="DATA...")
@CORPUS
@click.option(
    "--input",
    "conditions",
    multiple=True,
    type=click.Choice(["lower", "upper", "unmarked", "wrapped-72", "wrapped-40", "half", "tenth"]),
    help="What is done to the data first; may be repeated. lower, upper: changed to this case; "
    "unmarked: lower, without the marks that end its lines; wrapped: lower, wrapped to this many "
    "columns; half, tenth: without that share of its capitals (with --case fill). Default: lower "
    "and upper.",
)
@click.option(
    "--memory",
    type=click.Choice(["both", "with", "without"]),
    default="both",
    show_default=True,
    help="Whether to take other occurrences of a word in the same document into account.",
)
@click.option(
    "--case",
    type=click.Choice(["ignore", "fill", "auto"]),
    default="ignore",
    show_default=True,
    help="ignore measures restoring alone; fill adds capitals and removes none; auto also "
    "measures whether detection calls for restoring.",
)
@click.option(
    "--apart",
    is_flag=True,
    help="Restore each paragraph on its own, such as the turns of a dialogue, and show how many "
    "get a capital too many.",
)
@click.option(
    "--small/--no-small",
    default=True,
    help="Whether to count texts (with --apart, paragraphs) in which a sentence begins with a "
    "small letter or the English I is small, as in chat. Default: yes.",
)
@RESAMPLES
@click.option(
    "--calibration",
    is_flag=True,
    help="Also show how often predictions of each confidence are right, on lower-cased data.",
)
@click.option("--summary", is_flag=True, help="Leave out the tables by case class.")
@JSON
@click.option(
    "--record",
    is_flag=True,
    help="Write F1 and accuracy to the model's card, replacing older scores on the same data.",
)
@OUTPUT
def evaluate(
    model: str,
    data: tuple[str, ...],
    conditions: tuple[str, ...],
    memory: str,
    summary: bool,
    as_json: bool,
    record: bool,
    output: str | None,
    **how: Any,
) -> None:
    """Measure how well MODEL restores case or punctuation.

    Removes the case of DATA, restores it, and scores the result.

    Prints accuracy, and precision, recall and F1 of words with a capital, then the same for each
    case class. Words are split at spaces. A word counts as proposed if it has a capital in the
    output, as gold if it has one in the data, and as correct if both are the same. Intervals come
    from resampling documents; the signature names everything that the numbers depend on. The last
    lines say how many paragraphs are left unchanged when they are given as they are.

    DATA is text, JSON lines, two columns, or any format that majuscule restore reads. In a text
    file, blank lines separate documents. If each line is a sentence of its own, use
    --format lines.

    A punctuation model, such as en-speech, gets DATA without punctuation and case: first with its
    line breaks, then as one line. Prints F1 over commas, full stops and question marks; F1 of
    sentence ends, of each mark and of case; the share of words with both right; and the word error
    rate against the original text, counting marks and case. The last lines say what happens to DATA
    given as it is.

    \b
    Examples:
      majuscule evaluate en articles.jsonl
      majuscule evaluate en sentences.txt --format lines --memory without
      majuscule evaluate mine.model dev.jsonl --summary --record
      majuscule evaluate en articles.jsonl --summary --calibration
      majuscule evaluate en chat.jsonl --apart --input unmarked --memory without
      majuscule evaluate en-speech transcripts.txt
    """
    from majuscule.cli.output import open_output, spare
    from majuscule.cli.progress import ProgressBar
    from majuscule.models import model_path, own_model, read_model
    from majuscule.models.card import record_scores
    from majuscule.punctuation.neural.network import MarkNetwork
    from majuscule.trials.evaluation import evaluate as evaluate_case
    from majuscule.trials.marks import evaluate_marks
    from majuscule.trials.texts import CONDITIONS

    spare((model, *data), output)
    path = own_model(model) if record else model_path(model)
    evaluation: Evaluation | MarkEvaluation
    with ProgressBar() as progress:
        if read_model(path).header.kind in MarkNetwork.kinds:
            refuse("for case models", "conditions", "memory", "case", "calibration")
            how = {name: how[name] for name in MARK_OPTIONS}
            evaluation = evaluate_marks(model, data, report=progress.show, **how)
        else:
            memories = {"both": (True, False), "with": (True,), "without": (False,)}[memory]
            evaluation = evaluate_case(
                model,
                data,
                conditions=conditions or CONDITIONS,
                memories=memories,
                report=progress.show,
                **how,
            )
    text = evaluation.as_json() + "\n" if as_json else evaluation.markdown(details=not summary)
    with open_output(output) as write:
        write(text.encode("utf-8", "backslashreplace"))
    if record:
        scores = evaluation.card_scores()
        record_scores(path, scores)
        progress.tell(f"{path}: {len(scores)} scores written to its card")
