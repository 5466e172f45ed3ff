"""Measure tests of mean losses on few items, and of areas on items that come in clusters.

    python -m studies.few_units [--draws 3000]

Writes docs/few_units.md.
"""

import argparse
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from studies._clustered_areas import METHODS, ClusteredAreas, clustered_areas, clustered_tests
from studies._equal_metrics import error_of
from studies._losses import TINY, Floats, Losses, chosen_losses, confirmed_losses, degrees, two_sided
from studies.losses import ALPHA, AWAY, rows

from bakeoff.core.rng import generator
from bakeoff.lab.responses import versions

FILE = Path(__file__).parents[1] / "docs" / "few_units.md"
SIZES = (10, 20, 30, 40, 50)
FEWER = 10  # times fewer test sets of clustered areas, which are judged one by one
SMALL = 30
LACKS = 2.0


class Rule(NamedTuple):
    """How far `skewed-t` widens the error, and by what the skewness is multiplied, from df and units."""

    name: str
    wider: Callable[[Floats, int], Floats]
    skew: Callable[[int], float] = lambda units: 1.0


RULES = (
    Rule("1 + 2 / df (used)", lambda df, units: 1 + 2 / df),
    Rule("1 + 3 / df", lambda df, units: 1 + 3 / df),
    Rule("1 + 2 / df + 3 / n", lambda df, units: 1 + 2 / df + 3 / units),
    Rule("1 + 2 / df + 6 / n", lambda df, units: 1 + 2 / df + 6 / units),
    Rule("1 + 2 / df, skewness times n / (n - 2)", lambda df, units: 1 + 2 / df, lambda n: n / max(n - 2, 1)),
)


def p_values(x: Floats) -> dict[str, Floats]:
    """Of `paired-mean` and of all rules that the mean is 0, on test sets [draw, cluster, item]."""
    u = x.mean(-1)
    units, mean = u.shape[1], u.mean(-1)
    u = u - mean[:, None]
    error = np.maximum(np.sqrt((u**2).sum(-1) / (units - 1) / units), TINY**0.5)
    t, df = np.clip(mean / error, -1e9, 1e9), degrees(u, units - 1)
    scaled = u / np.maximum(np.abs(u).max(-1, keepdims=True), TINY)
    skew = (scaled**3).sum(-1) / np.maximum((scaled**2).sum(-1), TINY**0.5) ** 1.5
    found = {"paired-mean": two_sided(t, units - 1)}
    for rule in RULES:
        slope = rule.skew(units) * skew / 3
        nearer = np.where(slope * t < 0, t + slope * t**2 + slope**2 * t**3 / 3, t)
        found[rule.name] = two_sided(nearer / np.sqrt(rule.wider(df, units)), df)
    return found


def kind_of(world: Losses) -> str:
    """What the differences are of, and whether they come in clusters."""
    if "clusters" in world.family:
        return "log loss and Brier score, clusters of 5"
    kinds = {"log-loss": "log loss", "brier": "Brier score"}
    return next((said for key, said in kinds.items() if world.family.startswith(key)), "other shapes")


def worlds_of(name: str) -> list[Losses]:
    """The worlds of docs/losses.md except those where no test holds."""
    listed = {"chosen": chosen_losses, "confirmed": confirmed_losses}[name](generator(0, "pools", name))
    return [each for each in listed if not each.family.startswith("rare large losses of one")]


class Found(NamedTuple):
    """How often, in per cent, each test decides in a world of few items: without and with a difference."""

    kind: str
    n: int
    alarms: dict[str, float]
    power: dict[str, float]


def of_losses(world: Losses, n: int, draws: int) -> Found:
    """Alarms and power of the tests in one world."""
    x = world.draw(n, draws, generator(0, "few", world.family, world.name, n))
    away = AWAY * float(world.pool.mean(1).std()) / np.sqrt(x.shape[1])
    alarms, *both = (
        {key: 100 * float(np.mean(p < ALPHA)) for key, p in p_values(x[:upto] + side).items()}
        for upto, side in ((draws, 0.0), (draws // 4, away), (draws // 4, -away))
    )
    return Found(kind_of(world), n, alarms, {key: (both[0][key] + both[1][key]) / 2 for key in alarms})


def by_size(found: Sequence[Found], key: str) -> str:
    """The highest rate of a test by kind of losses and number of items."""
    lines = []
    for kind in sorted({each.kind for each in found}):
        cells = []
        for n in SIZES:
            rates = [each.alarms[key] for each in found if (each.kind, each.n) == (kind, n)]
            cells.append(f"{max(rates):.1f} ({np.mean(rates):.1f})")
        lines.append((kind, *cells))
    return rows(("losses", *(f"{n} items" for n in SIZES)), lines)


def by_rule(chosen: Sequence[Found], confirmed: Sequence[Found]) -> str:
    """What other rules would do on the smallest sets."""
    lines = []
    for rule in RULES:
        cells = []
        for found in (chosen, confirmed):
            here = [each for each in found if each.n == SMALL]
            rates, power = (
                [each.alarms[rule.name] for each in here],
                [each.power[rule.name] for each in here],
            )
            cells += [f"{max(rates):.1f} ({np.mean(rates):.1f})", f"{np.mean(power):.0f}"]
        lines.append((rule.name, *cells))
    return rows(("square of the widening", "docs/losses.md: chosen", "power", "other worlds", "power"), lines)


class Area(NamedTuple):
    """False alarms, power and coverage of the methods in one world of clustered areas, in per cent."""

    world: ClusteredAreas
    alarms: Floats
    power: Floats
    covered: Floats


def of_areas(world: ClusteredAreas, draws: int) -> Area:
    """The results of the methods in one world."""
    same, apart, covered = clustered_tests(world, draws, generator(0, "clustered areas", str(world)), LACKS)
    return Area(world, 100 * (same < ALPHA).mean(1), 100 * (apart < ALPHA).mean(1), 100 * covered.mean(1))


def by_clusters(found: Sequence[Area]) -> str:
    """The methods by the number of clusters, how labels come, and how alike items of a cluster are."""
    lines = []
    for of_cluster in (True, False):
        for clusters in sorted({each.world.clusters for each in found}):
            here = [
                each
                for each in found
                if (each.world.clusters, each.world.of_cluster) == (clusters, of_cluster)
            ]
            cells = []
            for at in range(len(METHODS)):
                rates, covered = [each.alarms[at] for each in here], [each.covered[at] for each in here]
                power = np.mean([each.power[at] for each in here])
                cells += [f"{max(rates):.1f} ({np.mean(rates):.1f})", f"{power:.0f}", f"{min(covered):.1f}"]
            lines.append(("one" if of_cluster else "both", str(clusters), str(len(here)), *cells))
    head = [f"{key}{more}" for key in METHODS for more in ("", ", power", ", lowest coverage")]
    return rows(("classes in a cluster", "clusters", "worlds", *head), lines)


PAGE = """# Few items, and few clusters

Made by `python -m studies.few_units --draws {draws}` on {date} with {versions}. All figures are in per cent
at a nominal 5 %. A cell has the highest and (in brackets) the mean rate over its worlds.

## Mean losses on few items

The worlds of [losses.md](losses.md) without those where no test holds, on {draws} test sets each. A rate of 5
% has a Monte-Carlo error of {error:.1f} points. Where the means of a world differ, the rate is that of
intervals that miss the true difference. Clusters have five items, so that 10 items are two clusters.

`skewed-t`, worlds on which it was chosen:

{chosen}

`skewed-t`, other worlds:

{confirmed}

`paired-mean`, other worlds:

{plain}

With few items the large losses of a model may all be absent from the test set. Then nothing in it shows how
skewed the differences are. No wider error within reason corrects that, and it costs power everywhere ({small}
items):

{rules}

So `skewed-t` stays as it is. The caveat `few-losses` is raised with fewer than 40 items (Brier score: 30) or
fewer than 10 clusters, and names these rates.

## Areas of items in clusters

Two models with equal areas, {fewer} test sets in each world; a rate of 5 % has a Monte-Carlo error of
{wide:.1f} points. Scores correlate at .2 and .8 within a cluster, areas are .8 to .97, three in ten clusters
(or items) are positive, and clusters have 5 or 20 items, or numbers that vary. A cluster has items of one
class or of both. In the laws `hidden` all positives of a cluster of one class may be hidden together. Power
and coverage are those where B lacks twice as much as A.

{areas}

`area-t` holds its level in these worlds; [few_clusters.md](few_clusters.md) has fewer clusters and models
that are more alike. It finds few differences where a class occurs in few clusters: the caveat
`few-of-a-class` is raised for fewer than 10. With 10 clusters of one class each, three are positive, and the
intervals that miss the difference are those of test sets where both models rank every pair right. A note says
there that the models are identical on these data.
"""


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=3000)
    draws = parser.parse_args().draws
    losses = {
        name: [of_losses(world, n, draws) for world in worlds_of(name) for n in SIZES]
        for name in ("chosen", "confirmed")
    }
    areas = [of_areas(world, draws // FEWER) for world in clustered_areas()]
    FILE.write_text(page(losses, areas, draws), encoding="utf-8")


def page(losses: dict[str, list[Found]], areas: list[Area], draws: int) -> str:
    """The page as markdown."""
    used = RULES[0].name
    return PAGE.format(
        draws=draws,
        date=datetime.now(UTC).date().isoformat(),
        versions=versions().words,
        error=error_of(ALPHA, draws),
        wide=error_of(ALPHA, draws // FEWER),
        fewer=draws // FEWER,
        small=SMALL,
        chosen=by_size(losses["chosen"], used),
        confirmed=by_size(losses["confirmed"], used),
        plain=by_size(losses["confirmed"], "paired-mean"),
        rules=by_rule(losses["chosen"], losses["confirmed"]),
        areas=by_clusters(areas),
    )


if __name__ == "__main__":
    main()
