"""Gettext's translations: what a translator wrote, without its placeholders."""

from majuscule.reading.formats.documents import po
from tests.reading.formats.laws import check, read, rewritten, texts

SOURCE = r"""# angela
msgid ""
msgstr ""
"Project-Id-Version: angela\n"

#: a.c:3
msgid "open in rome"
msgstr "open in rome"

msgid "x"
msgstr ""
"hello %(name)s, angela mer"
"kel &amp; <b>you</b><%s-q><clé>\n"
"met %d people in \"rome\" on {day}. $5, 5% of % d\n"

msgctxt "menu"
msgid "&file"
msgid_plural "files"
msgstr[0] "&file _of angela"
msgstr[1] "files"

msgid "untranslated"
msgstr ""

#~ msgid "old"
#~ msgstr "old"
"""


def test_translations_are_text_and_placeholders_are_not():
    (document,) = read("po", SOURCE)
    assert document.text.split("\n") == [
        "open in rome",
        "hello 0, angela merkel & you",
        'met 0 people in "rome" on 0. $5, 5% of 0',
        "",
        "file of angela",
        "files",
    ]
    assert [unit.place["line"] for unit in document.units or ()] == [8, 12, 19, 20]
    check([document], SOURCE)
    changed = rewritten([document], str.upper)
    for kept in (
        'msgid "open in rome"',
        "%(name)s",
        "&amp; <b>YOU</b><%s-q><clé>\\n",
        "{day}",
        'msgstr "old"',
    ):
        assert kept in changed
    assert '"&FILE _OF ANGELA"' in changed


def test_a_header_is_no_text_and_a_long_file_is_cut_between_entries(monkeypatch):
    entry, header = 'msgid "a"\nmsgstr "b"\n\n', 'msgid ""\nmsgstr "Language: c"\n\n'
    source = entry + header + entry
    assert texts(read("po", source)) == ["b\nb"]
    monkeypatch.setattr(po, "LONGEST", len(entry))
    documents = read("po", source)
    check(documents, source)
    assert texts(documents) == ["b", "b"]
