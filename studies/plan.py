"""Planned items and the power that they give: tables for docs/plan.md.

``python -m studies.plan --draws 400`` prints them. Power on right and wrong items is exact; that of other
metrics, clusters and repeated answers is the share of drawn data sets in which A is found to be better.
"""

import argparse
import math
from collections.abc import Callable, Iterator

import numpy as np

from bakeoff import compare_item_scores, compare_predictions, plan_items
from bakeoff.core.verdict import Verdict

PAIRS = ((0.05, 0.02), (0.10, 0.03), (0.10, 0.01), (0.20, 0.03), (0.20, 0.05), (0.40, 0.10))
METHODS = ("mcnemar-mid-p", "mcnemar-exact", "mcnemar")
LARGE = 400_000
Draw = Callable[[int, np.random.Generator], Verdict]


def differences() -> Iterator[tuple[str, ...]]:
    """The formula's items with their exact power, and the exact items, for each test."""
    for psi, delta in PAIRS:
        asked = {"difference": delta, "disagreement": psi}
        formula = plan_items(**asked).formula or 1
        row = [f"{psi:g}", f"{delta:g}", f"{formula:,}"]
        for method in METHODS:
            reached = plan_items(**asked, items=formula, method=method).power
            row += [f"{reached:.3f}", f"{plan_items(**asked, method=method).items:,}"]
        yield tuple(row)


def margins() -> Iterator[tuple[str, ...]]:
    """The same at margins, where A and B are equally good."""
    for psi, margin in PAIRS:
        plan = plan_items(disagreement=psi, margin=margin)
        reached = plan_items(disagreement=psi, margin=margin, items=plan.formula).power
        yield f"{psi:g}", f"{margin:g}", f"{plan.formula:,}", f"{reached:.3f}", f"{plan.items:,}"


def labels(n: int, rng: np.random.Generator, metric: str) -> Verdict:
    """Two models that are right on 86 and 83 % of the items; half of what makes them err is common."""
    truth = (rng.random(n) < 0.3).astype(int)
    common, alone = rng.random(n), rng.random((2, n))
    luck = np.where(rng.random(n) < 0.5, common, alone)
    a, b = (np.where(own < right, truth, 1 - truth) for own, right in zip(luck, (0.86, 0.83), strict=True))
    return compare_predictions(truth, a, b, metric=metric)


def clusters(n: int, rng: np.random.Generator) -> Verdict:
    """Differences of mean 0.1 and variance 1 in clusters of 5, correlated by 0.3."""
    count = math.ceil(n / 5)
    x = 0.1 + math.sqrt(0.3) * rng.normal(size=(count, 1)) + math.sqrt(0.7) * rng.normal(size=(count, 5))
    return compare_item_scores(
        x.ravel(), np.zeros(x.size), clusters=np.repeat(np.arange(count), 5), metric="score"
    )


def repeated(n: int, rng: np.random.Generator) -> Verdict:
    """Means of 4 answers to each item, with standard deviations 1 and 0.8; items differ by 0.6."""
    a = rng.normal(0.1, 0.6, n) + rng.normal(0, 1.0 / 2, n)
    return compare_item_scores(a, rng.normal(0, 0.8 / 2, n), metric="score")


def drawn(draws: int) -> Iterator[tuple[str, ...]]:
    """Planned items for a power of 0.8, and the share of data sets in which A is found to be better."""
    rng = np.random.default_rng(1)
    cases: list[tuple[str, int, Draw]] = []
    for metric in ("f1", "mcc", "balanced-accuracy"):
        large = labels(LARGE, rng, metric).result
        planned = plan_items(difference=large.estimate, deviation=(large.error or 0.0) * math.sqrt(LARGE))
        cases.append((metric, planned.items, lambda n, rng, metric=metric: labels(n, rng, metric)))
    plan = plan_items(difference=0.1, deviation=1.0, cluster_size=5, icc=0.3)
    cases.append(("clusters of 5, icc 0.3", plan.items, clusters))
    plan = plan_items(difference=0.1, deviation=0.6, noise=(1.0, 0.8), answers=4)
    cases.append(("4 answers to each item", plan.items, repeated))
    for name, items, draw in cases:
        share = float(np.mean([draw(items, rng).decision == "a-better" for _ in range(draws)]))
        yield name, f"{items:,}", f"{share:.3f}", f"{math.sqrt(share * (1 - share) / draws):.3f}"


def pilots() -> Iterator[tuple[str, ...]]:
    """How often a pilot of 100 items with a true disagreement of 0.12 leads to a power of 0.8, exactly."""
    from bakeoff.methods._paired_power import McNemar, discordant

    true = McNemar(disagreement=0.12, difference=0.03)
    counts, chance = discordant(100, 0.12)
    kept = [(int(d), p) for d, p in zip(counts, chance, strict=True) if p > 1e-4 and d >= 3]
    for name, planned in (
        ("upper 80 % limit", lambda d: plan_items(difference=0.03, pilot=(d, 100))),
        ("as observed", lambda d: plan_items(difference=0.03, disagreement=d / 100)),
    ):
        reached = [(true.power(planned(d).items), p) for d, p in kept]
        total = sum(p for _, p in reached)
        enough = sum(p for power, p in reached if power >= 0.8) / total
        yield name, f"{enough:.2f}", f"{sum(power * p for power, p in reached) / total:.2f}"


def main() -> None:
    """Print the rows of all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=400)
    draws = parser.parse_args().draws
    for rows in (differences(), margins(), pilots(), drawn(draws)):
        for row in rows:
            print(f"| {' | '.join(row)} |")  # noqa: T201 - what it is for
        print()  # noqa: T201


if __name__ == "__main__":
    main()
