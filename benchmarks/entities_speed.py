"""Measure the shipped entity tagger's speed: words per second, one call, and a cold start.

    python -m benchmarks.entities_speed [--model entities-en] [--rounds N]

Words are split at blanks; seconds are processor time of one thread, the best and the median of the
rounds.  A call tags one sentence (`benchmarks.processes.SENTENCE`).  A cold start is the command
from start to end of its process, in wall time and in processor time, which other work on the
machine lengthens less.
"""

from functools import partial
from statistics import median

import majuscule
from benchmarks.entity_training import dev_set
from benchmarks.environment import machine, own_environment
from benchmarks.processes import SENTENCE, cold_start, take_turns
from benchmarks.report import count_words, opening, options, write_report
from majuscule.measure import Table

CALLS = 1000


def main() -> None:
    args = options("entities-speed", __doc__, model="entities-en", rounds=5).parse_args()
    rows: list[list[str | int]] = []
    for name in ("meantime", "earnings21"):
        for condition in ("original", "lower"):
            texts = [document.cased(condition).text for document in dev_set(name).documents]
            speeds = _speeds(args.model, texts, args.rounds)
            rows.append([name, condition, *(round(one) for one in speeds)])
    calls = [
        [name, *(f"{1000 * of(seconds):.2f}" for of in (median, min))]
        for name in dict.fromkeys((args.model, "entities-en-accurate"))
        for seconds in [_calls(name, args.rounds)]
    ]
    tag = ["majuscule", "entities", "tag", "-m", args.model]
    cold = cold_start(own_environment(), tag, args.rounds)
    starts = [
        [name, *(f"{of(times):.2f}" for times in (cold.wall, cold.cpu))]
        for name, of in (("median", median), ("best", min))
    ]
    head = ("text", "case", "words/s, median", "words/s, best", "median without memory")
    parts: list[str | Table] = [
        *opening("entities-speed"),
        Table(head, rows),
        Table(("one call on a sentence", "median, ms", "best, ms"), calls),
        Table(("from cold to the answer", "wall time, s", "processor time, s"), starts),
    ]
    numbers = {
        "rows": rows,
        "calls": calls,
        "starts": list(zip(cold.wall, cold.cpu, strict=True)),
        "machine": machine(),
    }
    write_report(args.output, "entities-speed", parts, numbers)


def _speeds(model: str, texts: list[str], rounds: int) -> tuple[float, float, float]:
    """Return words per second: the median, the best, and the median without document memory."""
    tagger = majuscule.load_entities(model)
    tagger.tag(SENTENCE)

    def tag(memory: bool) -> None:
        for _ in tagger.tag_many(texts, memory=memory, jobs=1):
            pass

    works = {"with": partial(tag, True), "without": partial(tag, False)}
    seconds = take_turns(works, rounds, warm=False)
    words = count_words(texts)
    chosen = (median(seconds["with"]), min(seconds["with"]), median(seconds["without"]))
    return words / chosen[0], words / chosen[1], words / chosen[2]


def _calls(model: str, rounds: int) -> list[float]:
    """Return the mean seconds per call in each round of a thousand calls."""
    tagger = majuscule.load_entities(model)

    def tag() -> None:
        for _ in range(CALLS):
            tagger.tag(SENTENCE)

    return [seconds / CALLS for seconds in take_turns({model: tag}, rounds)[model]]


if __name__ == "__main__":
    main()
