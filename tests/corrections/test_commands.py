"""From a corrections database to text and models, on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from majuscule.cli.program import run
from majuscule.corrections.store import CorrectedDocument, Store, WordEdit
from majuscule.models import read_model
from majuscule.restore.truecaser import load

STORY = (
    "The minister met Anna in Berlin on Monday.\nShe said that Anna would see the man.\n"
    "We saw that the man met Anna, and Anna met the minister in Berlin.\n"
)
SMALL = [f"--option={one}" for one in ("least=1", "slots=20000", "classes=0", "held_out=0")]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "work.db"
    store = Store(path)
    text = "We saw that Zorg met the man.\nAnna said that Zorg met Anna, and that Zorg met him."
    store.add_document(
        CorrectedDocument(
            "z", "Zorg\x1b", "Eva", "", text.lower(), text.replace("Zorg", "zorg"), ""
        )
    )
    places = [at for at in range(len(text)) if text.startswith("Zorg", at)]
    store.add_edits("z", "Eva", [WordEdit(str(at), at, "Zorg") for at in places])
    store.close()
    return path


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "story.txt"
    path.write_text("\n\n".join([STORY] * 8))
    return path


def test_lists_and_exports(database: Path, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    assert run(["corrections", "list", str(database)]) == 0
    key, _created, author, characters, edits, title = capsys.readouterr().out.split("\t")
    assert (key, author, characters, edits, title) == ("z", "Eva", "82", "3", "Zorg \n")
    assert run(["corrections", "list", "--json", str(database)]) == 0
    assert json.loads(capsys.readouterr().out)["edits"] == 3
    lines = tmp_path / "work.jsonl"
    assert run(["corrections", "export", str(database), "-o", str(lines)]) == 0
    assert json.loads(lines.read_text())["text"].count("Zorg") == 3
    assert run(["corrections", "list", str(tmp_path / "none.db")]) == 2
    assert "none.db: no such file" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


def test_corrections_are_learnt_from_beside_a_corpus(
    database: Path, corpus: Path, tmp_path: Path
) -> None:
    path = tmp_path / "both.model"
    arguments = ["train", str(corpus), "-o", str(path), "--option", "words=1", *SMALL]
    assert run(arguments) == 0
    assert "zorg" in load(path).restore("we saw that zorg met anna", case="ignore")
    # A word of one document alone counts as unseen in training: three say the same.
    store = Store(database)
    one = store.document("z")
    for key in ("y", "x"):
        store.add_document(replace(one, key=key))
        store.add_edits(key, "Eva", one.edits)
    store.close()
    assert run([*arguments, "--corrections", str(database)]) == 0
    assert "Zorg" in load(path).restore("we saw that zorg met anna", case="ignore")
    sources = {one.name: one.words for one in read_model(path).header.corpora}
    assert sources["corrections"] == 3 * 19


def test_corrections_alone_adapt_a_model(
    database: Path,
    corpus: Path,
    tmp_path: Path,
    capsys,  # type: ignore[no-untyped-def]
) -> None:
    base, adapted = tmp_path / "base.model", tmp_path / "adapted.model"
    assert run(["train", str(corpus), "-o", str(base), "--option", "words=1", *SMALL]) == 0
    arguments = ["train", "--corrections", str(database), "--base", str(base), "-o", str(adapted)]
    assert run(arguments) == 0
    assert "adapted to 3 checked words in 1 document" in capsys.readouterr().err
    assert "Zorg" in load(adapted).restore("we saw that zorg met anna", case="ignore")
    header = read_model(adapted).header
    assert (header.kind, header.metadata["base"]) == ("adapted.v1", "base")
    # Adapting goes on from an adapted model.
    again = [*arguments[:4], str(adapted), "-o", str(tmp_path / "again.model")]
    assert run(again) == 0
    assert load(tmp_path / "again.model").digest == load(adapted).digest


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name CORPORA or give --corrections"),
        (["--corrections", "none.db"], "none.db: no such file"),
        (["--corrections", "none.db", "--kind", "hmm"], "--kind is only for training on CORPORA"),
        (["--corrections", "none.db", "--words", "5"], "--words is only for training on CORPORA"),
        (["text.txt", "--base", "en"], "--base is only for adapting"),
        (
            ["--corrections", "DB", "--option", "epochs=2"],
            "unknown option 'epochs'; known",
        ),
        (
            ["--corrections", "DB", "--option", "style=3"],
            "option 'style' is 3; it must be true or false",
        ),
        (["--corrections", "DB", "--base", "nope"], "there is no model 'nope'"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str],
    says: str,
    database: Path,
    tmp_path: Path,
    capsys,  # type: ignore[no-untyped-def]
) -> None:
    given = [str(database) if one == "DB" else one for one in arguments]
    assert run(["train", *given, "-o", str(tmp_path / "x.model")]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert not (tmp_path / "x.model").exists()
