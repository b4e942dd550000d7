"""However sentences are marked up, they are the same text, and its letters are written back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading.formats.laws import read, rewritten, texts

WORDS = ["anna", "o’neill,", "is!", "5%", "of", "$5", "«rome»", "(eu)", "u.s.", "x\u2011ray"]
TAGS = [("", ""), ("<b>", "</b>"), ("<!-- c -->", "")]
PAGE = [*TAGS, ("", "<wbr><style>c</style>"), ("<a href='c'>", "</a>"), ("", "<script>c</script>")]
CONTAINERS = {
    "html": ("<p>", "</p>\n", PAGE),
    "xml": ("<p>", "</p>\n", [*TAGS, ("<hi rend='c'>", "</hi>")]),
    "markdown": ("", "\n\n", [*TAGS, ("**", "**"), ("_", "_"), ("[", "](c_d)"), ("", "[^c]")]),
    "po": ('msgid "c"\nmsgstr "', '"\n\n', [("", ""), ("<b>", "</b>"), ('"\n"', '"\n"')]),
}
"""What begins and ends a paragraph, and what may stand around a word of it."""


@pytest.mark.parametrize("format", CONTAINERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_markup_inside_sentences_does_not_change_their_text(format, data):
    begin, end, marks = CONTAINERS[format]
    word = st.tuples(st.sampled_from(WORDS), st.sampled_from(marks))
    paragraphs = data.draw(st.lists(st.lists(word, min_size=1, max_size=8), min_size=1, max_size=3))
    root = ("<c>", "</c>") if format == "xml" else ("", "")

    def written(case):
        rows = (" ".join(case(one).join(around) for one, around in row) for row in paragraphs)
        return "".join(begin + row + end for row in rows).join(root)

    documents = read(format, written(str))
    assert texts(documents) == ["\n".join(" ".join(one for one, _ in row) for row in paragraphs)]
    changed = rewritten(documents, str.upper)
    assert changed == written(str.upper)
