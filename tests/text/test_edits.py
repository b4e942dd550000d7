"""A text with edits knows the way between its offsets and those before."""

import pytest

from majuscule.errors import UsageError
from majuscule.text.editing.edits import Edit, EditedText

PAID = EditedText.make(
    "yes he paid five dollars now", [Edit(3, 3, ","), Edit(12, 24, "$5"), Edit(28, 28, ".")]
)


def test_edits_are_made():
    assert PAID == "yes, he paid $5 now."
    assert PAID.behind == "."


@pytest.mark.parametrize(
    ("before", "output", "after"),
    [(0, 0, 0), (3, 3, 4), (4, 5, 5), (12, 13, 13), (15, 13, 15), (24, 15, 15), (28, 19, 20)],
)
def test_offsets_lead_to_the_text_as_it_is_now(before, output, after):
    assert (PAID.output(before), PAID.after(before)) == (output, after)


@pytest.mark.parametrize(
    ("now", "source"), [(0, 0), (3, 3), (4, 3), (5, 4), (13, 12), (14, 12), (15, 24), (19, 28)]
)
def test_offsets_lead_back(now, source):
    assert PAID.source(now) == source


@pytest.mark.parametrize(
    ("start", "stop", "apart", "part"),
    [
        (0, 3, (), "yes,"),
        (0, 3, {3}, "yes"),  # something that is empty stands there and takes the mark
        (3, 3, {3}, ","),
        (3, 11, (), " he paid"),
        (12, 24, (), "$5"),
        (12, 20, (), "five dol"),
        (15, 28, (), "e dollars now."),
    ],
)
def test_a_part_has_the_edits_that_are_wholly_in_it(start, stop, apart, part):
    found = PAID.within(start, stop, apart)
    assert (found, found.before) == (part, PAID.before[start:stop])


@pytest.mark.parametrize(
    "edits", [[Edit(2, 4, "a"), Edit(3, 5, "b")], [Edit(4, 2, "a")], [Edit(9, 29, "a")]]
)
def test_edits_that_cannot_be_are_refused(edits):
    with pytest.raises(UsageError, match="edits overlap, go backwards or go beyond the text"):
        EditedText.make(PAID.before, edits)
