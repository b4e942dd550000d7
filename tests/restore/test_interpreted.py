"""Where no kernel is compiled, restoring gives the same: one process without, one with them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import majuscule

SOURCE = str(Path(majuscule.__file__).parents[1])
INTERPRETED = """
import sys
from importlib.machinery import PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

class Source:
    def find_spec(self, name, path=None, target=None):
        if name.endswith("_kernel"):
            file = str(Path(path[0], name.rpartition(".")[2] + ".py"))
            return spec_from_file_location(name, file, loader=SourceFileLoader(name, file))

sys.meta_path.insert(0, Source())
"""
ASK = """
import json
import majuscule
from majuscule.text.characters import case_kernel

en, texts = majuscule.load(), json.load(sys.stdin)
restored = [en.restore(text) for text in texts]
analysed = [str(one.tokens) for one in en.analyze_many(texts)]
names = [str(majuscule.load_entities().tag(texts[0]))]
print(json.dumps([case_kernel.__file__, restored + analysed + names]))
"""
TEXTS = [
    "mr. mcdonald, of the un, met ada in new york. ada's ipod cost $5 at www.example.com",
    'THE UN MET.\nADA SAID: "no".\n\nWe saw Ada in {place}.',
    "add to cart",
    "",
]


def ask(code: str) -> tuple[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(TEXTS),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": SOURCE},
    )
    file, answers = json.loads(done.stdout)
    return file, answers


def test_restoring_is_the_same_where_nothing_is_compiled() -> None:
    file, interpreted = ask(INTERPRETED + ASK)
    assert file.endswith(".py")
    assert ask("import sys\n" + ASK)[1] == interpreted
    assert interpreted[0].startswith("Mr. McDonald, of the UN, met Ada in New York.")
