"""Markdown: prose is text, and how it is shown is not."""

import pytest

from majuscule.reading.inputs import LONGEST
from tests.reading.formats.laws import check, read, rewritten

PAGE = """\
---
title: the un
---
# in new york #

the **un** met `angela()` and [anna][Ref] in
[rome](http://x.com/rome "r"). see <http://a.com>, \\*b\\* &eacute;![^n]

- one in
  two
- [x] three $a + b$ _four_

> five
> six

    seven = 8

~~~python
nine
~~~

| ten | eleven |
|-----|:------:|
| a   | b      |

[Ref]: http://a.com
<!-- twelve
thirteen -->
setext
------
<div class="x">snake_case</div>[^n]

[^n]: a note
"""
TEXT = [
    "in new york",
    "the un met 0 and anna in rome. see 0, *b* é!",
    "one in two",
    "three 0 four",
    "five six",
    "ten ",
    "eleven ",
    "a   ",
    "b      ",
    "setext",
    "snake_case",
    "a note",
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_prose_is_found_and_nothing_else(end):
    source = PAGE.replace("\n", end)
    (document,) = read("markdown", source)
    assert document.text.split("\n") == TEXT
    assert [document.text[one.start : one.end] for one in document.units or ()] == TEXT
    check([document], source)
    changed = rewritten([document], str.upper)
    for kept in (
        "title: the un",
        "`angela()`",
        "[Ref]",
        "(http://x.com/rome",
        "$a + b$",
        "seven = 8",
    ):
        assert kept in changed
    assert "SNAKE_CASE" in changed
    assert "&Eacute;" in changed
    assert changed.lower() == source.lower()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a\n\n    code\n\nb\n", "a\nb"),
        ("- a\n\n    still a\n\nb\n\n    code\n", "a\nstill a\nb"),
        ("- a\n\n      code\n\n  b\n\n      code\n", "a\nb"),
        ("1. a\n\n    - b\n\n        c\n\n\t\t  code\n", "a\nb\nc"),
        ("- a\n- b\n\n\t\tcode\n", "a\nb"),
        ("a\n---\n    code\n", "a"),
        ("# a\n    code\n", "a"),
        ("!!! note\n\n    a\n\n        code\n\nb\n", "a\nb"),
        ("??? note\n    a\n", "a"),
        ("> a\n> b\n>\n> c\n", "a b\nc"),
        ("> [!NOTE]\n> a\n", "a"),
        ("> [!info] a\n> b\n", " a b"),
        ("[![a](B.png)](C) b\n", "a b"),
        ("> a\n>\n>     code\n>\n> - b\n>\n>   c\n", "a\nb\nc"),
        ("a ``b ` c`` d\n", "a 0 d"),
        ("$5 and $6\n", "$5 and $6"),
        ("```\nunclosed\n", ""),
        ("```\na\n```b\nc\n```\nd\n", "d"),
        ("```\na $$\nb\n```\nc\n", "c"),
        ("---  \na: b\n---\nc\n", "c"),
        ("|a|b|\n", "a\nb"),
        ("one | two | three\n", "one \ntwo \nthree"),
        ("2 * 3 = 6\n", "2 * 3 = 6"),
        ("![alt](a.png) and [b][]\n", "alt and b"),
        ("a  \nb\n", "a  \nb"),
        ("a\\\nb\\\\\n", "a\nb\\"),
        ("a\\[...\\] \\[ann's\\] b\\[ing\\]\n", "a[...] [ann's] b[ing]"),
        (r"so \[a = b\] and \[ \alpha \]" + "\n", "so 0 and 0"),
        ("<script>\nx\n</script>\na\n", "a"),
        ("a [b](c_(d)) e\n", "a b e"),
        ("* * *\n***\na\n===\n", "a"),
    ],
)
def test_what_is_no_prose_is_left_out(source, text):
    (document,) = read("markdown", source)
    assert document.text == text
    check([document], source)


@pytest.mark.parametrize("open_", ["\\(", "[[", "[^", "[@"])
def test_brackets_that_never_close_are_text(open_):
    source = open_ * 50_000 + " anna\n"  # quadratic time would take minutes
    (document,) = read("markdown", source)
    assert document.text.endswith(" anna")
    check([document], source)


@pytest.mark.parametrize("start", [" " * 100_000, "- " * 100_000, ">\t1. " * 100_000])
def test_a_line_may_be_indented_far(start):
    source = f"{start}- anna\n"  # quadratic time would take minutes
    (document,) = read("markdown", f"so\n{source}")
    assert document.text == "so\nanna"


def test_a_long_page_comes_in_parts():
    source = "a paragraph of words\n\n" * (2 * LONGEST // 20)
    found = read("markdown", source)
    assert len(found) > 1
    check(found, source)
