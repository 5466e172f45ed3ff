"""Measure rankings of many models: how often anything that is said of any pair, rank or best set is wrong.

    python -m studies.many [--draws 400] [--jobs 1] [--group chosen] [--raw FILE]

Writes docs/many.md. Beside bakeoff's ranking are others, in the same worlds; evalstats where installed.
"""

import argparse
import json
import math
import sys
import time
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from studies._many_page import page
from studies._many_rivals import Said, evalstats, nemenyi, percentile_ranks, uncorrected
from studies._many_worlds import GROUPS, World, draw

from bakeoff.compare.together import best_first
from bakeoff.core.exceptions import BakeoffError
from bakeoff.core.panel import ItemPanel
from bakeoff.core.ranking import Ranking
from bakeoff.core.rng import generator
from bakeoff.judge.ranking import Asked, Together, judged
from bakeoff.methods.many._joint import pairs_of
from bakeoff.metrics._own import metric_of

FILE = Path(__file__).parents[1] / "docs" / "many.md"
RESAMPLES, RNG = 500, 0


def true_ranks(values: Any) -> tuple[Any, Any]:
    """The best and the worst rank of each model; equal models share theirs."""
    better = (values[np.newaxis] > values[:, np.newaxis]).sum(axis=1)
    worse = (values[np.newaxis] < values[:, np.newaxis]).sum(axis=1)
    return 1 + better, len(values) - worse


def ours(models: Together, asked: Asked, names: tuple[str, ...]) -> tuple[Said, Any]:
    """What a ranking says, in the order of the worlds' models, and which models may be the best."""
    ranking: Ranking = judged(models, asked)
    place = {name: at for at, name in enumerate(names)}
    first, second = pairs_of(len(names))
    apart = np.zeros((len(names), len(names)), dtype=bool)
    for pair in ranking.pairs:
        apart[place[pair.a], place[pair.b]] = apart[place[pair.b], place[pair.a]] = (
            pair.decision != "undecided"
        )
    ranks = np.array([dict(zip(ranking.names, ranking.models, strict=True))[name].rank for name in names])
    best = np.array([name in ranking.best for name in names])
    return Said(apart[first, second], tuple(ranks.T)), best


def everyone(
    world: World, panel: ItemPanel, rng: np.random.Generator, rivals: bool
) -> tuple[dict[str, Said], Any]:
    """What each procedure says of one data set, and bakeoff's set of possible best."""
    asked = Asked(metric=metric_of(world.metric), resamples=RESAMPLES, rng=int(rng.integers(2**31)))
    models = best_first(panel, asked, positive=None if world.metric == "accuracy" else 1)
    said, best = ours(models, asked, panel.names)
    found: dict[str, Said | None] = {"bakeoff": said}
    if len(world.levels) > 1:
        found["step-down"] = ours(models, replace(asked, step_down=True), panel.names)[0]
    found["uncorrected"] = _in_order(uncorrected(models.joint), models.names, panel.names)
    if rivals:
        found["percentile"] = percentile_ranks(panel, world.metric, rng)
    if rivals and world.metric == "accuracy":
        found |= {"nemenyi": nemenyi(panel), "evalstats": evalstats(panel)}
    return {name: each for name, each in found.items() if each is not None}, best


def _in_order(said: Said, names: tuple[str, ...], wanted: tuple[str, ...]) -> Said:
    """Pairs in the order of other names."""
    k = len(names)
    whole = np.zeros((k, k), dtype=bool)
    whole[pairs_of(k)] = said.apart
    order = [names.index(name) for name in wanted]
    return Said((whole | whole.T)[np.ix_(order, order)][pairs_of(k)])


def one_draw(world: World, rng: np.random.Generator, *, rivals: bool = True) -> Counter[str]:
    """What was wrong in one data set, and how many of the pairs that differ were told apart."""
    try:
        found, best = everyone(world, draw(world, rng), rng, rivals)
    except BakeoffError as problem:
        return Counter({"refused": 1, str(problem)[:60]: 1})
    first, second = pairs_of(world.k)
    equal = world.values[first] == world.values[second]
    low, high = true_ranks(world.values)
    counts: Counter[str] = Counter(tried=1)
    for name, said in found.items():
        counts[f"{name}: tried"] += 1
        counts[f"{name}: false"] += bool(np.any(said.apart & equal))
        counts[f"{name}: found"] += float(np.mean(said.apart[~equal])) if not equal.all() else 0.0
        if said.ranks is not None:
            counts[f"{name}: ranks"] += bool(np.all((said.ranks[0] <= low) & (said.ranks[1] >= high)))
    held = bool(np.all((found["bakeoff"].ranks[0] <= low) & (found["bakeoff"].ranks[1] >= high)))
    counts["best"] += bool(best[0])  # the first model is one of the best
    counts["ranks and best"] += held and bool(best[0])
    counts["size of the best set"] += int(best.sum())
    return counts


def measured(world: World, draws: int, rivals: int, seconds: float) -> dict[str, Any]:
    """Counts over data sets of a world, stopping at a time limit."""
    counts: Counter[str] = Counter()
    start = time.process_time()
    for at in range(draws):
        counts.update(one_draw(world, generator(RNG, "many", str(world), at), rivals=at < rivals))
        if time.process_time() - start > seconds:
            break
    return {"world": asdict(world), "counts": dict(counts), "seconds": time.process_time() - start}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=400)
    parser.add_argument("--rivals", type=int, default=100, help="draws in which others are measured, too")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--group", choices=list(GROUPS), nargs="*", default=list(GROUPS))
    parser.add_argument("--seconds", type=float, default=math.inf, help="processor time for one world")
    parser.add_argument("--raw", type=Path, help="where to keep the counts")
    given = parser.parse_args()
    rows = []
    for group in given.group:
        found = Parallel(n_jobs=given.jobs, return_as="generator")(
            delayed(measured)(world, given.draws, given.rivals, given.seconds) for world in GROUPS[group]
        )
        for row in found:
            rows.append({"group": group} | row)
            sys.stderr.write(f"{json.dumps(rows[-1])}\n")
            if given.raw:
                given.raw.write_text(json.dumps(rows), encoding="utf-8")
    if not given.raw:
        FILE.write_text(page(rows, given.draws), encoding="utf-8")


if __name__ == "__main__":
    main()
