"""Update the generated parts of the pages, or name those that are out of date.

    python -m scripts.write_docs [--check] [PAGES]

Generated are blocks between ``<!-- fill: NAME -->`` and ``<!-- end -->``, by the function NAME of
:mod:`scripts.fills`, and the output of commands in ``console`` blocks
(:mod:`scripts.fills.console`).  ``--check`` changes nothing and names the stale blocks.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.fills import FILLS
from scripts.fills.console import rewritten, run_page
from scripts.fills.models import write_catalogue
from scripts.fills.results import ROOT

_BLOCK = re.compile(r"(?<=^<!-- fill: )([^\n]*?)( -->\n)(.*?)(?=^<!-- end -->$)", re.M | re.S)


def pages() -> list[Path]:
    """Return README.md, the docs and the pages of results, but not the reports of benchmarks."""
    docs = sorted((ROOT / "docs").rglob("*.md"))
    return [ROOT / "README.md", *docs, *sorted((ROOT / "results").glob("*.md"))]


def filled(text: str) -> str:
    """Return a page's text with every block regenerated."""
    return _BLOCK.sub(lambda block: block[1] + block[2] + made(block[1]), text)


def made(name: str) -> str:
    """Return the content of a block, which begins and ends with an empty line."""
    if name not in FILLS:
        raise ValueError(f"no block is called {name!r}: known are {', '.join(FILLS)}")
    return f"\n{FILLS[name]().strip()}\n\n"


def stale(page: Path) -> Iterator[str]:
    """Yield a message for each block and command of a page that is out of date."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        if block[3] != made(block[1]):
            yield f"{page}:{text.count(chr(10), 0, block.start()) + 1}: {block[1]} is out of date"
    for console, results in run_page(page):
        for command, printed in results:
            if not command.matches(printed):
                yield f"{page}:{console.line}: $ {command.source}{printed}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="name what is stale, change nothing")
    parser.add_argument("pages", nargs="*", type=Path, help="only these")
    args = parser.parse_args()
    messages = []
    if not args.check:
        write_catalogue()
    for page in args.pages or pages():
        if args.check:
            messages += list(stale(page.resolve()))
        else:
            page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
            page.write_text(rewritten(page.resolve()), encoding="utf-8")
    if messages:
        print("\n".join(messages))
        sys.exit("run python -m scripts.write_docs")


if __name__ == "__main__":
    main()
