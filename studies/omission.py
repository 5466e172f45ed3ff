"""Measure metrics of one of several classes with learners whose models leave out classes.

    python -m studies.omission [--draws 1000] [--again 4000] [--kept DIRECTORY]

Writes docs/omission.md. The world with a difference in which intervals cover least is drawn again, since the
lowest of several shares is lower than the true one.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from studies._cv_learners import Array
from studies._cv_parts import FIELDS, label_parts
from studies._cv_worlds import FOLDS, RUNS, World
from studies.cv_metrics import CHUNK, CRITICAL, USED, Candidate, measured, table

from bakeoff.lab.responses import versions

FILE = Path(__file__).parents[1] / "docs" / "omission.md"
METRICS = ("f1", "precision", "recall")
WITHOUT = USED["f1"]
WITH = replace(WITHOUT, omission=True)
FRESH = 100_000  # the first of the data sets that are drawn again
SHARES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5)  # of the squared difference


def _alike() -> Iterator[World]:
    """Both learners are the same one, and the blocks of attributes may change places."""
    for group, learners, attributes, shift, n, positives in (
        ("chosen", "balanced stump", 4, 1.2, 200, (0.2, 0.1)),
        ("chosen", "balanced stump", 2, 2.0, 300, (0.15, 0.15)),
        ("chosen", "balanced stump", 2, 1.5, 500, (0.15, 0.15)),
        ("confirmed", "balanced stump", 4, 1.2, 500, (0.2, 0.1)),
        ("confirmed", "balanced stump", 2, 2.5, 500, (0.2, 0.1)),
        ("confirmed", "balanced stump", 4, 1.2, 200, (0.1, 0.2)),
        ("confirmed", "balanced stump", 6, 1.5, 300, (0.2, 0.15, 0.15)),
        ("confirmed", "balanced stump", 4, 1.5, 400, (0.15, 0.15, 0.15, 0.15)),
        ("confirmed", "costly stump", 4, 1.5, 200, (0.2, 0.1)),
        ("confirmed", "stump", 4, 2.0, 200, (0.25, 0.25)),
        ("confirmed", "30 neighbours", 4, 1.5, 200, (0.25, 0.2)),
        ("limits", "one rule", 4, 1.5, 300, (0.2, 0.15)),
    ):
        yield World(
            group=group,
            learners=learners,
            attributes=attributes,
            shift=(shift, shift),
            n=n,
            positives=positives,
            equal=METRICS,
        )


def _apart() -> Iterator[World]:
    """Different learners; the shift of the second was found by bisection so that their mean F1 are equal."""
    for group, learners, attributes, shift, n, positives in (
        ("chosen", "balanced stump against discriminant", 2, (2.0, 1.32), 300, (0.15, 0.15)),
        ("confirmed", "balanced stump against naive Bayes", 6, (2.0, 0.83), 200, (0.15, 0.15, 0.15)),
        ("confirmed", "costly stump against 5 neighbours", 4, (1.5, 1.0), 400, (0.2, 0.1)),
        ("limits", "one rule against discriminant", 2, (2.0, 1.36), 300, (0.15, 0.15)),
    ):
        yield World(
            group=group,
            learners=learners,
            attributes=attributes,
            shift=shift,
            n=n,
            positives=positives,
            equal=("f1",),
        )


def _different() -> Iterator[World]:
    """A difference, of learners that predict all classes and of others."""
    for learners, attributes, shift, n, positives, share in (
        ("discriminant", 4, (1.5, 0.8), 200, (0.2, 0.1), False),
        ("discriminant", 4, (1.5, 0.8), 500, (0.2, 0.1), False),
        ("naive Bayes", 6, (1.5, 0.9), 300, (0.2, 0.15, 0.15), False),
        ("5 neighbours against discriminant", 4, (1.0, 1.0), 300, (0.2, 0.2), True),
        ("balanced 15 neighbours", 4, (1.5, 0.9), 300, (0.2, 0.2), False),
        ("balanced stump", 4, (2.5, 1.0), 300, (0.2, 0.2), False),
        ("discriminant against balanced stump", 4, (2.0, 2.0), 300, (0.2, 0.2), True),
        ("discriminant against 30 neighbours", 4, (1.5, 1.5), 200, (0.25, 0.2), True),
    ):
        yield World(
            group="different",
            learners=learners,
            attributes=attributes,
            shift=shift,
            n=n,
            positives=positives,
            share=share,
            equal=(),
        )


WORLDS = (*_alike(), *_apart(), *_different())


def parts_of(world: World, draws: range) -> Array:
    """All parts (data sets, metrics, fields) of the variance."""
    y, folds = (np.empty((len(draws), *shape), dtype=int) for shape in ((world.n,), (RUNS, world.n)))
    said = np.empty((len(draws), 2, RUNS, world.n), dtype=np.int8)
    for at, draw in enumerate(draws):
        y[at], folds[at], scores = world.drawn(draw)
        said[at] = scores.argmax(axis=-1)
    return np.stack([label_parts(key, y, said, folds) for key in METRICS], axis=1)


def rows_of(world: World, parts: Array) -> list[str]:
    """A world, how often a class is left out, and how often each metric decides without and with regard."""
    shares = [f"{100 * each:.0f}" for each in (1 - sum(world.positives), *world.positives)]
    fired = 100 * np.nanmean(parts[:, 0, FIELDS.index("omits")])
    cells = []
    for at, key in enumerate(METRICS):
        rates = [100 * np.nanmean(each.decided(parts[:, at])) for each in (WITHOUT, WITH)]
        known = not world.equal or key in world.equal
        cells.append(f"{rates[0]:.1f} -> {rates[1]:.1f}" if known else "")
    return [world.name, f"{world.n}", " : ".join(shares), f"{fired:.0f}", *cells]


def by_group(found: dict[World, Array], *groups: str) -> str:
    """The worlds of some groups."""
    head = ["world", "n", "classes", "left out", *METRICS]
    return table(head, [rows_of(world, parts) for world, parts in found.items() if world.group in groups])


def coverage(parts: Array, candidate: Candidate) -> float:
    """The share of intervals by F1, in per cent, that contain the mean difference."""
    return float(100 - 100 * np.nanmean(candidate.decided(parts[:, 0], float(np.nanmean(parts[:, 0, 0])))))


def covered(found: dict[World, Array], *groups: str) -> str:
    """The lowest share of intervals that contain the mean difference, by F1, without and with regard."""
    here = [parts for world, parts in found.items() if world.group in groups]
    lowest = [min(coverage(parts, candidate) for parts in here) for candidate in (WITHOUT, WITH)]
    return f"{lowest[0]:.1f} -> {lowest[1]:.1f}"


def drawn_again(found: dict[World, Array], draws: int) -> dict[str, str]:
    """The world with a difference in which intervals cover least, on other data sets."""
    different = [world for world in found if world.group == "different"]
    world = min(different, key=lambda each: coverage(found[each], WITH))
    starts = range(FRESH, FRESH + draws, CHUNK)
    parts = np.concatenate(
        [parts_of(world, range(at, min(at + CHUNK, FRESH + draws))) for at in starts] or [found[world]]
    )
    share = coverage(parts, WITH)
    error = np.sqrt(share * (100 - share) / len(parts))
    return {
        "again": f"{len(parts)}",
        "least": f"{world.name}, n = {world.n}",
        "covered_again": f"{coverage(parts, WITHOUT):.1f} -> {share:.1f} % (Monte-Carlo error {error:.1f})",
    }


def by_share(found: dict[World, Array]) -> str:
    """The highest rate of false alarms by F1 where another share of the squared difference is added."""
    rows = []
    for share in SHARES:
        cells = []
        for group in ("chosen", "confirmed"):
            here = [parts[:, 0] for world, parts in found.items() if world.group == group]
            cells.append(f"{100 * max(np.nanmean(_decided(parts, share)) for parts in here):.1f}")
        rows.append([f"{share:g}", *cells])
    return table(["share of D^2", "chosen on", "other worlds"], rows)


def _decided(parts: Array, share: float) -> Array:
    added = share * parts[:, 0] ** 2 * parts[:, FIELDS.index("omits")]
    return np.abs(parts[:, 0]) > CRITICAL * np.sqrt(WITHOUT.variance(parts) + added)


PAGE = """# Metrics of one class with learners that leave out classes

Made by `python -m studies.omission --draws {draws} --again {again}` on {date} with {versions}. How often
`items-folds-t` decides, in per cent at a nominal 5 %, of {draws} data sets in each world ({runs} x {folds}
folds). A rate of 5 % has a Monte-Carlo error of {error:.1f} points. The first figure of a cell is without any
regard to classes that are left out, the second is that of the method.

A stump has two leaves, so that it cannot predict three classes. Which classes it predicts depends on the
attribute that it chooses, and two attributes may be equally good by its own criterion where they tell
different classes apart. F1 of one class is then high or low by the choice. Another sample may lead to the
other choice. Yet all models of one cross-validation share most of their training items and may all choose
alike: the variance of that choice is not in the data. The same holds for any method that knows the data at
hand only. Halves of the data understate it, because the variance of a choice does not fall with the number of
items.

So the method asks whether nine in ten models of a learner leave out a class: they never predict it in their
test fold, and either no model of the learner does, or those that do predict it four times or more on average.
A class that is less than a third as frequent as the class in question does not count. A learner that predicts
nothing but the commonest class does not count either where that class leads by four standard deviations. With
two classes nothing is changed ([cv_metrics.md](cv_metrics.md) has the rates). Where it applies, V includes
D^2 / 2: the largest variance of the difference of two learners whose metrics are D or 0 at random. T is then
below 1.42, so that nothing is decided at 5 %, and the caveat `models-omit-classes` says why.

## Worlds on which the rule was chosen

Learners with the same name see two blocks of attributes that may change places. For different learners, the
attributes of the second are such that the mean F1 of both are equal. "left out" is how often the rule
applies. Classes are shares in per cent; metrics are those of the second class.

{chosen}

## Other worlds, with other learners and numbers of classes

Smaller runs of four of them had been seen before the choice: balanced stumps with 500 items and shares of 70,
20 and 10 %, balanced stumps with four classes, costly stumps and plain stumps against themselves.

{confirmed}

## Other shares of the squared difference

The highest rate of false alarms by F1. Smaller shares leave differences that are many standard errors large.

{shares}

## Worlds with a difference: power

Learners that predict all classes lose nothing, but for data sets where even these leave out a class. Those
that leave out classes lose everything: only macro-f1, kappa or balanced accuracy can decide there.

{different}

The lowest share of 95 % intervals for F1 that contain the mean difference is {coverage} % in these worlds,
and {coverage_null} % in those above. The world with the lowest share was drawn again, with {again} other data
sets: {least}. There the intervals cover {covered_again}.

Intervals miss the mean difference there where D is near 0 in the sample: D^2 / 2 is then near 0 as well, and
another choice of either learner would have led to a large D. A variance of (A^2 + B^2) / 4, for metrics A and
B that are themselves or 0 at random, covers it. It is not used: learners that make the same choice for the
same reason, such as two stumps with other settings, would then have intervals from nearly -1 to 1 although
their difference hardly varies. Nothing is decided in either case.

## Limits

A rule on one attribute with five bins can predict all classes, and so nothing shows that it serves one class
at the expense of another. Nothing is added there.

{limits}
"""


def page(found: dict[World, Array], draws: int, again: int = 0) -> str:
    """The page as markdown."""
    return PAGE.format(
        draws=draws,
        date=datetime.now(UTC).date().isoformat(),
        versions=versions().words,
        runs=RUNS,
        folds=FOLDS,
        error=100 * np.sqrt(0.05 * 0.95 / draws),
        chosen=by_group(found, "chosen"),
        confirmed=by_group(found, "confirmed"),
        shares=by_share(found),
        **drawn_again(found, again),
        coverage=covered(found, "different"),
        coverage_null=covered(found, "chosen", "confirmed"),
        different=by_group(found, "different"),
        limits=by_group(found, "limits"),
    )


def main(given: Sequence[str] | None = None) -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=1000)
    parser.add_argument("--again", type=int, default=4000)
    parser.add_argument("--kept", type=Path)
    asked = parser.parse_args(given)
    found = {}
    for world in WORLDS:
        found[world] = measured(world, asked.draws, asked.kept, parts_of)
        sys.stderr.write(f"{world.group}: {world.name}, n = {world.n}\n")
    FILE.write_text(page(found, asked.draws, asked.again), encoding="utf-8")


if __name__ == "__main__":
    main()
