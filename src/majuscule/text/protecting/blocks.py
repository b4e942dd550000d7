"""Directives and literal blocks of reStructuredText, listings of Org and AsciiDoc, and commands at
a shell's prompt, found in folded text."""

from __future__ import annotations

import re

from majuscule.text.protecting import shapes

_INDENT = re.compile(r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)]|#\.)[ \t]+)?")
_DIRECTIVE = re.compile(
    r"[ \t]*\.\. (?:\|[^|\n]{1,80}\| )?(?:(?P<listing>code|code-block|sourcecode|parsed-literal"
    r"|highlight|prompt|testcode|testoutput|doctest|math|raw|toctree)|[a-z][\w:.+-]{0,40})::"
    r"(?:[ \t]+\S+(?=[ \t\r]*(?:\n|\Z))|(?=\s|\Z))"
)
"""A directive, and its argument if that is one word."""
_OPENING = re.compile(
    r"[ \t]*#\+begin_(?P<org>src|example)\b"
    r"|\[(?:source|listing)\b[^]\n]*\][ \t\r]*\n(?P<fence>-{4,}|\.{4,})(?=\r?\n)"
)
"""The beginning of code in Org and AsciiDoc."""
_ENDED = re.compile(r"\s|\Z")
LONGEST = 20_000
"""The most characters of a listing."""
_COMMAND = re.compile(
    r"[ \t]*:properties:[ \t\r]*\n(?:[ \t]*:[^\n]*\n){0,99}?[ \t]*:end:(?=\s|\Z)"
    r"|[ \t]*\.\. (?:_[^\n:`]{1,80}:(?=[ \t\r]*(?:\n|\Z))|\[(?:#[\w-]*|\d{1,3}|\*)\](?= ))"
    r"|[ \t]*\$ [a-z][^\n]*|[ \t]*:[a-z][\w-]+(?: [\w*.=-]+){0,3}:(?=\s|\Z)"
    r"|\[(?:\[[a-z]\w*[-.:_][\w.:-]*\]|[#.%]\w[^]\n]{0,200}|[^]\n\"]{0,200}=\"[^]\n]{0,200})\]"
    r"(?=[ \t\r]*(?:\n|\Z))"
)
"""Properties in Org, labels and signs of footnotes in reStructuredText, a command at a shell's
prompt, a field's name, and AsciiDoc's anchors and attributes of blocks."""
_ANNOUNCED = re.compile(r"::\r?\n(?:[ \t\r]*\n)+(?=[ \t]+\S)")
"""What comes before a literal block."""


def is_program(line: str) -> bool:
    """Return whether a line looks like one of a program: it has a sign of one and is not prose,
    which has braces around references in dictionaries, and semicolons in contracts.

    >>> [is_program(line) for line in ("return x;", "the right to use the work;")]
    [True, False]
    """
    if not shapes.PROGRAM.search(line):
        return False
    words = len(line.split())
    return words < 4 or words - len(shapes.PLAIN.findall(line)) > words // 6


def directive_end(text: str, at: int, end: int) -> int:
    """Return the end of the directive at a line's start, with the block of one that holds no prose,
    or of a listing; ``at`` if there is none."""
    if opened := _OPENING.match(text, at, end):
        return _listing_end(text, opened, at, end)
    if command := _COMMAND.match(text, at, end):
        return command.end()
    found = _DIRECTIVE.match(text, at, end)
    if found is None:
        return at
    line = text.find("\n", found.end(), end)
    if not found["listing"] or line < 0:
        return found.end()
    return max(found.end(), _block_end(text, line + 1, end, at))


def _listing_end(text: str, opened: re.Match[str], at: int, end: int) -> int:
    """Return the end of a listing, ``at`` if nothing closes it."""
    closing = f"#+end_{opened['org']}" if opened["org"] else f"\n{opened['fence']}"
    found, stop = opened.end(), min(end, opened.end() + LONGEST)
    while (found := text.find(closing, found, stop)) >= 0:  # far faster than an expression
        line = text.rfind("\n", 0, found + 1)
        found += len(closing)
        own = not text[line + 1 : found - len(closing)].strip()
        if own and _ENDED.match(text, found, end):
            return found
    return at


def literal_block(text: str, at: int, end: int) -> tuple[int, int] | None:
    """Return the span of the block that two colons at ``at`` announce, if it is one."""
    found = _ANNOUNCED.match(text, at, end)
    if found is None:
        return None
    stop = _block_end(text, found.end(), end, text.rfind("\n", 0, at) + 1)
    return (found.end(), stop) if stop > found.end() else None


def _block_end(text: str, at: int, end: int, line: int) -> int:
    """Return the end of the lines from ``at`` on that are empty or indented more than ``line``."""
    indent = _INDENT.match(text, line, at)
    stop, depth = at, len(indent[0].expandtabs()) if indent else 0
    while at < end:
        found = text.find("\n", at, end)
        last = found if found >= 0 else end
        if shown := text[at:last].expandtabs().rstrip():
            if len(shown) - len(shown.lstrip()) <= depth:
                break
            stop = last
        at = last + 1
    return stop
