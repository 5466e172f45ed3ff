"""Comparisons of counts: on one test set, or on two."""

from typing import Unpack

from bakeoff.compare.options import refuse_unknown
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedItems, RatePair
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common, answer
from bakeoff.metrics import METRICS


def compare_counts(
    only_a: int,
    only_b: int,
    *,
    n: int,
    both_right: int | None = None,
    method: str = "auto",
    **common: Unpack[Common],
) -> Verdict:
    """Compare two classifiers by the numbers of items that only one of them got right.

    Parameters
    ----------
    only_a, only_b
        Items that only A and only B got right.
    n
        All items of the test set.
    both_right
        Items that both got right; only `difference-of-proportions` needs it.
    method
        The key of a method for paired items, or ``"auto"``.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``tried``, ``tuned_on_test``, and
        options of the method.

    Examples
    --------
    >>> verdict = compare_counts(15, 35, n=412)
    >>> verdict.decision
    'b-better'
    >>> print(verdict.sentence)
    B is better: 4.9 points of accuracy, 95 % interval 1.5 to 8.4 (p = 0.005, McNemar mid-p on 412 items)
    """
    _only_accuracy(common)
    refuse_unknown(compare_counts, common.keys() - {"metric"}, method=method)
    items = PairedItems(only_a=only_a, only_b=only_b, n=n, both_right=both_right)
    return answer(items, method=method, **common)


def compare_rates(
    errors_a: int,
    n_a: int,
    errors_b: int,
    n_b: int,
    *,
    method: str = "auto",
    **common: Unpack[Common],
) -> Verdict:
    """Compare two classifiers by their error counts on independent test sets.

    Parameters
    ----------
    errors_a, n_a, errors_b, n_b
        Errors and items of each test set.
    method
        The key of a method for two rates, or ``"auto"``.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``tried``, ``tuned_on_test``.

    Examples
    --------
    >>> compare_rates(20, 100, 30, 100).result.method
    'two-proportion-z'
    """
    _only_accuracy(common)
    refuse_unknown(compare_rates, common.keys() - {"metric"}, method=method)
    rates = RatePair(errors_a=errors_a, n_a=n_a, errors_b=errors_b, n_b=n_b)
    return answer(rates, method=method, **common)


def _only_accuracy(common: Common) -> None:
    """Refuse a metric that counts of right and wrong do not determine."""
    metric = common.get("metric", "accuracy")
    if not isinstance(metric, str) or metric not in METRICS or not METRICS[metric].right_or_wrong:
        raise InputError(
            f"metric is {metric!r}, but counts of right and wrong items give only accuracy or error"
        )
