"""A given loss of each item; lower is better."""

from typing import NoReturn

from numpy.typing import ArrayLike

from bakeoff.core.metric import Metric
from bakeoff.core.works import MILLER_2024
from bakeoff.metrics._assumed import ONE_SCALE
from bakeoff.metrics._given import refuse


def loss(truth: ArrayLike, prediction: ArrayLike) -> NoReturn:
    """Raise an error, because losses are given and not computed.

    Examples
    --------
    >>> loss([1], [1])
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: loss means losses that are given for each item, not computed \
from the truth; compare them with compare_item_scores, or choose a metric of predictions
    """
    refuse("loss", "losses")


record = Metric(
    key="loss",
    title="loss",
    formula="one number for each item, as a program or a person gave it, and their mean",
    higher_is_better=False,
    low=-float("inf"),
    high=float("inf"),
    kind="per-item",
    compute=loss,
    latex=r"\frac{1}{n} \sum_i \ell_i",
    needs="values",
    aliases=("cost", "penalty", "negative log likelihood, as given"),
    not_to_confuse=(("log-loss", "computed from probabilities and the truth"), ("score", "higher is better")),
    assumptions=("lower values are better, and the same program or person judged both models", ONE_SCALE),
    references=(MILLER_2024,),
)
