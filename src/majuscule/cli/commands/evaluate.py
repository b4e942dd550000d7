"""``majuscule evaluate``: how well a model restores text whose case is known."""

from __future__ import annotations

import click

from majuscule.cli.options import ERRORS, OUTPUT

FORMATS = ("text", "lines", "whole", "jsonl", "conll")


@click.command()
@click.argument("model")
@click.argument("data", nargs=-1, required=True, metavar="DATA...")
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), help="Default: by the files' names."
)
@click.option("--field", metavar="NAME", help="Field of the text in JSON lines.")
@click.option(
    "--input",
    "conditions",
    multiple=True,
    type=click.Choice(["lower", "upper"]),
    help="What is done to the case of the data; may be repeated. Default: both.",
)
@click.option(
    "--memory",
    type=click.Choice(["both", "with", "without"]),
    default="both",
    show_default=True,
    help="Whether the other mentions of a word in its document count.",
)
@click.option(
    "--case",
    type=click.Choice(["ignore", "auto"]),
    default="ignore",
    show_default=True,
    help="ignore measures the restoring alone; auto also whether detection asks for it.",
)
@click.option(
    "--resamples",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Bootstrap resamples for the intervals; 0 leaves them out.",
)
@click.option(
    "--calibration",
    is_flag=True,
    help="Tell too how often confidences of each size are right, on lower-cased data.",
)
@click.option("--summary", is_flag=True, help="Leave the tables by case class out.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--record",
    is_flag=True,
    help="Write F1 and accuracy into the model's card, in place of older ones on the same data.",
)
@OUTPUT
@ERRORS
def evaluate(
    model: str,
    data: tuple[str, ...],
    format_: str | None,
    field: str | None,
    conditions: tuple[str, ...],
    memory: str,
    case: str,
    resamples: int,
    calibration: bool,
    summary: bool,
    as_json: bool,
    record: bool,
    output: str | None,
    errors: str,
) -> None:
    """Take the case of DATA away, restore it with MODEL, and score what comes back.

    Prints accuracy, and precision, recall and F1 of words that hold a capital, split at spaces: a
    word is proposed if the output has a capital in it, gold if the data has, correct if both are
    the same. Then the same for each case class. Intervals come from resampling documents, and the
    signature names all that the numbers depend on. At the end: how many paragraphs come back
    untouched when they are given as they are.

    Blank lines part the documents of a text file. Where each line is a sentence by itself, say
    --format lines.

    \b
    Examples:
      majuscule evaluate en articles.jsonl
      majuscule evaluate en sentences.txt --format lines --memory without
      majuscule evaluate mine.model dev.jsonl --summary --record
      majuscule evaluate en articles.jsonl --summary --calibration
    """
    import json

    from majuscule.cli.output import open_output
    from majuscule.cli.progress import Progress
    from majuscule.measure import Resampling
    from majuscule.models import Score, model_path
    from majuscule.restore.truecaser import load
    from majuscule.trials import evaluation

    truecaser = load(model)
    memories = {"both": (True, False), "with": (True,), "without": (False,)}[memory]
    texts = [
        evaluation.read_data(name, format=format_, field=field, errors=errors)  # type: ignore[arg-type]
        for name in data
    ]
    results: list[evaluation.Evaluation] = []
    unchanged: dict[str, tuple[int, int]] = {}
    calibrations: list[evaluation.Reliability] = []
    resampling = Resampling(resamples) if resamples else None
    with Progress() as progress:
        for one in texts:
            label = f"evaluating {one.name}"
            progress.show(label)
            results += evaluation.evaluate(
                truecaser,
                one,
                conditions or evaluation.CONDITIONS,
                memories=memories,
                case=case,
                resampling=resampling,
                progress=lambda share: progress.show(None, share),
            )
            unchanged[one.name] = evaluation.count_unchanged(truecaser, one)
            if calibration:
                calibrations.append(evaluation.reliability(truecaser, one, resampling=resampling))
    with open_output(output) as write:
        if as_json:
            shown = {
                "scores": [
                    {
                        "data": one.data,
                        "input": one.condition,
                        "memory": one.memory,
                        "words": one.words,
                        **one.report.as_dict(),
                    }
                    for one in results
                ],
                "unchanged": {
                    name: {"paragraphs": total, "same": same}
                    for name, (same, total) in unchanged.items()
                },
                "calibration": [
                    {"data": one.data, "tokens": one.tokens, **one.report.as_dict()}
                    for one in calibrations
                ],
            }
            write((json.dumps(shown, ensure_ascii=False, indent=2) + "\n").encode())
        else:
            tables = [evaluation.summary_table(results)]
            tables += [] if summary else [evaluation.detail_table(one) for one in results]
            tables += [evaluation.reliability_table(one) for one in calibrations]
            lines = [
                f"{name}: given as they are, {same:,} of {total:,} paragraphs "
                f"({same / total:.2%}) come back untouched"
                for name, (same, total) in unchanged.items()
            ]
            text = "\n".join(table.markdown() for table in tables)
            write((text + "\n" + "\n".join(lines) + "\n").encode())
    if record:
        from majuscule.models.editing import record_scores

        scores = [
            Score(
                one.data,
                one.condition + ("" if one.memory else ", no memory"),
                measure,
                round(100 * one.report[measure].value, 2),
                round(100 * one.report[measure].low, 2) if resamples else None,
                round(100 * one.report[measure].high, 2) if resamples else None,
                str(one.report.signature),
            )
            for one in results
            for measure in ("f1", "accuracy")
        ]
        record_scores(model_path(model), scores)
        progress.tell(f"{model_path(model)}: {len(scores)} scores written into its card")
