"""The systems that the benchmarks run, and the training of those without a model.

A model's file name holds digests of its training text and of the code that trained it, so it is
trained again only when either changes.
"""

import hashlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.environment import ROOT, Environment, own_environment
from benchmarks.processes import Child
from benchmarks.systems.kinds import KINDS
from majuscule.models import known_models


@dataclass(frozen=True)
class Rival:
    """One row of the report.  ``trained_on`` is empty if the system has its own model, or none."""

    name: str
    kind: str
    environment: Environment
    options: dict[str, Any] = field(default_factory=dict)
    trained_on: str = ""
    training: dict[str, Any] = field(default_factory=dict)
    hows: tuple[str, ...] = ("tokens", "text")

    @property
    def is_ours(self) -> bool:
        return self.kind == "majuscule"

    def start(self, log: Path) -> Child:
        return Child(self.name, self.environment, self.kind, self.options, log)


SHIPPED: dict[str, tuple[str, dict[str, Any]]] = {
    "all lower case": ("lower", {}),
    "first letter of each line": ("first-letter", {}),
    "truecase (as shipped)": ("truecase", {}),
    "majuscule en": ("majuscule", {"model": "en"}),
    "majuscule en, one call": ("majuscule", {"model": "en", "whole": True}),
    "majuscule en-cascade, one call": ("majuscule", {"model": "en-cascade", "whole": True}),
    "majuscule en-accurate, one call": ("majuscule", {"model": "en-accurate", "whole": True}),
}
TRAINED = {
    "truecase (trained)": "truecase",
    "sacremoses": "sacremoses",
    "CRFsuite (its defaults)": "crfsuite-defaults",
    "CRFsuite (tuned)": "crfsuite",
    "majuscule (trained)": "majuscule",
}
NAMES = (*SHIPPED, *TRAINED)


def shipped_rivals(peers: Environment, wanted: Sequence[str], model: str = "en") -> list[Rival]:
    """Return the ``wanted`` baselines and systems that come with a model.

    ``model``: the name or path of our model; the rows show it if it is not ``en``.
    """
    networks = known_models() if model == "en" and find_spec("onnxruntime") is not None else ()
    ours = f"majuscule {Path(model).stem}"
    rivals = []
    for name, (kind, options) in SHIPPED.items():
        known = options.get("model", "en")
        if name not in wanted or (known != "en" and known not in networks):
            continue
        if kind == "majuscule":
            name = re.sub(r"^majuscule en(?=,|$)", ours, name)
            options = {**options, "model": model} if known == "en" else options
        bare = kind == "truecase" and not peers.has_punkt
        environment = own_environment() if kind == "majuscule" else peers
        hows = ("tokens",) if bare else ("tokens", "text")
        rivals.append(Rival(name, kind, environment, options, hows=hows))
    return rivals


def trained_rivals(
    peers: Environment,
    wanted: Sequence[str],
    lines: Sequence[str],
    what: str,
    work: Path,
) -> list[Rival]:
    folder = work / "models"
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(line + "\n" for line in lines).encode()
    corpus = folder / f"{hashlib.sha256(text).hexdigest()[:12]}.txt"
    corpus.write_bytes(text)
    rivals = []
    for name, kind in TRAINED.items():
        if name not in wanted:
            continue
        environment = own_environment() if kind == "majuscule" else peers
        model = folder / f"{kind}-{corpus.stem}-{_sources(kind)}.model"
        record = model.with_suffix(".json")
        if not (record.exists() and model.exists()):
            print(f"training {name}", file=sys.stderr)
            with Child(name, environment, kind, {}, work / "workers.log") as child:
                made = child.ask(do="train", lines=str(corpus), model=str(model))
            record.write_text(json.dumps(made), "utf-8")
        training = json.loads(record.read_text("utf-8"))
        has_text = kind in ("sacremoses", "majuscule") or (kind == "truecase" and peers.has_punkt)
        hows = ("tokens", "text") if has_text else ("tokens",)
        options = {"model": str(model)}
        rivals.append(Rival(name, kind, environment, options, what, training, hows))
    return rivals


def _sources(kind: str) -> str:
    """Return a digest of the code that trains a kind."""
    systems = Path(__file__).parent / "systems"
    module = KINDS[kind].partition(":")[0]
    files = [systems / f"{module}.py", systems / "case_labels.py"]
    if kind == "majuscule":
        files += sorted((ROOT / "src" / "majuscule").glob("**/*.py"))
    state = hashlib.sha256()
    for file in files:
        state.update(file.read_bytes())
    return state.hexdigest()[:8]
