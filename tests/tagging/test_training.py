"""Training: learns what can be learnt, the same on any number of threads, and after a kill."""

import itertools
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pytest

from majuscule.errors import TrainingError, UsageError
from majuscule.tagging.features.templates import REACH, compile_templates
from majuscule.tagging.features.text import Spec, cut_stretches
from majuscule.tagging.scoring.chain import best_tags
from majuscule.tagging.scoring.index import KeyIndex
from majuscule.tagging.scoring.packing import (
    CODES,
    PackedWeights,
    buckets_of,
    check_vectors,
    nearest_centres,
    pack,
    quantize,
    repack,
)
from majuscule.tagging.scoring.tagger import LinearTagger
from majuscule.tagging.training.averaging import RATES, SETTLED, UNIT, TrainingOptions, train
from majuscule.tagging.training.averaging_kernel import update
from majuscule.tagging.training.counting import count_features, find_groups


@dataclass(frozen=True)
class Toy:
    """Sequences of words 1-20; a word is tagged by itself and by whether 7 stands before it."""

    words: npt.NDArray[np.uint64]
    tags: npt.NDArray[np.uint8]
    bounds: npt.NDArray[np.int64]
    times: npt.NDArray[np.uint8] | None = None

    def columns(self, start: int, stop: int, epoch: int) -> npt.NDArray[np.uint64]:
        return self.words[None, start:stop].copy()


def some_text(sequences: int = 200, seed: int = 3) -> Toy:
    generator = np.random.default_rng(seed)
    words, tags, bounds = [0] * REACH, [0] * REACH, []
    for _ in range(sequences):
        row = generator.integers(1, 20, generator.integers(1, 12)).tolist()
        bounds.append((len(words), len(words) + len(row)))
        words += [*row, *[0] * REACH]
        before = [0, *row[:-1]]
        tags += [(word + 2 * (b == 7)) % 3 for word, b in zip(row, before, strict=True)]
        tags += [0] * REACH
    return Toy(np.array(words, np.uint64), np.array(tags, np.uint8), np.array(bounds, np.int64))


SPEC = Spec(
    3,
    compile_templates(["w", "w-1", "w-1 w", "w w+1"], ["w"]),
    compile_templates(["w"], ["w"], seed=100),
)
ONE = np.zeros(1, np.int32)
OPTIONS = TrainingOptions(epochs=3, margin=1, stretch=40, stretches=2)


def pack_toy(text: Toy, index: KeyIndex, weights, slots: int) -> PackedWeights:
    return pack(index.keys, find_groups(text, SPEC, index), weights, SPEC, slots)


def test_learns_a_rule_of_two_words_and_packs_it():
    text = some_text()
    index = count_features(text, SPEC, 1)
    state = train(text, SPEC, index, OPTIONS)
    packed = pack_toy(text, index, state.averaged(), 5000)
    tagger = LinearTagger(SPEC, packed, np.zeros(3, np.int32))
    test = some_text(seed=4)
    chain = tagger.score(test.columns(0, len(test.words), 0))
    bounds = (test.bounds - REACH).astype(np.int32)
    found = best_tags(chain, bounds)
    inside = np.concatenate([np.arange(a, b) for a, b in test.bounds.tolist()])
    assert (found[inside - REACH] == test.tags[inside]).mean() > 0.97


def test_features_that_share_a_hash_have_one_template_in_any_order(monkeypatch):
    monkeypatch.setattr("majuscule.tagging.training.counting.STRETCH", 1)  # a sequence a stretch
    templates = compile_templates(["w", "w-1"], ["w"])
    templates[1, 0] = templates[0, 0]  # a word has the same hash by itself and before another
    spec = replace(SPEC, templates=templates)
    found = []
    for rows in ([[5, 6], [5]], [[5], [5, 6]]):
        words, bounds = [0] * REACH, []
        for row in rows:
            bounds.append((len(words), len(words) + len(row)))
            words += [*row, *[0] * REACH]
        tags = np.zeros(len(words), np.uint8)
        text = Toy(np.array(words, np.uint64), tags, np.array(bounds, np.int64))
        index = count_features(text, spec, 1)
        found.append(find_groups(text, spec, index, threads=1).tolist())
    assert found[0] == found[1]


def test_the_steps_of_a_feature_shrink_with_the_root_of_their_number():
    rows = np.array([[0, 0, 1]], np.int32)
    bounds, gold = np.array([[0, 3]], np.int32), np.array([0, 0, 0], np.uint8)
    none = np.empty((0, 3), np.int32)
    weights, sums = np.zeros((2, 2), np.int32), np.zeros((2, 2), np.int64)
    changes, wrong = np.zeros(2, np.uint32), np.ones(3, np.uint8)
    update(rows, none, bounds, gold, wrong, 5, 0, 1, RATES, weights, changes, sums)
    second = round(UNIT / 2**0.5)
    assert weights.tolist() == [[UNIT + second, -UNIT - second], [UNIT, -UNIT]]
    assert changes.tolist() == [2, 1]
    assert (sums == 5 * weights).all()


def test_training_that_goes_on_takes_smaller_steps():
    text = some_text(30)
    index = count_features(text, SPEC, 1)
    begun = train(text, SPEC, index, OPTIONS)
    assert begun.changes.max() > 1
    again = train(text, SPEC, index, OPTIONS, start=begun.weights)
    assert again.changes.min() >= SETTLED


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads):
    text = some_text(60)
    index = count_features(text, SPEC, 1)
    one = train(text, SPEC, index, replace(OPTIONS, threads=1))
    many = train(text, SPEC, index, replace(OPTIONS, threads=threads))
    assert np.array_equal(one.weights, many.weights)
    assert np.array_equal(one.sums, many.sums)


def test_averages_take_the_memory_of_the_weights():
    text = some_text(60)
    state = train(text, SPEC, count_features(text, SPEC, 1), OPTIONS)
    weights, before, sums, steps = state.weights, state.weights.copy(), state.sums, state.step
    averaged = state.averaged()
    assert np.shares_memory(averaged, weights)
    assert np.array_equal(averaged, (before - sums / steps).astype(np.float32))
    assert not state.weights.size
    assert not state.sums.size


def test_a_killed_training_goes_on_to_the_same_model(tmp_path):
    text = some_text(60)
    index = count_features(text, SPEC, 1)
    whole = train(text, SPEC, index, OPTIONS)
    calls = 0

    def kill(_what: str, done: float) -> None:
        nonlocal calls
        calls += 1
        if calls == 7:
            raise KeyboardInterrupt

    path = tmp_path / "state"
    with pytest.raises(KeyboardInterrupt):
        train(text, SPEC, index, OPTIONS, checkpoint=path, fingerprint="a", report=kill)
    assert path.exists()
    rest = train(text, SPEC, index, OPTIONS, checkpoint=path, fingerprint="a")
    assert np.array_equal(whole.averaged(), rest.averaged())


def test_a_checkpoint_of_another_training_or_a_broken_one_is_refused(tmp_path):
    text = some_text(10)
    index = count_features(text, SPEC, 1)
    path = tmp_path / "state"
    train(text, SPEC, index, OPTIONS, checkpoint=path, fingerprint="a")
    with pytest.raises(TrainingError, match="other text"):
        train(text, SPEC, index, OPTIONS, checkpoint=path, fingerprint="b")
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(TrainingError, match="not a complete checkpoint"):
        train(text, SPEC, index, OPTIONS, checkpoint=path, fingerprint="a")


def test_empty_text_is_refused():
    empty = Toy(np.zeros(6, np.uint64), np.zeros(6, np.uint8), np.zeros((0, 2), np.int64))
    with pytest.raises(TrainingError, match="no tokens"):
        train(empty, SPEC, KeyIndex.of(np.empty(0, np.uint32)), OPTIONS)


def test_counting_in_a_table_and_by_sorting_agree():
    text = some_text(30)
    for least in (3, 16):
        sorted_ = count_features(text, SPEC, least, by_sorting=True)
        table = count_features(text, SPEC, least, by_sorting=False)
        assert np.array_equal(sorted_.keys, table.keys)


def test_the_index_finds_its_keys_and_nothing_else():
    generator = np.random.default_rng(1)
    keys = np.unique(generator.integers(0, 1 << 32, 5000, dtype=np.uint32))
    index = KeyIndex.of(keys)
    assert index.find(keys[None], ONE)[0].tolist() == list(range(len(keys)))
    others = np.setdiff1d(generator.integers(0, 1 << 32, 5000, dtype=np.uint32), keys)
    assert (index.find(others[None], ONE) == -1).all()


def test_the_index_finds_crowded_keys_but_never_the_mark_of_free_places():
    keys = np.arange(0xFFFFFFFF - 200, 0x100000000, dtype=np.uint64).astype(np.uint32)
    index = KeyIndex.of(np.append(np.arange(100, dtype=np.uint32), keys))
    assert index.find(keys[None], ONE)[0].tolist() == [*range(100, 300), -1]
    assert index.find(np.array([[100, 7]], np.uint32), ONE)[0].tolist() == [-1, 7]
    assert KeyIndex.of(keys[:0]).find(keys[-2:][None], ONE)[0].tolist() == [-1, -1]


def test_stretches_cover_all_sequences_once():
    text = some_text(57)
    spans = cut_stretches(text, 40)
    assert spans[0][0] == 0
    assert spans[-1][1] == 57
    assert all(a[1] == b[0] for a, b in itertools.pairwise(spans))


def test_of_features_that_want_the_same_slots_the_heaviest_stay():
    hashes = np.arange(6, dtype=np.uint32)
    groups = np.zeros(6, np.uint8)
    weights = np.array([[1, 0], [9, 0], [0, 8], [7, 0], [6, 0], [0, 2]], np.float32)
    spec = Spec(2, SPEC.templates[:1], SPEC.links[:0])
    packed = pack(hashes, groups, weights, spec, 8)
    slots, kept = packed.weights()
    found = slots.find(hashes[None], np.zeros(1, np.int32))[0]
    assert (found >= 0).tolist() == [False, True, True, True, True, False]
    assert kept[found[1]].tolist() == [9, 0]
    assert kept[found[2]].tolist() == [0, 8]


def test_each_template_finds_features_in_its_own_region_only():
    text = some_text(40)
    index = count_features(text, SPEC, 1)
    groups = find_groups(text, SPEC, index)
    assert sorted(set(groups.tolist())) == list(range(SPEC.groups))
    weights = np.ones((index.size, 3), np.float32)
    slots, _ = pack(index.keys, groups, weights, SPEC, 4000).weights()
    for group in range(SPEC.groups):
        mine = index.keys[groups == group]
        found = slots.find(mine[None], np.array([group], np.int32))[0]
        first, size = slots.regions[group]
        assert ((found >= 4 * first) & (found < 4 * (first + size))).mean() > 0.9


def test_too_few_slots_are_refused():
    with pytest.raises(UsageError, match="too few"):
        pack(np.empty(0, np.uint32), np.empty(0, np.uint8), np.empty((0, 3)), SPEC, 10)


def test_packing_keeps_few_different_vectors_exactly():
    weights = np.array([[3, -3], [0, 2], [-1, 1], [7, 0]], np.float32).repeat(20, axis=0)
    groups = np.arange(len(weights)) % 2
    codebook, codes, scale = quantize(weights, groups, 2, seed=1, sample=1000)
    codes = codes + CODES * groups
    np.testing.assert_allclose(codebook[codes] / scale, weights, atol=1 / scale)


def test_a_codebook_has_no_more_vectors_than_asked():
    weights = np.arange(60, dtype=np.float32).reshape(30, 2)
    groups = np.repeat([0, 1], 15)
    for most in (1, 4, 15):
        codebook, codes, scale = quantize(weights, groups, 2, seed=1, sample=1000, vectors=most)
        assert codes.max() == most
        assert not codebook[most + 1 : CODES].any()
    np.testing.assert_allclose(codebook[codes + CODES * groups] / scale, weights, atol=1 / scale)
    with pytest.raises(UsageError, match="vectors is 2048"):
        check_vectors(CODES)


def test_a_codebook_is_stored_without_its_unused_rows_and_read_with_them():
    text = some_text(50)
    index = count_features(text, SPEC, 1)
    packed = pack_toy(text, index, train(text, SPEC, index, OPTIONS).averaged(), 3000)
    whole = packed.book(SPEC.tags)
    assert len(packed.codebook) < len(whole) == CODES * SPEC.groups
    older = replace(packed, codebook=whole, codes=None)
    assert older.fits_spec(SPEC)
    assert packed.fits_spec(SPEC)
    assert packed.codes is not None
    assert np.array_equal(older.book(8), packed.book(8))
    assert np.array_equal(older.cut().codebook, packed.codebook)
    assert not packed.book(8)[:, SPEC.tags :].any()
    for codes in (packed.codes[1:], packed.codes + 1, packed.codes * 0 + CODES + 1):
        assert not replace(packed, codes=codes).fits_spec(SPEC)
    assert not replace(packed, codebook=packed.codebook[1:]).fits_spec(SPEC)
    assert not replace(packed, codes=None).fits_spec(SPEC)


def test_packing_keeps_weights_of_any_size():
    weights = np.array([[90_000, -90_000], [3, 1]], np.float32).repeat(20, axis=0)
    groups = np.arange(len(weights)) % 2
    codebook, codes, scale = quantize(weights, groups, 2, seed=1, sample=1000)
    codes = codes + CODES * groups
    np.testing.assert_allclose(codebook[codes] / scale, weights, atol=2 / scale)


def test_packed_weights_can_be_trained_on():
    text = some_text(50)
    index = count_features(text, SPEC, 1)
    packed = pack_toy(text, index, train(text, SPEC, index, OPTIONS).averaged(), 3000)
    slots, start = packed.weights()
    state = train(text, SPEC, slots, OPTIONS, start=start)
    again = repack(slots, state.averaged())
    assert again.table.shape == packed.table.shape
    used = slots.fingerprints != 0xFFFF
    kept, _ = again.weights()
    assert np.array_equal(kept.fingerprints[used], slots.fingerprints[used])
    assert (kept.fingerprints[~used] == 0xFFFF).all()


def test_tables_of_three_bytes_a_slot_are_still_read():
    used = np.array([0, 1, 5], np.int64)
    marks, codes = np.array([0, 4095, 17], np.uint16), np.array([1, 2047, 300], np.uint16)
    slots = np.zeros((8, 3), np.uint8)
    slots[used, 0], slots[used, 2] = marks & 255, codes >> 4
    slots[used, 1] = (marks >> 8) | ((codes & 15) << 4)
    codebook = np.arange(CODES, dtype=np.int16)[:, None]
    packed = PackedWeights(buckets_of(slots), codebook, np.array([[0, 2]]), scale=1.0)
    index, weights = packed.weights()
    assert index.fingerprints[used].tolist() == marks.tolist()
    assert weights[:, 0].tolist() == [1, 2047, 0, 0, 0, 300, 0, 0]


def test_an_empty_slot_never_answers():
    codebook = np.full((CODES, 2), 5, np.int16)
    packed = PackedWeights(np.zeros((4, 3), np.uint32), codebook, np.array([[0, 4]]))
    slots, _ = packed.weights()
    hashes = np.arange(0, 1 << 32, 1 << 24, dtype=np.uint64).astype(np.uint32)
    assert (slots.find(hashes[None], ONE) == -1).all()


@pytest.mark.parametrize("template", ["x", "w+9", "w w w w w w w w", "w-4"])
def test_wrong_templates_are_named(template):
    with pytest.raises(UsageError, match="template"):
        compile_templates([template], ["w"])


def test_a_short_text_is_learnt_from_in_many_steps():
    text = some_text(400)
    state = train(text, SPEC, count_features(text, SPEC, 1), TrainingOptions(epochs=1))
    assert state.step >= 20


def test_a_stretch_that_counts_twice_is_gone_through_twice():
    text = some_text(40)
    index = count_features(text, SPEC, 1)
    options = replace(OPTIONS, stretch=16, stretches=1, epochs=1)
    once = train(text, SPEC, index, options)
    every = np.full(len(text.bounds), 2, np.uint8)
    twice = train(replace(text, times=every), SPEC, index, options)
    assert twice.step == 2 * once.step
    assert train(replace(text, times=every // 2), SPEC, index, options).step == once.step


@pytest.mark.parametrize("number", [1, 16, 300])
def test_the_nearest_centre_is_found_as_if_all_were_compared(number):
    draw = np.random.default_rng(number)
    centres = draw.integers(-6, 7, (number, 3)).astype(np.float32)  # some equally near
    vectors = np.append(centres, draw.normal(0, 4, (200, 3)).astype(np.float32), axis=0)
    distances = np.zeros((len(vectors), number), np.float32)
    for own, other in zip(vectors.T, centres.T, strict=True):
        distances += (own[:, None] - other) ** 2
    assert np.array_equal(nearest_centres(vectors, centres), distances.argmin(axis=1))
