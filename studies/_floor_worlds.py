"""Worlds of many models in which few units decide: what a floor under joint p-values must hold in.

Each model's true value is known. The rule was chosen on the ``first`` worlds and confirmed on ``others``; in
``differ`` some models truly differ, among many units and among few.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import special

from bakeoff.core.panel import ItemPanel

Draw = Callable[[np.random.Generator], ItemPanel]


@dataclass(frozen=True, kw_only=True)
class FloorWorld:
    """Models of known ``values``, equal where these are, and a way to draw a test set of them."""

    group: str
    name: str
    metric: str
    values: tuple[float, ...]
    draw: Draw
    positive: int | None = None


def panel(truth: Any, answers: Any, clusters: Any = None) -> ItemPanel:
    """A test set of models m0, m1, ...; answers [model, item, ...]."""
    names = tuple(f"m{at}" for at in range(len(answers)))
    return ItemPanel(names=names, truth=truth, answers=tuple(answers), clusters=clusters)


def scores_of(k: int, clusters: Any, shared: float, hard: float, rng: np.random.Generator) -> Any:
    """Normal scores [model, item]: ``shared`` of a model's variance is by clusters, ``hard`` by items."""
    of_clusters = rng.standard_normal((k, int(clusters.max()) + 1))[:, clusters]
    of_items, own = rng.standard_normal((1, clusters.size)), rng.standard_normal((k, clusters.size))
    return np.sqrt(shared) * of_clusters + np.sqrt(hard) * of_items + np.sqrt(1 - shared - hard) * own


def by_rightness(levels: tuple[float, ...], sizes: Any, shared: float, hard: float = 0.3) -> Draw:
    """Right and wrong answers to items in clusters of these sizes."""
    clusters = np.repeat(np.arange(len(sizes)), sizes)

    def draw(rng: np.random.Generator) -> ItemPanel:
        truth = rng.integers(0, 2, clusters.size)
        scores = scores_of(len(levels), clusters, shared, hard, rng)
        right = scores < special.ndtri(np.array(levels))[:, np.newaxis]
        return panel(truth, np.where(right, truth, 1 - truth), clusters)

    return draw


def by_labels(n: int, share: float, rates: tuple[tuple[float, float], ...], *, hard: float = 0.0) -> Draw:
    """Labels of two classes by the rates of hits and of false alarms of each model."""
    cut = special.ndtri(np.array(rates))

    def draw(rng: np.random.Generator) -> ItemPanel:
        truth = (rng.random(n) < share).astype(int)
        scores = scores_of(len(rates), np.arange(n), 0.0, hard, rng)
        said = scores < np.where(truth == 1, cut[:, :1], cut[:, 1:])
        return panel(truth, said.astype(int))

    return draw


def of_precision(value: float, share: float, recalls: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    """Rates of hits and of false alarms with this precision."""
    odds = share / (1 - share) * (1 - value) / value
    return tuple((recall, recall * odds) for recall in recalls)


def of_f1(value: float, share: float, recalls: tuple[float, ...]) -> tuple[tuple[float, float], ...]:
    """Rates of hits and of false alarms with this F1 score."""
    return tuple((r, (2 * r / value - r - 1) * share / (1 - share)) for r in recalls)


def by_errors(k: int, n: int, rare: float, times: float, *, sizes: Any = None) -> Draw:
    """Errors of predicted numbers; a share of those of every second model is larger, with equal mean square.

    In clusters the large errors fall on whole clusters.
    """
    clusters = np.arange(n) if sizes is None else np.repeat(np.arange(len(sizes)), sizes)

    def draw(rng: np.random.Generator) -> ItemPanel:
        errors = rng.standard_normal((k, clusters.size))
        large = (rng.random((k, int(clusters.max()) + 1)) < rare)[:, clusters]
        heavy = np.where(large, times, 1.0) / np.sqrt(1 + rare * (times**2 - 1))
        errors[1::2] *= heavy[1::2]
        return panel(np.zeros(clusters.size), errors, None if sizes is None else clusters)

    return draw


def by_chances(k: int, n: int, rare: float, *, levels: tuple[float, ...] | None = None) -> Draw:
    """Probabilities of the true class; every second model is confidently wrong on rare items.

    Log losses have equal means: what they lose there they gain elsewhere.
    """
    wrong, usual = -np.log(0.002), -np.log(0.8)
    better = (usual - rare * wrong) / (1 - rare)

    def draw(rng: np.random.Generator) -> ItemPanel:
        truth = rng.integers(0, 2, n)
        losses = np.full((k, n), usual) if levels is None else np.tile(np.array(levels)[:, None], (1, n))
        if levels is None:
            losses[1::2] = np.where(rng.random((len(losses[1::2]), n)) < rare, wrong, better)
        of_true = np.exp(-losses * np.exp(0.3 * rng.standard_normal((k, n)) - 0.045))
        return panel(truth, np.where(truth == 1, of_true, 1 - of_true))

    return draw


def by_areas(k: int, n: int, shares: tuple[float, ...], shift: float) -> Draw:
    """Probabilities of several classes, of models that are equally good."""

    def draw(rng: np.random.Generator) -> ItemPanel:
        truth = np.searchsorted(np.cumsum(shares)[:-1], rng.random(n))
        missing = np.setdiff1d(np.arange(len(shares)), truth)
        truth[: missing.size] = missing
        scores = rng.standard_normal((k, n, len(shares))) + shift * np.eye(len(shares))[truth]
        return panel(truth, special.softmax(scores, axis=-1))

    return draw


def uneven(largest: int, others: int, size: int) -> list[int]:
    """One large cluster among others."""
    return [largest, *[size] * others]


def zipf(clusters: int, items: int) -> list[int]:
    """Sizes that fall as 1 / rank."""
    weights = 1 / np.arange(1, clusters + 1)
    return [max(1, round(each)) for each in items * weights / weights.sum()]


def worlds() -> Iterator[FloorWorld]:
    """All worlds."""
    five = (0.7,) * 5
    for share in (10, 20, 30, 40, 50, 70):
        large = round(297 * share / (100 - share))
        yield FloorWorld(
            group="first",
            name=f"clusters, the largest has {share} % of the items",
            metric="accuracy",
            values=five,
            draw=by_rightness(five, uneven(large, 99, 3), 0.15),
        )
    for shared in (0.05, 0.3):
        yield FloorWorld(
            group="first",
            name=f"clusters of 600 and 99 of 3, models' variance by cluster {shared:g}",
            metric="accuracy",
            values=five,
            draw=by_rightness(five, uneven(600, 99, 3), shared),
        )
    yield FloorWorld(
        group="first",
        name="precision .9, recalls .1, .95, .95, 1000 items",
        metric="precision",
        values=(0.9,) * 3,
        draw=by_labels(1000, 0.1, of_precision(0.9, 0.1, (0.1, 0.95, 0.95))),
        positive=1,
    )
    yield FloorWorld(
        group="first",
        name="squared errors, 2 % five times larger, 200 items",
        metric="squared-error",
        values=(1.0,) * 4,
        draw=by_errors(4, 200, 0.02, 5.0),
    )
    yield FloorWorld(
        group="first",
        name="three classes, one of 1 %, 400 items",
        metric="auc-ovr",
        values=(0.9,) * 4,
        draw=by_areas(4, 400, (0.6, 0.39, 0.01), 1.5),
    )
    for n in (26, 100):
        yield FloorWorld(
            group="first",
            name=f"log loss, rare large losses, {n} items",
            metric="log-loss",
            values=(0.22,) * 4,
            draw=by_chances(4, n, 0.02),
            positive=1,
        )
    yield FloorWorld(
        group="first",
        name="recall .8 of about 20 positives, 400 items",
        metric="recall",
        values=(0.8,) * 4,
        draw=by_labels(400, 0.05, ((0.8, 0.05),) * 4),
        positive=1,
    )
    yield from _own()
    yield from _differing()


def _own() -> Iterator[FloorWorld]:
    yield FloorWorld(
        group="others",
        name="clusters by Zipf's law, 60 of 600 items",
        metric="accuracy",
        values=(0.8,) * 6,
        draw=by_rightness((0.8,) * 6, zipf(60, 600), 0.2),
    )
    yield FloorWorld(
        group="others",
        name="two clusters of 150 among 60 of 5",
        metric="accuracy",
        values=(0.85,) * 8,
        draw=by_rightness((0.85,) * 8, [150, 150, *[5] * 60], 0.25),
    )
    yield FloorWorld(
        group="others",
        name="squared errors, 3 % of clusters four times larger, half of the items in one cluster",
        metric="squared-error",
        values=(1.0,) * 4,
        draw=by_errors(4, 0, 0.03, 4.0, sizes=uneven(120, 40, 3)),
    )
    yield FloorWorld(
        group="others",
        name="squared errors, 2 % of 80 clusters of 5 five times larger",
        metric="squared-error",
        values=(1.0,) * 4,
        draw=by_errors(4, 0, 0.02, 5.0, sizes=[5] * 80),
    )
    yield FloorWorld(
        group="others",
        name="precision .7, recalls .04, .5, .8, .8, 20 % positives, 600 items",
        metric="precision",
        values=(0.7,) * 4,
        draw=by_labels(600, 0.2, of_precision(0.7, 0.2, (0.04, 0.5, 0.8, 0.8))),
        positive=1,
    )
    yield FloorWorld(
        group="others",
        name="F1 .5, recalls .35, .5, .7, .9, 4 % positives, 1000 items",
        metric="f1",
        values=(0.5,) * 4,
        draw=by_labels(1000, 0.04, of_f1(0.5, 0.04, (0.35, 0.5, 0.7, 0.9)), hard=0.3),
        positive=1,
    )
    yield FloorWorld(
        group="others",
        name="specificity .9 of about 15 negatives, 300 items",
        metric="specificity",
        values=(0.9,) * 5,
        draw=by_labels(300, 0.95, ((0.8, 0.1),) * 5),
        positive=1,
    )
    yield FloorWorld(
        group="others",
        name="five classes, one of 2 %, 300 items",
        metric="auc-ovr",
        values=(0.9,) * 3,
        draw=by_areas(3, 300, (0.4, 0.3, 0.2, 0.08, 0.02), 1.0),
    )
    yield FloorWorld(
        group="others",
        name="log loss, rare large losses, 300 items",
        metric="log-loss",
        values=(0.22,) * 6,
        draw=by_chances(6, 300, 0.01),
        positive=1,
    )


def _differing() -> Iterator[FloorWorld]:
    two, few = (0.85,) * 2 + (0.75,) * 3, (0.8,) * 3 + (0.7,) * 37
    for name, levels, sizes, shared in (
        ("500 items", two, [1] * 500, 0.0),
        ("1500 items in 300 clusters of 5", two, [5] * 300, 0.2),
        ("clusters by Zipf's law, 150 of 1500 items", two, zipf(150, 1500), 0.1),
        ("one cluster of 300 among 300 of 3", two, uneven(300, 300, 3), 0.1),
        ("40 models, 3 of them the best, 1000 items", few, [1] * 1000, 0.0),
    ):
        yield FloorWorld(
            group="differ",
            name=name,
            metric="accuracy",
            values=levels,
            draw=by_rightness(levels, sizes, shared),
        )
    rates = of_precision(0.85, 0.3, (0.8, 0.6)) + of_precision(0.7, 0.3, (0.8, 0.6))
    yield FloorWorld(
        group="differ",
        name="precision, 800 items, 30 % positives",
        metric="precision",
        values=(0.85, 0.85, 0.7, 0.7),
        draw=by_labels(800, 0.3, rates),
        positive=1,
    )
    yield FloorWorld(
        group="differ",
        name="log loss, 300 items",
        metric="log-loss",
        values=(0.22, 0.22, 0.24, 0.24),
        draw=by_chances(4, 300, 0.0, levels=(0.22, 0.22, 0.24, 0.24)),
        positive=1,
    )
