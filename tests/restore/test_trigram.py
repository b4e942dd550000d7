"""The trigram model against plain counting and enumeration, on tiny texts."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import hypothesis.strategies as some
import numpy as np
import pytest
from hypothesis import given, settings

from majuscule.errors import ModelError, TrainingError, UsageError
from majuscule.learn.text import DocumentText
from majuscule.models import read_model
from majuscule.reading import Document
from majuscule.restore.interface import LEFT, MODEL
from majuscule.restore.trigram import restorer as trigram
from majuscule.restore.trigram import trellis_kernel as trigram_kernel
from majuscule.restore.trigram.restorer import TrigramRestorer
from majuscule.restore.trigram.tables import level_of
from majuscule.restore.trigram.training import train_trigram
from majuscule.restore.trigram.units import read_units, tell_openings
from majuscule.text.characters.codepoints import decode
from majuscule.text.tokenizing.classes import CA, KEEP, LC, MC, UC
from majuscule.text.tokenizing.passages import Passage, read_passage, sequence_starts
from majuscule.words.forms import CASELESS, MIXED, OTHER_MIXED
from majuscule.words.letters import count_cased
from tests.restore.source_kernels import interpreted
from tests.saved import check_read_back, save
from tests.texts import text_of

TEXT = (
    "The new office in New York is here. Ann said new York and an eBay office.",
    "An eBay office, new in New York. New ideas for Ebay and EBAY. See the new office.",
    "The office of Mr. Smith of NASA, in New York. Is the new idea here?",
    "Paris is new. Zoe is in Paris, said Smith. An office of an eBay in Rome.",
)
ASKED = "the new york office of nasa. zoe sold mcfoo in new ebay for $7 to ann, not a rome\nebay"
PLAIN = {
    "least": 1,
    "levels": 1,
    "starts": "learnt",
    "rare_forms": False,
    "first_letters": False,
    "placed": False,
}

Unit = tuple[str, int]
START: Unit = ("<s>", CASELESS)


def model_of(*paragraphs: str, **options) -> TrigramRestorer:
    return train_trigram(text_of(*paragraphs), options)


def words_of(passage: Passage) -> list[str]:
    spans = zip(passage.tokens.starts, passage.tokens.ends, strict=True)
    found = [decode(passage.tokens.folded[start:end]) for start, end in spans]
    return ["0" if word.isdigit() else word for word in found]


def written_units(model: TrigramRestorer, text: DocumentText) -> tuple[list[Unit], list[bool]]:
    """Return the units of a text as they are written, rare words unknown."""
    (batch,) = text.batches()
    tokens = batch.passage.tokens
    known = model.tables.forms.find(tokens.words)[1]
    forms = model.tables.forms.form_of(tokens.words, batch.classes, batch.masks)
    units = [
        (word if here else "#", int(form))
        for word, here, form in zip(words_of(batch.passage), known, forms, strict=True)
    ]
    return units, sequence_starts(batch.passage, True).tolist()


class Reference:
    """Equation 1 from plain counts of units."""

    def __init__(self, units: list[Unit], starts: list[bool], least: int) -> None:
        self.counts: tuple[Counter, Counter, Counter] = (Counter(), Counter(), Counter())
        history: tuple[Unit, Unit] = (START, START)
        for unit, start in zip(units, starts, strict=True):
            history = (START, START) if start else history
            self.counts[0][unit] += 1
            self.counts[1][history[1], unit] += 1
            self.counts[2][(*history, unit)] += 1
            history = (history[1], unit)
        kept = {gram: count for gram, count in self.counts[2].items() if count >= least}
        self.counts = (*self.counts[:2], Counter(kept))

    def seen(self, *history: Unit) -> int:
        """Return how often something followed a history."""
        counts = self.counts[len(history)]
        return sum(count for gram, count in counts.items() if gram[:-1] == history)

    def probability(
        self, unit: Unit, before: Unit, earlier: Unit, weights: np.ndarray, levels: int
    ) -> float:
        two, three = self.seen(before), self.seen(earlier, before)
        row = weights[level_of(np.array([two]), np.array([three]), levels)[0]]
        value = row[0] / len(self.counts[0])
        value += row[1] * self.counts[0][unit] / sum(self.counts[0].values())
        if two:
            value += row[2] * self.counts[1][before, unit] / two
        if three:
            value += row[3] * self.counts[2][earlier, before, unit] / three
        return value


def possible_forms(model: TrigramRestorer, passage: Passage) -> tuple[list[list[Unit]], np.ndarray]:
    """Return the units that each token may be, by what the options say."""
    letters = count_cased(passage.tokens)
    rows, known = model.tables.forms.find(passage.tokens.words)
    found = []
    for i, word in enumerate(words_of(passage)):
        free = [CASELESS] if not letters[i] else [LC, UC, CA][: 2 + (letters[i] > 1)]
        if known[i]:
            counts = model.tables.forms.counts[rows[i]]
            mixed = list(range(MIXED, OTHER_MIXED)) if letters[i] > 1 else []
            free = [form for form in free + mixed if counts[form]] or free
        found.append([(word if known[i] else "#", form) for form in free])
    return found, sequence_starts(passage, True)


@pytest.mark.parametrize("options", [{}, {"levels": 3}, {"least": 2}, {"rare": 3}])
def test_every_probability_is_that_of_equation_1_and_the_path_the_best(options):
    chosen = PLAIN | {"held_out": 10_000} | options
    text = text_of(*TEXT)
    model = train_trigram(text, chosen)
    weights, levels = model.tables.weights, chosen["levels"]
    reference = Reference(*written_units(model, text), chosen["least"])
    # Short sentences: all their paths are gone through.
    passage = read_passage("new york ebay mcfoo\nsaid smith. new office in a rome")
    trellis = model._search(passage, count_cased(passage.tokens), 0)
    units, starts = possible_forms(model, passage)
    begins = [*np.flatnonzero(starts).tolist(), len(starts)]
    for begin, end in pairwise(begins):
        paths = {}
        for path in product(*units[begin:end]):
            value, history = 1.0, (START, START)
            for unit in path:
                value *= reference.probability(unit, history[1], history[0], weights, levels)
                history = (history[1], unit)
            paths[path] = value
        places = trellis.best[begin:end]
        best = tuple(units[begin + i][place] for i, place in enumerate(places))
        assert paths[best] == pytest.approx(max(paths.values()), rel=1e-9)
        total = sum(paths.values())
        shares = marginals_of(model, passage)[begin:end]
        for i, share in enumerate(shares):
            for place, unit in enumerate(units[begin + i]):
                through = sum(value for path, value in paths.items() if path[i] == unit)
                assert share[place] == pytest.approx(through / total, rel=1e-9, abs=1e-12)


def marginals_of(model: TrigramRestorer, passage: Passage) -> np.ndarray:
    trellis = model._search(passage, count_cased(passage.tokens), 0)
    n = len(trellis.sizes)
    forward, found = np.empty((n, 64)), np.empty((n, 8))
    parts = trellis.sizes, trellis.first, trellis.offsets, trellis.parts
    trigram_kernel.find_forward(*parts, forward)
    trigram_kernel.weigh_forms(*parts, forward, False, np.empty((2, 64)), found)
    return found


@pytest.mark.parametrize("options", [{}, {"levels": 4}, {"least": 2}])
def test_probabilities_sum_to_one(options):
    chosen = PLAIN | {"held_out": 3} | options
    text = text_of(*TEXT)
    model = train_trigram(text, chosen | {"held_out": 10_000})
    reference = Reference(*written_units(model, text), chosen["least"])
    weights = train_trigram(text, chosen).tables.weights
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    units = list(reference.counts[0])
    for earlier, before in [(START, START), *product([START, *units[:7]], units[:7])]:
        total = sum(
            reference.probability(unit, before, earlier, weights, chosen["levels"])
            for unit in units
        )
        assert total == pytest.approx(1)
    np.testing.assert_allclose(model.tables.shares.sum(), 1)


def test_held_out_probabilities_are_those_of_plain_counting():
    text = text_of(*TEXT)
    model = train_trigram(text, PLAIN | {"held_out": 10_000, "levels": 3})
    units, starts = written_units(model, text)
    reference = Reference(units, starts, 1)
    (batch,) = text.batches()
    words, forms = read_units(batch, model.tables.forms)
    parts, levels = model.tables.observe(words, forms, np.array(starts))
    weights = model.tables.weights
    history = (START, START)
    for i, unit in enumerate(units):
        history = (START, START) if starts[i] else history
        expected = reference.probability(unit, history[1], history[0], weights, 3)
        assert parts[i] @ weights[levels[i]] == pytest.approx(expected)
        history = (history[1], unit)


def test_masked_starts_leave_no_trace_of_the_first_word():
    lines = ["Zebras run. Zebras run. Zebras run. see zebras run. see zebras run."] * 2
    learnt = model_of(*lines, starts="learnt", first_letters=False)
    masked = model_of(*lines, starts="masked", first_letters=False)
    passage = read_passage("zebras run.")
    assert learnt.decide(passage).classes.tolist()[0] == UC
    assert masked.decide(passage).classes.tolist()[0] == LC
    both = model_of(*lines, starts="masked")
    assert both.decide(passage).classes.tolist()[0] == UC
    assert both.decide(passage, posteriors=True).posteriors[0].tolist() == [0, 1, 0, 0]


def test_a_capital_due_to_the_place_is_no_part_of_what_follows():
    quoted = 'Ann said: "The zoo is old." Ann said: "The inn is new." an "old" inn, a "new" zoo.'
    lines = [quoted, "see the inn. see the big house of it. see the big house of it."] * 3
    passage = read_passage('ann said: "the big house of it."')
    at = words_of(passage).index("the")
    found = {
        placed: model_of(*lines, placed=placed, least=1).decide(passage).classes[at]
        for placed in (False, True)
    }
    assert found == {False: LC, True: UC}


def test_opening_quotes_are_other_words_than_closing_ones():
    passage = read_passage('He said "yes" and (no), "it\'s" fine.')
    words, told = passage.tokens.words, tell_openings(passage).tokens.words
    changed = [words_of(passage)[at] for at in np.flatnonzero(words != told)]
    assert changed == ['"', "(", '"']
    assert tell_openings(read_passage("no quotes. none.")).tokens.words.tolist() == (
        read_passage("no quotes. none.").tokens.words.tolist()
    )


def test_decisions_use_two_words_of_context():
    model = model_of(*TEXT * 4, least=1)
    passage = read_passage(ASKED + " 42 a@b.org")
    found = model.decide(passage)
    named = dict(zip(words_of(passage), found.classes.tolist(), strict=True))
    assert named["york"] == UC
    assert named["nasa"] == CA
    assert named["ebay"] == MC
    assert named["a@b.org"] == KEEP
    assert model.decide(read_passage("an office in new york")).classes.tolist()[-2:] == [UC, UC]
    assert model.decide(read_passage("see the new office")).classes.tolist()[-2:] == [LC, LC]
    mixed = found.classes == MC
    assert found.masks[mixed].tolist() == [0b10] * int(mixed.sum())
    assert found.reasons.tolist() == [LEFT if c == KEEP else MODEL for c in found.classes]
    assert (found.margins >= 0).all()


def test_rare_words_keep_to_the_forms_they_were_seen_in():
    lines = ["see the Zoe and the zeb, the WHO and a LaTeX and a Bo and a bo"] * 2
    once = ["the McFoo and the XYZ and the lenon"]
    passage = read_passage("the mcfoo and the xyz and the lenon")
    free = model_of(*lines, *once, rare_forms=False).decide(passage).classes.tolist()
    kept = model_of(*lines, *once).decide(passage)
    assert kept.classes[[1, 4, 7]].tolist() == [MC, CA, LC]
    assert kept.masks[1] == 0b101
    assert free != kept.classes.tolist()


def test_a_beam_only_ever_loses_probability():
    model = model_of(*TEXT, **PLAIN)
    passage = read_passage(ASKED)
    letters = count_cased(passage.tokens)
    whole = model._search(passage, letters, 0)
    wide = model._search(passage, letters, 64)
    assert wide.best.tolist() == whole.best.tolist()
    beam = replace(model, chosen=replace(model.chosen, beam=64))
    assert beam.decide(passage).classes.tolist() == model.decide(passage).classes.tolist()
    narrow = model._search(passage, letters, 1)
    assert (narrow.scores > 0).sum() == len(letters)
    assert (whole.scores > 0).sum() > len(letters)


@given(some.lists(some.sampled_from((*TEXT, ASKED, "new\nnew", "$")), max_size=3))
@settings(max_examples=20, deadline=None)
def test_interpreted_kernels_give_the_same_answers(texts):
    model = model_of(*TEXT, least=1)
    passage = read_passage("\n".join(texts))
    compiled, posteriors = model.decide(passage), model.decide(passage, posteriors=True).posteriors
    with pytest.MonkeyPatch.context() as patch:
        kernel = interpreted("majuscule.restore.trigram.trellis_kernel")
        patch.setattr(trigram, "trigram_kernel", kernel)
        for one, other in zip(
            vars(compiled).values(), vars(model.decide(passage)).values(), strict=True
        ):
            np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(model.decide(passage, posteriors=True).posteriors, posteriors)


def test_a_model_file_gives_the_same_answers(tmp_path):
    model = model_of(*TEXT)
    check_read_back(tmp_path, model, ASKED)
    path = save(tmp_path, model, weights=model.arrays()["weights"][:-1])
    with pytest.raises(ModelError, match="do not fit together"):
        TrigramRestorer.from_file(read_model(path))


def counted_again(*_):
    raise AssertionError("what is in the folder was counted again")


def test_training_can_be_stopped_and_gives_the_same_model(tmp_path, monkeypatch):
    documents = tuple(Document(f"d{k}", (TEXT[k % 4],)) for k in range(40))
    text = DocumentText(documents)
    whole = train_trigram(text, {"held_out": 5})
    told: list[float] = []
    first = train_trigram(
        text, {"held_out": 5}, lambda _, done: told.append(done), folder=tmp_path, jobs=1
    )
    monkeypatch.setattr("majuscule.restore.trigram.training.count_batch", counted_again)
    again = train_trigram(text, {"held_out": 5}, folder=tmp_path)
    for model in (first, again):
        for name, array in whole.arrays().items():
            np.testing.assert_array_equal(model.arrays()[name], array)
    assert told[-1] == 1.0


def test_text_with_nothing_to_learn_and_wrong_options_are_refused():
    with pytest.raises(TrainingError, match="no text to learn from"):
        train_trigram(DocumentText(()))
    with pytest.raises(TrainingError, match="no word in lower case"):
        model_of("ALL OF IT", "IS CAPITALS")
    with pytest.raises(UsageError, match="unknown option 'bean'"):
        model_of(*TEXT, bean=3)
    with pytest.raises(UsageError, match="learnt or masked"):
        model_of(*TEXT, starts="other")
    with pytest.raises(UsageError, match="rare is 1; it must be 2 or more"):
        model_of(*TEXT, rare=1)
    with pytest.raises(UsageError, match="mixed must be at most 3"):
        model_of(*TEXT, mixed=4)
