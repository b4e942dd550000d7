"""Files without prose, recognised by name or first bytes, are refused instead of rewritten as text.

Restoring breaks programs and configuration files.  A user who wants it nonetheless names a format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from majuscule.errors import UnclearError
from majuscule.reading.decoding import kind_of
from majuscule.reading.streams import Block

AS_TEXT = "to restore it as text all the same, use --format text"

_NAMED = {
    "a program": """
py pyi pyx ipynb js mjs cjs jsx ts tsx vue svelte java kt scala groovy c h cc cpp cxx hpp cs fs vb
go rs rb php pl pm lua r jl swift m mm dart ex exs erl hs ml clj lisp el asm s sh bash zsh fish ps1
bat cmd sql awk sed cmake gradle css scss sass less wasm mts cts coffee tcl pas f f90 f95 for ada
adb ads nim zig sv vhd vhdl scm ss rkt y l g4
pxd pxi hh hxx inl m4 ac am mk mak ninja gyp vim bas sty
cls bst ejs hbs j2 jinja jinja2 mustache erb haml pug styl cshtml aspx jsp asp phtml tmpl tpl
""",
    "settings or data": """
yaml yml toml ini cfg conf env properties lock plist proto thrift avsc graphql tf hcl
patch diff svg xsl xsd dtd bib geojson topojson avro orc arrow
feather json5 jsonc jsonld webmanifest map desktop service spec reg inf rnc rng ent csl sln csproj
vcxproj vcproj dsp dsw pbxproj ui qrc glade xpm ics vcf md5 sha1 sha256 sig pem crt dic aff
strings resx ftl htaccess idx
""",
}
_BINARY = {
    "an old or rich word processor's document, not text; save it as .docx or .odt": "doc rtf wpd",
    "a PDF, not text; extract its text first": "pdf ps eps dvi djvu",
    "an e-book or slides, not text; export the text first": "epub mobi azw3 ppt pptx odp key pages",
    "a spreadsheet, not text; export it as .csv": "xls xlsx xlsm ods numbers",
    "captions in codes, not text; convert them to .srt or .vtt first": "scc stl",
    "an image, not text": "png jpg jpeg gif webp bmp tif tiff ico heic psd",
    "audio or video, not text": "mp3 wav flac ogg opus m4a aac mp4 m4v mkv webm avi mov wmv",
    "an archive; unpack it first": "zip tar tgz 7z rar jar whl",
    "binary, not text": """
exe dll so dylib o a obj class pyc bin dat db sqlite sqlite3 npy npz pkl pickle pt pth onnx h5 hdf5
model safetensors gguf ttf otf woff woff2 mo gmo qm pfb tfm
""",
}
_REFUSED = {
    **{
        f".{end}": f"{kind}, not prose; {AS_TEXT}"
        for kind, e in _NAMED.items()
        for end in e.split()
    },
    **{f".{end}": kind for kind, ends in _BINARY.items() for end in ends.split()},
}
_MACHINE = """
makefile dockerfile gemfile rakefile jenkinsfile vagrantfile procfile configure env gitignore
gitattributes gitmodules editorconfig npmrc bashrc cmakelists.txt meson.build meson_options.txt
requirements.txt constraints.txt robots.txt entry_points.txt top_level.txt requires.txt manifest.in
potfiles.in
"""
_WHOLE = frozenset(_MACHINE.split())
_TEMPLATES = frozenset((".in", ".orig", ".dist", ".bak"))
_FIRST_LINES = (
    (re.compile(r"\s*(?:<!doctype\s+html|<html[\s>])", re.IGNORECASE), "HTML", "html"),
    (re.compile(r"\s*<\?xml\s"), "XML", "xml"),
    (re.compile(r"WEBVTT\s*$"), "WebVTT subtitles", "vtt"),
    (re.compile(r"\s*<SAMI\b", re.IGNORECASE), "SAMI subtitles", "smi"),
)
_WIDE = (
    (re.compile(r"(?:[^\0]\0){4}"), "utf-16-le"),
    (re.compile(r"(?:\0[^\0]){4}"), "utf-16-be"),
)
_JSON = re.compile(
    r'[\[\s]*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[[^\S\n]*\n\s*"(?:[^"\\]|\\.)*"\s*[],])', re.DOTALL
)
_BRACKETS = re.compile(r"\ufeff?\s*[\[{][\[{\s]*")
"""A beginning of JSON that is not yet different from that of notes in brackets."""
HEAD = 1 << 13
"""Characters in which a NUL marks a file as binary."""


def refusal_by_name(path: Path) -> str:
    """Return why a file with such a name is not restored, or "".

    >>> refusal_by_name(Path("setup.py")), refusal_by_name(Path("notes"))
    ('a program, not prose; to restore it as text all the same, use --format text', '')
    """
    if path.suffix.lower() in _TEMPLATES and (refused := refusal_by_name(path.with_suffix(""))):
        return refused
    if path.name.lower().lstrip(".") in _WHOLE:
        return _REFUSED[".properties"]
    return _REFUSED.get(path.suffix.lower(), "")


def check_prose(blocks: Iterable[Block], where: str, *, is_file: bool) -> Iterator[Block]:
    """Yield the blocks of a text; refuse one that begins like another format or like no prose.

    Of a pipe only the first line is checked, since the second may be long in coming; only after a
    bracket alone, as in JSON spread over lines, is the next one awaited.
    """
    found = iter(blocks)
    begun: list[Block] = []
    head = ""
    for block in found:
        begun.append(block)
        head += block.text
        if len(head) > HEAD or not _BRACKETS.fullmatch(head):
            break
    if refused := _refusal(head, is_file):
        raise UnclearError(f"{refused}; {AS_TEXT}", where)
    yield from chain(begun, found)


def _refusal(text: str, is_file: bool) -> str:
    text = text.removeprefix("\ufeff")
    head = text[:HEAD]
    if is_file and (binary := kind_of(head[:32].encode("latin-1", "replace"))):
        return f"it looks like {binary}"
    for pattern, name in _WIDE if is_file else ():
        if pattern.match(head):
            return f"looks like UTF-16 without a byte-order mark; if it is, use --encoding {name}"
    if is_file and "\0" in head:
        return "holds NUL characters, so it seems to be binary"
    line = text.partition("\n")[0]
    if is_file and line.startswith("#!"):
        return "begins with #!, so it seems to be a program"
    for pattern, what, name in _FIRST_LINES:
        if pattern.match(line):
            return f"looks like {what}; if it is, use --format {name}"
    if _JSON.match(head):
        if line.rstrip().endswith("}"):
            return "looks like JSON lines; if it is, use --format jsonl, or json for a single value"
        return "looks like JSON; if it is, use --format json"
    return ""
