"""What holds of error estimates whatever was lost."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bakeoff.core.design import Splits
from bakeoff.core.estimator import Losses
from bakeoff.designs import Given
from bakeoff.estimators import ESTIMATORS
from bakeoff.estimators.true_error import true_error_of_neighbours

# a busy machine may pause in the middle of an example
unhurried = settings(deadline=None)
SQUARES = st.floats(0, 100)


@st.composite
def partitions(draw, runs=1, kind="zero-one", fold_size=None):
    """Losses under cross-validation in some partition of some items."""
    n = draw(st.integers(2, 12))
    folds = n if fold_size == 1 else draw(st.integers(2, n))
    test, values = [], []
    for _ in range(runs):
        order = np.array(draw(st.permutations(range(n))))
        test += [order[fold::folds] for fold in range(folds)]
        one = st.integers(0, 1) if kind == "zero-one" else SQUARES
        lost = np.array(draw(st.lists(one, min_size=n, max_size=n)), dtype=float)
        values += [lost[fold::folds] for fold in range(folds)]
    splits = Splits(design=Given(splits=runs * folds), n=n, shape=(runs, folds), test=tuple(test))
    return Losses(splits=splits, values=tuple(values), kind=kind)


@st.composite
def of_loo_star(draw):
    n = draw(st.integers(2, 6))
    bits = st.integers(0, 1)

    def losses(test, shape):
        values = tuple(
            np.array(draw(st.lists(bits, min_size=len(t), max_size=len(t))), dtype=float) for t in test
        )
        return Losses(splits=Splits(design=Given(), n=n, shape=shape, test=tuple(test)), values=values)

    outside = draw(st.lists(st.sets(st.integers(0, n - 1)), min_size=1, max_size=4).filter(any))
    return {
        "leave-one-out": losses([np.array([item]) for item in range(n)], (1, n)),
        "bootstrap": losses([np.array(sorted(each), dtype=int) for each in outside], (1, len(outside))),
        "apparent": losses([np.arange(n)], (1, 1)),
        "two-fold": losses([np.arange(n // 2), np.arange(n // 2, n)], (1, 2)),
    }


def combine(key, name, tested, **reading):
    return ESTIMATORS[key].combine({name: tested}, level=0.95, **reading)


@unhurried
@given(tested=partitions())
def test_rates_lie_between_0_and_1_and_in_their_interval(tested):
    found = combine("kfold", "kfold", tested)
    assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1


@unhurried
@given(tested=st.one_of(partitions(), partitions(kind="squared")))
def test_pooled_error_is_the_mean_of_the_folds_by_size(tested):
    found = combine("kfold", "kfold", tested)
    errors, sizes = found.parts["kfold"], found.sizes["kfold"]
    assert found.value == pytest.approx((errors * sizes).sum() / sizes.sum(), rel=1e-12)
    assert errors.min() - 1e-12 <= found.value <= errors.max() + 1e-12
    folded = combine("kfold", "kfold", tested, average="folds")
    assert folded.value == pytest.approx(errors.mean(), rel=1e-12)


@unhurried
@given(tested=partitions(runs=3))
def test_iterations_are_averaged(tested):
    folds = tested.splits.shape[1]
    runs = [
        Losses(
            splits=Splits(design=Given(), n=tested.splits.n, shape=(1, folds), test=tested.splits.test[part]),
            values=tested.values[part],
        )
        for part in (slice(run * folds, (run + 1) * folds) for run in range(3))
    ]
    one_by_one = [combine("kfold", "kfold", run).value for run in runs]
    iterated = combine("iterated-kfold", "iterated-kfold", tested).value
    assert iterated == pytest.approx(np.mean(one_by_one), rel=1e-12, abs=1e-15)
    repeated = combine("repeated-kfold", "repeated-kfold", tested, average="pooled").value
    assert repeated == iterated


@unhurried
@given(tested=partitions(fold_size=1))
def test_leave_one_out_is_cross_validation_in_as_many_folds_as_items(tested):
    left, folded = combine("leave-one-out", "leave-one-out", tested), combine("kfold", "kfold", tested)
    assert (left.value, left.interval) == (folded.value, folded.interval)


@unhurried
@given(tested=partitions(kind="squared"), factor=st.floats(0.01, 100))
def test_squares_scale(tested, factor):
    scaled = Losses(
        splits=tested.splits, values=tuple(factor * each for each in tested.values), kind="squared"
    )
    first, second = (combine("kfold", "kfold", each).value for each in (tested, scaled))
    assert second == pytest.approx(factor * first, rel=1e-12)


@unhurried
@given(tested=of_loo_star())
def test_median_and_mixture(tested):
    found = ESTIMATORS["loo-star"].combine(tested, level=0.95)
    assert sorted(found.components.values())[1] == found.value
    mixed = ESTIMATORS["bootstrap-632"].combine(tested, level=0.95)
    ends = sorted(mixed.components.values())
    assert ends[0] - 1e-12 <= mixed.value <= ends[1] + 1e-12
    # pooled item by item, straight from the definition
    lost = [loss for values in tested["bootstrap"].values for loss in values]
    assert mixed.components["out-of-bag"] == pytest.approx(sum(lost) / len(lost), rel=1e-12)


samples = st.lists(st.tuples(st.integers(-6, 6), st.integers(0, 1)), min_size=1, max_size=12)
CLASSES = {0: stats.norm(-1, 1).cdf, 1: stats.norm(2, 1).cdf}


def neighbours(items, k, classes=CLASSES, priors=None):
    x, y = zip(*items, strict=True)
    return true_error_of_neighbours(x, y, k=min(k, len(x)), classes=classes, priors=priors)


@unhurried
@given(items=samples, k=st.integers(1, 5), order=st.randoms(use_true_random=False))
def test_true_error_knows_no_order_even_in_one_place(items, k, order):
    shuffled = list(items)
    order.shuffle(shuffled)
    found = neighbours(items, k)
    assert 0 <= found <= 1
    assert neighbours(shuffled, k) == found


@unhurried
@given(items=samples, k=st.integers(1, 5), shift=st.integers(-3, 3))
def test_true_error_moves_and_mirrors_with_the_population(items, k, shift):
    found = neighbours(items, k)
    moved = {label: lambda at, label=label: CLASSES[label](at - shift) for label in CLASSES}
    assert neighbours([(x + shift, y) for x, y in items], k, moved) == pytest.approx(found, abs=1e-14)
    mirrored = {label: lambda at, label=label: 1 - CLASSES[label](-at) for label in CLASSES}
    assert neighbours([(-x, y) for x, y in items], k, mirrored) == pytest.approx(found, abs=1e-14)


@unhurried
@given(items=samples, k=st.integers(1, 5))
def test_true_errors_of_the_classes_add_up_by_their_priors(items, k):
    alone = [neighbours(items, k, priors={label: 1.0, 1 - label: 0.0}) for label in (0, 1)]
    assert neighbours(items, k, priors={0: 0.3, 1: 0.7}) == pytest.approx(
        0.3 * alone[0] + 0.7 * alone[1], abs=1e-14
    )
