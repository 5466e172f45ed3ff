"""What every design says of itself is what its splits do."""

import numpy as np
import pytest
from docutils.utils.math.latex2mathml import tex2mathml
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from tests.looping import in_one_test

from bakeoff import compare_learners
from bakeoff.core.design import in_words
from bakeoff.core.exceptions import IllegalMethodError
from bakeoff.designs import (
    DESIGNS,
    Bootstrap,
    FiveByTwo,
    Holdout,
    KFold,
    LeaveOneOut,
    RepeatedKFold,
    Resampling,
)
from bakeoff.estimators import ESTIMATORS
from bakeoff.measured.tables import risks
from bakeoff.methods import METHODS

N = 60
# Share of the data that is trained on, and of a training set that is also in the next one of the same run and
# of another run, as the formulas of the designs say.
SAID = (
    (Holdout(test=0.25, stratified=False), 0.75, None, None),
    (Resampling(splits=2000, test=0.25, stratified=False), 0.75, 0.75, None),
    (KFold(folds=5, stratified=False), 4 / 5, 3 / 4, None),
    (RepeatedKFold(runs=1000, folds=5, stratified=False), 4 / 5, 3 / 4, 4 / 5),
    (FiveByTwo(stratified=False), 1 / 2, 0, 1 / 2),
    (LeaveOneOut(), 59 / 60, 58 / 59, None),
    (Bootstrap(samples=2000), 1 - (59 / 60) ** 60, 1 - (59 / 60) ** 60, None),
)
NEAR = 0.01  # of means over 1000 pairs and more: five standard errors; ten pairs of halves are within 0.15
DRAWS = np.random.default_rng(5)
X, Y = DRAWS.normal(size=(40, 3)), np.arange(40) % 2


def shared(one, other):
    return len(one & other)


@pytest.mark.slow
@pytest.mark.parametrize(("design", "trained", "within", "between"), SAID, ids=lambda each: str(each)[:20])
def test_the_formulas_hold_for_the_splits(design, trained, within, between):
    splits = design.split(N, rng=3)
    sets = [set(train.tolist()) for train, _ in splits]
    mean = np.mean([len(each) for each in sets])
    assert mean / N == pytest.approx(trained, abs=NEAR)
    runs, folds = splits.shape
    if within is not None:
        pairs = [(at, at + 1) for at in range(len(sets) - 1) if (at + 1) % folds]
        assert np.mean([shared(sets[a], sets[b]) for a, b in pairs]) / mean == pytest.approx(within, abs=NEAR)
    if between is not None:
        pairs = [(at, at + folds) for at in range(len(sets) - folds)]
        reach = NEAR if runs > 5 else 0.15
        assert np.mean([shared(sets[a], sets[b]) for a, b in pairs]) / mean == pytest.approx(
            between, abs=reach
        )


@in_one_test("key", DESIGNS)
def test_a_design_says_what_it_estimates_and_assumes(key):
    account = DESIGNS[key].account
    assert account.assumptions
    assert account.references
    assert not account.estimates.endswith(".")
    assert account.symbols.endswith(".")
    assert tex2mathml(account.latex, as_block=True).startswith("<math")
    assert not account.estimator or ESTIMATORS[account.estimator]
    assert not account.trained or METHODS[account.trained]
    measured = in_words(DESIGNS[key]()) in {each.design for each in risks()}
    assert measured is not bool(account.unmeasured)


@pytest.mark.slow
@pytest.mark.parametrize("key", DESIGNS)
def test_the_default_method_is_the_one_that_is_said(key):
    kind = DESIGNS[key]
    asked = (GaussianNB(), KNeighborsClassifier(), X, Y)
    if kind.account.trained:
        assert compare_learners(*asked, design=kind()).result.method == kind.account.trained
    else:
        with pytest.raises(IllegalMethodError):
            compare_learners(*asked, design=kind())
