"""A stock spaCy pipeline before and after ``majuscule_truecaser``: accuracy and time.

``python -m benchmarks.spacy_pipeline`` trains a small pipeline (tagger, parser, entities; the sizes
of spaCy's small English models) on the treebank and entity corpora of the shared folder, and writes
the report ``spacy``.  No ready pipeline is fetched.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

import majuscule.spacy.truecaser  # noqa: F401 - makes the component known without an installation
from benchmarks.environment import WORK, machine
from benchmarks.measuring import first_words
from benchmarks.processes import take_turns
from benchmarks.report import (
    CASED,
    DATA,
    NAMES,
    command,
    count_words,
    made,
    options,
    say,
    write_report,
)
from benchmarks.spacy_corpora import Cased, as_written, entities, treebank
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.reading import read_documents

PARSING = DATA / "parsing"
NEWS = CASED / "dev" / "wikinews.jsonl"
TRAIN_NAMES = (("wikigold", 0), ("gmb", 60_000))
EMBED = """
[model]
@architectures = "spacy.HashEmbedCNN.v2"
pretrained_vectors = null
width = 96
depth = 4
embed_size = 2000
window_size = 1
maxout_pieces = 3
subword_features = true
"""
CONDITIONS: dict[str, Cased] = {"as written": as_written, "lower": str.lower, "upper": str.upper}
AFTER = {"": None, "restored": {}, "restored, tokens kept": {"tokens": "keep"}}
TIMED: dict[str, dict[str, Any] | None] = {
    "stock": None,
    "with the truecaser": {},
    "without confidences": {"confidence": False},
}
SCORES = {"tag_acc": "tags", "dep_uas": "UAS", "dep_las": "LAS", "ents_f": "entities F1"}


def new_pipeline() -> Language:
    """Return an untrained pipeline with two embeddings: one for tags and trees, one for names."""
    from thinc.api import Config

    nlp = spacy.blank("en")
    model = Config().from_str(EMBED)["model"]
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": 96, "upstream": "tok2vec"}
    nlp.add_pipe("tok2vec", config={"model": model})
    tagger = {"@architectures": "spacy.Tagger.v2", "nO": None, "tok2vec": listener}
    nlp.add_pipe("tagger", config={"model": tagger})
    parsing = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "parser",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": True,
        "nO": None,
    }
    nlp.add_pipe("parser", config={"model": {**parsing, "tok2vec": listener}})
    names = {**parsing, "state_type": "ner", "tok2vec": model}
    nlp.add_pipe("ner", config={"model": names})
    return nlp


def train_pipeline(folder: Path, epochs: int) -> None:
    """Train a pipeline, its parts on their corpora in turns, and write it."""
    folder.parent.mkdir(parents=True, exist_ok=True)  # spaCy makes the last folder alone
    spacy.util.fix_random_seed(1)
    nlp = new_pipeline()
    trees = [_example(nlp, doc) for doc in treebank(PARSING / "ewt-train.conllu.xz", nlp.vocab)]
    names = [
        _example(nlp, doc)
        for name, words in TRAIN_NAMES
        for doc in entities(NAMES / "train" / f"{name}.tsv", nlp.vocab, words=words)
    ]
    optimizer = nlp.initialize(lambda: trees[:500] + names)
    generator = random.Random(1)
    parts = {("tok2vec", "tagger", "parser"): trees, ("ner",): names}
    for epoch in range(epochs):
        for chosen, examples in parts.items():
            generator.shuffle(examples)
            losses: dict[str, float] = {}
            with nlp.select_pipes(enable=list(chosen)):
                for at in range(0, len(examples), 4):
                    batch = examples[at : at + 4]
                    nlp.update(batch, sgd=optimizer, losses=losses, drop=0.1)
            print(f"epoch {epoch + 1}: {losses}", file=sys.stderr, flush=True)
    nlp.to_disk(folder)


def _example(nlp: Language, doc: Doc) -> Example:
    return Example(Doc(nlp.vocab, words=[t.text for t in doc], spaces=_spaces(doc)), doc)


def _spaces(doc: Doc) -> list[bool] | None:
    return None if doc.has_unknown_spaces else [bool(token.whitespace_) for token in doc]


def score(nlp: Language, documents: list[Doc], raw: bool) -> dict[str, float]:
    """Return the scores of a pipeline on documents; ``raw``: from their text, not their tokens."""
    examples = []
    for doc in documents:
        words = [token.text for token in doc]
        given = nlp.make_doc(doc.text) if raw else Doc(nlp.vocab, words=words, spaces=_spaces(doc))
        examples.append(Example(given, doc))
    found = nlp.evaluate(examples)
    return {name: found[name] for name in SCORES if found.get(name) is not None}


def accuracy(folder: Path) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for condition, cased in CONDITIONS.items():
        for after, config in AFTER.items():
            if condition == "as written" and after:
                continue
            nlp = spacy.load(folder)
            if config is not None:
                case = "ignore" if condition == "upper" else "auto"
                nlp.add_pipe("majuscule_truecaser", first=True, config={**config, "case": case})
            trees = treebank(PARSING / "ewt-dev.conllu", nlp.vocab, cased)
            names = entities(NAMES / "dev" / "uner-ewt.tsv", nlp.vocab, cased)
            found = {**score(nlp, trees, raw=True)}
            found["ents_f"] = score(nlp, names, raw=False)["ents_f"]
            shown = f"{condition}, {after}" if after else condition
            rows.append([shown, *(found[name] for name in SCORES)])
    return rows


def timing(folder: Path, words: int, rounds: int) -> dict[str, Any]:
    """Return processor seconds of each pipeline over lower-case news, round by round."""
    texts = _texts(words)
    pipelines = {name: spacy.load(folder) for name in TIMED}
    for name, config in TIMED.items():
        if config is not None:
            pipelines[name].add_pipe("majuscule_truecaser", first=True, config=config)

    def together(nlp: Language) -> None:
        list(nlp.pipe(texts, batch_size=128))

    def single(nlp: Language) -> None:
        for text in texts[::5]:
            nlp(text)

    seconds = {
        name: take_turns({one: partial(run, nlp) for one, nlp in pipelines.items()}, rounds)
        for name, run in (("pipe", together), ("single", single))
    }
    return {"words": count_words(texts), "texts": len(texts), **seconds}


def _texts(words: int) -> list[str]:
    paragraphs = [line for document in read_documents([str(NEWS)]) for line in document.paragraphs]
    return [line.lower() for line in first_words(paragraphs, words)]


def parts(rows: list[list[Cell]], times: dict[str, Any]) -> list[str | Table]:
    timed: list[list[Cell]] = []
    for name in times["pipe"]:
        row: list[Cell] = [name, round(times["words"] / median(times["pipe"][name]))]
        for way in ("pipe", "single"):
            ratios = zip(times[way][name], times[way]["stock"], strict=True)
            row.append(f"{100 * (median(mine / stock for mine, stock in ratios) - 1):+.1f} %")
        timed.append(row)
    rounds = len(times["pipe"]["stock"])
    return [
        made(),
        say("spacy", "about"),
        Table(("input", *SCORES.values()), rows, decimals=1),
        say("spacy", "time", words=times["words"], texts=times["texts"], rounds=rounds),
        Table(("pipeline", "words/s", "more time, nlp.pipe", "more time, nlp(text)"), timed),
    ]


def main() -> None:
    parser = options("spacy", __doc__)
    parser.add_argument("--pipeline", type=Path, default=WORK / "spacy", help="where it is kept")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--words", type=int, default=40_000, help="words to take the time of")
    given = parser.parse_args()
    if not (given.pipeline / "meta.json").exists():
        train_pipeline(given.pipeline, given.epochs)
    spacy.util.fix_random_seed(1)
    rows = accuracy(given.pipeline)
    times = timing(given.pipeline, given.words, given.rounds)
    setting = {"machine": machine(), "command": command()}
    numbers = {"setting": setting, "accuracy": rows, "times": times}
    write_report(given.output, "spacy", parts(rows, times), numbers)


if __name__ == "__main__":
    main()
