from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import FoldScores
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.methods._reference import IDENTICAL, NO_SPREAD
from bakeoff.methods.corrected_resampled_t import corrected_resampled_t
from bakeoff.methods.items_folds_t import CHOICE, FLOORED, WEIGHTS, items_folds_t

ASKED = {"level": 0.95, "alternative": "two-sided"}
ITEMS = [1, 0, 0, 1, 0, -1]  # folds of two items each


def folds_of(items, folds=3, **more):
    """One run of folds over items in their order."""
    x = np.reshape(np.asarray(items, float), (folds, -1)).mean(axis=1)[None, :]
    return FoldScores(a=x, b=np.zeros_like(x), design=KFold(folds=folds), items=items, **more)


def exact(items, folds, item_weight, fold_weight):
    """T squared in exact fractions, by the definition."""
    items = [Fraction(x) for x in items]
    n, size = len(items), len(items) // folds
    x = [sum(items[at : at + size]) / size for at in range(0, n, size)]
    mean = sum(items) / n
    it = sum((each - mean) ** 2 for each in items) / (n - 1) / n
    nb = (Fraction(1, folds) + Fraction(1, folds - 1)) * sum((each - mean) ** 2 for each in x) / (folds - 1)
    return mean**2 / (item_weight * it + fold_weight * nb)


@pytest.mark.parametrize("weights", [(2, 1), (2, Fraction(1, 2)), (Fraction(3, 2), Fraction(4, 5))])
def test_the_definition_in_fractions(weights):
    result = items_folds_t(
        folds_of(ITEMS), **ASKED, item_weight=float(weights[0]), fold_weight=float(weights[1])
    )
    assert result.statistic**2 == pytest.approx(float(exact(ITEMS, 3, *weights)), rel=1e-14)
    assert result.df == 2


def test_p_value_and_interval_are_those_of_student():
    result = items_folds_t(folds_of(ITEMS), **ASKED)
    error = result.estimate / result.statistic
    reference = stats.t(df=2, loc=result.estimate, scale=error)
    assert result.interval == pytest.approx(reference.interval(0.95), rel=1e-12)
    assert result.p_value == pytest.approx(2 * stats.t.sf(result.statistic, 2), rel=1e-12)


def test_without_items_it_is_the_corrected_resampled_t():
    rng = np.random.default_rng(1)
    scores = FoldScores(
        a=rng.random((10, 10)), b=rng.random((10, 10)), design=RepeatedKFold(), items=rng.random(250)
    )
    ours = items_folds_t(scores, **ASKED, item_weight=0, fold_weight=1)
    theirs = corrected_resampled_t(scores, **ASKED)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-14)
    assert (ours.df, theirs.df) == (99, 99)


def test_without_folds_it_is_the_t_over_items():
    result = items_folds_t(folds_of(ITEMS), **ASKED, item_weight=1, fold_weight=0)
    assert result.statistic == pytest.approx(stats.ttest_1samp(ITEMS, 0).statistic, rel=1e-14)


def test_learners_that_nearly_agree_have_the_variance_of_two_answers():
    scores = folds_of([1] + [0] * 299, folds=10, right_or_wrong=True)
    result = items_folds_t(replace(scores, items=np.full(300, 1 / 300)), **ASKED, fold_weight=0)
    assert result.statistic == pytest.approx((1 / 300) / (sqrt(2) / 300), rel=1e-12)
    assert FLOORED in result.notes
    assert FLOORED not in items_folds_t(folds_of(ITEMS, right_or_wrong=True), **ASKED).notes


def test_metrics_of_labels_have_the_variance_of_two_answers_at_least():
    scores = folds_of([0.01] + [0] * 299, folds=10, made_of="labels", one_answer=0.02)
    result = items_folds_t(scores, **ASKED)
    assert result.statistic == pytest.approx((0.01 / 300) / (sqrt(2) * 0.02), rel=1e-12)
    assert FLOORED in result.notes
    assert FLOORED not in items_folds_t(replace(scores, one_answer=1e-9), **ASKED).notes


def test_scores_that_are_no_answers_have_no_least_variance():
    level = FoldScores(a=[[2.0, 2.0]], b=[[1.0, 1.0]], design=KFold(folds=2), items=[1.0, 1.0])
    result = items_folds_t(level, **ASKED)
    assert (result.p_value, result.degenerate) == (0, True)
    assert NO_SPREAD in result.notes


def test_no_difference_at_all():
    result = items_folds_t(folds_of([0] * 6), **ASKED)
    assert (result.estimate, result.p_value, result.interval.low, result.interval.high) == (0, 1, 0, 0)
    assert IDENTICAL in result.notes


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_answers_that_never_differ_may_differ_elsewhere(alternative):
    scores = folds_of([0] * 6, right_or_wrong=True)
    result = items_folds_t(scores, level=0.95, alternative=alternative)
    assert (result.estimate, result.p_value, result.degenerate) == (0, 1, True)
    assert {FLOORED, IDENTICAL} <= set(result.notes)
    reach = stats.t.ppf(0.975 if alternative == "two-sided" else 0.95, 2) * sqrt(2) / 6
    ends = [abs(end) for end in result.interval if np.isfinite(end)]
    assert ends == pytest.approx([reach] * (2 if alternative == "two-sided" else 1))


def repeated(rng, **more):
    """Ten runs of ten folds of a difference, and items with the same mean."""
    a, items = rng.normal(0.1, 0.2, (10, 10)), rng.normal(size=200)
    return FoldScores(
        a=a, b=np.zeros((10, 10)), design=RepeatedKFold(), items=items - items.mean() + a.mean(), **more
    )


def variance(scores, **options):
    result = items_folds_t(scores, **ASKED, **options)
    return (result.estimate / result.statistic) ** 2


def test_models_that_differ_raise_the_variance_and_never_lower_it():
    plain = repeated(np.random.default_rng(0))
    by_items = np.var(plain.items, ddof=1) / 200
    # With ten folds a training set is nine times as large as a test set.
    assert variance(replace(plain, models=0.1)) == pytest.approx(9 * (0.1 - by_items), rel=1e-12)
    labels = replace(plain, made_of="labels", models=0.1)
    assert variance(labels) == pytest.approx(by_items + 9 * 0.1, rel=1e-12)
    for models in (-0.1, 0.0, by_items):
        assert variance(replace(plain, models=models)) == variance(plain)


def test_few_items_have_few_degrees_of_freedom():
    scores = repeated(np.random.default_rng(0))
    assert [items_folds_t(replace(scores, items=scores.items[:n]), **ASKED).df for n in (200, 30)] == [99, 15]


def test_the_larger_one_of_both_variances_is_used():
    plain, other = (repeated(np.random.default_rng(at)) for at in (0, 1))
    expected = max(variance(plain), variance(replace(other, made_of="means")))
    for one, two in ((plain, other), (other, plain)):
        assert variance(replace(one, restricted=two)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("made_of", ["means", "labels", "ranks"])
def test_weights_follow_what_the_metric_is_made_of(made_of):
    scores = repeated(np.random.default_rng(0), made_of=made_of)
    items, folds = WEIGHTS[made_of]
    assert variance(scores) == variance(scores, item_weight=items, fold_weight=folds)
    assert variance(scores) == pytest.approx(
        items * variance(scores, item_weight=1, fold_weight=0)
        + folds * variance(scores, item_weight=0, fold_weight=1),
        rel=1e-12,
    )


def test_swapping_the_learners_mirrors_the_result():
    there = items_folds_t(folds_of(ITEMS), **ASKED)
    scores = folds_of(ITEMS)
    back = items_folds_t(replace(scores, a=scores.b, b=scores.a, items=-scores.items), **ASKED)
    assert (back.estimate, back.statistic, back.p_value) == (-there.estimate, -there.statistic, there.p_value)
    assert back.interval == (-there.interval.high, -there.interval.low)


@pytest.mark.parametrize(
    ("changed", "options", "message"),
    [
        ({"items": None}, {}, "needs items, the mean difference of at least 2 items"),
        ({"items": [0.5]}, {}, "needs items"),
        ({}, {"item_weight": -1}, "item_weight is -1; expected a number of at least 0"),
        ({}, {"fold_weight": "much"}, "fold_weight is 'much'"),
    ],
)
def test_what_it_refuses(changed, options, message):
    with pytest.raises(InputError, match=message):
        items_folds_t(replace(folds_of(ITEMS), **changed), **ASKED, **options)


def test_a_choice_of_classes_adds_half_of_the_squared_difference():
    plain = repeated(np.random.default_rng(0), made_of="labels")
    estimate = plain.differences.mean()
    chosen = replace(plain, omits=True)
    assert variance(chosen) == pytest.approx(variance(plain) + estimate**2 / 2, rel=1e-12)
    result = items_folds_t(chosen, **ASKED)
    assert CHOICE in result.notes
    assert CHOICE not in items_folds_t(plain, **ASKED).notes
    # However sure all else is, T is below the square root of 2.
    sure = replace(chosen, a=np.full((10, 10), 0.9), items=np.full(200, 0.9))
    assert items_folds_t(sure, **ASKED).statistic == pytest.approx(sqrt(2), rel=1e-12)
    assert items_folds_t(sure, **ASKED).p_value > 0.15
