"""Learners whose models leave out classes: which ones may depend on the sample, and no fold shows it."""

from collections.abc import Iterable

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.outcomes import Ints
from bakeoff.experiment.remarks import followers
from bakeoff.experiment.run import Run
from bakeoff.experiment.scoring import Measure
from bakeoff.experiment.stage import MAIN

MANY_CLASSES = 3  # with two, the measured rates of false alarms hold
NEARLY_ALL = 0.9  # share of the models that leave out a class
SEVERAL = 4  # items: a model that predicts this many of a class on average seldom predicts none by chance
RARER = 3  # times: a class that much rarer than the one in question does not count
CLEAR = 4  # standard deviations by which the commonest class leads where no other sample changes it


def omitting(run: Run, learners: Iterable[str], measure: Measure) -> tuple[str, ...]:
    """The learners of which nearly every model leaves out a class, where the metric is that of one class.

    A learner that always predicts the commonest class does not count where that class leads clearly.
    """
    if not measure.metric.per_class or measure.place is None or len(run.data.classes) < MANY_CLASSES:
        return ()
    sizes = np.bincount(run.data.codes, minlength=len(run.data.classes))
    found = [name for name in learners if leaves_out(_predicted(run, name), sizes, measure.place)]
    return tuple(name for name in found if not (_leads(sizes) and followers(run, [name])))


def leaves_out(counts: Ints, sizes: Ints, place: int) -> bool:
    """Whether nearly every model leaves out a class that is not much rarer than the one at ``place``.

    ``counts`` has how often each model predicted each class, ``sizes`` how many items are of each class.

    Examples
    --------
    >>> stumps = np.array([[12, 8, 0], [13, 0, 7]])
    >>> leaves_out(stumps, np.array([20, 10, 10]), 1), leaves_out(stumps, np.array([28, 10, 2]), 1)
    (True, False)
    """
    counted = RARER * sizes >= sizes[place]
    return bool(np.mean(left_out(counts)[:, counted].any(axis=1)) >= NEARLY_ALL)


def left_out(counts: Ints) -> Bools:
    """Which classes each model leaves out, by how often it predicted each: (models, classes).

    A class counts where no model predicted it, or where those that did predicted it several times.

    Examples
    --------
    >>> left_out(np.array([[12, 8, 0], [13, 0, 7]])).tolist()
    [[False, False, True], [False, True, False]]
    """
    none, total = counts == 0, counts.sum(axis=0)
    often = total >= SEVERAL * np.sum(~none, axis=0)  # also where there are none at all
    return np.asarray(none & often)


def _predicted(run: Run, learner: str) -> Ints:
    """How often each model that was trained predicted each class."""
    cells = (run.cell(learner, MAIN, at).predicted for at in range(len(run.splits)))
    return np.array(
        [np.bincount(each, minlength=len(run.data.classes)) for each in cells if each is not None]
    )


def _leads(sizes: Ints) -> bool:
    """Whether the same class would be the commonest in other samples of this size."""
    second, first = np.sort(sizes)[-2:]
    return bool(first - second >= CLEAR * np.sqrt(first + second))
