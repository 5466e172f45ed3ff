"""Whether the true class is among the k with the highest scores."""

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.outcomes import Floats, finite
from bakeoff.metrics._assumed import ALIKE, SHARES, TRUTH


def top_k_accuracy(truth: ArrayLike, prediction: ArrayLike, *, k: int = 2) -> Floats:
    """1 for each item whose true class has one of the k highest scores, else 0.

    If the k-th highest score is tied, the item gets its expected value under random tie-breaking.

    Examples
    --------
    >>> scores = [[0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [0.4, 0.3, 0.3]]
    >>> top_k_accuracy([1, 2, 2], scores).tolist()
    [1.0, 0.0, 0.5]
    """
    classes, scores = np.asarray(truth, dtype=np.int64), np.asarray(prediction)
    if scores.ndim != 2:
        raise InputError("top-k-accuracy needs a score of every class, shape (n, classes); got one column")
    table = finite(scores, "prediction", ndim=2)
    if table.shape[1] <= k:
        raise InputError(
            f"top-k-accuracy with k = {k} is 1 for every model of {table.shape[1]} classes; expected a k "
            f"below the number of classes: top-k-accuracy:1"
        )
    own = table[np.arange(len(classes)), classes][:, np.newaxis]
    higher, tied = (table > own).sum(axis=1), (table == own).sum(axis=1)
    return np.asarray(np.clip((k - higher) / tied, 0.0, 1.0))


def of_k(text: str) -> Metric:
    """The metric with the k that follows the colon in ``top-k-accuracy:5``.

    >>> of_k("5").title
    'top-5 accuracy'
    """
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 9):
        raise InputError(f"the k of top-k-accuracy is {text!r}; expected a whole number: top-k-accuracy:5")
    k = int(text)
    return replace(
        record, key=f"top-k-accuracy:{k}", title=f"top-{k} accuracy", compute=partial(top_k_accuracy, k=k)
    )


record = Metric(
    key="top-k-accuracy",
    title="top-2 accuracy",
    formula="share of items whose true class has one of the k highest scores; k = 2, or top-k-accuracy:k",
    kind="per-item",
    compute=top_k_accuracy,
    latex=(
        r"\frac{1}{n} \sum_i \left[ y_i \text{ is among the } k \text{ classes with the highest scores} "
        r"\right]"
    ),
    right_or_wrong=True,
    needs="scores",
    with_value=of_k,
    scikit=("top_k_accuracy",),
    aliases=("hits at k", "recall at k, with one relevant class"),
    not_to_confuse=(("accuracy", "top-1 accuracy: the share of items whose predicted label is right"),),
    assumptions=("the order within the first k does not matter", ALIKE, SHARES, TRUTH),
    references=("Russakovsky et al. 2015, International Journal of Computer Vision 115:211-252",),
)
