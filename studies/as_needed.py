"""Measure how often ten partitions of the same data agree, with fixed runs and with runs as needed.

    python -m studies.as_needed [--sets 100] [--jobs 2]

Writes the table into docs/measured.md. An agreement is that of all ten partitions of a data set.
"""

import argparse
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from studies._procedures import REPLICATED

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.as_needed import CHANGES
from bakeoff.lab.answers import between_models, by_fold, draw_sets, wrong
from bakeoff.lab.item_errors import fold_of
from bakeoff.lab.layout import Layout, fold_sizes, layout_of
from bakeoff.lab.populations._settings import setting
from bakeoff.methods.items_folds_t import items_folds_t

FILE = Path(__file__).parents[1] / "docs" / "measured.md"
BEGIN, END = "<!-- runs: made by python -m studies.as_needed -->", "<!-- end of runs -->"
RNG = 77  # other data than those of studies.risk
ALPHA, FIRST, MOST, PARTITIONS = 0.05, 5, 60, 10
STEPS = range(FIRST, MOST + 1, FIRST)
# Beside the settings where studies.risk measures replicability; the width was chosen on both.
OTHERS = (
    "fair-attributes:n-100:naive-bayes-vs-c45",
    "fair-attributes:n-300:naive-bayes-vs-1-nn",
    "uniform-attributes:n-300:naive-bayes-vs-c45-full",
    "many-valued-noise:n-300:naive-bayes-vs-c45",
    "normal-noise:n-100:gaussian-naive-bayes-vs-1-nn",
    "exchangeable-blocks:n-100:naive-bayes@first-block-vs-naive-bayes@second-block",
    "exchangeable-many-valued:n-300:c45@first-block-vs-c45@second-block",
    "contact-lenses:n-100:c45-vs-c45-full",
    "two-normals:inherent-error-0.25:n-100:3-nn-vs-1-nn",
    "exchangeable-normal-blocks:n-300:gaussian-naive-bayes-vs-1-nn",
    "fair-attributes:positive-0.3:n-300:naive-bayes-vs-1-nn",
)
Told = dict[str, tuple[float, float]]
PLANS = ("5 runs", "10 runs", "as needed, 5 to 20 runs", "as needed, 5 to 40 runs", "as needed, 5 to 60 runs")


def decision(scores: FoldScores) -> int:
    """Which side is better, 0 where it is undecided."""
    result = items_folds_t(scores, level=1 - ALPHA, alternative="two-sided")
    return int(np.sign(result.estimate)) if result.p_value <= ALPHA else 0


def histories(key: str, repetition: int, sets: int) -> np.ndarray:
    """(sets, steps, 2): what is decided after so many runs, and whether further runs could change it."""
    design = RepeatedKFold(runs=MOST, folds=10)
    layout = layout_of(design)
    drawn = draw_sets(setting(key), first=0, count=sets, rng=RNG, repetition=repetition)
    flags, folds = wrong(drawn, layout), fold_of(drawn.y, runs=MOST, folds=10, seeds=drawn.seeds)
    sizes = np.array(fold_sizes(drawn.y.shape[1], 10), dtype=np.float64)
    a, b = (1 - by_fold(flags[name], folds, layout) / sizes for name in ("a", "b"))
    apart = flags["b"].astype(np.int64) - flags["a"]
    found = np.zeros((sets, len(STEPS), 2), dtype=np.int64)
    for step, runs in enumerate(STEPS):
        models = between_models(apart[:, :runs], folds[:, :runs], Layout(runs=runs, folds=10))
        for at in range(sets):
            scores = FoldScores(
                a=a[at, :runs],
                b=b[at, :runs],
                design=RepeatedKFold(runs=runs, folds=10),
                items=apart[at, :runs].mean(axis=0),
                models=None if models is None else float(models[at]),
                right_or_wrong=True,
            )
            decisions = [decision(change(scores)) for change in CHANGES]
            found[at, step] = decisions[0], len(set(decisions)) > 1
    return found


def measure(key: str, sets: int) -> Told:
    """For each plan the share of data sets on which all partitions agree, and the trainings of a learner."""
    found = np.stack([histories(key, repetition, sets) for repetition in range(PARTITIONS)], axis=1)
    decided, open_still = found[..., 0], found[..., 1].astype(bool)
    at_once = np.zeros(decided.shape[:2], dtype=int)
    stops = {"5 runs": at_once, "10 runs": at_once + 1}
    for limit in (20, 40, MOST):
        last = list(STEPS).index(limit)
        settled = ~open_still[..., : last + 1]
        settled[..., last] = True
        stops[f"as needed, 5 to {limit} runs"] = settled.argmax(axis=-1)
    return {plan: _told(decided, at) for plan, at in stops.items()}


def _told(decided: np.ndarray, at: np.ndarray) -> tuple[float, float]:
    final = np.take_along_axis(decided, at[..., None], axis=-1)[..., 0]
    agreed = (final == final[:, :1]).all(axis=1)
    return float(agreed.mean()), float(10 * FIRST * (at + 1).mean())


def table(first: list[Told], others: list[Told]) -> str:
    """The table in markdown."""
    heads = (
        "runs",
        "trainings a learner, mean (highest)",
        "agreement in the risk table's settings, worst (mean)",
    )
    lines = [f"| {' | '.join(heads)} | in others |", "|---|---|---|---|"]
    for plan in PLANS:
        cost = [each[plan][1] for each in first + others]
        both = [[100 * each[plan][0] for each in found] for found in (first, others)]
        shares = [f"{min(each):.0f} ({np.mean(each):.1f})" for each in both]
        lines.append(f"| {plan} | {np.mean(cost):.0f} ({max(cost):.0f}) | {shares[0]} | {shares[1]} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    found = Parallel(n_jobs=given.jobs)(delayed(measure)(key, given.sets) for key in (*REPLICATED, *OTHERS))
    error = 100 * np.sqrt(0.9 * 0.1 / given.sets)
    how = (
        f"Made by `python -m studies.as_needed --sets {given.sets}`: {given.sets} data sets in each of "
        f"{len(REPLICATED)} and {len(OTHERS)} settings; the "
        f"Monte-Carlo error of a share near 90 % is {error:.1f} points."
    )
    text = FILE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    made = table(found[: len(REPLICATED)], found[len(REPLICATED) :])
    FILE.write_text(f"{before}{BEGIN}\n{how}\n\n{made}\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
