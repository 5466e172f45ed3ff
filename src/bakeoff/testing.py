"""Assertions for test suites of models."""

from collections.abc import Hashable
from typing import Literal

from numpy.typing import ArrayLike

from bakeoff.core.arrays import PerItem
from bakeoff.core.exceptions import InputError
from bakeoff.core.gate import Gate
from bakeoff.metrics import MetricLike
from bakeoff.plan.not_worse import check_not_worse

__all__ = ["assert_not_worse"]


def assert_not_worse(
    truth: ArrayLike,
    *,
    old: ArrayLike,
    new: ArrayLike,
    margin: float,
    metric: MetricLike = "accuracy",
    clusters: PerItem = None,
    positive: Hashable = None,
    alpha: float = 0.025,
    names: tuple[str, str] = ("new", "old"),
    inconclusive: Literal["fail", "pass"] = "fail",
) -> Gate:
    """Assert that a new model is not worse than an old one by more than a margin.

    Parameters
    ----------
    truth, old, new, margin, metric, clusters, positive, alpha, names
        As in `bakeoff.check_not_worse`.
    inconclusive
        ``"pass"`` lets an inconclusive outcome pass.

    Returns
    -------
    The gate, if it passes.

    Raises
    ------
    AssertionError
        With the whole report, if it does not.

    Examples
    --------
    >>> truth = [0, 1] * 200
    >>> assert_not_worse(truth, old=truth, new=truth, margin=0.02).outcome
    'pass'
    """
    __tracebackhide__ = True  # pytest then shows the line that asserts
    if inconclusive not in ("fail", "pass"):
        raise InputError(f"inconclusive is {inconclusive!r}; expected 'fail' or 'pass'")
    gate = check_not_worse(
        truth,
        old,
        new,
        margin=margin,
        metric=metric,
        clusters=clusters,
        positive=positive,
        alpha=alpha,
        names=names,
    )
    if gate.outcome == "pass" or (gate.outcome, inconclusive) == ("inconclusive", "pass"):
        return gate
    raise AssertionError(str(gate))
