"""Character references in folded text: ``&eacute;``, ``&#233;``."""

from __future__ import annotations

from functools import cache


def character_of(reference: str) -> str:
    """Return the first character of a character reference, "" for a name unknown to HTML."""
    name = reference[1:]
    if name.startswith("#"):
        number = int(name[2:-1], 16) if name[1] == "x" else int(name[1:-1])
        return chr(number) if number < 0x110000 else ""
    return _named_characters().get(name, "")[:1]


@cache
def _named_characters() -> dict[str, str]:
    """Return HTML's characters by folded name; of names that differ in case, the lower one wins."""
    from html.entities import html5

    return {name.lower(): html5[name] for name in sorted(html5) if name.endswith(";")}
