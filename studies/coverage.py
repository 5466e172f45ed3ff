"""Measure how often 95 % intervals cover the truth: of differences and of each model's own value.

    python -m studies.coverage [--draws 1000] [--jobs 2]

Writes docs/coverage.md. The intervals of this package are compared with formulas that are in use elsewhere.
"""

import argparse
import math
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy import special
from studies._coverage_worlds import World, draw_labels, draw_ranks, labelled, true_areas, true_labels

from bakeoff.core.outcomes import PairedLabels, RankedItems
from bakeoff.core.result import Interval, rejects
from bakeoff.core.rng import generator
from bakeoff.judge.own_values import _varied, own_intervals
from bakeoff.lab.responses import versions
from bakeoff.methods import METHODS
from bakeoff.methods._label_kinds import label_kinds
from bakeoff.methods._ranked_kinds import placements
from bakeoff.methods._reference import Asked
from bakeoff.methods._resampling import SAME, bootstrap_gaps, bootstrap_interval, tail_p
from bakeoff.metrics import METRICS

FILE = Path(__file__).parents[1] / "docs" / "coverage.md"
LEVEL, Z, RESAMPLES, RNG = 0.95, 1.959963984540054, 1000, 0
TWO: dict[str, Any] = {"level": LEVEL, "alternative": "two-sided"}
SIZES = (50, 100, 200, 500, 2000)
LABEL_METRICS = ("f1", "macro-f1", "mcc")
GOOD, MEDIOCRE = (0.95, 0.92), (0.75, 0.70)
Ends = tuple[float, float]

WORLDS = [
    *(World(n=n, rare=r, quality=q) for n in SIZES for r in (0.5, 0.1) for q in (GOOD, MEDIOCRE)),
    *(World(n=n, rare=0.3, quality=q, shape="clusters") for n in SIZES[1:] for q in (GOOD, MEDIOCRE)),
    *(
        World(n=n, rare=r, quality=q, shape=shape)
        for shape in ("ranks", "coarse ranks")
        for n in SIZES
        for r in (0.5, 0.1)
        for q in (GOOD, MEDIOCRE)
    ),
    *(World(n=n, rare=0.3, quality=q, shape="clustered ranks") for n in SIZES[1:] for q in (GOOD, MEDIOCRE)),
]


def _widened(found: Interval, p_value: float) -> Ends:
    """As in a verdict: it includes 0 where the test does not exclude it."""
    low, high = found
    return (low, high) if rejects(p_value, 1 - LEVEL) else (min(low, 0.0), max(high, 0.0))


def differences(labels: PairedLabels) -> dict[str, Ends]:
    """Intervals of A minus B; the bootstraps share their resamples."""
    kinds = label_kinds(labels)
    gaps, _ = bootstrap_gaps(kinds, RESAMPLES, RNG)
    below, above = int(np.sum(gaps <= SAME)), int(np.sum(gaps >= -SAME))
    p = tail_p(below, above, gaps.size, kinds.differing, "two-sided")
    asked = Asked("bootstrap", LEVEL, "two-sided")
    found: dict[str, Ends] = {
        f"bootstrap, {ends}": _widened(bootstrap_interval(kinds, gaps, asked, ends)[0], p)  # type: ignore[arg-type]
        for ends in ("expanded", "percentile", "bca")
    }
    found["jackknife"] = tuple(METHODS["jackknife"].compute(labels, **TWO).interval)
    matrices = [labels.table.sum(axis=axis).T.astype(float) for axis in (2, 1)]
    reach = Z * math.sqrt(sum(_varied(labels.metric, m)[1] for m in matrices))
    found["normal, as if unpaired"] = (kinds.estimate - reach, kinds.estimate + reach)
    return found


def own_labels(labels: PairedLabels, key: str) -> dict[str, Ends]:
    """Intervals of A's own value."""
    found = own_intervals(labels, METRICS[key], LEVEL)
    matrix = labels.table.sum(axis=2).T.astype(float)
    value, reach = float(labels.metric(matrix)), Z * math.sqrt(_varied(labels.metric, matrix)[1])
    made: dict[str, Ends] = {} if found is None else {"bakeoff": tuple(found[0])}  # type: ignore[dict-item]
    made["normal, delta method"] = (value - reach, value + reach)
    if key == "mcc":
        centre = math.atanh(min(max(value, -1 + 1e-12), 1 - 1e-12))
        half = Z / math.sqrt(labels.n - 3)
        made["Fisher's z"] = (math.tanh(centre - half), math.tanh(centre + half))
    return made


def areas(items: RankedItems) -> dict[str, Ends]:
    """Intervals of the difference of two areas."""
    methods = {"delong": {}, "bootstrap": {"resamples": RESAMPLES}}
    found = {key: tuple(METHODS[key].compute(items, **TWO, **more).interval) for key, more in methods.items()}
    (a, first), (b, second) = (_hanley_mcneil(items.positive, side) for side in (items.a, items.b))
    reach = Z * math.hypot(first, second)
    return {"delong": found["delong"], "bootstrap, expanded": found["bootstrap"]} | {  # type: ignore[dict-item]
        "Hanley-McNeil, as if unpaired": (a - b - reach, a - b + reach)
    }


def own_areas(items: RankedItems) -> dict[str, Ends]:
    """Intervals of A's own area."""
    found = own_intervals(items, METRICS["auc"], LEVEL)
    placed, positive = placements(items.a, items.positive) / 2, items.positive
    parts = placed[positive] / np.sum(~positive), placed[~positive] / np.sum(positive)
    value, error = _hanley_mcneil(positive, items.a)
    reach = Z * math.sqrt(sum(np.var(part, ddof=1) / part.size for part in parts))
    return {"bakeoff": tuple(found[0])} | {  # type: ignore[index, dict-item]
        "normal, DeLong": (value - reach, value + reach),
        "normal, Hanley-McNeil": (value - Z * error, value + Z * error),
    }


def _hanley_mcneil(positive: Any, score: Any) -> tuple[float, float]:
    """An area and its standard error by the formula of Hanley and McNeil (1982)."""
    area = METRICS["auc"].compute(positive, score)
    m, n = int(np.sum(positive)), int(np.sum(~positive))
    first, second = area / (2 - area), 2 * area**2 / (1 + area)
    spread = area * (1 - area) + (m - 1) * (first - area**2) + (n - 1) * (second - area**2)
    return area, math.sqrt(max(spread, 0.0) / (m * n))


def one_draw(world: World, rng: np.random.Generator) -> Iterator[tuple[tuple[str, str, str], bool]]:
    """Whether each interval of one drawn test set covers: ((of what, metric, interval), covered)."""
    made: list[tuple[str, str, float, dict[str, Ends]]] = []
    if world.ranked:
        items, (a, b) = draw_ranks(world, rng), true_areas(world)
        if items is not None:
            made = [("difference", "auc", a - b, areas(items)), ("own", "auc", a, own_areas(items))]
    else:
        table, clusters = draw_labels(world, rng)
        for key in LABEL_METRICS:
            labels, (a, b) = labelled(table, clusters, key), true_labels(world, key)
            values = [float(labels.metric(table.sum(axis=axis).T)) for axis in (2, 1)]
            if np.all(np.isfinite(values)):
                made.append(("difference", key, a - b, differences(labels)))
                made.append(("own", key, a, own_labels(labels, key)))
    for of, key, truth, found in made:
        for name, (low, high) in found.items():
            yield (of, key, name), low - 1e-12 <= truth <= high + 1e-12


def covered(world: World, draws: int) -> dict[tuple[str, str, str], tuple[int, int]]:
    """The number of intervals of each kind that covered in a world, and of all."""
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for at in range(draws):
        for key, hit in one_draw(world, generator(RNG, "coverage", str(world), at)):
            hits, tried = found.get(key, (0, 0))
            found[key] = hits + hit, tried + 1
    return found


def table(measured: dict[World, Any], of: str, metric: str) -> str:
    """One table in markdown: a row for each world, a column for each interval."""
    worlds = [world for world in measured if any(key[:2] == (of, metric) for key in measured[world])]
    names = [key[2] for key in measured[worlds[0]] if key[:2] == (of, metric)]
    rows = [("world", "n", "rare class", "models", *names), ("---",) * (4 + len(names))]
    for world in worlds:
        shares = [measured[world].get((of, metric, name), (0, 0)) for name in names]
        cells = [f"{100 * hits / tried:.1f}" if tried else "" for hits, tried in shares]
        models = " and ".join(f"{q:.2f}" for q in world.quality)
        rows.append((world.shape, str(world.n), f"{100 * world.rare:.0f} %", models, *cells))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def summary(measured: dict[World, Any], *, large: bool) -> str:
    """In how many of the worlds with enough items, or the others, each interval covers 93 to 97 %."""
    rows = [("of", "metric", "interval", "worlds within 93 to 97 %", "lowest", "highest"), ("---",) * 6]
    keys = dict.fromkeys(key for found in measured.values() for key in found)
    for key in sorted(keys, key=lambda key: (key[0], key[1])):
        got = [
            100 * found[key][0] / found[key][1]
            for world, found in measured.items()
            if key in found and large == (world.n >= 100 and world.n * world.rare >= 20)
        ]
        inside = sum(93 <= share <= 97 for share in got)
        rows.append((*key, f"{inside} of {len(got)}", f"{min(got):.1f}", f"{max(got):.1f}"))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def outside(draws: int) -> str:
    """How rarely 95 % is measured outside 93 to 97 %."""
    below, above = math.ceil(0.93 * draws) - 1, math.floor(0.97 * draws)
    chance = special.bdtr(below, draws, LEVEL) + special.bdtrc(above, draws, LEVEL)
    return f"one of {1 / chance:.0f}"


def page(measured: dict[World, Any], draws: int) -> str:
    """The page as markdown."""
    error = 100 * math.sqrt(LEVEL * (1 - LEVEL) / draws)
    parts = [
        f"## {'Differences' if of == 'difference' else 'Own values'}: {METRICS[metric].title}\n\n"
        f"{table(measured, of, metric)}\n"
        for of in ("difference", "own")
        for metric in (*LABEL_METRICS, "auc")
    ]
    return INTRODUCTION.format(
        draws=draws,
        date=datetime.now(UTC).date().isoformat(),
        versions=versions().words,
        python=platform.python_version(),
        resamples=RESAMPLES,
        error=error,
        summary=summary(measured, large=True),
        elsewhere=summary(measured, large=False),
        outside=outside(draws),
    ) + "\n".join(parts)


INTRODUCTION = """# How often intervals cover

Made by `python -m studies.coverage --draws {draws}` on {date} with {versions},
Python {python}: the share, in per cent, of {draws} drawn test sets whose 95 % interval covers the truth. At
95 % its Monte-Carlo error is {error:.1f} points. Bootstraps have {resamples} resamples.

Labels: two classes, both models right with the chances named in either class, their being right correlated
({alike}). Clusters: five items each, whose chance of a right answer varies from cluster to cluster with an
intraclass correlation of 1/5. Ranks: normal scores with the areas named; coarse ranks: the same in five
steps; clustered ranks: five items each, which share half of the variance of their scores. F1 is that of the
rare class. A test set on which a metric is 0/0 is left out.

Rivals: `normal, delta method`, a value plus and minus 1.96 standard errors of the delta method (for F1
and macro-F1 as in Takahashi et al. 2022, Applied Intelligence 52, 4961-4972); `Fisher's z`, the interval of a
correlation used for MCC; `normal, DeLong`, as R's pROC has it for one area; `normal, Hanley-McNeil` (Hanley
& McNeil 1982, Radiology 143, 29-36); and differences of two values treated as if they came from two test
sets.

## In short

Worlds of at least 100 items, 20 of them of the rare class:

{summary}

A coverage of just 95 % is measured outside 93 to 97 % in {outside} worlds. What is added to counts and
rankings for own values was chosen in such worlds, with other draws.

Elsewhere, with 50 items or about ten of the rare class:

{elsewhere}

""".replace("{alike}", "0.4")


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    found = Parallel(n_jobs=given.jobs, return_as="generator")(
        delayed(covered)(world, given.draws) for world in WORLDS
    )
    measured = {}
    for world, counts in zip(WORLDS, found, strict=True):
        measured[world] = counts
        sys.stderr.write(f"{world}\n")
    FILE.write_text(page(measured, given.draws), encoding="utf-8")


if __name__ == "__main__":
    main()
