"""Make the models that the plan ``benchmarks/degrade.toml`` names, and run it.

``python -m benchmarks.degrade`` writes the report ``degrade`` as Markdown, JSON and HTML.  What
is made once is kept under ``build``: a spaCy pipeline (four minutes on one core, most of it), the
papers' restorers from 7.6 million words as they are printed, and two of them with the text of the
Groningen Meaning Bank among these words, the Markov taggers, an HMM tagger that knows no text
without case, and Niu et al.'s restorer from two million words of news, with the questions of TREC
among them and without.

With ``--papers`` it runs ``benchmarks/papers/degrade.toml`` instead, what Niu et al. and Lita et
al. measured, with their own restorers, and writes the report ``degrade-papers``.

With ``--try`` it tells instead how long ``majuscule degrade try`` takes on a thousand sentences,
with nothing kept from before, and writes ``degrade-try.json``.
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
"""As many as there are, of a trigram model to stand beside Lita et al.'s, which read more."""
NEWS_WORDS = 2_000_000
"""Of the restorers with and without questions: both read the same news."""
AS_PRINTED = {
    "unigram": "first_letters=false",
    "trigram": "first_letters=false",
    "hmm": "sentence_starts=false",
}
"""The papers' restorers, without what is ours."""
TIMES = 4
"""How often each question is read: a tenth of the text is questions then."""
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
    given = parser.parse_args()
    if given.tries:
        tried = try_engine(f"spacy:{PIPELINE.relative_to(ROOT)}")
        write_json(given.output.with_name("degrade-try.json"), tried)
        return
    if given.papers:
        given.plan = ROOT / "benchmarks" / "papers" / "degrade.toml"
        given.output = given.output.with_name("degrade-papers")
    if not given.no_make:
        from benchmarks.spacy_pipeline import train_pipeline

        make_models()
        train_pipeline(PIPELINE, epochs=3)
    jobs = ["--jobs", given.jobs] if given.jobs else []
    plan, output = (
        path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        for path in (given.plan, given.output)
    )
    papers = "benchmarks/papers/degrade.json"
    majuscule("degrade", "run", plan, "-o", output, "--reference", papers, *jobs)


def make_models() -> None:
    """Train the restorers and the Markov taggers that are not there yet."""
    choose_systems(MADE / "translation")
    own = write_text(NAMES / "train" / "gmb.tsv", MADE / "gmb.txt")
    for kind, printed in AS_PRINTED.items():
        chosen = ["--kind", kind, "--words", WORDS, "--option", printed]
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
    asked = write_questions()
    train("news", "train", NEWS, "--kind", "hmm", "--words", NEWS_WORDS)
    words = NEWS_WORDS + count_words([asked.read_text("utf-8")])
    train("news-questions", "train", asked, NEWS, "--kind", "hmm", "--words", words)


def write_questions() -> Path:
    """Write the questions that a restorer learns from, as Niu et al. propose, and those asked.

    The questions have no licence, so neither they nor the model may be passed on.
    """
    from majuscule.degrade.tasks.questions.answer_types import read_classes
    from majuscule.degrade.tasks.questions.collection import read_squad

    questions, _ = read_classes(DATA / "questions" / "trec-question-classes.txt")
    write(MADE / "trec-questions.txt", "\n\n".join(questions * TIMES) + "\n")
    tried = read_squad(DATA / "questions" / "xquad-en-dev.json").questions
    texts = "\n\n".join(one.text.strip() for one in tried)
    write(MADE / "xquad-questions.txt", texts + "\n")
    return MADE / "trec-questions.txt"


def write_text(labelled: Path, path: Path) -> Path:
    """Write the text of a labelled file, without its labels: what a restorer learns from."""
    from majuscule.reading.annotations import read_annotated

    write(path, "\n\n".join(one.text for one in read_annotated([str(labelled)])) + "\n")
    return path


def choose_systems(folder: Path) -> None:
    """Link every fourth translation system of the test, with the references, in a folder."""
    found = sorted((DATA / "translation").glob("*.hyp.*"))[::4]
    folder.mkdir(parents=True, exist_ok=True)
    for path in (*found, *(DATA / "translation").glob("*.ref.*")):
        link = folder / path.name
        link.unlink(missing_ok=True)
        link.symlink_to(path.resolve())


def try_engine(engine: str) -> dict[str, object]:
    """Return how long trying an engine takes, in seconds of a processor and of the clock."""
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
    given = [sys.executable, "-m", "majuscule", *map(str, arguments)]
    status = subprocess.run(given, cwd=ROOT, env=own_environment().variables).returncode
    if status:
        raise SystemExit(status)


if __name__ == "__main__":
    main()
