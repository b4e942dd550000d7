"""``majuscule model``: list, describe, edit and make models."""

from __future__ import annotations

import click

from majuscule.cli.options import SETTINGS, json_option


@click.group()
def model() -> None:
    """List, describe, edit and make models.

    \b
    Examples:
      majuscule model list
      majuscule model info en
    """


@model.command("list")
def list_() -> None:
    """List the models: first those that are installed.

    These have a kind, language and licence. The others that majuscule's repository holds or can
    make have a language, and the commands that install them in a checkout.

    \b
    Example:
      majuscule model list
    """
    from majuscule.cli.output import show
    from majuscule.models import catalogue, list_models

    installed = list_models()
    for name, header in installed.items():
        show("\t".join((name, header.kind, header.language, header.licence)))
    for name, one in catalogue().items():
        if name not in installed:
            show("\t".join((name, "not installed", one.language, one.how())))


@model.command()
@click.argument("folder")
@click.option(
    "-o",
    "--output",
    metavar="MODEL",
    help="Where to write the model. Default: where the recipe says.",
)
@click.option(
    "--data",
    metavar="FOLDER",
    help="Folder of the files that the recipe names. Default: where the recipe says.",
)
@SETTINGS
def make(folder: str, output: str | None, data: str | None, settings: tuple[str, ...]) -> None:
    """Train and score the model of FOLDER/recipe.toml.

    The recipe names the text, its sources and licences, the options, the content of the card, and
    the data to score on. --option overrides it. If training is stopped, the same command resumes
    it.

    \b
    Examples:
      majuscule model make models/de
      majuscule model make models/en --data ../shared/data -o trial.model --option epochs=1
    """
    from majuscule.cli.given import read_settings
    from majuscule.cli.progress import ProgressBar
    from majuscule.recipes import make_model

    with ProgressBar() as progress:
        written = make_model(
            folder, output, data=data, options=read_settings(settings), report=progress.show
        )
        header = written.header
        progress.tell(f"{written.path}: {header.kind}, learnt from {header.words:,} words")


@model.command()
@click.argument("model", default="en")
@click.option("--card", is_flag=True, help="Print the whole card, in Markdown.")
@json_option("Print the header as JSON.")
@click.option("--verify", is_flag=True, help="First check the SHA-256 of every array.")
def info(model: str, card: bool, as_json: bool, verify: bool) -> None:
    """Show MODEL's kind, language, licence, words and digest.

    \b
    Examples:
      majuscule model info
      majuscule model info mine.model --verify
      majuscule model info en --card
    """
    if as_json and card:
        raise click.UsageError("--json and --card both say what to print; choose one")
    import json

    from majuscule.cli.output import show
    from majuscule.models import model_card, model_path, read_model
    from majuscule.models.card import shown_sources

    file = read_model(model_path(model))
    if verify:
        file.verify()
    header = file.header
    if as_json:
        shown = {**header.to_json(), "digest": file.digest, "size": file.size}
        show(json.dumps(shown, ensure_ascii=False, indent=2))
        return
    if card:
        show(model_card(header, digest=file.digest, size=file.size).rstrip())
        return
    facts = [
        ("name", header.name),
        ("kind", header.kind),
        ("language", header.language),
        ("description", header.description),
        ("licence", header.licence),
        ("words", f"{header.words:,}"),
        ("size", f"{file.size / 1e6:.1f} MB"),
        ("digest", file.digest),
        ("made with", f"majuscule {header.library}"),
    ]
    for name, value in facts:
        if value:
            show(f"{name:<12} {value}")
    for source in shown_sources(header):
        licence = f", {source.licence}" if source.licence else ""
        show(f"{'source':<12} {source.name}: {source.words:,} words{licence}")
    for entry in file.entries:
        shape = " x ".join(f"{n:,}" for n in entry.shape)
        show(f"{'array':<12} {entry.name}: {shape} of {entry.dtype}")
    if verify:
        show(f"{'checked':<12} every array matches its SHA-256")


@model.command()
@click.argument("model")
@click.option("--name", help="Name of the model.")
@click.option("--language", metavar="TAG", help="Language, such as en.")
@click.option("--description", metavar="TEXT", help="A sentence that describes the model.")
@click.option("--licence", metavar="NAME", help="Licence of the model file.")
@click.option(
    "--weak-spot",
    "weak_spots",
    multiple=True,
    metavar="TEXT",
    help="A known weak spot; may be repeated. Replaces those in the card.",
)
def edit(model: str, **options: object) -> None:
    """Change the card of MODEL: what it says, not what it does. The digest stays the same.

    \b
    Example:
      majuscule model edit mine.model --licence "CC BY 4.0" --weak-spot "Song titles."
    """
    from majuscule.models import own_model
    from majuscule.models.card import edit_card

    changes = {key: value for key, value in options.items() if value not in (None, ())}
    if not changes:
        raise click.UsageError("there is nothing to change: give at least one option")
    edit_card(own_model(model), **changes)
