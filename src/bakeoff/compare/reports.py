"""Comparison of reports of skore by their predictions, without importing skore."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.predictions import compare_predictions
from bakeoff.compare.scores import compare_scores
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import Floats
from bakeoff.core.verdict import Verdict
from bakeoff.designs import KFold
from bakeoff.judge.answer import Common

EXPECTED = "two EstimatorReports or CrossValidationReports of skore, or one ComparisonReport of two"


def compare_reports(a: Any, b: Any = None, *, metric: str | None = None, **common: Unpack[Common]) -> Verdict:
    """Compare two models by reports of skore, from the predictions for their test items.

    Two ``EstimatorReport`` with the same test set are compared item by item, as in `compare_predictions`. Two
    ``CrossValidationReport`` with the same splits are compared by their folds and items, as in
    `compare_scores`; every item must be tested once.

    Parameters
    ----------
    a, b
        Two reports of the same kind, or a single ``ComparisonReport`` of two.
    metric
        The metric to compare: accuracy by default, squared error for regression. For cross-validation,
        ``accuracy``, ``error``, ``squared-error`` or ``absolute-error``.
    **common
        ``alpha``, ``level``, ``alternative``, ``names``, ``margin``, ``tried``, ``tuned_on_test``.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> def report(name, said):
    ...     return SimpleNamespace(
    ...         y_test=[0, 1] * 9, ml_task="binary-classification", estimator_name_=name,
    ...         get_predictions=lambda data_source: said,
    ...     )
    >>> made = report("bayes", [0, 1] * 9), report("none", [1] * 18)
    >>> compare_reports(*made).decision
    'a-better'
    """
    refuse_unknown(compare_reports, common)
    named = _two(a, b)
    common.setdefault("names", (named[0][0], named[1][0]))
    one, other = (report for _, report in named)
    numbers = [str(getattr(each, "ml_task", "")).endswith("regression") for each in (one, other)]
    if numbers[0] != numbers[1]:
        raise InputError(
            "one report is for regression and the other for classification; expected reports on the same task"
        )
    wanted = metric or ("squared-error" if numbers[0] else "accuracy")
    if all(hasattr(each, "split_indices") for each in (one, other)):
        return _by_folds(one, other, wanted, common)
    for each in (one, other):
        if not hasattr(each, "y_test") or not hasattr(each, "get_predictions"):
            raise InputError(f"a report is {type(each).__name__}; expected {EXPECTED}")
    truth = np.asarray(one.y_test)
    if not np.array_equal(truth, np.asarray(other.y_test)):
        raise InputError("the reports have different test items (y_test differs); expected the same test set")
    predicted = [np.asarray(each.get_predictions(data_source="test")) for each in (one, other)]
    return compare_predictions(truth, *predicted, metric=wanted, **common)


def _two(a: Any, b: Any) -> list[tuple[str, Any]]:
    """Both reports with their names."""
    if b is not None:
        names = [str(getattr(each, "estimator_name_", "")) for each in (a, b)]
        return list(zip(names if names[0] != names[1] and all(names) else "AB", (a, b), strict=True))
    inside = getattr(a, "reports_", None)
    if not isinstance(inside, Mapping) or len(inside) != 2:
        got = f"{len(inside)} reports" if isinstance(inside, Mapping) else type(a).__name__
        raise InputError(f"there is {got}; expected {EXPECTED}")
    return [(str(name), report) for name, report in inside.items()]


def _by_folds(a: Any, b: Any, metric: str, common: Common) -> Verdict:
    splits = [(np.asarray(train), np.asarray(test)) for train, test in a.split_indices]
    others = [np.asarray(test) for _, test in b.split_indices]
    truth = np.asarray(a.y)
    same = len(splits) == len(others) and all(map(np.array_equal, (test for _, test in splits), others))
    if not same or not np.array_equal(truth, np.asarray(b.y)):
        raise InputError("the reports have different data or splits; use the same data and splitter for both")
    tests = [test for _, test in splits]
    if not np.array_equal(np.sort(np.concatenate(tests)), np.arange(len(truth))):
        raise InputError(
            f"{len(tests)} splits do not test each of {len(truth)} items once; expected one run of "
            f"folds: for several runs use compare_learners, which accounts for the variation between "
            f"models"
        )
    (first, of_a), (second, of_b) = (_values(each, tests, truth, metric) for each in (a, b))
    return compare_scores(
        first,
        second,
        design=KFold(folds=len(tests)),
        metric=metric,
        n_train=np.array([len(train) for train, _ in splits]),
        n_test=np.array([len(test) for test in tests]),
        items=of_a - of_b,
        **common,
    )


def _values(report: Any, tests: Sequence[Any], truth: Any, metric: str) -> tuple[Floats, Floats]:
    """The metric on each fold, and the value of each item."""
    values = {
        "accuracy": lambda true, said: true == said,
        "error": lambda true, said: true != said,
        "squared-error": lambda true, said: (true - said) ** 2,
        "absolute-error": lambda true, said: np.abs(true - said),
    }
    if metric not in values:
        raise InputError(f"metric is {metric!r}; expected {', '.join(values)} for cross-validated reports")
    means, items = [], np.zeros(len(truth))
    for test, said in zip(tests, report.get_predictions(data_source="test"), strict=True):
        own = np.asarray(values[metric](truth[test], np.asarray(said)), dtype=float)
        means.append(own.mean())
        items[test] = own
    return np.array(means), items
