"""Train the models that the plan ``benchmarks/degrade.toml`` names, and run the plan.

``python -m benchmarks.degrade`` writes the report ``degrade`` as Markdown, JSON and HTML.  Models
are trained once and kept under ``build``: a spaCy pipeline (most of the time: four minutes on one
core); the papers' restorers as published, on 7.6 million words, two of them also with the text of
the Groningen Meaning Bank among these words; the MEMM taggers; an HMM tagger that has seen no
caseless text; and Niu et al.'s restorer on two million words of news, with and without the
questions of TREC.

``--papers`` runs ``benchmarks/papers/degrade.toml`` instead, the experiments of Niu et al. and Lita
et al. with their own restorers, and writes the report ``degrade-papers``.

``--try`` measures instead how long ``majuscule degrade try`` takes on a thousand sentences, with an
empty cache, and writes ``degrade-try.json``.
"""

import json
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

from benchmarks.environment import PROFILE, ROOT, WORK, machine, own_environment
from benchmarks.processes import output_of
from benchmarks.report import CASED, DATA, NAMES, command, count_words, options, write, write_json

MADE = ROOT / "build" / "degrade"
PIPELINE = WORK / "spacy"
WORDS = 7_600_000
ALL_WORDS = 80_000_000
"""All there are, for a trigram model to compare with Lita et al.'s, which was trained on more."""
NEWS_WORDS = 2_000_000
"""Words of news that the restorers with and without questions are both trained on."""
AS_PRINTED = {
    "unigram": "first_letters=false",
    "trigram": "first_letters=false",
    "hmm": "sentence_starts=false",
}
"""The papers' restorers, with the option that switches our own additions off."""
TIMES = 4
"""Copies of each question in the training text; questions are then a tenth of it."""
NEWS, WIKIPEDIA = (CASED / "train" / f"{name}.jsonl.xz" for name in ("wikinews", "wikipedia-00"))
LABELLED = [NAMES / "train" / f"{name}.tsv" for name in ("gmb", "earnings21", "wikigold")]
SENTENCES = 1000


def main() -> None:
    parser = options("degrade", __doc__)
    parser.add_argument("--papers", action="store_true", help="run what the papers measured")
    parser.add_argument("--plan", type=Path, default=ROOT / "benchmarks" / "degrade.toml")
    parser.add_argument("--no-make", action="store_true", help="leave what is missing as holes")
    parser.add_argument("--jobs", type=int, help="engines at work at a time")
    parser.add_argument("--try", action="store_true", dest="tries", help="time degrade try instead")
    args = parser.parse_args()
    if args.tries:
        tried = try_engine(f"spacy:{PIPELINE.relative_to(ROOT)}")
        write_json(args.output.with_name("degrade-try.json"), tried)
        return
    if args.papers:
        args.plan = ROOT / "benchmarks" / "papers" / "degrade.toml"
        args.output = args.output.with_name("degrade-papers")
    if not args.no_make:
        from benchmarks.spacy_pipeline import train_pipeline

        make_models()
        train_pipeline(PIPELINE, epochs=3)
    jobs = ["--jobs", args.jobs] if args.jobs else []
    plan, output = (
        path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        for path in (args.plan, args.output)
    )
    papers = "benchmarks/papers/degrade.json"
    majuscule("degrade", "run", plan, "-o", output, "--reference", papers, *jobs)


def make_models() -> None:
    """Train the restorers and taggers that do not exist yet."""
    choose_systems(MADE / "translation")
    own = write_text(NAMES / "train" / "gmb.tsv", MADE / "gmb.txt")
    for kind, option in AS_PRINTED.items():
        chosen = ["--kind", kind, "--words", WORDS, "--option", option]
        train(kind, "train", NEWS, WIKIPEDIA, *chosen)
        if kind != "unigram":
            train(f"{kind}-own", "train", own, NEWS, WIKIPEDIA, *chosen)
    every = NEWS, *sorted((CASED / "train").glob("wikipedia-*.jsonl.xz"))
    train("trigram-80m", "train", *every, "--kind", "trigram", "--words", ALL_WORDS)
    known = ["--kind", "hmm", "--option", "caseless=false", "--share", "gmb=4"]
    train("krdl", "entities", "train", *LABELLED, *known, "--profile", str(PROFILE))
    for name, case in (("memm", "true"), ("memm-no-case", "false")):
        chosen = ["--kind", "memm", "--option", f"case={case}", "--share", "gmb=4"]
        chosen += ["--profile", str(PROFILE)]
        train(name, "entities", "train", *LABELLED, *chosen)
    questions = write_questions()
    train("news", "train", NEWS, "--kind", "hmm", "--words", NEWS_WORDS)
    words = NEWS_WORDS + count_words([questions.read_text("utf-8")])
    train("news-questions", "train", questions, NEWS, "--kind", "hmm", "--words", words)


def write_questions() -> Path:
    """Write questions to train a restorer on, as Niu et al. propose, and the test questions.

    The training questions have no licence, so neither they nor the model may be passed on.
    """
    from majuscule.degrade.tasks.questions.answer_types import read_classes
    from majuscule.degrade.tasks.questions.collection import read_squad

    questions, _ = read_classes(DATA / "questions" / "trec-question-classes.txt")
    write(MADE / "trec-questions.txt", "\n\n".join(questions * TIMES) + "\n")
    test_questions = read_squad(DATA / "questions" / "xquad-en-dev.json").questions
    texts = "\n\n".join(one.text.strip() for one in test_questions)
    write(MADE / "xquad-questions.txt", texts + "\n")
    return MADE / "trec-questions.txt"


def write_text(labelled: Path, path: Path) -> Path:
    """Write the text of a labelled file, without its labels, to train a restorer on."""
    from majuscule.reading.annotations import read_annotated

    write(path, "\n\n".join(one.text for one in read_annotated([str(labelled)])) + "\n")
    return path


def choose_systems(folder: Path) -> None:
    """Link every fourth translation system of the test, with the references, in a folder."""
    outputs = sorted((DATA / "translation").glob("*.hyp.*"))[::4]
    folder.mkdir(parents=True, exist_ok=True)
    for path in (*outputs, *(DATA / "translation").glob("*.ref.*")):
        link = folder / path.name
        link.unlink(missing_ok=True)
        link.symlink_to(path.resolve())


def try_engine(engine: str) -> dict[str, object]:
    """Return the processor and wall seconds that trying an engine takes."""
    with tempfile.TemporaryDirectory() as name:
        gold = Path(name, "gold.tsv")
        blocks = (NAMES / "dev" / "gmb.tsv").read_text("utf-8").split("\n\n")
        gold.write_text("\n\n".join(islice(blocks, SENTENCES)) + "\n\n", "utf-8")
        run = [sys.executable, "-m", "benchmarks.worker", "run", sys.executable, "-m", "majuscule"]
        arguments = ["degrade", "try", str(gold), "--engine", engine]
        places = ["-o", f"{name}/answer", "--work", f"{name}/cells"]
        spent = json.loads(output_of([*run, *arguments, *places], own_environment()))
    if spent["status"]:
        raise SystemExit(spent["status"])
    return {
        "command": command(),
        "engine": engine,
        "sentences": SENTENCES,
        "seconds": round(spent["cpu"], 1),
        "clock": round(spent["wall"], 1),
        "machine": machine(),
    }


def train(name: str, *arguments: object) -> None:
    path = MADE / f"{name}.model"
    if not path.exists():
        majuscule(*arguments, "-o", path)


def majuscule(*arguments: object) -> None:
    print("majuscule", *arguments, file=sys.stderr)
    run = [sys.executable, "-m", "majuscule", *map(str, arguments)]
    status = subprocess.run(run, cwd=ROOT, env=own_environment().variables).returncode
    if status:
        raise SystemExit(status)


if __name__ == "__main__":
    main()
