"""Measure the time that ``majuscule_truecaser`` adds to a stock spaCy pipeline.

``python -m benchmarks.spacy_pipeline`` trains a small pipeline (tagger, parser, entities; the sizes
of spaCy's small English models) on the treebank and entity corpora of the shared folder, and writes
the report ``spacy``.  Nothing is downloaded.  ``benchmarks.degrade`` measures what the same
pipeline loses without case, and what restoring wins back.
"""

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
from spacy.vocab import Vocab

import majuscule.spacy.truecaser  # noqa: F401 - registers the component if majuscule is not installed
from benchmarks.environment import WORK
from benchmarks.measuring import first_words
from benchmarks.peers import read_lines
from benchmarks.processes import take_turns
from benchmarks.report import CASED, DATA, NAMES, count_words, opening, options, write_report
from majuscule.degrade.tasks.parsing import treebank_rows
from majuscule.measure import Table
from majuscule.measure.tables import Cell
from majuscule.reading import read_tagged
from majuscule.text.batches import batches

PARSING = DATA / "parsing"
NEWS = CASED / "dev" / "wikinews.jsonl"
TRAIN_NAMES = (("wikigold", 60_000), ("gmb", 60_000))
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
TIMED: dict[str, dict[str, Any] | None] = {
    "stock": None,
    "with the truecaser": {},
    "without confidences": {"confidence": False},
}
TOGETHER = 10
"""Sentences in a document, so that the parser learns sentence boundaries."""
LABELS = {"PER": "PER", "ORG": "ORG", "LOC": "LOC", "GPE": "LOC"}


def new_pipeline() -> Language:
    """Return an untrained pipeline with two encoders: one for tags and trees, one for names."""
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
    """Train a pipeline, its parts in turns on their corpora, and write it, unless it exists."""
    if (folder / "meta.json").exists():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)  # spaCy does not create parents
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


def treebank(path: Path, vocab: Vocab) -> list[Doc]:
    """Return the documents of a CoNLL-U file with tags, heads and sentence starts."""
    sentences = (rows for _, rows in treebank_rows(path))
    return [_parsed(group, vocab) for group in batches(sentences, TOGETHER, lambda _sentence: 1)]


def _parsed(group: list[list[list[str]]], vocab: Vocab) -> Doc:
    words: list[str] = []
    spaces, tags, heads, deps, starts = [], [], [], [], []
    for sentence in group:
        first = len(words)
        for number, row in enumerate(sentence):
            words.append(row[1])
            spaces.append("SpaceAfter=No" not in row[9])
            tags.append(row[4])
            head = int(row[6])
            heads.append(first + (number if head == 0 else head - 1))
            deps.append("ROOT" if head == 0 else row[7].split(":")[0])
            starts.append(number == 0)
        spaces[-1] = True
    return Doc(
        vocab, words=words, spaces=spaces, tags=tags, heads=heads, deps=deps, sent_starts=starts
    )


def entities(path: Path, vocab: Vocab, words: int) -> list[Doc]:
    """Return the documents of a two-column file with entities, up to about ``words`` words."""
    found, seen = [], 0
    for group in batches(read_tagged([str(path)]), TOGETHER, lambda _sentence: 1):
        tokens = [token for one in group for token in one.tokens]
        tags = [_label(tag) for one in group for tag in one.tags]
        found.append(Doc(vocab, words=tokens, ents=tags))
        seen += len(tokens)
        if seen >= words:
            break
    return found


def _label(tag: str) -> str:
    place, _, label = tag.partition("-")
    return f"{place}-{LABELS[label]}" if label in LABELS else "O"


def timing(folder: Path, words: int, rounds: int) -> dict[str, Any]:
    """Return the processor seconds of each pipeline on lower-case news, by round."""
    texts = [line.lower() for line in first_words(read_lines(NEWS), words)]
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


def parts(times: dict[str, Any]) -> list[str | Table]:
    timed: list[list[Cell]] = []
    for name in times["pipe"]:
        row: list[Cell] = [name, round(times["words"] / median(times["pipe"][name]))]
        for way in ("pipe", "single"):
            ratios = zip(times[way][name], times[way]["stock"], strict=True)
            row.append(f"{100 * (median(mine / stock for mine, stock in ratios) - 1):+.1f} %")
        timed.append(row)
    rounds = len(times["pipe"]["stock"])
    return [
        *opening("spacy", words=times["words"], texts=times["texts"], rounds=rounds),
        Table(("pipeline", "words/s", "more time, nlp.pipe", "more time, nlp(text)"), timed),
    ]


def main() -> None:
    parser = options("spacy", __doc__, rounds=5)
    parser.add_argument("--pipeline", type=Path, default=WORK / "spacy", help="where it is kept")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--words", type=int, default=20_000, help="words to take the time of")
    args = parser.parse_args()
    train_pipeline(args.pipeline, args.epochs)
    spacy.util.fix_random_seed(1)
    times = timing(args.pipeline, args.words, args.rounds)
    write_report(args.output, "spacy", parts(times))


if __name__ == "__main__":
    main()
