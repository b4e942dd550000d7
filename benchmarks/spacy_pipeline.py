"""A stock spaCy pipeline before and after ``majuscule_truecaser``: accuracy and time.

``python -m benchmarks.spacy_pipeline`` trains a small pipeline (tagger, parser, entities; the sizes
of spaCy's small English models) on the treebank and entity corpora of the shared folder, and writes
``results/reports/spacy.md`` and ``.json``.  No ready pipeline is fetched.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import click
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

import majuscule.spacy.truecaser  # noqa: F401 - makes the component known without an installation
from benchmarks.environment import ROOT, WORK, machine
from benchmarks.spacy_corpora import Cased, as_written, entities, treebank
from majuscule.files import atomic_write_text
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.reading import read_documents

DATA = ROOT.parent / "shared" / "data"
PARSING, NAMES = DATA / "parsing", DATA / "entities" / "en"
NEWS = DATA / "truecasing" / "dev" / "wikinews.jsonl"
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


def train(nlp: Language, epochs: int) -> None:
    """Train the parts on their corpora, in turns."""
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
    """Return a row of scores for each condition and each pipeline."""
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
    """Return processor seconds of both pipelines over lower-case news, round by round."""
    texts = list(_texts(words))
    size = sum(len(text.split()) for text in texts)
    stock, restoring, bare = spacy.load(folder), spacy.load(folder), spacy.load(folder)
    restoring.add_pipe("majuscule_truecaser", first=True)
    bare.add_pipe("majuscule_truecaser", first=True, config={"confidence": False})
    pipelines = {"stock": stock, "with the truecaser": restoring, "without confidences": bare}
    seconds: dict[str, list[float]] = {name: [] for name in pipelines}
    single: dict[str, list[float]] = {name: [] for name in pipelines}
    for nlp in pipelines.values():
        list(nlp.pipe(texts[:50]))
    for _ in range(rounds):
        for name, nlp in pipelines.items():
            begin = time.process_time()
            for _doc in nlp.pipe(texts, batch_size=128):
                pass
            seconds[name].append(time.process_time() - begin)
            begin = time.process_time()
            for text in texts[::5]:
                nlp(text)
            single[name].append(time.process_time() - begin)
    return {"words": size, "texts": len(texts), "pipe": seconds, "single": single}


def _texts(words: int) -> Iterator[str]:
    seen = 0
    for document in read_documents([str(NEWS)]):
        for paragraph in document.paragraphs:
            yield paragraph.lower()
            seen += len(paragraph.split())
        if seen >= words:
            return


def report(rows: list[list[Cell]], times: dict[str, Any], setting: dict[str, Any]) -> str:
    """Return the report as Markdown."""
    table = Table(("input", *SCORES.values()), rows, decimals=1)
    timed: list[list[Cell]] = []
    for name in times["pipe"]:
        row: list[Cell] = [name, round(times["words"] / median(times["pipe"][name]))]
        for way in ("pipe", "single"):
            mine, stock = times[way][name], times[way]["stock"]
            row.append(
                f"{100 * (median(a / b for a, b in zip(mine, stock, strict=True)) - 1):+.1f} %"
            )
        timed.append(row)
    head = ("pipeline", "words/s", "more time, nlp.pipe", "more time, nlp(text)")
    machine_ = ", ".join(f"{name} {value}" for name, value in setting["machine"].items())
    return "\n".join(
        [
            "# A spaCy pipeline on text without case",
            "",
            f"Made by `{setting['command']}` ({machine_}). The pipeline (tagger, parser, entities: "
            "the sizes of spaCy's small English models) was trained here on well-cased text: the "
            "English Web Treebank, and WikiGold with a part of GMB for the names. It is "
            "scored on dev text: EWT from raw text for tags and trees, UNER-EWT on its tokens for "
            "names. No released pipeline was measured.",
            "",
            "## Accuracy",
            "",
            table.markdown(),
            'Upper case is restored with `case = "ignore"`. The truecaser tokenises the restored '
            "text again unless the row says that tokens are kept; names are scored on given "
            "tokens, which are always kept.",
            "",
            "## Time",
            "",
            f"{times['words']:,} words of lower-case news in {times['texts']:,} paragraphs; "
            f"processor time, median of {len(times['pipe']['stock'])} rounds in turns. *nlp(text)* "
            "calls the pipeline for one paragraph at a time.",
            "",
            Table(head, timed).markdown(),
        ]
    )


@click.command()
@click.option("--pipeline", type=Path, default=WORK / "spacy", help="Where the pipeline is kept.")
@click.option("--epochs", default=3, show_default=True)
@click.option("--rounds", default=7, show_default=True)
@click.option("--words", default=40_000, show_default=True, help="Words to take the time of.")
@click.option("--out", type=Path, default=ROOT / "results" / "reports")
def main(pipeline: Path, epochs: int, rounds: int, words: int, out: Path) -> None:
    """Train where there is no pipeline yet, measure, write the report."""
    spacy.util.fix_random_seed(1)
    if not (pipeline / "meta.json").exists():
        nlp = new_pipeline()
        train(nlp, epochs)
        nlp.to_disk(pipeline)
    setting = {"machine": machine(), "command": "python -m benchmarks.spacy_pipeline"}
    rows, times = accuracy(pipeline), timing(pipeline, words, rounds)
    with atomic_write_text(out / "spacy.json") as file:
        json.dump({"setting": setting, "accuracy": rows, "times": times}, file, indent=1)
        file.write("\n")
    with atomic_write_text(out / "spacy.md") as file:
        file.write(report(rows, times, setting).rstrip() + "\n")


if __name__ == "__main__":
    main()
