"""Compare majuscule with its peers on the same text in one run, and write the report.

``python -m benchmarks.peers`` makes an environment for the peers, trains those that have no model
on the first nine tenths of the text, runs all on the last tenth, and those that came with a model
on all of it.  See ``benchmarks/README.md``.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import click

from benchmarks.environment import ROOT, WORK, machine, peers_environment
from benchmarks.measuring import Plan, measure
from benchmarks.peers_report import PeersReport, Setting
from benchmarks.rivals import NAMES, shipped_rivals, trained_rivals
from benchmarks.systems import HOWS
from majuscule.files import atomic_write_text
from majuscule.reading import read_documents

DEV = ROOT.parent / "shared" / "data" / "truecasing" / "dev" / "coster-kauchak-dev.txt"
REPORT = ROOT / "results" / "reports" / "peers"


@click.command()
@click.option("--text", type=click.Path(path_type=Path), default=DEV, help="Well-cased text.")
@click.option(
    "--train",
    type=click.Path(path_type=Path),
    help="Train on this text and test on all of --text, instead of parting --text.",
)
@click.option("--how", type=click.Choice(HOWS), default="tokens", help="What lines of --text are.")
@click.option("--system", "systems", multiple=True, type=click.Choice(NAMES), help="Only these.")
@click.option("--model", default="en", help="Our model: a name or a path.")
@click.option("--moses", type=click.Path(path_type=Path), help="A checkout of mosesdecoder.")
@click.option("--rounds", type=click.IntRange(1), default=5, help="How often speed is measured.")
@click.option("--work", type=click.Path(path_type=Path), default=WORK, help="Work folder, kept.")
@click.option("--output", type=click.Path(path_type=Path), default=REPORT, help="Without suffix.")
@click.option("--note", default="", help="A paragraph to put under the main table.")
def main(
    text: Path,
    train: Path | None,
    how: str,
    systems: tuple[str, ...],
    model: str,
    moses: Path | None,
    rounds: int,
    work: Path,
    output: Path,
    note: str,
) -> None:
    """Compare majuscule with its peers and write OUTPUT.md and OUTPUT.json."""
    work.mkdir(parents=True, exist_ok=True)
    lines = read_lines(text)
    cut = 0 if train else len(lines) * 9 // 10
    training = read_lines(train) if train else lines[:cut]
    words = f"{sum(len(line.split()) for line in training):,} words"
    what = f"{train.name}, {words}" if train else f"the first 90 % of {text.name}, {words}"
    wanted = systems or NAMES
    peers = peers_environment(work)
    rivals = [
        *shipped_rivals(peers, wanted, model),
        *trained_rivals(peers, wanted, training, words, work, moses),
    ]
    plan = Plan(lines[cut:], lines, how, rounds)
    results = measure(rivals, plan, work / "workers.log")
    setting = Setting(
        test=f"the last 10 % of {text.name}" if cut else text.name,
        whole=text.name,
        trained_on=what,
        command=shlex.join(["python", "-m", "benchmarks.peers", *sys.argv[1:]]),
        machine=machine(),
        note=note,
    )
    report = PeersReport(results, plan, setting)
    output.parent.mkdir(parents=True, exist_ok=True)
    for suffix, content in (
        (".md", report.markdown()),
        (".json", json.dumps(report.as_dict(), ensure_ascii=False, indent=1) + "\n"),
    ):
        with atomic_write_text(output.with_suffix(suffix)) as out:
            out.write(content)
    click.echo(report.main_table().markdown())


def read_lines(path: Path) -> list[str]:
    """Return the paragraphs of a text of any format that majuscule reads."""
    return [line for document in read_documents(path) for line in document.paragraphs]


if __name__ == "__main__":
    main()
