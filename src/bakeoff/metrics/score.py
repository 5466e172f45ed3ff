"""A score of each item, given as it is: the higher the better."""

from typing import NoReturn

from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.works import MILLER_2024
from bakeoff.metrics._given import refuse


def score(truth: ArrayLike, prediction: ArrayLike) -> NoReturn:
    """Refuse to compute: what scored the items is not known here, their scores are given.

    Examples
    --------
    >>> score([1], [1])
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: score means scores that are given for each item, not computed \
from the truth; compare them by compare_item_scores, or choose a metric of predictions
    """
    refuse("score", "scores")


record = Metric(
    key="score",
    title="score",
    formula="one number for each item, as a program or a person gave it, and their mean",
    low=-float("inf"),
    high=float("inf"),
    kind="per-item",
    compute=score,
    latex=r"\frac{1}{n} \sum_i s_i",
    needs="values",
    aliases=("partial credit", "reward", "rating", "grade"),
    not_to_confuse=(("brier score", "lower is better: brier"), ("loss", "lower is better")),
    references=(MILLER_2024,),
)
