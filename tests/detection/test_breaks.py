"""Line breaks: which of them only fill a page."""

from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.detection.breaks import view_lines
from majuscule.text.characters.codepoints import decode, encode, recase

PARAGRAPH = (
    "we left the harbour on monday and sailed along the coast of norway for two days, until the "
    "wind turned and the captain said that we would have to wait in bergen. nobody minded, since "
    "the town was full of music and the fish was better than anything that we had at home."
)
LINES = [
    "the first shop on the left is closed on sundays.",
    "you will need a key for the door.",
    "please leave the windows open when you go.",
    "breakfast is at eight.",
    "the second bus to the airport leaves from the square at noon.",
    "we wish you a pleasant stay.",
]
VERSE = """the moon is up, the lamp is low
the garden lies asleep in snow
and far away a fox will bark
at something moving in the dark"""


def joined(text: str, wrapped: bool = False) -> str:
    """Return a text as it reads without soft breaks."""
    view = view_lines(encode(text), wrapped=wrapped)
    return text if view is None else decode(view.codes)


@pytest.mark.parametrize("columns", [40, 56, 64, 72, 78, 100])
def test_wrapped_prose_reads_as_it_did_before(columns):
    text = "\n\n".join(["\n".join(wrap(PARAGRAPH, columns))] * 2)
    assert joined(text) == f"{PARAGRAPH}\n\n{PARAGRAPH}"


@pytest.mark.parametrize("prefix", ["> ", ">> ", "  ", "> > ", "| ", "> | "])
def test_quoted_and_indented_prose_is_one_paragraph(prefix):
    text = "\n".join(prefix + line for line in wrap(PARAGRAPH, 68))
    assert joined(text) == prefix + PARAGRAPH


def test_a_gap_after_a_sentence_fills_a_line_and_any_other_separates_columns():
    lines = wrap(PARAGRAPH.replace("bergen. ", "bergen.   "), 68)
    assert joined("\n".join(lines)).split() == PARAGRAPH.split()
    assert "\n" not in joined("\n".join(lines))
    assert "\n" in joined("\n".join(lines).replace("bergen. ", "bergen  "))


def test_numbers_in_the_margin_of_a_page_are_left_out():
    page = [f"{n:2}   {line}" for n, line in enumerate(wrap(f"{PARAGRAPH} {PARAGRAPH}", 56), 1)]
    assert joined("\n".join(page)).split() == f"{PARAGRAPH} {PARAGRAPH}".split()
    assert joined("\n".join(page[:7])).split()[0] == "1"
    assert joined("\n".join(page[::-1])).split()[0] == str(len(page))


def test_labels_below_a_paragraph_are_not_part_of_it():
    text = "\n".join(wrap(PARAGRAPH, 68))
    labels = "name: anna\naddress: the old house\nphone: 12"
    assert joined(f"{text}\n{labels}") == f"{PARAGRAPH}\n{labels}"


NEWS = """version 4, may 2
\tthe server no longer closes its connections when a client
\t\tasks for more than one page at a time and the
\t\tpages are still on their way to it.
\tthe manual says which of the options may be given more
\t\tthan once.  problem reported by anna port.
\tmail that cannot be delivered is kept for a week, and a
\t\tnote goes to its sender after the first day, as the
\t\tmanual has always said.
"""


def test_items_without_bullets_hang_below_their_first_lines():
    assert joined(NEWS) == NEWS.replace("\n\t\t", " ")


def test_a_term_above_its_explanation_is_no_part_of_it():
    rows = "\n".join(
        f"{name}\n" + "\n".join(f"   {line}" for line in wrap(PARAGRAPH, 64))
        for name in ("harbour", "port")
    )
    assert joined(rows) == f"harbour\n   {PARAGRAPH}\nport\n   {PARAGRAPH}"


def test_names_between_bars_are_no_cells_of_a_table():
    text = PARAGRAPH.replace("norway", "|norway-coast|").replace("bergen", "(|bergen|)")
    assert joined("\n".join(wrap(text, 60))) == text
    for row in ("|we|left|", "we | left", "we|left", "|we|left"):
        rows = "\n".join([f"{row} on monday and sailed along the coast of norway"] * 4)
        assert joined(rows, wrapped=True) == rows


def test_rows_of_a_table_of_contents_keep_their_lines():
    rows = [f"{line} {'.' * (60 - len(line))} {at}" for at, line in enumerate(LINES)]
    assert joined("\n".join(rows), wrapped=True) == "\n".join(rows)
    assert joined("we waited ..... and\nwaited", wrapped=True) == "we waited ..... and waited"


def test_rows_of_a_table_are_no_quotation():
    rows = "\n".join(f"| {line} | 1 |" for line in wrap(PARAGRAPH, 68))
    assert joined(rows, wrapped=True) == rows


def test_a_reply_between_quotations_keeps_to_itself():
    quoted = "\n".join("> " + line for line in wrap(PARAGRAPH, 60))
    text = f"{quoted}\nyes, i remember\n{quoted}"
    assert joined(text) == f"> {PARAGRAPH}\nyes, i remember\n> {PARAGRAPH}"


@pytest.mark.parametrize("marked", [True, False])
def test_a_sentence_a_line_stays_so(marked):
    text = "\n".join(line if marked else line.rstrip(".") for line in LINES)
    assert joined(text) == text


@pytest.mark.parametrize(
    "text",
    [
        VERSE,
        "roses are red\nviolets are blue",
        "- milk and a dozen eggs from the market\n- bread\n- the cheese that anna likes so much",
        "1. open the lid and take the paper out\n2. press the green button\n3. close the lid again",
        "ann: did you see the game last night\nbob: no i was asleep\nann: you missed a lot then",
        "from: ann\nto: bob\nsubject: the meeting on friday and the rest of the week\n\nhi",
        "name     price     place of the shop that has it\nbread    2.10      next to the station",
        "how to bake bread at home\n=========================\nfirst of all",
        "see you tomorrow\nwhy?\nyes.",
        "",
        "\n\n\n",
    ],
)
def test_what_is_no_wrapped_prose_keeps_its_lines(text):
    assert joined(text) == text


def test_numbers_of_several_parts_begin_items_that_are_wrapped_themselves():
    items = [
        "1.1. how do we find out when the last boat leaves for the islands in the north?",
        "1.2. is there a bus to the harbour?",
        "1.10. may we bring a dog, and where does it have to stay while we are at sea?",
        "2.1.1. who keeps the keys of the cabins, and what do we do when one of them is lost?",
        "2.1.12. what should we do if the weather is so bad that no boat leaves the harbour?",
    ]
    text = "\n".join("\n".join(wrap(item, 60)) for item in items)
    assert joined(text) == "\n".join(items)


def test_verse_and_lists_keep_their_lines_in_wrapped_mail():
    prose = "\n".join(wrap(PARAGRAPH, 72))
    text = f"{prose}\n\n{VERSE}\n\n{prose}\n\n- milk\n- eggs\n\nbest wishes,\nann"
    expected = f"{PARAGRAPH}\n\n{VERSE}\n\n{PARAGRAPH}\n\n- milk\n- eggs\n\nbest wishes,\nann"
    assert joined(text) == expected


FIRST = "we left the harbour on monday and sailed for two days"
HUNG = [
    ("-- ", 3),
    ("\t-- ", 11),
    ("- ", 4),
    ("(3) ", 5),
    ("<anna> ", 7),
    ("* ", 8),
    ("ann lee:  ", 10),
    ("bob:\t", 8),
    (":param x: ", 4),
    ("1.10.2. ", 3),
]


@pytest.mark.parametrize(("label", "indent"), HUNG)
def test_lines_below_the_text_of_an_item_or_a_speaker_continue_it(label, indent):
    below = "\n".join(" " * indent + line for line in ("along the coast until we came", "home"))
    text = f"{label}{FIRST}\n{below}"
    # The last break is not sure: the line before it has room.
    assert joined(text).startswith(f"{label}{FIRST} along the coast until we came")
    aside = text.replace(f"\n{' ' * indent}along", "\nalong")
    assert "\nalong" in joined(aside)


@pytest.mark.parametrize(
    "text",
    [
        f"{FIRST}\n    along the coast",
        f"{FIRST}.\n    we saw the coast of norway before the wind turned in the night",
        "ann: monday\n     bob and eve",
        f"ann: {FIRST}\n         bob and eve",
        f"- {FIRST}\n  - along the coast",
        f"<ann> {FIRST}\n<bob> along the coast",
    ],
)
def test_other_indented_lines_are_no_continuation(text):
    assert joined(text) == text


COUPLETS = """when moonlight falls across the bay,
lanterns are hung along the way,
sailors come home from foreign seas,
children are playing in the trees,
somebody sings an ancient tune,
everyone dances with the moon."""


def test_lines_that_mostly_end_in_commas_are_verse():
    assert joined(COUPLETS) == COUPLETS


def test_a_tab_reaches_to_the_next_eighth_column():
    spaces, tabs = ("\n".join(by + one for one in wrap(PARAGRAPH, 56)) for by in (" " * 16, "\t\t"))
    assert joined(spaces).strip() == joined(tabs).strip() == PARAGRAPH


def test_a_word_that_is_hyphenated_at_a_line_end_is_one_word():
    text = "\n".join(wrap(PARAGRAPH, 72)).replace("captain\nsaid", "captain said")
    text = text.replace("nobody minded", "no-\nbody minded")
    assert "nobody" in joined(text, wrapped=True)


COLUMN = """the harbour was full
of music on satur-
day, and the captain
said that the weath-
er would be better on
monday. we waited for
the wind to turn, and
nobody was in a hur-
ry to go home before
the end of the music."""
SPEECH = """i only wanted to-
no, wait a min-
what was that?
nothing, go on
as i was say-
be quiet, will you"""


def test_a_narrow_column_is_wrapped_where_its_words_are_hyphenated():
    whole = COLUMN.replace("-\n", "").replace("\n", " ")
    assert joined(COLUMN) == whole
    unbroken = "\n".join(wrap(whole, 21))
    assert joined(unbroken) == unbroken


def test_speakers_who_are_cut_off_hyphenate_nothing():
    assert joined(SPEECH) == SPEECH


def test_it_can_be_said_that_all_breaks_are_soft():
    assert joined("roses are red\nviolets are blue\n\nand", True) == (
        "roses are red violets are blue\n\nand"
    )


@given(
    st.lists(
        st.sampled_from([*PARAGRAPH.split(), "\n", "\n\n", "> ", "- ", "I", "-\n", "\t", "a:"]),
        max_size=80,
    ).map(" ".join)
)
def test_case_plays_no_part_and_every_code_point_has_its_place(text):
    codes = encode(text)
    for wrapped in (False, True):
        view = view_lines(codes, wrapped=wrapped)
        upper = view_lines(encode(recase(text, "upper")), wrapped=wrapped)
        assert (view is None) == (upper is None)
        if view is None or upper is None:
            continue
        assert (view.places == upper.places).all()
        assert (view.places[1:] > view.places[:-1]).all()
        same = codes[view.places] == view.codes
        # Nothing was put in but spaces for breaks.
        assert set(decode(view.codes[~same])) <= {" "}
        assert set(decode(codes[view.places[~same]])) <= {"\n"}
        assert len(view.lines) == text.count("\n") + 1
        assert view.lines[-1] == decode(view.codes).count("\n")
