"""Which items two learners of a setting get wrong, over data sets, runs and folds, and how they rank them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.rng import generator
from bakeoff.lab.item_errors import data_seeds, fold_of, item_errors
from bakeoff.lab.layout import Layout, fold_sizes
from bakeoff.lab.learners._arrays import Bools, Flags, Words
from bakeoff.lab.learners.fit_predict import fit_score
from bakeoff.lab.population import Attributes, Data, Population
from bakeoff.lab.populations._settings import Setting, Side, once
from bakeoff.lab.populations._truth import Measured, expected
from bakeoff.lab.procedure import FOLDS_OF_A_HALF
from bakeoff.metrics.auc import auc


@dataclass(frozen=True, kw_only=True, eq=False)
class Sets:
    """Data sets of a setting, as its learners are shown them: attributes (data sets, items, attributes).

    ``seeds`` decide the folds, the same for both learners.
    """

    setting: Setting
    shown: dict[str, Attributes]
    y: Ints
    seeds: Words
    entropy: int


def draw_sets(setting: Setting, *, first: int, count: int, rng: int, repetition: int = 0) -> Sets:
    """Data sets ``first`` to ``first + count - 1`` of a setting; ``repetition`` deals other folds to them.

    Examples
    --------
    >>> from bakeoff.lab.populations._settings import setting
    >>> sets = draw_sets(setting("fair-attributes:n-100:naive-bayes-vs-c45"), first=0, count=3, rng=0)
    >>> sets.y.shape
    (3, 100)
    """
    population = setting.make()
    X, y = population.draw_many(count, setting.n, rng, first=first)
    entropy = int(generator(rng, "partition", repetition).integers(2**62))
    shown = {name: _shown(population, side, X) for name, side in setting.sides.items()}
    return Sets(setting=setting, shown=shown, y=y, seeds=data_seeds(X, y, entropy), entropy=entropy)


def _shown(population: Population, side: Side, X: Attributes) -> Attributes:
    view = population.view(side.view)
    return view(X.reshape(-1, X.shape[-1])).reshape(*X.shape[:2], -1)


def wrong(sets: Sets, layout: Layout) -> dict[str, Flags]:
    """For each learner the flags (data sets, runs, items) of items that it gets wrong when tested."""
    return {
        name: _answer(sets, side, sets.shown[name], layout, name) for name, side in sets.setting.sides.items()
    }


def _answer(sets: Sets, side: Side, X: Attributes, layout: Layout, name: str) -> Flags:
    flags = item_errors(
        X, sets.y, learner=side.learner, runs=layout.runs, folds=layout.folds, seeds=sets.seeds
    )
    if not side.error_rate:
        return flags
    # A damaged learner flips some of its answers; with two classes that makes wrong ones right.
    for at, seed in enumerate(sets.seeds):
        turned = generator(int(seed), "damage", name).random(flags[at].shape) < side.error_rate
        flags[at] ^= turned.astype(np.uint8)
    return flags


def by_fold(flags: Flags | Ints, folds: Ints, layout: Layout) -> Ints:
    """Errors (data sets, runs, folds); where only the first fold is tested, (data sets, 1, runs)."""
    if layout.one:
        tested: Ints = np.where(folds == 0, flags, 0).sum(axis=-1, dtype=np.int64)
        return tested[:, None, :]
    sets, runs, n = flags.shape
    row = np.arange(sets * runs)[:, None] * layout.folds + folds.reshape(-1, n)
    counted = np.bincount(row.ravel(), weights=flags.ravel(), minlength=sets * runs * layout.folds)
    return counted.reshape(sets, runs, layout.folds).astype(np.int64)


@dataclass(frozen=True, kw_only=True, eq=False)
class ByFold:
    """Errors of A and of B on the same folds: (data sets, runs, folds), as `by_fold` has them.

    ``apart`` (data sets, items) says in how many runs more A was right than B; ``models`` is the variance
    between models by data set, None where a single run or a single item in each fold does not show it.
    """

    a: Ints
    b: Ints
    apart: Ints
    models: Floats | None


def errors_by_fold(sets: Sets, layout: Layout) -> ByFold:
    """The errors of both learners, by fold and by item, and the variance between their models."""
    folds = fold_of(sets.y, runs=layout.runs, folds=layout.folds, seeds=sets.seeds)
    answers = wrong(sets, layout)
    differences = answers["b"].astype(np.int64) - answers["a"]
    a, b = (by_fold(answers[name], folds, layout) for name in ("a", "b"))
    models = between_models(differences, folds, layout)
    return ByFold(a=a, b=b, apart=differences.sum(axis=1), models=models)


def between_models(differences: Ints, folds: Ints, layout: Layout) -> Floats | None:
    """The variance between models as `bakeoff.experiment.item_values` has it, for each data set."""
    sizes = np.array(fold_sizes(differences.shape[-1], layout.folds))
    runs, pairs = layout.runs, layout.runs * int(np.sum(sizes * (sizes - 1)))
    if layout.one or runs == 1 or not pairs:
        return None
    # Deviations from the mean over the runs, times the number of runs, are whole numbers.
    deviations = runs * differences - differences.sum(axis=1, keepdims=True)
    found = (by_fold(deviations, folds, layout) ** 2).sum(axis=(1, 2)) - (deviations**2).sum(axis=(1, 2))
    return np.asarray(found / (pairs * (runs - 1) * (runs - 1 + 1 / layout.folds)))


def right_and_wrong(sets: Sets, layout: Layout) -> Ints:
    """(data sets, 4): items that A alone, B alone, both and neither get right, each item tested once."""
    answers = wrong(sets, layout)
    a, b = (answers[name][:, 0] for name in ("a", "b"))
    tested = np.ones(a.shape, dtype=bool)
    if layout.one:
        tested = fold_of(sets.y, runs=1, folds=layout.folds, seeds=sets.seeds)[:, 0] == 0
    cells = ((a == 0) & (b == 1), (a == 1) & (b == 0), (a == 0) & (b == 0), (a == 1) & (b == 1))
    return np.stack([(cell & tested).sum(axis=1) for cell in cells], axis=1)


def half_differences(sets: Sets, halvings: int) -> Floats:
    """(data sets, halvings, 2): mean difference in accuracy in two halves of the items (HS-1)."""
    # Other folds than those of the main design, or its first run would be a halving.
    seeds = data_seeds(sets.y[..., None], sets.y, sets.entropy) ^ sets.seeds
    halves = fold_of(sets.y, runs=halvings, folds=2, seeds=seeds)
    layout = Layout(runs=1, folds=FOLDS_OF_A_HALF)
    found = np.empty((*halves.shape[:2], 2))
    for side in (0, 1):
        part = _half(sets, halves == side)
        errors = errors_by_fold(part, layout)
        sizes = fold_sizes(part.y.shape[1], layout.folds)
        found[..., side] = ((errors.b - errors.a) / sizes).mean(axis=(1, 2)).reshape(halves.shape[:2])
    return found


def _half(sets: Sets, chosen: Bools) -> Sets:
    """The chosen items of each data set and halving as separate data sets."""
    where = np.nonzero(chosen)
    size = int(chosen[0, 0].sum())
    items = where[2].reshape(*chosen.shape[:2], size)
    at = np.arange(len(sets.y))[:, None, None]
    y = sets.y[at, items].reshape(-1, size)
    shown = {name: X[at, items].reshape(len(y), size, X.shape[-1]) for name, X in sets.shown.items()}
    return Sets(
        setting=sets.setting,
        shown=shown,
        y=y,
        seeds=data_seeds(items.reshape(-1, size, 1), y, sets.entropy)
        ^ np.repeat(sets.seeds, chosen.shape[1]),
        entropy=sets.entropy,
    )


TEST_ITEMS, DRAWS, RNG = 2000, 200, 1


def can_rank(setting: Setting) -> bool:
    """Whether both learners score items: two classes, and no flipped answers."""
    sides = setting.sides.values()
    scored = not any(side.error_rate or side.learner == "voted-perceptron" for side in sides)
    return setting.make().classes == 2 and scored


def ranked(sets: Sets, layout: Layout) -> dict[str, list[Any]]:
    """For each data set the classes of the items tested in the first fold, and both learners' scores."""
    if not can_rank(sets.setting):
        raise InputError(
            f"the learners of {sets.setting.key} do not rank items of two classes; expected a setting where "
            f"they do, for an area under a ROC curve"
        )
    tested = fold_of(sets.y, runs=1, folds=layout.folds, seeds=sets.seeds)[:, 0] == 0
    found: dict[str, list[Any]] = {"positive": [], "rank_a": [], "rank_b": []}
    for at, test in enumerate(tested):
        y = sets.y[at]
        found["positive"].append((y[test] == 1).tolist())
        for name, side in sets.setting.sides.items():
            X = sets.shown[name][at]
            found[f"rank_{name}"].append(fit_score(side.learner)(X[~test], y[~test], X[test]).tolist())
    return found


@once
def true_area_difference(setting: Setting, train: int) -> Measured:
    """The expected area under the curve of A minus that of B over random training sets, as measured."""
    population = setting.make()
    apart = []
    for index in range(DRAWS):
        drawn = _training_and_test(population, train, index)
        areas = [_area(population, side, *drawn) for side in setting.sides.values()]
        apart.append(areas[0] - areas[1])
    return expected(np.array(apart))


def _training_and_test(population: Population, train: int, index: int) -> tuple[Data, Data]:
    rng = generator(RNG, "areas", population.name, index)
    if population.with_test is not None:
        return population.with_test(train, rng)
    return population.draw(train, rng), population.draw(TEST_ITEMS, rng)


def _area(population: Population, side: Side, training: Data, test: Data) -> float:
    view = population.view(side.view)
    scores = fit_score(side.learner)(view(training[0]), training[1], view(test[0]))
    return float(auc(test[1] == 1, scores))
