"""Measure how often tests of mean losses and of areas raise a false alarm, on fixed predictions.

    python -m studies.losses [--draws 1000] [--resamples 199]

Writes docs/losses.md.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from studies._areas import Areas, area_tests, chosen_areas, confirmed_areas, near_one
from studies._equal_metrics import error_of
from studies._losses import Losses, chosen_losses, confirmed_losses, loss_tests

from bakeoff.core.rng import generator
from bakeoff.lab.responses import versions

FILE = Path(__file__).parents[1] / "docs" / "losses.md"
ALPHA = 0.05
SIZES = (30, 50, 100, 200, 1000)
RESAMPLED_UP_TO = 50  # items: the bootstrap takes longest
AWAY = 2.5  # standard errors between the means, for power
OF_LOSSES = ("paired-mean", "Satterthwaite", "Johnson", "bootstrap-t", "skewed-t")
OF_AREAS = ("delong", "Satterthwaite", "skew alone", "R = 1", "area-t")

NEAR = 0.9  # models whose scores correlate more are listed again
SMALLER = "items of the smaller class"


class Found(NamedTuple):
    """Shares of the test sets in one world: rejected where nothing differs, and where something does."""

    family: str
    size: int
    alarms: dict[str, float]
    power: dict[str, float]
    covered: dict[str, float]


def rejected(p_values: dict[str, Any]) -> dict[str, float]:
    """How many of 100 test sets each test decides on."""
    return {key: 100 * float(np.mean(p < ALPHA)) for key, p in p_values.items()}


def of_losses(world: Losses, n: int, draws: int, resamples: int) -> Found:
    """Alarms where the mean is that of the world, power where it is moved either way."""
    rng = generator(0, "losses", world.family, world.name, n)
    x = world.draw(n, draws, rng)
    units = x.shape[1]
    away = AWAY * float(world.pool.mean(1).std()) / np.sqrt(units)
    alarms = rejected(loss_tests(x, rng, resamples if n <= RESAMPLED_UP_TO else 0))
    both = [rejected(loss_tests(x[: draws // 2] + side, rng, 0)) for side in (away, -away)]
    return Found(world.family, n, alarms, {key: (both[0][key] + both[1][key]) / 2 for key in both[0]}, {})


def of_areas(world: Areas, draws: int, lacks: float = 2.0) -> Found:
    """Alarms where areas are equal; power and coverage where B lacks ``lacks`` times as much as A."""
    rng = generator(0, "areas", str(world))
    alarms = rejected(area_tests(world.draw(draws, rng)))
    lower = 1 - lacks * (1 - world.area)
    apart = world.draw(draws // 2, rng, lower)
    missed = rejected(area_tests(apart, world.area - lower))
    covered = {key: 100 - share for key, share in missed.items()}
    laws = " and ".join(world.laws)
    fewest = min(world.positives, world.negatives)
    return Found(laws, fewest, alarms, rejected(area_tests(apart)), covered)


def shown(found: Sequence[Found], key: str) -> str:
    """The worst and the mean share of false alarms."""
    alarms = [each.alarms[key] for each in found if key in each.alarms]
    return f"{max(alarms):.1f} ({np.mean(alarms):.1f})" if alarms else ""


def powers(found: Sequence[Found], tests: Sequence[str]) -> str:
    """The mean power of the tests, in their order; a dash where it was not measured."""
    known = [[each.power[key] for each in found if key in each.power] for key in tests]
    return ", ".join(f"{np.mean(each):.0f}" if each else "-" for each in known)


def rows(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """One table in markdown."""
    return "\n".join(f"| {' | '.join(each)} |" for each in (head, ("---",) * len(head), *lines))


def table(
    found: list[Found], tests: Sequence[str], by: Callable[[Found], object], what: str, last: str = "power"
) -> str:
    """Worlds that have the same in common in one line."""
    lines = []
    for key in dict.fromkeys(map(by, sorted(found, key=lambda each: each.size))):
        here = [each for each in found if by(each) == key]
        lines.append((str(key), str(len(here)), *(shown(here, test) for test in tests), powers(here, tests)))
    return rows((what, "worlds", *tests, last), lines)


def covering(found: list[Found]) -> str:
    """Coverage of the intervals of areas, mean and lowest, by the items of the smaller class."""
    lines = []
    for size in sorted({each.size for each in found}):
        here = [each for each in found if each.size == size]
        told = ([each.covered[key] for each in here] for key in OF_AREAS)
        lines.append((str(size), *(f"{np.mean(each):.1f} ({min(each):.1f})" for each in told)))
    return rows((SMALLER, *OF_AREAS), lines)


PAGE = """# False alarms of mean losses and of areas

Made by `python -m studies.losses --draws {draws} --resamples {resamples}` on {date} with {versions}: the
share, in per cent, of {draws} drawn test sets on which a test at 5 % calls one of two models better
although their mean losses, or areas under the ROC curve, are equal. The worst world of a line comes
first, the mean over its worlds in brackets. At 5 % the Monte-Carlo error of one world is {error:.1f}
points, so that the worst of twenty worlds is about {noise:.1f} points too high by chance alone.

`skewed-t` is the default for log loss, Brier score and other scores of single items, `area-t` for areas.
`paired-mean` and `delong` are the textbook tests. `Satterthwaite` is the textbook statistic with the
degrees of freedom that the influences show, `Johnson` is Johnson's skewness-corrected t (1978),
`bootstrap-t` the symmetric studentised bootstrap with {resamples} resamples, at {least} items and fewer.
The last column is the power of the tests in the order of their columns, where the means are {away} standard
errors apart. A test that raises more false alarms than 5 % has more power for that reason alone.

## Losses: worlds on which the test was chosen

A is overconfident (its log odds are 1.5 to 6 times too large). B is calibrated but knows less, or is
underconfident, so that both lose the same on average. Rare large losses are exponential with a mean of 3
and 10 standard deviations of the other differences, on 3 and 10 % of the items. In the lines with means
that differ, the figure is the share of intervals that miss the true difference.

{chosen}

{chosen_sizes}

## Losses: other worlds, on which nothing was chosen

Heavy-tailed log odds (Student's t with 3 degrees of freedom) that are 2 to 8 times too large, clusters of
five items (n counts items), and losses of other shapes.

{confirmed}

{confirmed_sizes}

## Where no test of the mean holds

With rare large losses of one model, a test set that happens to contain none of them looks as if that
model was better for certain. Nothing in such a test set shows it, and no test above holds its level.
Where some are seen, the variance rests on a few items. The caveat `few-large-losses` is raised where the
degrees of freedom that the differences show are fewer than 5: then one to three items carry most of the
variance.

## Areas: worlds on which the test was chosen

Areas of .8 to .99; normal scores with other spreads in the positives (`normal 3` has three times that of the
negatives), positives of which a tenth score as negatives do (`hidden`, at most 1.5 times what the area
lacks), scores of positives that are powers of uniform ones (Lehmann alternatives), and models whose scores
correlate at 0 to .99. 5 to 200 positives, 50 to 300 negatives; power where B lacks twice as much as A.

`skew alone` is `area-t` without the allowance for one more item of each class. `R = 1` makes the same
allowance for models that err on the same items as for others; the power that this costs shows in the table
of models that correlate at .95 and .99.

{chosen_areas}

{chosen_laws}

Models that correlate at .95 and .99:

{alike_areas}

## Areas: other worlds, drawn after the choice

Areas of .75 to .985; heavy-tailed scores of positives (`heavy 3`: Student's t with 3 degrees of freedom),
positives of which seven in ten are 2 or 5 times as far from the negatives as the others (`easy`), other
shares of hidden ones, correlations of .2, .5 and .9; 8 to 120 positives, 18 to 400 negatives. Laws like
`heavy`, `easy`, and `hidden` against `low power` had been seen at other areas and sizes before the choice.

{confirmed_areas}

{confirmed_laws}

Coverage of the intervals at 95 %, mean and lowest, where B lacks twice as much as A, in the worlds of
both parts:

{covering}

The same with areas of .995 and .985 and 30, 100 or 300 items in each class:

{covering_high}

## Limits

With 30 items, or six clusters of five, the level of `skewed-t` is not held in the hardest worlds: large
losses are then often not in the test set at all. The caveat `few-losses` says so, and
[few_units.md](few_units.md) has the rates with 10 to 50 items. `area-t` finds few differences where a class
has fewer than 10 items, and `delong` raises too many false alarms where a class has few. The caveat
`few-of-a-class` says so. [few_units.md](few_units.md) has both tests with clusters.
"""


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=199)
    given = parser.parse_args()
    losses = {}
    for name, worlds in (("chosen", chosen_losses), ("confirmed", confirmed_losses)):
        listed = worlds(generator(0, "pools", name))
        sys.stderr.write(f"{name}: {len(listed)} worlds of losses\n")
        asked = [(world, n) for world in listed for n in SIZES]
        losses[name] = [of_losses(world, n, given.draws, given.resamples) for world, n in asked]
    areas = {}
    for name, listed_areas in (("chosen", chosen_areas()), ("confirmed", confirmed_areas())):
        sys.stderr.write(f"{name}: {len(listed_areas)} worlds of areas\n")
        areas[name] = [of_areas(world, given.draws) for world in listed_areas]
    areas["high"] = [of_areas(world, given.draws, lacks=3.0) for world in near_one()]
    FILE.write_text(page(losses, areas, given), encoding="utf-8")


def page(losses: dict[str, list[Found]], areas: dict[str, list[Found]], given: argparse.Namespace) -> str:
    """The page as markdown."""
    error = error_of(ALPHA, given.draws)
    made = {}
    for name, found in losses.items():
        made[name] = table(found, OF_LOSSES, lambda each: each.family, "family, 30 to 1000 items")
        known = [each for each in found if not each.family.startswith("rare large losses of one")]
        made[f"{name}_sizes"] = table(known, OF_LOSSES, lambda each: each.size, "items, rare of one left out")
    for name, found in areas.items():
        made[f"{name}_areas"] = table(found, OF_AREAS, lambda each: each.size, SMALLER)
        made[f"{name}_laws"] = table(
            [each for each in found if each.size >= 15],
            OF_AREAS,
            lambda each: each.family,
            f"{SMALLER}: 15 or more",
        )
    alike = [each for each, world in zip(areas["chosen"], chosen_areas(), strict=True) if world.alike > NEAR]
    made["alike_areas"] = table(alike, OF_AREAS, lambda each: each.size, SMALLER)
    return PAGE.format(
        draws=given.draws,
        resamples=given.resamples,
        date=datetime.now(UTC).date().isoformat(),
        versions=versions().words,
        error=error,
        noise=2 * error,
        least=RESAMPLED_UP_TO,
        away=AWAY,
        covering=covering([*areas["chosen"], *areas["confirmed"]]),
        covering_high=covering(areas["high"]),
        **made,
    )


if __name__ == "__main__":
    main()
