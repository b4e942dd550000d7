"""How long ``majuscule degrade try`` takes on a thousand sentences.

``python -m benchmarks.degrade_try`` writes the report ``degrade-try.json``, from the first cell
to the report, with nothing kept from before: seconds of a processor, and those of the clock, which
other work on the machine makes longer.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import click

from benchmarks.environment import ROOT, machine
from majuscule.cli.program import run
from majuscule.degrade.workers import processor_seconds
from majuscule.files import atomic_write_text

GOLD = ROOT.parent / "shared/data/entities/en/dev/gmb.tsv"
SENTENCES = 1000


@click.command()
@click.option("--engine", default="spacy:build/benchmarks/spacy", show_default=True)
def main(engine: str) -> None:
    """Try the engine, and write down how long it took."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gold = folder / "gold.tsv"
        blocks = GOLD.read_text("utf-8").split("\n\n")
        gold.write_text("\n\n".join(islice(blocks, SENTENCES)) + "\n\n", "utf-8")
        given = ["degrade", "try", str(gold), "--engine", engine]
        places = ["-o", str(folder / "answer"), "--work", str(folder / "cells")]
        sys.argv = ["majuscule", *given, *places]
        began, spent = time.monotonic(), processor_seconds()
        status = run(sys.argv[1:])
        clock, spent = time.monotonic() - began, processor_seconds() - spent
        if status:
            raise SystemExit(status)
    found = {
        "command": "python -m benchmarks.degrade_try",
        "engine": engine,
        "sentences": SENTENCES,
        "seconds": round(spent, 1),
        "clock": round(clock, 1),
        "machine": machine(),
    }
    with atomic_write_text(ROOT / "results/reports/degrade-try.json") as out:
        out.write(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
