"""Compare majuscule with its peers on the same text in one run, and write the report ``peers``.

``python -m benchmarks.peers`` sets up an environment for the peers, trains those without a model on
the first nine tenths of the text, and tests all on the last tenth, and those that come with a model
on the whole text too.  See ``benchmarks/README.md``.
"""

from pathlib import Path

from benchmarks.environment import WORK, machine, peers_environment
from benchmarks.measuring import Plan, measure
from benchmarks.peers_report import PeersReport, Setting
from benchmarks.report import CASED, command, count_words, options, write_report
from benchmarks.rivals import NAMES, shipped_rivals, trained_rivals
from benchmarks.systems.kinds import HOWS
from majuscule.reading import read_documents

DEV = CASED / "dev" / "coster-kauchak-dev.txt"


def main() -> None:
    parser = options("peers", __doc__, model="en", rounds=5, work=WORK)
    parser.add_argument("--text", type=Path, default=DEV, help="well-cased text")
    parser.add_argument(
        "--train", type=Path, help="train on this and test on all of --text, instead of parting it"
    )
    parser.add_argument("--how", choices=HOWS, default="tokens", help="what lines of --text are")
    parser.add_argument("--system", action="append", choices=NAMES, help="only these")
    parser.add_argument("--note", default="", help="a paragraph to put under the main table")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    lines = read_lines(args.text)
    cut = 0 if args.train else len(lines) * 9 // 10
    training = read_lines(args.train) if args.train else lines[:cut]
    words = f"{count_words(training):,} words"
    source = args.train.name if args.train else f"the first 90 % of {args.text.name}"
    wanted = args.system or NAMES
    peers = peers_environment(args.work)
    rivals = [
        *shipped_rivals(peers, wanted, args.model),
        *trained_rivals(peers, wanted, training, words, args.work),
    ]
    plan = Plan(lines[cut:], lines, args.how, args.rounds)
    results = measure(rivals, plan, args.work / "workers.log")
    setting = Setting(
        test=f"the last 10 % of {args.text.name}" if cut else args.text.name,
        whole=args.text.name,
        trained_on=f"{source}, {words}",
        command=command(),
        machine=machine(),
        note=args.note,
    )
    report = PeersReport(results, plan, setting)
    write_report(args.output, "peers", report.parts(), report.as_dict())


def read_lines(path: Path) -> list[str]:
    """Return the paragraphs of a text of any format that majuscule reads."""
    return [line for document in read_documents(path) for line in document.paragraphs]


if __name__ == "__main__":
    main()
