"""The items-and-folds t test: the variance of the difference from the items and from the folds."""

from dataclasses import replace

import numpy as np

from bakeoff.core.exceptions import InputError
from bakeoff.core.figures import figure
from bakeoff.core.method import Method, OverRuns
from bakeoff.core.outcomes import Floats, FoldScores, Ints, MadeOf
from bakeoff.core.result import Alternative, Result
from bakeoff.core.works import (
    BAYLE_2020,
    DESCRIBED_HERE,
    FORMAN_SCHOLZ_2010,
    NADEAU_BENGIO_2003,
    SHAO_WU_1989,
)
from bakeoff.methods._fold_scores import NEARLY_NORMAL, SCORES, items_variance, size_ratio
from bakeoff.methods._reference import IDENTICAL, Asked, all_zero, enough, noise_of, ratio_result

KEY = "items-folds-t"
# Of items and of folds, by kind of metric: chosen in simulations, docs/measured.md.
WEIGHTS: dict[MadeOf, tuple[float, float]] = {"means": (3.0, 0.5), "labels": (2.0, 1.0), "ranks": (1.0, 2.5)}
CHOICE = (
    "a learner never predicts some classes, and which ones may depend on the sample: the variance "
    "includes half of the squared difference, so the difference is not significant at 5 %"
)
FLOORED = "the learners disagree on very few items, so the variance is that of two discordant answers"


def items_folds_t(
    scores: FoldScores,
    *,
    level: float,
    alternative: Alternative,
    item_weight: float | None = None,
    fold_weight: float | None = None,
) -> Result:
    """Test the mean difference with its variance over items, folds and models (IF-1).

    ``T = D / sqrt(V)`` with D the mean of all differences and ``V = item_weight I + fold_weight C``. I is
    the variance over items of their mean differences, divided by the number n of items; C is the
    corrected variance of Nadeau and Bengio, ``(1 / (r k) + n_test / n_train) S^2``. T is compared with
    Student's t with one degree of freedom less than the number of fold scores, and at most half the
    number of items.

    V has lower limits, because items and folds do not show all variation. First, if answers are right or
    wrong, V is at least ``2 / n^2``, the contribution of one discordant item in each direction; for F1
    and other metrics of labels it is at least ``2 c^2``, where a different answer to one item changes the
    metric by c. Learners that never differ have p = 1, and an interval of that width.

    Second, several runs show the variance M between models that were trained on different parts of the
    data. For a mean over items, V is at least ``(M - I) n_train / n_test``: the delete-d jackknife
    variance over training sets (Shao and Wu), as far as M exceeds I. This matters for learners with a
    threshold that jumps as the training set changes, such as balanced stumps. For other metrics V is at
    least ``I + M n_train / n_test``.

    Third, the variance of F1 vanishes with F1. For metrics of labels that are not means over items, V is
    the larger of two values: one from the confusion matrix of each learner, and one from the mean of
    both.

    If a learner never predicts some classes, the metric of one class may depend on which classes these
    are. All models of a sample may agree, and another sample may lead to another choice. V then includes
    ``D^2 / 2``, the largest variance of the difference of two learners whose metrics are D or 0 at
    random.

    Examples
    --------
    >>> from bakeoff.designs import KFold
    >>> items = [1, 0, 0, 1, 0, -1]
    >>> scores = FoldScores(a=[[1, 1, 0.5]], b=[[0.5, 0.5, 1]], design=KFold(folds=3), items=items)
    >>> round(items_folds_t(scores, level=0.95, alternative="two-sided").statistic, 4)
    0.2565
    """
    enough(KEY, scores.a.size, SCORES)
    as_they_are = np.arange(len(scores.a))[None]
    found = over_runs(scores, as_they_are, item_weight=item_weight, fold_weight=fold_weight)
    items, noise = _checked_items(scores), noise_of(scores.a, scores.b)
    identical = all_zero(scores.differences, noise) and all_zero(items, noise)
    result = ratio_result(
        Asked(KEY, level, alternative),
        estimate=float(found.estimates[0]),
        error=float(found.errors[0]),
        df=found.df,
        n=scores.a.size,
        noise=noise,
        identical=identical,
        notes=(FLOORED,) * bool(found.floored[0]) + (CHOICE,) * bool(scores.omits and found.estimates[0]),
    )
    if not identical or result.degenerate:
        return result
    return replace(result, p_value=1.0, notes=(*result.notes, IDENTICAL), degenerate=True)


def over_runs(
    scores: FoldScores, at: Ints, *, item_weight: float | None = None, fold_weight: float | None = None
) -> OverRuns:
    """The components of the test when runs are resampled, one draw for each row of ``at``.

    Items, models, sizes and restricted scores stay those of all runs.

    Examples
    --------
    >>> from bakeoff.designs import RepeatedKFold
    >>> design = RepeatedKFold(runs=2, folds=2)
    >>> scores = FoldScores(a=[[1, 0.5], [0, 0.5]], b=[[0, 0], [0, 0]], design=design, items=[1, 0, 0, 1])
    >>> over_runs(scores, np.array([[0, 0], [0, 1]])).estimates.tolist()
    [0.75, 0.5]
    """
    weights = _weights(scores, item_weight, fold_weight)
    items = _checked_items(scores)
    variances = _variances(scores, at, *weights)
    if scores.restricted is not None:
        as_they_are = np.arange(len(scores.a))[None]
        variances = np.maximum(variances, _variances(scores.restricted, as_they_are, *weights))
    least = 2 * (1 / len(items) if scores.right_or_wrong else scores.one_answer or 0.0) ** 2
    estimates = _flat(scores.differences, at).mean(axis=1)
    choice = estimates**2 / 2 if scores.omits else 0.0
    return OverRuns(
        estimates=estimates,
        errors=np.sqrt(np.maximum(variances, least) + choice),
        df=min(scores.a.size - 1, len(items) // 2),
        floored=variances < least,
    )


def _flat(values: Floats, at: Ints) -> Floats:
    """The values of all folds of the runs that each draw has."""
    return values.take(at, axis=0).reshape(len(at), -1)


def _weights(scores: FoldScores, *given: float | None) -> list[float]:
    """The weights asked for, or else those of the metric."""
    for name, weight in zip(("item_weight", "fold_weight"), given, strict=True):
        if weight is not None and not (isinstance(weight, int | float) and 0 <= weight < float("inf")):
            raise InputError(f"{name} is {weight!r}; expected a number of at least 0")
    usual = WEIGHTS[scores.made_of]
    return [own if each is None else each for each, own in zip(given, usual, strict=True)]


def _variances(scores: FoldScores, at: Ints, item_weight: float, fold_weight: float) -> Floats:
    by_items = items_variance(_checked_items(scores))
    ratio = size_ratio(scores)
    spreads = _flat(scores.differences, at).std(axis=1, ddof=1)
    spreads[spreads <= noise_of(scores.a, scores.b)] = 0.0
    by_folds = (1 / scores.a.size + ratio) * spreads**2
    weighted = item_weight * by_items + fold_weight * by_folds
    found: Floats = np.maximum(weighted, _by_models(scores, by_items, ratio))
    return found


def _by_models(scores: FoldScores, by_items: float, tested_to_trained: float) -> float:
    """The least variance by how far models differ.

    For means the jackknife is three to six times the variance of most learners, for which items and folds
    suffice. So it counts only where it is many times the variance over items.
    """
    if scores.models is None:
        return 0.0
    if scores.made_of == "means":
        return (scores.models - by_items) / tested_to_trained
    return by_items + scores.models / tested_to_trained


def _checked_items(scores: FoldScores) -> Floats:
    if scores.items is None or len(scores.items) < 2:
        raise InputError(
            f"{KEY} needs items, the mean difference of at least 2 items over the runs; use "
            f"corrected-resampled-t if only fold scores are known"
        )
    return scores.items


def _listed(at: int) -> str:
    means, labels, ranks = (f"{WEIGHTS[each][at]:g}" for each in WEIGHTS)
    return f"{means}; {labels} for F1 and other metrics of labels, {ranks} for AUC"


record = Method(
    key=KEY,
    title="items-and-folds t",
    takes=FoldScores,
    designs=("kfold", "repeated-kfold"),
    compute=items_folds_t,
    latex=(
        r"T = \frac{D}{\sqrt{V}}, \quad V = w_\text{items} \frac{\operatorname{var}(\bar{d}_i)}{n} "
        r"+ w_\text{folds} \left( \frac{1}{r k} + \frac{n_\text{test}}{n_\text{train}} \right) S^2"
    ),
    over_runs=over_runs,
    procedures=("IF-1",),
    needs=("items",),
    assumptions=(
        "the weights, which were calibrated in simulations, are appropriate for the learners and the data",
        NEARLY_NORMAL,
    ),
    references=(NADEAU_BENGIO_2003, BAYLE_2020, FORMAN_SCHOLZ_2010, SHAO_WU_1989, DESCRIBED_HERE),
    valid_in=("halved-samples",),
    options={
        "item_weight": f"the weight of the variance over items (default {_listed(0)})",
        "fold_weight": f"the weight of the corrected variance over folds (default {_listed(1)})",
    },
    risk="in a separate simulation with 10 x 10 folds, learners that keep only features with tiny p-values "
    f"raised it to {figure('items and folds', 'strict screening')} % (docs/measured.md)",
)
