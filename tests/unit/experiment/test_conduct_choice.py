import numpy as np
import pytest
from sklearn.model_selection import TimeSeriesSplit

from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.designs import (
    Bootstrap,
    FiveByTwo,
    Holdout,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    Resampling,
)
from bakeoff.experiment.conduct import choice_for, fewer_runs
from bakeoff.experiment.data import make_data
from bakeoff.experiment.stage import split_by


def plan(method, design, n=60, halvings=2, **more):
    data = make_data(np.arange(2.0 * n).reshape(n, 2), np.arange(n) % 2, **more)
    return choice_for(method, split_by(design, data, 0), data, halvings=halvings, rng=0)


@pytest.mark.parametrize("design", [RepeatedKFold(runs=2, folds=5), KFold(folds=3)], ids=str)
@pytest.mark.parametrize("n", [60, 12])
def test_folds_are_judged_without_further_training(design, n):
    found = plan("auto", design, n=n)
    assert (found.method, found.halves, found.why_not) == ("items-folds-t", (), "")


@pytest.mark.parametrize(
    "design",
    [
        FiveByTwo(),
        Resampling(splits=3),
        Resampling(splits=10, test=0.1),
    ],
    ids=str,
)
@pytest.mark.parametrize("method", ["auto", "half-sample-t"])
def test_the_half_sample_test_where_all_items_are_tested(design, method):
    found = plan(method, design, halvings=3)
    assert (found.method, found.halvings, found.why_not) == ("half-sample-t", 3, "")
    assert [part.key for part in found.halves] == [f"half {at}.{side}" for at in (1, 2, 3) for side in (1, 2)]


@pytest.mark.parametrize(
    "design",
    [Holdout(), Resampling(splits=1), LeaveOneOut(), Bootstrap(samples=3), TimeSeriesSplit(3)],
    ids=str,
)
def test_designs_that_are_judged_by_items(design):
    found = plan("auto", design)
    assert (found.method, found.halves, found.why_not) == ("auto", (), "")


@pytest.mark.parametrize("method", ["corrected-resampled-t", "cv-all-data", "mcnemar", "nonsense"])
def test_other_methods_stay_as_they_are_asked_for(method):
    found = plan(method, RepeatedKFold(runs=2, folds=5))
    assert (found.method, found.halves, found.why_not) == (method, (), "")


SHORT = [
    (
        {"design": Resampling(splits=2, test=0.1)},
        r"Resampling\(splits=2, test=0\.1\) tests 12 of 60 items, but half-sample-t needs all items",
    ),
    ({"design": Resampling(splits=9, test=0.1)}, "tests 54 of 60 items"),
    ({"design": FiveByTwo(), "n": 39}, "there are 39 items, but half-sample-t needs 40"),
    (
        {"design": FiveByTwo(), "groups": np.arange(60) % 19},
        "there are 19 groups, but half-sample-t needs 20",
    ),
    (
        {"design": FiveByTwo(), "n": 84, "groups": np.maximum(np.arange(84) - 59, 0)},
        "the groups are so unequal that one half has fewer than 10",
    ),
]


@pytest.mark.parametrize(("asked", "words"), SHORT)
def test_where_there_are_no_halves_the_choice_falls_on_another_and_says_why(asked, words):
    found = plan("auto", **asked)
    assert (found.method, found.halves, found.halvings) == ("corrected-resampled-t", (), 0)
    with pytest.raises(IllegalMethodError, match=words) as caught:
        plan("half-sample-t", **asked)
    assert str(caught.value) == found.why_not


def test_one_split_has_no_half_sample_test():
    with pytest.raises(IllegalMethodError, match="tests 20 of 60 items"):
        plan("half-sample-t", Resampling(splits=1))


@pytest.mark.parametrize(
    ("design", "runs"),
    [
        (RepeatedKFold(), 5),
        (RepeatedKFold(runs=5), 5),
        (RepeatedKFold(runs=3), 3),
    ],
)
def test_a_quick_look_has_fewer_runs_of_the_same_folds(design, runs):
    assert fewer_runs(design) == RepeatedKFold(runs=runs)


@pytest.mark.parametrize(
    "design", [KFold(), Resampling(), FiveByTwo(), Holdout(), TimeSeriesSplit(3)], ids=str
)
def test_other_designs_have_no_fewer_runs(design):
    assert fewer_runs(design) is design
