"""The HMM with back-off word classes: its probabilities and its Viterbi by brute force."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from majuscule.entities.hmm.classes import CLASSES, ClassKnowledge, class_identity, read_classes
from majuscule.entities.hmm.tables import Emissions, Level, States, Transitions
from majuscule.entities.hmm.tagger import HmmTagger, hypotheses
from majuscule.entities.hmm.training import train_hmm
from majuscule.entities.interface import Corpus, Knowledge
from majuscule.entities.kinds import load_entities
from majuscule.errors import ModelError
from majuscule.reading.annotations.annotated import AnnotatedText
from majuscule.reading.annotations.mentions import Mention
from majuscule.reading.annotations.schemes import Scheme
from majuscule.text import Passage, read_passage
from majuscule.trials.entities import evaluate
from tests.entities.entity_corpora import LABELS, corpora
from tests.saved import save

SCHEME = Scheme("bio2", ("PER", "LOC"))
STATES = States.of(SCHEME)

# words 1-4, their classes 11-12 of level 1, 21 of level 2; word 9 of class 19 was never seen
PARENTS = {1: 11, 2: 11, 3: 12, 4: 12}
GENERATOR = np.random.default_rng(3)
WORDS = GENERATOR.choice([1, 2, 3, 4], 60, p=[0.5, 0.3, 0.1, 0.1])
ODDS = np.arange(1, len(STATES) + 1)
AT = GENERATOR.choice(len(STATES), 60, p=ODDS / ODDS.sum())


def keys(values: list[int] | np.ndarray) -> np.ndarray:
    return np.asarray(values, np.uint64)


def tables() -> Emissions:
    level1 = [PARENTS[word] for word in WORDS.tolist()]
    level2 = [21 if one == 11 else 22 for one in level1]
    return Emissions(
        STATES,
        5,
        Level.of(keys(WORDS), keys(level1), AT),
        Level.of(keys(level1), keys(level2), AT),
        Level.of(keys(level2), keys([0] * len(level2)), AT),
    )


def weight(events: list[int]) -> float:
    return len(events) / (len(events) + len(set(events))) if events else 0.0


def by_hand(chain: list[list[int]], identities: list[int], state: int, classes: int) -> float:
    """Equation 4 and what follows it, with Witten and Bell's weights, from lists of tokens."""
    tokens, own = chain[0], identities[0]
    in_state = [t for t, s in zip(tokens, AT.tolist(), strict=True) if s == state]
    same = STATES.tag == STATES.tag[state]
    of_tag = [t for t, s in zip(tokens, AT.tolist(), strict=True) if same[s]]
    if len(chain) == 1:
        shorter = 1 / classes
    else:
        rest = by_hand(chain[1:], identities[1:], state, classes)
        members = [t for t, c in zip(tokens, chain[1], strict=True) if c == identities[1]]
        share = weight(members)
        share = share * members.count(own) / len(members) if own in members else 1 - share
        shorter = rest * share
    found = weight(of_tag) * (of_tag.count(own) / len(of_tag) if of_tag else 0)
    found += (1 - weight(of_tag)) * shorter
    mine = weight(in_state) * (in_state.count(own) / len(in_state) if in_state else 0)
    return mine + (1 - weight(in_state)) * found


def test_words_back_off_to_their_classes_as_the_formula_says() -> None:
    emissions = tables()
    words = [1, 2, 3, 4, 9, 8]
    level1 = [11, 11, 12, 12, 12, 19]
    level2 = [21, 21, 22, 22, 22, 22]
    found = emissions.probabilities((keys(words), keys(level1), keys(level2)))
    chain1 = [PARENTS[word] for word in WORDS.tolist()]
    chain = [WORDS.tolist(), chain1, [21 if one == 11 else 22 for one in chain1]]
    for row, identities in enumerate(zip(words, level1, level2, strict=True)):
        for state in range(len(STATES)):
            expected = by_hand(chain, list(identities), state, 5)
            assert found[row, state] == pytest.approx(expected)


def test_probabilities_of_all_words_sum_to_one() -> None:
    # all there can be: seen words, an unseen word of each seen class, an unseen class of level 1
    # in each class of level 2, and the three classes of level 2 that were never seen
    rows = [(1, 11, 21), (2, 11, 21), (3, 12, 22), (4, 12, 22), (91, 11, 21), (92, 12, 22)]
    rows += [(93, 19, 21), (94, 18, 22), (95, 13, 23), (96, 14, 24), (97, 15, 25)]
    identities = tuple(keys(list(column)) for column in zip(*rows, strict=True))
    assert tables().probabilities(identities).sum(axis=0) == pytest.approx(1.0)


def test_tags_look_two_back_and_sum_to_one() -> None:
    counts = np.random.default_rng(1).integers(0, 4, (len(STATES), len(SCHEME.tags)))
    counts[~SCHEME.follows[STATES.tag]] = 0
    table = Transitions(STATES, counts.astype(np.uint32)).table
    assert table.sum(axis=1) == pytest.approx(1.0)
    assert (table[~SCHEME.follows[STATES.tag]] == 0).all()
    by_tag = np.zeros((5, 5))
    np.add.at(by_tag, STATES.tag, counts)
    state = 4
    tag = int(STATES.tag[state])
    alone = SCHEME.follows[tag] * (counts.sum(axis=0) + 1)
    alone = alone / alone.sum()

    def mix(row: np.ndarray, shorter: np.ndarray) -> np.ndarray:
        n, t = row.sum(), (row > 0).sum()
        return (row + t * shorter) / (n + t) if n else shorter

    assert table[state] == pytest.approx(mix(counts[state], mix(by_tag[tag], alone)))


@pytest.fixture(scope="module")
def hmm(knowledge: Knowledge) -> HmmTagger:
    documents = [text for one in corpora() for text in one.documents if len(text.mentions) > 2]
    return train_hmm([Corpus(documents, LABELS, "made")], LABELS, knowledge)


def best_by_hand(hmm: HmmTagger, text: str) -> list[tuple[tuple[str, str], ...]]:
    """Return all best ways to tag a line, by Equation 1 over every sequence of tags."""
    passage = read_passage(text)
    classes = read_classes(passage, hmm.known)
    emissions = hmm.emissions.probabilities((classes.words, classes.level1, classes.level2))
    states = hmm.emissions.states
    number = {pair: i for i, pair in enumerate(zip(states.before, states.tag, strict=True))}
    tags = range(len(hmm.scheme.tags))
    scored = []
    for path in itertools.product(tags, repeat=len(passage.tokens)):
        before, earlier, score = 0, 0, 1.0
        for token, tag in enumerate(path):
            if (before, tag) not in number:
                break
            score *= hmm.transitions.table[number[earlier, before], tag]
            score *= emissions[token, number[before, tag]]
            earlier, before = before, tag
        else:
            scored.append((score, path))
    _, path = max(scored)
    return [
        (text[passage.tokens.starts[a] : passage.tokens.ends[b - 1]], label)
        for a, b, label in hmm.scheme.decode(list(path))
    ]


@pytest.mark.parametrize(
    "text", ["Ann met Lee", "in New York", "Angela Jones in", "on Monday", "berlin on march 3"]
)
def test_viterbi_finds_the_most_probable_of_all_sequences(hmm: HmmTagger, text: str) -> None:
    free = replace(hmm, least=0)
    assert [(m.of(text), m.label) for m in free.tag(text)] == best_by_hand(hmm, text)


def test_names_are_found_in_any_case(hmm: HmmTagger) -> None:
    text = "Angela Smith met a friend in New York on Tuesday ."
    expected = [("Angela Smith", "PER"), ("New York", "LOC"), ("Tuesday", "DATE")]
    for one in (text, text.lower(), text.upper()):
        found = hmm.tag(one)
        assert [(text[m.start : m.end], m.label) for m in found] == expected
        assert all(0 < m.confidence <= 1 for m in found)
    assert hmm.tag(text.lower()) == hmm.tag(text.upper())


def test_the_hypothesis_generator_asks_words_then_classes(hmm: HmmTagger) -> None:
    passage = read_passage("in Berlin Zzyzx")
    classes = read_classes(passage, hmm.known)
    identities = (classes.words, classes.level1, classes.level2)
    states = hmm.emissions.states
    allowed = hypotheses(hmm.emissions, identities, 1)
    names = [{hmm.scheme.tags[tag] for tag in states.tag[row]} for row in allowed]
    assert names[0] == {"O"}
    assert names[1] == {"B-LOC"}
    assert "I-PER" in names[2]
    assert "O" not in names[2]
    assert hypotheses(hmm.emissions, identities, 0).all()


def test_orthographic_classes_are_those_of_the_paper(knowledge: Knowledge) -> None:
    text = "KRDL said 2:34 A4 M. David can ad-hoc ValueJet 1 Department Can 1998"
    passage = read_passage("the department can\n" + text)
    common = np.unique(read_passage("the department can said").tokens.words)
    known = ClassKnowledge(common, knowledge.words, knowledge.names)
    found = read_classes(passage, known)
    plain = read_classes(read_passage(text.lower()), known)
    tokens = [text_of(passage, i) for i in range(len(passage.tokens))]
    assert len({found.level2[tokens.index(t)] for t in ("KRDL", "David", "ValueJet")}) == 3
    assert found.level2[tokens.index("Department")] != found.level2[tokens.index("David")]
    for token, name in (("Can", "CommonWordInitCap"), ("David", "initCapNotCommonWord")):
        assert found.level2[tokens.index(token)] == class_identity(name)[0]
    assert found.level2[len(tokens) - 1 - tokens[::-1].index("can")] not in plain.level2
    assert len(CLASSES) == len(set(CLASSES))
    # a word decides its classes
    pairs = set(zip(found.words.tolist(), found.level1.tolist(), strict=True))
    assert len(pairs) == len({word for word, _ in pairs})


def test_words_of_a_list_share_their_classes_and_special_words_have_their_own(
    knowledge: Knowledge,
) -> None:
    known = ClassKnowledge(np.zeros(0, np.uint64), knowledge.words, knowledge.names)
    found = read_classes(read_passage("Monday Friday March the of David"), known)
    levels = zip(found.level1.tolist(), found.level2.tolist(), strict=True)
    monday, friday, *others = levels
    assert monday == friday
    assert len({monday, *others}) == 5


def text_of(passage: Passage, i: int) -> str:
    return "".join(map(chr, passage.codes[passage.tokens.starts[i] : passage.tokens.ends[i]]))


def test_tables_of_other_labels_are_refused(hmm: HmmTagger, tmp_path: Path) -> None:
    path = save(tmp_path, hmm, options={**hmm.options(), "labels": ["PER"]})
    with pytest.raises(ModelError, match=r"Emissions|Transitions"):
        load_entities(path)


def test_endless_text(hmm: HmmTagger) -> None:
    assert len(hmm.tag("Ann Lee met a friend in Oslo on Monday and " * 700)) > 1000


def test_it_is_scored_in_each_case(hmm: HmmTagger) -> None:
    text = AnnotatedText("Ann Lee in Rome", (Mention(0, 7, "PER"), Mention(11, 15, "LOC")))
    reports = evaluate(hmm, Corpus([text], LABELS))
    assert {name: report["f1"].value for name, report in reports.items()} == {
        "original": 1.0,
        "lower": 1.0,
        "upper": 1.0,
    }


def test_probabilities_sum_to_one_in_the_order_that_is_printed() -> None:
    rows = [(1, 11, 21), (2, 11, 21), (3, 12, 22), (4, 12, 22), (91, 11, 21), (92, 12, 22)]
    rows += [(93, 19, 21), (94, 18, 22), (95, 13, 23), (96, 14, 24), (97, 15, 25)]
    identities = tuple(keys(list(column)) for column in zip(*rows, strict=True))
    printed = replace(tables(), classes_first=True).probabilities(identities)
    assert printed.sum(axis=0) == pytest.approx(1.0)
    assert not np.allclose(printed, tables().probabilities(identities))


def test_what_the_paper_reads_as_one_word_has_the_class_of_the_whole() -> None:
    known = ClassKnowledge(keys([]), Knowledge().words, Knowledge().names)
    passage = read_passage("ad-hoc sums of $ 5.5 or 20 % .")
    parts, wholes = (read_classes(passage, known, joined) for joined in (False, True))
    changed = np.flatnonzero(parts.level2 != wholes.level2).tolist()
    spans = zip(passage.tokens.starts, passage.tokens.ends, strict=True)
    words = ["ad-hoc sums of $ 5.5 or 20 % ."[start:end] for start, end in spans]
    assert [words[at] for at in changed] == ["ad", "hoc", "5.5", "20"]


def test_a_model_keeps_how_it_backs_off(tmp_path: Path) -> None:
    tagger = train_hmm(corpora(), LABELS, Knowledge(), {"classes_first": True, "joined": True})
    again = load_entities(save(tmp_path, tagger))
    assert again.options() == tagger.options()
    assert isinstance(again, HmmTagger)
    assert again.emissions.classes_first
