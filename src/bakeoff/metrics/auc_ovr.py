"""The area under the ROC curve for several classes, each against the rest."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.arrays import Bools
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, Ints, finite
from bakeoff.core.works import FAWCETT_2006
from bakeoff.metrics._assumed import EQUAL, ONE_MODEL, SHARES, TRUTH
from bakeoff.metrics._influence import rank_values


def auc_ovr(truth: ArrayLike, prediction: ArrayLike) -> Floats:
    """A value for each item whose mean is the mean over classes of the area of each class against the rest.

    Parameters
    ----------
    truth
        The number of the true class of each item, 0 to classes - 1; every class must occur.
    prediction
        A score of every class, shape (n, classes), or of class 1 alone, shape (n,); only the order matters.

    Examples
    --------
    >>> scores = [[0.8, 0.1, 0.1], [0.2, 0.6, 0.2], [0.3, 0.5, 0.2], [0.1, 0.3, 0.6]]
    >>> round(float(auc_ovr([0, 1, 2, 2], scores).mean()), 6)
    0.958333
    """
    classes, scores = np.asarray(truth), np.asarray(prediction)
    scores = finite(scores, "prediction", ndim=2 if scores.ndim == 2 else 1)
    table = scores if scores.ndim == 2 else scores[:, np.newaxis]
    of = range(table.shape[1]) if scores.ndim == 2 else (1,)
    values = [_values(classes == each, own, each) for each, own in zip(of, table.T, strict=True)]
    return np.asarray(np.mean(values, axis=0))


def _values(positive: Bools, score: Floats, place: int) -> Floats:
    count = int(positive.sum())
    if count in (0, len(positive)):
        raise InputError(
            f"{'no' if not count else 'every'} item belongs to class number {place}, so its AUC against "
            f"the rest is undefined; expected items of every class"
        )
    ranked = np.sort(score[~positive]), np.sort(score[positive])
    above, below = (
        (np.searchsorted(each, score, side="left") + np.searchsorted(each, score, side="right"))
        / (2 * each.size)
        for each in ranked
    )
    return rank_values(positive, np.where(positive, above, 1 - below))


def resampled_auc_ovr(truth: Floats, prediction: Floats, weights: Ints) -> Floats:
    """The mean over classes in each resample, by weights [resample, item]; NaN where a class is missing.

    >>> y, said = np.array([0, 1, 1]), np.array([0.2, 0.1, 0.9])
    >>> resampled_auc_ovr(y, said, np.array([[1, 1, 1], [1, 0, 2], [0, 1, 2]])).tolist()
    [0.5, 1.0, nan]
    """
    table = prediction if prediction.ndim == 2 else prediction[:, np.newaxis]
    of = range(table.shape[1]) if prediction.ndim == 2 else (1,)
    areas = [_weighted_area(truth == each, own, weights) for each, own in zip(of, table.T, strict=True)]
    return np.asarray(np.mean(areas, axis=0))


def _weighted_area(positive: Bools, score: Floats, weights: Ints) -> Floats:
    order = np.argsort(score, kind="stable")
    ranked = score[order]
    starts = np.flatnonzero(np.concatenate([[True], ranked[1:] != ranked[:-1]]))
    above, below = (
        np.add.reduceat(np.where(side, weights, 0)[:, order], starts, axis=1)
        for side in (positive, ~positive)
    )
    lower = 2 * np.cumsum(below, axis=1) - below
    pairs = 2 * above.sum(axis=1) * below.sum(axis=1)
    won = np.einsum("rg,rg->r", above, lower)
    return np.asarray(np.divide(won, pairs, out=np.full(len(weights), np.nan), where=pairs > 0))


record = Metric(
    key="auc-ovr",
    title="one-vs-rest AUC",
    formula="the mean over classes of the area under the ROC curve of the class against the rest",
    kind="whole",
    compute=auc_ovr,
    resampled=resampled_auc_ovr,
    latex=r"\frac{1}{M} \sum_{j=1}^{M} \mathrm{AUC}_{j \text{ against the rest}}",
    needs="scores",
    chance=0.5,
    scikit=("roc_auc_ovr",),
    aliases=("multi-class AUC", "macro AUC", "roc_auc_score with multi_class='ovr'"),
    not_to_confuse=(
        ("auc", "of one class against the rest"),
        ("one-vs-one AUC", "the mean over pairs of classes, without the others (Hand & Till's M)"),
    ),
    assumptions=("only the order of the scores of each class matters", EQUAL, SHARES, ONE_MODEL, TRUTH),
    references=(FAWCETT_2006, "Hand & Till 2001, Machine Learning 45:171-186"),
)
