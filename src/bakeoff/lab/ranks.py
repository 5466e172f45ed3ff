"""How positive learners think each test item is: what areas under ROC curves are compared by."""

from typing import Any

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import generator
from bakeoff.lab.answers import Sets
from bakeoff.lab.item_errors import fold_of
from bakeoff.lab.layout import Layout
from bakeoff.lab.learners.fit_predict import fit_score
from bakeoff.lab.population import Data, Population
from bakeoff.lab.populations._settings import Setting, Side, once
from bakeoff.lab.populations._truth import Measured, expected
from bakeoff.metrics.auc import auc

TEST_ITEMS, DRAWS, RNG = 2000, 200, 1


def can_rank(setting: Setting) -> bool:
    """Whether both learners say how positive an item is: of two classes, and with no answer turned round."""
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
