"""Gates of other packages in the same worlds, each by its documented call; a table in docs/measured.md.

pip install statgate==0.1.1 evalsig==0.1.2, then python -m studies._gate_rivals   (ten minutes)
"""

import argparse
from functools import cache
from pathlib import Path

import numpy as np

DOCS = Path(__file__).parents[1] / "docs"
WORLDS = ((20, 0.05, 0.05), (20, 0.10, 0.10), (20, 0.20, 0.05), (50, 0.04, 0.04), (50, 0.20, 0.05))
WORLDS += ((200, 0.02, 0.02), (200, 0.10, 0.05))
DRAWS = 1000


def _answers(wins: int, losses: int, n: int) -> tuple[list[int], list[int]]:
    """Whether the old and the new model are right, item by item."""
    rest = n - wins - losses
    return [0] * wins + [1] * losses + [1] * rest, [1] * wins + [0] * losses + [1] * rest


@cache
def statgate(wins: int, losses: int, n: int, margin: float) -> bool:
    """``evaluate_gate(baseline, candidate, GateSettings(margin=..., seed=42))``: SHIP."""
    from statgate import GateSettings, Verdict, evaluate_gate
    from statgate.records import EvalRecord

    runs = [
        [EvalRecord(case_id=str(at), score=float(right)) for at, right in enumerate(each)]
        for each in _answers(wins, losses, n)
    ]
    return evaluate_gate(*runs, GateSettings(margin=margin, seed=42)).verdict is Verdict.SHIP


@cache
def evalsig(wins: int, losses: int, n: int, margin: float) -> bool:
    """``gate(a, b, min_delta=...)``, what ``assert_no_regression`` asks: ALLOW."""
    from evalsig import gate
    from evalsig.types import ItemResult, RunFrame

    runs = [
        RunFrame(
            run_id=name,
            model_id=name,
            task_id="t",
            metric_name="accuracy",
            items=[ItemResult(item_id=str(at), score=float(right)) for at, right in enumerate(each)],
        )
        for name, each in zip(("old", "new"), _answers(wins, losses, n), strict=True)
    ]
    return gate(*runs, min_delta=margin).verdict.value == "ALLOW"


@cache
def bakeoff(wins: int, losses: int, n: int, margin: float) -> bool:
    """``check_not_worse_counts(only_old, only_new, n=..., margin=...)``: pass."""
    from bakeoff.plan.paired_gate import paired_p

    return paired_p(wins, losses, n, -margin) <= 0.025


def main() -> None:
    """Measure and write."""
    from studies.gates import put, table

    argparse.ArgumentParser(description=__doc__).parse_args()
    rng = np.random.default_rng(7)
    rows = [("items, disagreement, margin", "true drop", "bakeoff", "statgate 0.1.1", "evalsig 0.1.2")]
    for n, share, margin in WORLDS:
        for drop in (margin, 0.0):
            cells = [(share - drop) / 2, (share + drop) / 2, 1 - share]
            drawn = rng.multinomial(n, cells, size=DRAWS).tolist()
            shares = [
                100 * np.mean([ask(wins, losses, n, margin) for wins, losses, _ in drawn])
                for ask in (bakeoff, statgate, evalsig)
            ]
            rows.append((f"{n}, {share:g}, {margin:g}", f"{drop:g}", *(f"{each:.1f}" for each in shares)))
    put(DOCS / "measured.md", "gates elsewhere", table(rows), "python -m studies._gate_rivals")


if __name__ == "__main__":
    main()
