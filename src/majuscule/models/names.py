"""From a model's name, or a path, to its file.

Shipped models are the ``*.model`` files in the folder ``data`` beside this module, named by their
file without the suffix.  Others come in separate distributions: an entry point of the group
``majuscule.models`` names the model and the package with its file, NAME.model.  ``catalogue.json``
lists those that majuscule's repository can build.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from majuscule.errors import ModelError, UsageError

DATA = Path(__file__).parent / "data"
SUFFIX = ".model"
GROUP = "majuscule.models"


class ListedModel(NamedTuple):
    """A model that a recipe of the repository makes; ``made``: the repository has its file."""

    name: str
    language: str
    folder: str
    made: bool
    recipe: str = ""

    def how(self) -> str:
        """Return the commands, in a checkout of majuscule, that install the model."""
        install = f"pip install ./{self.folder}"
        recipe = "/".join(filter(None, (self.folder, self.recipe)))
        return install if self.made else f"majuscule model make {recipe} && {install}"


@cache
def catalogue() -> dict[str, ListedModel]:
    """Return the models available besides the shipped ones, by name."""
    text = Path(__file__).with_name("catalogue.json").read_text(encoding="utf-8")
    return {entry["name"]: ListedModel(**entry) for entry in json.loads(text)}


def known_models() -> tuple[str, ...]:
    """Return the names of shipped and installed models, sorted."""
    return tuple(sorted({*_shipped(), *_installed()}))


def _shipped() -> list[str]:
    return [file.name.removesuffix(SUFFIX) for file in DATA.glob("*" + SUFFIX)]


def _installed() -> Mapping[str, Path]:
    """Return the files of models in separate distributions, by name, without importing them."""
    # Installing a distribution changes a folder of the search path.
    return installed_in(tuple((one, _changed(one)) for one in sys.path))


def _changed(folder: str) -> int:
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def installed_in(path: tuple[tuple[str, int], ...]) -> Mapping[str, Path]:
    """Return the same for a search path whose folders last changed at these times."""
    from importlib.metadata import entry_points  # slow: a tenth of the start-up time

    files = {}
    for point in entry_points(group=GROUP):
        spec = find_spec(point.value)
        for folder in (spec and spec.submodule_search_locations) or ():
            if (file := Path(folder) / (point.name + SUFFIX)).is_file():
                files[point.name] = file
    return files


def name_of(path: Path) -> str:
    """Return the name of the model in a file, or its path if the name would not find it."""
    if path.parent == DATA or _installed().get(path.stem) == path:
        return path.stem
    return str(path.resolve())


def model_of(language: str, pattern: str, does: str) -> str:
    """Return the name of the model of a language that ``does`` something, such as ``{}-accents``.

    Raises :class:`~majuscule.errors.UsageError`, with the known ones, for a language without one.

    >>> model_of("de", "{}-speech", "punctuates")
    'de-speech'
    """
    before, _, after = pattern.partition("{}")
    known = {*known_models(), *catalogue()}
    if language and (name := pattern.format(language)) in known:
        return name
    tags = {one.removeprefix(before).removesuffix(after) for one in known}
    found = ", ".join(sorted(tag for tag in tags if tag.isalpha() and pattern.format(tag) in known))
    raise UsageError(
        f"no model {does} in {language or 'an unnamed language'!r}; there are models for {found}"
    )


def own_model(name: str | os.PathLike[str]) -> Path:
    """Return the file of a model that is to be changed, which must be named by its path."""
    path = model_path(name)
    if path != Path(name):
        raise UsageError(
            f"{os.fspath(name)} is an installed model, which stays as it is; name a model file"
        )
    return path


def model_path(name: str | os.PathLike[str]) -> Path:
    """Return the file of the model called ``name``.

    A name with a path separator or the suffix ``.model`` is a path and is returned unchecked.
    Otherwise the shipped and installed models come first, so that no file in the working folder can
    shadow them, then an existing file of that name.

    >>> model_path("models/mine.model").name
    'mine.model'
    """
    if not isinstance(name, str | bytes | os.PathLike):
        raise TypeError(f"the model is {type(name).__name__}; it must be a name or a path")
    text = os.fsdecode(name)
    if isinstance(name, Path) or text.endswith(SUFFIX) or os.path.split(text)[0]:
        return Path(text)
    if text in _shipped():
        return DATA / (text + SUFFIX)
    if text in (installed := _installed()):
        return installed[text]
    if os.path.isfile(text):  # noqa: PTH113 - also False for a name that is too long
        return Path(text)
    if text in (listed := catalogue()):
        raise ModelError(
            f"the model {text!r} is not installed; in a checkout of majuscule, run "
            f"{listed[text].how()}"
        )
    from difflib import get_close_matches

    known = ", ".join(known_models()) or "none are installed"
    could_be = sorted({*known_models(), *listed})
    near = "".join(f"; did you mean {one}?" for one in get_close_matches(text.lower(), could_be, 1))
    raise ModelError(
        f"there is no model {text!r}{near or ';'} known models: {known}; or give the path of a "
        "model file"
    )
