"""A given score of each item; higher is better."""

from typing import NoReturn

from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.works import MILLER_2024
from bakeoff.metrics._assumed import ONE_SCALE
from bakeoff.metrics._given import refuse


def score(truth: ArrayLike, prediction: ArrayLike) -> NoReturn:
    """Raise an error, because scores are given and not computed.

    Examples
    --------
    >>> score([1], [1])
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: score means scores that are given for each item, not computed \
from the truth; compare them with compare_item_scores, or choose a metric of predictions
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
    assumptions=("higher values are better, and the same program or person judged both models", ONE_SCALE),
    references=(MILLER_2024,),
)
