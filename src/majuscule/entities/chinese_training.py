"""Training of the Chinese tagger: counts of units in context, and of characters in names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from majuscule.entities.annotated import AnnotatedText
from majuscule.entities.backoff import Backoff, history
from majuscule.entities.chinese import (
    ChineseConstants,
    ChineseTagger,
    Lexicon,
    entity,
)
from majuscule.entities.chinese_models import (
    NEW,
    WORD,
    ContextModel,
    StringModel,
    context_pairs,
    string_pairs,
    spell,
)
from majuscule.entities.chinese_patterns import find_patterns
from majuscule.entities.chinese_text import read_lines
from majuscule.entities.interface import Corpus
from majuscule.tagging.word_classes import ClassOptions, find_classes


@dataclass(frozen=True)
class ChineseOptions:
    least: int = 2
    classes: int = 60
    class_least: int = 5
    trust: float = 1.0


Piece = tuple[str, tuple[str, ...]]

def read_units(document: AnnotatedText) -> Iterator[list[Piece]]:
    """Yield the units of each line: tag and symbols."""
    ordered = sorted(document.mentions)
    for line in read_lines(document.text):
        spans = dict()
        taken = [False] * len(line)
        for m in ordered:
            if m.end <= line.starts[0] or m.start >= line.ends[-1]:
                continue
            first = next((i for i in range(len(line)) if line.ends[i] > m.start), None)
            stop = next((i for i in range(len(line), 0, -1) if line.starts[i-1] < m.end), None)
            spans[first] = (stop, m.label)
            taken[first:stop] = [True] * (stop - first)
        for first, stop, label in find_patterns(document.text, line):
            if not any(taken[first:stop]):
                spans[first] = (stop, label)
                taken[first:stop] = [True] * (stop - first)
        units = []
        at = 0
        while at < len(line):
            if at in spans:
                stop, label = spans[at]
                units.append((label, line.symbols[at:stop], line.spelling(at, stop)))
            else:
                stop = at + 1
                while stop < len(line) and not line.borders[stop] and stop not in spans:
                    stop += 1
                units.append((WORD, line.symbols[at:stop], ()))
            at = stop
        yield units


def train_chinese(corpora: Sequence[Corpus], labels, lists: Mapping[str, Sequence[tuple[str,...]]] = {}, options=ChineseOptions(), constants=ChineseConstants()):
    lines = [units for c in corpora for d in c.documents for units in read_units(d)]
    words = Counter("".join(s) for units in lines for tag, s, m in units if tag == WORD)
    kept = sorted(w for w, n in words.items() if n >= options.least)
    ids = {w: i for i, w in enumerate(kept)}
    extra = {}
    stream = []
    for units in lines:
        for tag, s, m in units:
            key = "".join(s) if tag == WORD else "\x1e" + tag
            if key not in ids and tag != WORD:
                ids[key] = len(ids)
            stream.append(ids.get(key, -1))
        stream += [-1]
    found = find_classes(np.array(stream, np.int32), len(ids), ClassOptions(least=options.class_least, classes=options.classes, directions=50))
    groups = {w: (f"c{found[ids[w]]}" if found[ids[w]] else f"rare{min(3,len(w))}") for w in kept}
    names: dict[str, list[tuple[str, ...]]] = {l: [] for l in labels}
    marked = {l+"|": [] for l in labels}
    new = []
    for units in lines:
        for tag, s, m in units:
            if tag in names:
                names[tag].append(s)
                marked[tag+"|"].append(m)
            elif tag == WORD and "".join(s) not in groups:
                new.append(s)
    firsts = {}; lasts = {}
    lists = dict(lists)
    surnames = lists.pop("PER", ())
    for t, some in names.items():
        every = some + list(lists.get(t, ()))
        firsts[t] = frozenset(s[0] for s in every)
        lasts[t] = frozenset(s[-1] for s in every)
    if "PER" in firsts: firsts["PER"] |= {x[0] for x in surnames}
    lexicon = Lexicon(groups, firsts, lasts)
    seqs = [[lexicon.unit("".join(s)) if tag == WORD else entity(tag) for tag, s, m in units] for units in lines]
    tp, wp, cp = context_pairs(seqs)
    tagnames = (WORD, *labels, "DATE", "TIME", "MONEY", "PERCENT", "</s>")
    t = options.trust
    context = ContextModel(Backoff.of(tp, t), Backoff.of(wp, t), Backoff.of(cp, t), tagnames, 1/(len(groups)+1))
    types = {t: sorted(set(some) | set(lists.get(t, ()))) for t, some in names.items()}
    types[NEW] = new
    types.update({t: sorted(set(some)) for t,some in marked.items()})
    first = []
    for sn in surnames:
        sn = tuple(sn)
        for tg in ("PER","PER|"):
            for (hs, e), _ in zip(spell(tg, sn + (("|",) if tg[-1]=="|" else ())), sn if tg=="PER" else sn+("|",)):
                first += [(h, e) for h in hs]
    known = [(history("name", t), "".join(s)) for t, some in names.items() for s in [*some, *lists.get(t, ())]]
    strings = StringModel(Backoff.of(known, t), Backoff.of(string_pairs(types) + first, t))
    return ChineseTagger(context, strings, lexicon, tuple(labels), constants, {})
