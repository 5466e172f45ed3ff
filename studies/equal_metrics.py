"""Measure how often tests of equal metrics raise a false alarm, on fixed predictions of two models.

    python -m studies.equal_metrics [--draws 2000] [--every 12] [--jobs 1]

Writes docs/equal_metrics.md. In every world the true metrics of A and B are equal, at equal and at different
operating points; for power and coverage the recall of B is then lowered by three tenths.
"""

import argparse
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from studies import _many_worlds as many
from studies._equal_metrics import (
    CHOSEN,
    CONFIRMED,
    METRICS,
    Grid,
    World,
    defined,
    error_of,
    jackknife,
    permutation,
    score_t,
)
from studies._equal_metrics_page import PAGE

from bakeoff.core.rng import generator
from bakeoff.lab.responses import versions

FILE = Path(__file__).parents[1] / "docs" / "equal_metrics.md"
ALPHA, ENOUGH, EVERY = 0.05, 10, 12
SWAPPED, SWAPPED_IN = 500, 6  # test sets, and one in this many worlds, for permutation, which takes longest
TESTS = ("score-t", "jackknife", "permutation")
UNDECLARED = "score-t, clusters not declared"
HIGH, AGAIN = 0.055, 5_000  # higher rates are measured again, since the highest of many is biased upwards
THINNED = 12  # worlds with many classes or clusters take longer: this many times fewer of them
PAIRS = {"chosen": CHOSEN, "confirmed": CONFIRMED}
GROUPS = {
    "classes_chosen": many.CLASSES_CHOSEN,
    "classes_confirmed": many.CLASSES_CONFIRMED,
    "clusters_chosen": many.CLUSTERS_CHOSEN,
    "clusters_confirmed": many.CLUSTERS_CONFIRMED,
}


class Found(NamedTuple):
    """Shares of the drawn test sets in one world."""

    metric: str
    world: World | many.World
    alarms: dict[str, float]
    power: dict[str, float]
    covered: dict[str, float]


def p_values(
    key: str, counts: np.ndarray, rng: np.random.Generator, delta: float, *, swap: bool = False
) -> dict[str, np.ndarray]:
    """Of each test; permutation tests no difference but 0."""
    metric = METRICS[key]
    found = {"score-t": score_t(metric, counts, delta), "jackknife": jackknife(metric, counts, delta)}
    return found | {"permutation": permutation(metric, counts[:SWAPPED], rng)} if swap else found


def shares(p: dict[str, np.ndarray]) -> dict[str, float]:
    """How often each test rejects."""
    return {name: float(np.mean(each < ALPHA)) for name, each in p.items()}


def draw(key: str, world: World, draws: int, rng: np.random.Generator) -> np.ndarray:
    """Test sets on which the metric is not 0/0."""
    counts = rng.multinomial(world.n, world.chances, size=draws).astype(float)
    kept: np.ndarray = counts[defined(METRICS[key], counts)]
    return kept


def measure(key: str, world: World, draws: int) -> Found | None:
    """None where the metric is 0/0 on more than half of the test sets."""
    mark = zlib.crc32(str(world).encode())
    rng, swap = generator(0, "equal metrics", key, mark), mark % SWAPPED_IN == 0
    counts = draw(key, world, draws, rng)
    if len(counts) < draws / 2:
        return None
    alarms = shares(p_values(key, counts, rng, 0.0, swap=swap))
    alarms |= again(key, world, alarms)
    worse = replace(world, recall=(world.recall[0], 0.7 * world.recall[1]))
    delta = worse.value(METRICS[key], 0) - worse.value(METRICS[key], 1)
    counts = draw(key, worse, draws // 2, rng)
    power = shares(p_values(key, counts, rng, 0.0, swap=swap))
    missed = shares(p_values(key, counts, rng, delta))
    return Found(key, world, alarms, power, {name: 1 - each for name, each in missed.items()})


def again(key: str, world: World, alarms: dict[str, float]) -> dict[str, float]:
    """The rates that were high, from new draws."""
    rng = generator(0, "equal metrics again", key, zlib.crc32(str(world).encode()))
    tests = {"score-t": score_t, "jackknife": jackknife}
    asked = [name for name in tests if alarms[name] > HIGH]
    counts = draw(key, world, AGAIN if asked else 0, rng)
    return {name: float(np.mean(tests[name](METRICS[key], counts) < ALPHA)) for name in asked}


def measure_many(key: str, world: many.World, draws: int) -> Found | None:
    """The same with many classes or clusters; for power the skill of B is lowered by a fifth."""

    def share(count: int, label: str, at: many.World = world, **asked: float) -> float:
        p = many.p_values(key, at, count, label, **asked)
        return float(np.mean(p < ALPHA)) if len(p) >= count / 2 else np.nan

    alarms = {"score-t": share(draws, "null")}
    if np.isnan(alarms["score-t"]):
        return None
    if alarms["score-t"] > HIGH:
        alarms["score-t"] = share(AGAIN, "again")
    if max(world.sizes) > 1:
        alarms[UNDECLARED] = share(draws // 4, "null", declared=False)
    worse = replace(world, skills=(world.skills[0], 0.8 * world.skills[1]))
    delta = worse.value(key, 0) - worse.value(key, 1)
    power = share(draws // 4, "worse", worse)
    covered = 1 - share(draws // 4, "worse", worse, delta=delta)
    return Found(key, world, alarms, dict.fromkeys(alarms, power), {"score-t": covered})


def row(found: list[Found], metric: str, test: str) -> tuple[str, ...]:
    """Worst and mean rate of false alarms, power, and coverage."""
    here = [each for each in found if each.metric == metric and test in each.alarms]
    enough = [each for each in here if each.world.fewest >= ENOUGH]
    few = [each for each in here if each.world.fewest < ENOUGH]
    worst, fewer = ([100 * each.alarms[test] for each in part] for part in (enough, few))
    covered = [100 * each.covered[test] for each in enough if test in each.covered]
    return (
        metric,
        test,
        f"{len(enough)}, {len(few)}",
        f"{max(worst):.1f}" if worst else "",
        f"{max(fewer):.1f}" if fewer else "",
        f"{np.mean(worst):.1f}" if worst else "",
        f"{np.mean([100 * each.power[test] for each in enough]):.1f}" if worst and test != UNDECLARED else "",
        f"{np.mean(covered):.1f} ({min(covered):.1f})" if covered else "",
    )


HEAD = ("metric", "test", "worlds", "worst, >= 10", "worst, < 10", "mean", "power", "coverage (lowest)")


def table(found: list[Found]) -> str:
    """One table in markdown."""
    metrics = dict.fromkeys(each.metric for each in found)
    tests = [each for each in (*TESTS, UNDECLARED) if any(each in one.alarms for one in found)]
    rows = [HEAD, ("---",) * len(HEAD), *(row(found, key, test) for key in metrics for test in tests)]
    return "\n".join(f"| {' | '.join(each)} |" for each in rows)


def page(found: dict[str, list[Found]], draws: int, every: int) -> str:
    """The page as markdown."""
    error = error_of(ALPHA, draws)
    return PAGE.format(
        draws=draws,
        every=every,
        date=datetime.now(UTC).date().isoformat(),
        versions=versions().words,
        error=error,
        noise=2.5 * error,
        swapped=SWAPPED,
        swapped_in=SWAPPED_IN,
        swapped_error=error_of(ALPHA, SWAPPED),
        swapped_noise=2.5 * error_of(ALPHA, SWAPPED),
        recalls="between .2 and .99",
        again=f"{AGAIN:,}",
        again_error=error_of(ALPHA, AGAIN),
        **{name: table(each) for name, each in found.items()},
    )


def settings(grid: Grid, every: int) -> Iterator[tuple[str, World]]:
    """One in every few of the worlds of each metric."""
    for key in METRICS:
        yield from ((key, world) for world in list(grid.worlds(key))[::every])


def settings_of_many(grid: many.Grid, every: int) -> Iterator[tuple[str, many.World]]:
    """The same with many classes or clusters."""
    for key in grid.metrics:
        yield from ((key, world) for world in grid.worlds(key, THINNED * every))


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--every", type=int, default=EVERY, help="take one in this many of the worlds")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    asked = [(name, measure, list(settings(grid, given.every))) for name, grid in PAIRS.items()]
    asked += [
        (name, measure_many, list(settings_of_many(grid, given.every))) for name, grid in GROUPS.items()
    ]
    found: dict[str, list[Found]] = {}
    for name, how, worlds in asked:
        sys.stderr.write(f"{name}: {len(worlds)} settings\n")
        made = Parallel(n_jobs=given.jobs)(delayed(how)(key, world, given.draws) for key, world in worlds)
        found[name] = [each for each in made if each is not None]
    FILE.write_text(page(found, given.draws, given.every), encoding="utf-8")


if __name__ == "__main__":
    main()
