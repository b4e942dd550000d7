"""Measure what training the model ``en`` takes: processor time by step, and memory.

    python -m benchmarks.training [--words N] ...

Each number of words is read from Wikipedia, with the options of the recipe, in a process of its
own.  Times are of all threads together, which other work on the machine lengthens little.
"""

import json
import sys

from benchmarks.environment import own_environment
from benchmarks.processes import output_of
from benchmarks.report import CASED, opening, options, write_report
from majuscule.measure import Table

MEASURE = """
import json, resource, sys, time
import majuscule

steps, last = {}, ["", 0.0]

def report(step, share):
    now = time.process_time()
    steps[last[0]] = steps.get(last[0], 0) + now - last[1]
    last[:] = step.partition(":")[0], now

begin = time.perf_counter()
made = majuscule.train(
    sys.argv[1], words=int(sys.argv[2]), titles=False, unmarked=0.3, report=report
)
report("", 0)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([made.header.words, steps, time.perf_counter() - begin, peak / 1024]))
"""


def main() -> None:
    parser = options("training", __doc__)
    parser.add_argument("--words", type=int, action="append", help="may be repeated")
    args = parser.parse_args()
    files = str(CASED / "train" / "wikipedia-*")
    columns = []
    for words in args.words or [3_000_000, 20_000_000]:
        command = [sys.executable, "-c", MEASURE, files, str(words)]
        read, steps, wall, peak = json.loads(output_of(command, own_environment()))
        steps[""] = sum(steps.values())
        columns.append((f"{read:,} words", steps, wall, peak))
    rows = [
        [step or "all", *(f"{one[1].get(step, 0):.0f}" for one in columns)]
        for step in sorted(columns[-1][1], key=lambda step: step == "")
    ]
    rows.append(["wall time, s", *(f"{one[2]:.0f}" for one in columns)])
    rows.append(["peak memory, MB", *(f"{one[3]:,.0f}" for one in columns)])
    table = Table(("processor time, s", *(one[0] for one in columns)), rows)
    write_report(args.output, "training", [*opening("training"), table])


if __name__ == "__main__":
    main()
