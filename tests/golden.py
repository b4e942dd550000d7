"""A text written for the tests, and a model that is trained on it in a second."""

import json
from pathlib import Path

from majuscule.cli.program import run

STORY = (
    "The minister met Angela Merkel in Berlin on Monday.",
    "She said that the UN would not leave New York this year.",
    "Mr. McDonald of NASA has an iPhone and lives in Paris with Anna.",
    "We saw that the UN met Anna Port in Berlin, and Anna Port saw Angela Merkel.",
    "A man from London told the BBC that nobody knew what he meant.",
    "Anna Port lives in Berlin, and Angela Merkel met the UN in New York on Tuesday.",
    "We saw the old port, and Anna saw NASA, but Anna met him in the old port.",
)
OPTIONS = ("least=1", "slots=20000", "classes=0", "held_out=0", "words=1", "threads=1")


def write_corpus(folder: Path) -> Path:
    """Write a corpus of a dozen documents, as JSON lines."""
    path = folder / "news.jsonl"
    documents = [
        {"id": f"n{number}", "paragraphs": [*STORY[number % 3 :], *STORY[: number % 3]]}
        for number in range(12)
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in documents))
    return path


def train_tiny(corpus: Path, folder: Path) -> Path:
    """Train the tiny model with the command and return its path."""
    path = folder / "tiny.model"
    options = [part for option in OPTIONS for part in ("--option", option)]
    assert run(["train", str(corpus), "-o", str(path), "--language", "en", *options]) == 0
    return path
