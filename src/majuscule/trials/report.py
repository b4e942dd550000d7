"""Reports of experiments: sentences, tables and charts under headings.

A report is written as Markdown with charts in files of their own, as JSON for programs, and as one
self-contained page of HTML.  Published tables, such as those of a paper, may be shown beside the
measured ones: :func:`read_references`.
"""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from majuscule.errors import CorpusError, UsageError, reason_of
from majuscule.files import atomic_write_text
from majuscule.measure import Difference, Estimate, Table
from majuscule.measure.tables import Cell

References = Mapping[str, Sequence[Table]]


@dataclass(frozen=True)
class Chart:
    """A chart; with a name it is a file beside the Markdown, otherwise only HTML shows it."""

    svg: str
    name: str = ""
    title: str = ""


@dataclass(frozen=True)
class Hole:
    """A sentence on what could not be measured."""

    text: str


@dataclass(frozen=True)
class Details:
    """Lines of code under a title, collapsed in HTML."""

    title: str
    lines: Sequence[str]


ReportPart = str | Table | Chart | Hole | Details


@dataclass(frozen=True)
class Section:
    """A heading and the blocks under it."""

    heading: str
    blocks: Sequence[ReportPart]


@dataclass(frozen=True)
class WrittenReport:
    """A title, leading blocks, sections, and the ``data`` of the JSON."""

    title: str
    lead: Sequence[ReportPart]
    sections: Sequence[Section]
    data: Mapping[str, Any] = field(default_factory=dict)

    def write(self, base: Path, *, page: bool = False) -> list[Path]:
        """Write ``base.md`` with its charts, ``base.json``, and with ``page`` ``base.html``.

        Each file appears when it is complete.  Returns the paths.
        """
        data = json.dumps(self.data, ensure_ascii=False, indent=1, allow_nan=False)
        texts = {f"{base.name}.md": self.markdown(base.name), f"{base.name}.json": data + "\n"}
        if page:
            texts[f"{base.name}.html"] = self.html()
        for one in (*self.lead, *(block for each in self.sections for block in each.blocks)):
            if isinstance(one, Chart) and one.name:
                texts[f"{base.name}-{one.name}.svg"] = one.svg
        for name, text in texts.items():
            with atomic_write_text(base.with_name(name)) as out:
                out.write(text)
        return [base.with_name(name) for name in texts]

    def markdown(self, base: str = "") -> str:
        """Return the report as Markdown; the names of its charts' files begin with ``base``."""
        blocks = [f"# {self.title}", *(_markdown(one, base) for one in self.lead)]
        for section in self.sections:
            blocks.append(f"## {section.heading}")
            blocks += [_markdown(one, base) for one in section.blocks]
        return "\n\n".join(block for block in blocks if block) + "\n"

    def html(self) -> str:
        """Return the report as one page of HTML, including charts."""
        title = html.escape(self.title)
        style = (Path(__file__).parent / "report.css").read_text("utf-8")
        parts = [
            "<!doctype html><html lang=en><meta charset=utf-8>",
            "<meta name=viewport content='width=device-width, initial-scale=1'>",
            f"<title>{title}</title><style>\n{style}</style><h1>{title}</h1>",
            *map(_html, self.lead),
        ]
        named = [(f"part-{n}", one) for n, one in enumerate(self.sections, 1) if one.heading]
        if len(named) > 1:
            links = (f'<a href="#{id_}">{html.escape(one.heading)}</a>' for id_, one in named)
            parts.append(f"<nav>{''.join(links)}</nav>")
        for id_, one in named:
            parts.append(f'<h2 id="{id_}">{html.escape(one.heading)}</h2>')
            parts += map(_html, one.blocks)
        return "\n".join(parts) + "\n"


def _markdown(block: ReportPart, base: str) -> str:
    if isinstance(block, Table):
        return block.markdown().strip()
    if isinstance(block, Chart):
        return f"![{block.title}]({base}-{block.name}.svg)" if base and block.name else ""
    if isinstance(block, Details):
        listed = "\n".join(f"- `{line}`" for line in block.lines)
        return f"{block.title}:\n\n{listed}"
    return block.text if isinstance(block, Hole) else block.strip("\n")


def _html(block: ReportPart) -> str:
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Chart):
        return f"<figure>{block.svg}</figure>"
    if isinstance(block, Details):
        lines = "<br>".join(f"<code>{html.escape(line)}</code>" for line in block.lines)
        return f"<details><summary>{html.escape(block.title)}</summary>{lines}</details>"
    if isinstance(block, Hole):
        return f'<p class="hole">{html.escape(block.text)}</p>'
    shown = re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(block))
    return f"<p>{shown}</p>"


def _table(table: Table) -> str:
    head = "".join(f"<th scope=col>{html.escape(str(one))}" for one in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_cell(table, cell)}" for cell in row) for row in table.rows
    )
    title = f"<h3>{html.escape(table.title)}</h3>" if table.title else ""
    notes = "".join(f'<p class="note">{html.escape(one)}</p>' for one in table.notes)
    return f'{title}<div class="wide"><table><thead><tr>{head}<tbody>{rows}</table></div>{notes}'


def _cell(table: Table, cell: Cell) -> str:
    """Return a value as HTML, its interval in small print."""
    shown = html.escape(table.text(cell))
    if isinstance(cell, Estimate | Difference) and not math.isnan(cell.low):
        value, _, rest = shown.partition(" ")
        if isinstance(cell, Difference):
            chance = f"p = {cell.p_value:.2g}" if cell.p_value >= 0.001 else "p &lt; 0.001"
            rest = f"{rest.partition('],')[0]}] {chance}"
        return f"{value}<small>{rest}</small>"
    return shown


def read_references(path: str | Path | None) -> References:
    """Return the tables of a JSON file, by the section that shows them; without a file, none.

    ``{"entities": [{"title": ..., "columns": [...], "rows": [[...]], "notes": [...]}]}``: numbers
    with a point are shares from 0 to 1, as in all tables.
    """
    if path is None:
        return {}
    try:
        found = json.loads(Path(path).read_text("utf-8"))
        return {name: [Table.from_dict(one) for one in tables] for name, tables in found.items()}
    except OSError as error:
        raise CorpusError(f"cannot be read: {reason_of(error)}", path) from error
    except (ValueError, TypeError, KeyError, AttributeError, UsageError) as error:
        raise CorpusError(f"holds no tables by name: {error}", path) from error
