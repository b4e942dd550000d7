"""Options of the commands that learn from annotated text."""

from __future__ import annotations

import click

from majuscule.cli.options import ENCODING, ERRORS, SETTINGS, stacked

CORPORA = stacked(
    click.option(
        "--format",
        type=click.Choice(["columns", "jsonl", "nlp", "sgml"]),
        help="Format of annotated files. Default: by file name.",
    ),
    ENCODING,
    ERRORS,
    click.option(
        "--profile",
        metavar="FILE",
        help="TOML file that says which labels each corpus marks and how to read them. Default: "
        "every corpus marks all labels, and they are used as they are.",
    ),
)

LEARNING = stacked(
    CORPORA,
    click.option(
        "--labels",
        default="PER,ORG,LOC,DATE,TIME,MONEY,PERCENT",
        show_default=True,
        callback=lambda _context, _option, value: [
            one.strip() for one in value.split(",") if one.strip()
        ],
        help="Labels to learn, separated by commas.",
    ),
    click.option(
        "--names",
        multiple=True,
        metavar="FILE",
        help="A CSV file of names; may be repeated. For Chinese, FILE=LABEL with one name per "
        "line, which a tab and another label may follow.",
    ),
    SETTINGS,
)

MATERIAL = stacked(
    click.option(
        "--raw", multiple=True, metavar="FILE", help="Well-cased text to learn words from."
    ),
    click.option("--words", metavar="MODEL", help="A truecaser whose words to use instead."),
    click.option(
        "--titles", multiple=True, metavar="FILE", help="Articles whose titles are learnt as names."
    ),
    click.option(
        "--silver",
        multiple=True,
        metavar="FILE",
        help="Raw text to learn from, annotated by --teacher; may be repeated.",
    ),
    click.option(
        "--teacher",
        "teachers",
        multiple=True,
        metavar="MODEL",
        help="A tagger that annotates --silver, or itself: the tagger trained on all other text. "
        "May be repeated; then only sentences on which all agree count.",
    ),
    click.option(
        "--repeat",
        "repeats",
        multiple=True,
        metavar="NAME=N",
        help="Use a corpus, named by its file without the suffix, N times; may be repeated.",
    ),
    click.option(
        "--share",
        "shares",
        multiple=True,
        metavar="NAME=N",
        help="Use only every Nth document of a corpus; may be repeated.",
    ),
)
