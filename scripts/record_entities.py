"""Write the scores of the shipped entity tagger into its card, from results/reports/entities.json.

    python scripts/record_entities.py

Run it after ``python -m benchmarks.entities``, which measures them.
"""

from __future__ import annotations

import json
from pathlib import Path

from majuscule.models import Score
from majuscule.models.editing import record_scores

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results" / "reports" / "entities.json"
MODEL = ROOT / "src" / "majuscule" / "models" / "data" / "entities-en.model"
SETS = ("meantime", "uner-ewt", "gmb", "earnings21")
CONDITIONS = ("original", "lower", "upper")


def main() -> None:
    """Record the scores."""
    found = json.loads(RESULTS.read_text("utf-8"))["sets"]
    scores = []
    for name in SETS:
        for condition in CONDITIONS:
            f1 = found[name]["majuscule entities-en"][condition]["f1"]
            value, low, high = (round(100 * f1[one], 2) for one in ("value", "low", "high"))
            scores.append(Score(name, condition, "F1 of spans", value, low, high))
    record_scores(MODEL, scores)


if __name__ == "__main__":
    main()
