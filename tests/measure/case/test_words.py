import pytest
from hypothesis import given
from hypothesis import strategies as st

from majuscule.errors import CorpusError
from majuscule.measure.case.words import case_words
from tests.measure.case.reference import class_of

LETTERS = "aAbBzZéÉßẞçÇσςΣǆǅǄ1-'. \t\n\u00a0\u3000北\U00010400\U00010428\u0301"
texts = st.lists(st.text(alphabet=LETTERS, max_size=30) | st.text(max_size=20), max_size=6)


def swap_some(text: str, choices: list[bool]) -> str:
    """Flip the case of some letters, where that keeps one character one character."""
    result = []
    for number, char in enumerate(text):
        other = char.swapcase() if choices[number % len(choices)] else char
        folds = other.upper().casefold() == char.upper().casefold()
        result.append(other if len(other) == 1 and folds else char)
    return "".join(result)


@given(texts, st.lists(st.booleans(), min_size=1, max_size=7))
def test_words_equal_a_plain_loop_over_split(gold, choices):
    predicted = [swap_some(text, choices) for text in gold]
    words = case_words(gold, predicted)
    expected = [
        (segment, class_of(right), class_of(guess), right == guess)
        for segment, (a, b) in enumerate(zip(gold, predicted, strict=True))
        for right, guess in zip(a.split(), b.split(), strict=True)
    ]
    found = list(
        zip(
            words.segments.tolist(),
            words.gold.tolist(),
            words.predicted.tolist(),
            words.equal.tolist(),
            strict=True,
        )
    )
    assert found == expected


@pytest.mark.parametrize(
    ("gold", "predicted", "place"),
    [
        (["ab", "one two"], ["ab", "one twx"], "predicted:2:7"),
        (["", "a b"], ["", "a\tb"], "predicted:2:2"),
        (["one two"], ["One twoo"], "predicted:1:8"),
        (["one two"], ["One wo"], "predicted:1:5"),
        (["İx"], ["i̇x"], "predicted:1:1"),
        (["Ia"], ["łA"], "predicted:1:1"),
    ],
)
def test_more_than_case_is_an_error_with_its_place(gold, predicted, place):
    with pytest.raises(CorpusError, match="only case may differ") as caught:
        case_words(gold, predicted)
    assert caught.value.where == place


def test_the_place_carries_the_name_of_the_file():
    with pytest.raises(CorpusError, match=r"^out\.txt:1:1: has 'b' where gold has 'a'"):
        case_words(["a"], ["b"], name="out.txt")


def test_a_missing_line_is_an_error():
    with pytest.raises(CorpusError, match="has 1 lines, but gold has 2"):
        case_words(["a", "b"], ["a"])


@pytest.mark.parametrize("pair", ["ςΣ", "σς", "ßẞ", "ıI", "ǆǅ", "ſS", "µΜ"])
def test_case_forms_of_one_letter_are_the_same_letter(pair):
    words = case_words([pair[0]], [pair[1]])
    assert words.equal.tolist() == [False]


def test_lone_surrogates_are_scored_like_any_symbol():
    assert case_words(["a\ud800"], ["A\ud800"]).predicted.tolist() == [1]
