"""Measure rules for the test and the interval of two areas on few clusters.

    python -m studies.few_clusters [--draws 800]

Writes docs/few_clusters.md.
"""

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from studies._equal_metrics import error_of
from studies._few_clusters import RULES, FewClusters, chosen_worlds, confirmed_worlds, intervals, judged
from studies._losses import Floats
from studies.losses import ALPHA, rows

from bakeoff.core.rng import generator
from bakeoff.lab.responses import versions

FILE = Path(__file__).parents[1] / "docs" / "few_clusters.md"
LAYOUTS = 8  # drawn clusters and labels of a world, each with its share of the test sets
LACKS = 2.0


class Found(NamedTuple):
    """In per cent by rule: false alarms, mean width, power, and intervals that miss the difference."""

    world: FewClusters
    alarms: Floats
    width: Floats
    power: Floats
    missed: Floats


def of_world(world: FewClusters, draws: int) -> Found:
    """All rules in one world."""
    rng, found = generator(0, "few clusters", str(world)), np.zeros((4, LAYOUTS, len(RULES)))
    apart = world.area - world.lower(LACKS)
    for at in range(LAYOUTS):
        codes, positive = world.layout(rng)
        for lacks in (1.0, LACKS):
            scores = world.draw(codes, positive, max(1, draws // LAYOUTS), rng, lacks)
            low, high = (
                np.array(ends)
                for ends in zip(*intervals(judged(codes, positive, scores)).values(), strict=True)
            )
            decided, same = (low > 0) | (high < 0), low == high
            if lacks == 1:
                found[:2, at] = decided.mean(1), (high - low).mean(1)
            else:
                missed = ((low > apart) | (high < apart)) & ~same
                found[2:, at] = decided.mean(1), missed.mean(1)
    return Found(world, *(100 * found.mean(1)))


def table(found: Sequence[Found]) -> str:
    """The rules by the number of clusters."""
    lines = []
    for clusters in sorted({each.world.clusters for each in found}):
        here = [each for each in found if each.world.clusters == clusters]
        for at, rule in enumerate(RULES):
            alarms, width, power, missed = (
                [float(getattr(each, what)[at]) for each in here]
                for what in ("alarms", "width", "power", "missed")
            )
            lines.append(
                (
                    str(clusters),
                    rule.name,
                    f"{max(alarms):.1f} ({np.mean(alarms):.1f})",
                    f"{max(missed):.1f} ({np.mean(missed):.1f})",
                    f"{np.mean(width):.0f}",
                    f"{np.mean(power):.0f}",
                )
            )
    return rows(("clusters", "rule", "false alarms", "missed", "width", "power"), lines)


PAGE = """# Areas on few clusters

Made by `python -m studies.few_clusters --draws {draws}` on {date} with {versions}. All figures are in per
cent: false alarms at a nominal 5 % where both areas are equal; 95 % intervals that miss the difference
where B lacks twice as much as A; their mean width (200 is the whole range of a difference) and the power. A
cell has the highest and (in brackets) the mean rate over its worlds, on {draws} test sets each. A rate of 5
% has a Monte-Carlo error of {error:.1f} points.

`area-t` adds to DeLong's variance what one more cluster of each class would add if a model ranked it at
random. Two rules keep its interval from becoming longer than the data justify. Hall's cubic for skewed
influences is used only if each class has 20 degrees of freedom or more: on a few clusters its inverse
makes intervals up to four times as long and hardly reduces false alarms. And the interval of the difference
contains no value that separate intervals of the two areas exclude, of 97.5 % each for one of 95 %.

{verdict}

## Worlds on which the rule was chosen

Areas of .8, .9 and .97. Clusters have 10 items each, or numbers that vary as geometric ones do around 10,
and {chosen_share:.0f} % of the clusters or items are positive. Items of a cluster are of one class or of
both. Scores correlate at .2 and .8 within clusters, those of the two models at .5 and .97. In the law
`hidden` a tenth of the positives of one model score as negatives, each alone or all of a cluster together.

{chosen}

## Other worlds

Areas of .75 to .94, heavy-tailed scores and other laws, 16 items in each cluster or numbers around 6,
{confirmed_share:.0f} % positives, correlations of .05 and .5 within clusters and of .8 and .99 between
models.

{confirmed}
"""
VERDICT = """No rule that adds less comes near its level. Where all positives of a cluster may be ranked
low together, which the other clusters do not show, neither the effective number of items nor the largest
observed cluster bounds what the next cluster does: false alarms rise to {effective:.0f} and {largest:.0f}
%, those of `delong` to {delong:.0f} %. `area-t` raises at most {used:.1f} % ({before:.1f} % with the
cubic), with 10 clusters or fewer {few:.1f} %. The highest rates are those of models that correlate at .99
on {worst} clusters, where such a cluster is rare enough to be absent from most test sets: no rule here
holds its level."""


def verdict(found: Sequence[Found]) -> str:
    """What the tables say of rules that add less."""
    most = {rule.name: max(float(each.alarms[at]) for each in found) for at, rule in enumerate(RULES)}
    return VERDICT.format(
        effective=most["added: one effective item"],
        largest=most["added: at most the largest cluster"],
        delong=most["`delong`"],
        used=most["`area-t` (used)"],
        before=most["with the cubic"],
        few=max(float(each.alarms[0]) for each in found if each.world.clusters <= 10),
        worst=max(found, key=lambda each: float(each.alarms[0])).world.clusters,
    )


def page(chosen: Sequence[Found], confirmed: Sequence[Found], draws: int) -> str:
    """The page as markdown."""
    return PAGE.format(
        draws=draws,
        date=datetime.now(UTC).date().isoformat(),
        versions=versions().words,
        error=error_of(ALPHA, draws),
        verdict=verdict([*chosen, *confirmed]),
        chosen=table(chosen),
        confirmed=table(confirmed),
        chosen_share=100 * chosen[0].world.positives,
        confirmed_share=100 * confirmed[0].world.positives,
    )


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=800)
    draws = parser.parse_args().draws
    chosen, confirmed = (
        [of_world(world, draws) for world in worlds] for worlds in (chosen_worlds(), confirmed_worlds())
    )
    FILE.write_text(page(chosen, confirmed, draws), encoding="utf-8")


if __name__ == "__main__":
    main()
