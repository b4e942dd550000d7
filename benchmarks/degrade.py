"""Make the models that the plan ``benchmarks/degrade.toml`` names, and run it.

``python -m benchmarks.degrade`` writes the report ``degrade`` as Markdown, JSON and HTML.  What
is made once is kept under ``build``: a spaCy pipeline (three quarters of an hour on one core, most
of it), the unigram and trigram restorers from 7.6 million words, the Markov taggers, and Niu et
al.'s restorer from two million words of news, with the questions of TREC among them and without.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from benchmarks.environment import PROFILE, ROOT, WORK
from majuscule.cli.program import run
from majuscule.degrade.plan import read_plan

DATA = ROOT.parent / "shared" / "data"
MADE = ROOT / "build" / "degrade"
WORDS = 7_600_000
CORPORA = ("wikinews.jsonl.xz", "wikipedia-00.jsonl.xz")
NEWS_WORDS = 2_000_000
"""Of the restorers with and without questions: both read the same news."""
TIMES = 4
"""How often each question is read: a tenth of the text is questions then."""
LABELLED = ("gmb.tsv", "earnings21.tsv", "wikigold.tsv")


@click.command()
@click.option("--plan", type=click.Path(path_type=Path), default=ROOT / "benchmarks/degrade.toml")
@click.option("--output", default="results/reports/degrade", help="Without suffix.")
@click.option("--make/--no-make", default=True, help="Leave what is missing as holes instead.")
@click.option("--jobs", type=int, default=None, help="Engines at work at a time.")
def main(plan: Path, output: str, make: bool, jobs: int | None) -> None:
    """Make what is missing, run the plan, write the report."""
    read_plan(plan)
    if make:
        make_models()
        make_pipeline(WORK / "spacy")
    relative = plan.relative_to(ROOT) if plan.is_relative_to(ROOT) else plan
    sys.argv = ["majuscule", "degrade", "run", str(relative), "-o", output]
    sys.argv += ["--jobs", str(jobs)] if jobs else []
    raise SystemExit(run(sys.argv[1:]))


def make_models() -> None:
    """Train the restorers and the Markov taggers that are not there yet."""
    MADE.mkdir(parents=True, exist_ok=True)
    texts = [str(DATA / "truecasing" / "train" / name) for name in CORPORA]
    labelled = [str(DATA / "entities" / "en" / "train" / name) for name in LABELLED]
    for kind in ("unigram", "trigram"):
        path = MADE / f"{kind}.model"
        if not path.exists():
            command = ["train", *texts, "--kind", kind, "--words", str(WORDS), "-o", str(path)]
            _check(command)
    for name, case in (("memm", "true"), ("memm-no-case", "false")):
        path = MADE / f"{name}.model"
        if not path.exists():
            option = ["--kind", "memm", "--option", f"case={case}", "--share", "gmb=4"]
            option += ["--profile", str(PROFILE)]
            _check(["entities", "train", *labelled, *option, "-o", str(path)])
    make_question_models(texts[0])


def make_question_models(news: str) -> None:
    """Train the HMM of Niu et al. 2004 on news, and on news with questions, as they propose.

    The questions have no licence, so neither they nor the model may be passed on.
    """
    from majuscule.degrade.tasks.questions.answer_types import read_classes
    from majuscule.degrade.tasks.questions.collection import read_squad

    asked = MADE / "trec-questions.txt"
    questions, _ = read_classes(DATA / "questions" / "trec-question-classes.txt")
    asked.write_text("\n\n".join(questions * TIMES) + "\n", "utf-8")
    tried = read_squad(DATA / "questions" / "xquad-en-dev.json").questions
    texts = "\n\n".join(one.text.strip() for one in tried)
    (MADE / "xquad-questions.txt").write_text(texts + "\n", "utf-8")
    words = TIMES * sum(len(one.split()) for one in questions)
    for name, first, size in (("news", [], 0), ("news-questions", [str(asked)], words)):
        path = MADE / f"{name}.model"
        if not path.exists():
            command = ["train", *first, news, "--kind", "hmm"]
            _check([*command, "--words", str(NEWS_WORDS + size), "-o", str(path)])


def make_pipeline(folder: Path, epochs: int = 3) -> None:
    """Train the spaCy pipeline that is not there yet."""
    if not (folder / "meta.json").exists():
        import spacy

        from benchmarks.spacy_pipeline import new_pipeline, train

        spacy.util.fix_random_seed(1)
        nlp = new_pipeline()
        train(nlp, epochs)
        nlp.to_disk(folder)


def _check(command: list[str]) -> None:
    print("majuscule " + " ".join(command), file=sys.stderr)
    status = run(command)
    if status:
        raise SystemExit(status)


if __name__ == "__main__":
    main()
