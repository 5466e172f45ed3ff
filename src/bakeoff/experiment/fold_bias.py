"""How far stratified folds favour a learner whose predictions follow the class proportions of the sample."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.rng import generator
from bakeoff.experiment.run import Run
from bakeoff.experiment.stage import MAIN

DRAWS = 500


def favoured(run: Run, learners: tuple[str, str]) -> float:
    """By how much accuracy stratified folds favour the first learner; 0 where folds are not stratified."""
    if run.data.kind != "classes" or not getattr(run.splits.design, "stratified", False):
        return 0.0
    counts = np.bincount(run.data.codes, minlength=len(run.data.classes))
    a, b = (_said(run, name, len(counts)) for name in learners)
    return share_bias(counts, a, b)


def _said(run: Run, learner: str, classes: int) -> Ints:
    """How often a learner predicts each class in the first run."""
    cells = (run.cell(learner, MAIN, at).predicted for at in range(run.splits.shape[-1]))
    told = [np.bincount(np.asarray(each), minlength=classes)[:classes] for each in cells if each is not None]
    found: Ints = np.sum(told, axis=0, dtype=np.int64) if told else np.zeros(classes, dtype=np.int64)
    return found


def share_bias(counts: npt.ArrayLike, said_a: npt.ArrayLike, said_b: npt.ArrayLike) -> float:
    """The bias of stratified folds in the difference of two accuracies, from counts by class.

    Stratified test folds have the class proportions of their training folds, also where the population has
    not. A learner that predicts the class which happens to be frequent gains what this class has in excess
    of its true share. The excess of the class at each rank is estimated with samples drawn from shares that
    are shrunk towards equality, as far as chance explains their differences (Efron & Morris 1973). The bias
    is its mean over the predictions of A minus that over the predictions of B.

    Parameters
    ----------
    counts
        Items of each class.
    said_a, said_b
        How often A and B predict each class.

    Examples
    --------
    Ten classes; A predicts the most frequent one and B the rarest:

    >>> counts = [16, 13, 12, 11, 10, 10, 9, 8, 6, 5]
    >>> round(share_bias(counts, [100] + [0] * 9, [0] * 9 + [100]), 2)
    0.1
    """
    held = tuple(np.asarray(counts, dtype=np.int64).tolist())
    a, b = (np.asarray(said, dtype=np.float64) for said in (said_a, said_b))
    if not a.sum() or not b.sum():
        return 0.0
    return float((a / a.sum() - b / b.sum()) @ _excess(held))


@lru_cache(maxsize=4)
def _excess(held: tuple[int, ...]) -> Floats:
    """What the class at the rank of each class has in excess of its true share, on average over samples."""
    counts = np.array(held)
    n, shares = int(counts.sum()), _shrunk(counts)
    drawn = generator(0, "class shares").multinomial(n, shares, size=DRAWS)
    by_rank = np.take_along_axis(drawn / n - shares, _ranking(drawn), axis=1).mean(axis=0)
    found = np.empty(len(counts))
    found[_ranking(counts)] = by_rank
    return found


def _ranking(counts: Ints) -> Ints:
    return np.argsort(-counts, axis=-1, kind="stable")


def _shrunk(counts: Ints) -> Floats:
    """Shares, moved towards equal ones by the part of their spread that chance explains."""
    classes, n = len(counts), counts.sum()
    apart = counts / n - 1 / classes
    chi_square = n * classes * float(apart @ apart)
    kept = max(0.0, 1 - (classes - 1) / chi_square) if chi_square else 0.0
    found: Floats = 1 / classes + kept * apart
    return found
