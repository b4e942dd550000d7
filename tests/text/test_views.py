"""Views: what they leave out stays as it is, and the rest comes back to its place."""

import numpy as np

from majuscule.text.characters.codepoints import decode, encode
from majuscule.text.tokenizing.views import TextView, is_readable


def view() -> TextView:
    """Return "an example" seen in text that breaks the word and quotes it."""
    text = encode("an exam-\n> ple\nhere")
    soft = np.array([False, True, False])
    spans = np.array([7]), np.array([11])
    return TextView.joined(text, soft, *spans, np.array([], np.int64))


def test_a_view_leaves_spans_out_and_knows_where_the_rest_stands():
    one = view()
    assert decode(one.codes) == "an example\nhere"
    assert one.lines.tolist() == [0, 0, 1]
    starts, ends = one.spans(np.array([0, 3], np.int32), np.array([2, 10], np.int32))
    assert [decode(one.text)[a:b] for a, b in zip(starts, ends, strict=True)] == [
        "an",
        "exam-\n> ple",
    ]


def test_what_becomes_of_a_view_is_laid_over_the_text():
    assert decode(view().lay(encode("An EXAMPLE\nHere"))) == "An EXAM-\n> PLE\nHere"


def test_a_mask_has_gaps_where_its_word_is_parted():
    one = view()
    start, end = np.array([3]), np.array([10])
    [mask] = one.masks(start, end, np.array([0b0010001], np.uint64)).tolist()
    word = decode(one.text)[3:14]
    assert [word[bit] for bit in range(11) if mask >> bit & 1] == ["e", "p"]


def test_what_is_not_seen_is_left_out_of_a_whole_text_and_of_a_view():
    whole = TextView.of(encode("pa\u00adris\n\ufeffok")).readable()
    assert decode(whole.codes) == "paris\nok"
    assert whole.lines.tolist() == [0, 1]
    assert decode(whole.lay(encode("PARIS\nOk"))) == "PA\u00adRIS\n\ufeffOk"
    text = encode("an ex\u00adam-\nple")
    spans = np.array([8]), np.array([10])
    part = TextView.joined(text, np.array([False, True]), *spans, np.array([], np.int64))
    assert decode(part.readable().codes) == "an example"


def test_an_i_is_read_without_a_dot_typed_for_its_own():
    one = TextView.of(encode("I\u0307zmi\u0307r")).readable()
    assert decode(one.codes) == "Izmir"
    assert decode(one.lay(encode("IZMIR"))) == "I\u0307ZMI\u0307R"


def test_letters_are_composed_and_signs_for_an_apostrophe_are_one():
    text = "l´e\u0301te\u0301, \u202aa\u0323\u0302m\u202c x\u0301"
    one = TextView.of(encode(text)).readable()
    assert decode(one.codes) == "l’été, \u1eadm x\u0301"
    laid = decode(one.lay(encode("L’ÉTÉ, \u1eacm x\u0301")))
    assert laid == "L´E\u0301TE\u0301, \u202aA\u0323\u0302m\u202c x\u0301"
    starts, ends = one.spans(np.array([2, 7]), np.array([5, 9]))
    words = [text[a:b] for a, b in zip(starts, ends, strict=True)]
    assert words == ["e\u0301te\u0301", "a\u0323\u0302m"]
    odd = TextView.of(encode("don′t\u2010and\u2011x")).readable()
    assert decode(odd.codes) == "don’t-and-x"
    assert decode(odd.lay(encode("DON’T-AND-X"))) == "DON′T\u2010AND\u2011X"
    plain = TextView.of(encode("l’été x\u0301"))
    assert plain.readable() is plain


def test_only_texts_with_unseen_signs_accents_or_odd_hyphens_need_another_view():
    assert is_readable(encode("«Ça va, Zoë?» – 12 € 𝒳"))
    odd = ["co\u00adop", "a\u200bb", "\ufeffa", "e\u0301", "´a", "ʼa", "a′", "a‐b", "a\u2011b"]
    assert not any(is_readable(encode(text)) for text in odd)
