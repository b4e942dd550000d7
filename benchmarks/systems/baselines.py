"""Two baselines: all in lower case, and a capital for the first letter of each line."""

from collections.abc import Sequence


class Lower:
    """All in lower case, letter by letter, so that the length stays the same."""

    model_bytes = 0

    def __init__(self) -> None:
        self.versions: dict[str, str] = {}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        return [lower(line) for line in lines]


class FirstLetter:
    """A capital for the first letter of each line."""

    model_bytes = 0

    def __init__(self) -> None:
        self.versions: dict[str, str] = {}

    def restore(self, lines: Sequence[str], how: str) -> list[str]:
        return [capitalise_first(lower(line)) for line in lines]


def lower(text: str) -> str:
    """Return ``text`` in lower case; letters whose lower case has another length stay.

    >>> lower("In İzmir")
    'in İzmir'
    """
    small = text.lower()
    if len(small) == len(text) and "\u03a3" not in text:
        return small
    return "".join(one if len(one.lower()) != 1 else one.lower() for one in text)


def capitalise_first(word: str) -> str:
    """Capitalise the first cased letter, unless its capital is several letters.

    >>> capitalise_first('"¿qué?"'), capitalise_first("ßa")
    ('"¿Qué?"', 'ßa')
    """
    for at, letter in enumerate(word):
        if letter.islower():
            upper = letter.upper()
            return word if len(upper) != 1 else word[:at] + upper + word[at + 1 :]
        if letter.isupper():
            return word
    return word
