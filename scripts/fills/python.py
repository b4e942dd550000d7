"""The reference of the Python interface, from the docstrings of public names."""

import inspect
import re
from importlib import import_module
from typing import Any

PARTS = {
    "Restoring": ("majuscule", ("load", "Truecaser", "Plan", "restore_file", "detect")),
    "Forms of your own": ("majuscule", ("Glossary",)),
    "Languages": ("majuscule", ("languages", "load_languages")),
    "What analysis gives": ("majuscule.restore.analysis", ("Analysis", "AnalyzedToken")),
    "Detection": ("majuscule.detection.verdicts", ("LineVerdict", "DetectionOptions")),
    "Training and measuring": (
        "majuscule",
        ("train", "adapt", "evaluate", "train_entities", "train_accents"),
    ),
    "Marks and sentences": (
        "majuscule",
        ("load_punctuator", "Punctuator", "train_punctuator", "adapt_marks", "evaluate_marks"),
    ),
    "Marks in files": ("majuscule.punctuation.files", ("punctuate_file",)),
    "Text with marks": ("majuscule.text.editing.edits", ("EditedText",)),
    "Entities": ("majuscule.entities.kinds", ("load_entities",)),
    "Mentions": ("majuscule.entities.interface", ("EntityTagger",)),
    "A mention": ("majuscule.reading.annotations.mentions", ("Mention",)),
    "Models": ("majuscule.models", ("read_model", "known_models", "ModelFile", "ModelHeader")),
    "spaCy": ("majuscule.spacy.truecaser", ("make_truecaser",)),
    "spaCy, entities": ("majuscule.spacy.entities", ("make_entities",)),
    "Spark": (
        "majuscule.spark",
        ("start", "restore", "punctuate", "tag_entities", "count_hmm", "train_hmm", "train_tagger"),
    ),
    "Errors": (
        "majuscule",
        (
            *("MajusculeError", "UsageError", "CorpusError", "ModelError", "TrainingError"),
            "OutputError",
        ),
    ),
}
"""Heading -> module and names."""

_ROLE = re.compile(r":(?:class|func|meth|mod|data|attr):`~?([^`]*)`")


def reference() -> str:
    blocks = []
    for heading, (module, names) in PARTS.items():
        blocks.append(f"## {heading}")
        home = import_module(module)
        for name in names:
            blocks += _entry(f"{module}.{name}", getattr(home, name))
    return "\n\n".join(blocks) + "\n"


def _entry(name: str, thing: Any) -> list[str]:
    blocks = [f"### `{name}`", *_described(name.rsplit(".", 1)[1], thing)]
    if not inspect.isclass(thing):
        return blocks
    for method, member in vars(thing).items():
        plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if method.startswith("_") or not (inspect.isfunction(plain) or isinstance(plain, property)):
            continue
        blocks.append(f"#### `{method}`")
        blocks += _described(method, plain)
    return blocks


def _described(name: str, thing: Any) -> list[str]:
    blocks = []
    if callable(thing) and not (inspect.isclass(thing) and issubclass(thing, Exception)):
        blocks.append("```python\n" + _signature(name, thing) + "\n```")
    doc = thing.__doc__ or ""
    if doc and not doc.startswith(f"{name}("):  # dataclasses generate one from the signature
        blocks.append(_markdown(inspect.cleandoc(doc)))
    return blocks


def _signature(name: str, thing: Any) -> str:
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
    given = [one for name, one in signature.parameters.items() if name not in ("self", "cls")]
    written = [str(one).replace("'", '"') for one in given]
    written = [re.sub(r"<function .*>$", "...", one) for one in written]
    written = [re.sub(r': "([^"]*)"', r": \1", one) for one in written]
    back = signature.return_annotation
    arrow = "" if back in (inspect.Signature.empty, None, "None") else f" -> {back}"
    kinds = [one.kind for one in given]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        written.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    line = f"{name}({', '.join(written)}){arrow}"
    if len(line) > 88:
        line = f"{name}(\n    " + ",\n    ".join(written) + f",\n){arrow}"
    return line


def _markdown(text: str) -> str:
    """Return a docstring as Markdown: roles and double backticks become code, doc tests blocks."""
    text = _ROLE.sub(lambda found: f"`{found[1]}`", text).replace("``", "`")
    blocks = []
    for block in re.split(r"\n\s*\n", text):
        blocks.append(f"```pycon\n{block}\n```" if block.lstrip().startswith(">>>") else block)
    return "\n\n".join(blocks)
