import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import stats

from bakeoff.compare.samples import compare_datasets, compare_layout, compare_samples
from bakeoff.core.exceptions import InputError

A, B = [0.82, 0.85, 0.80, 0.84, 0.91], [0.78, 0.80, 0.81, 0.80, 0.86]


def test_paired_samples():
    verdict = compare_samples(A, B)
    assert verdict.result.method == "paired-t"
    assert verdict.result.p_value == pytest.approx(stats.ttest_rel(A, B).pvalue, rel=1e-12)


def test_unpaired_samples_and_their_degrees_of_freedom():
    verdict = compare_samples(A, B, paired=False)
    assert (verdict.result.method, verdict.result.df) == ("unpaired-t", 4)
    pooled = compare_samples(A, B, paired=False, df="pooled").result
    assert pooled.df == 8
    assert pooled.p_value == pytest.approx(stats.ttest_ind(A, B).pvalue, rel=1e-12)


def test_a_method_that_needs_pairs_refuses_others():
    with pytest.raises(InputError, match="paired-t needs paired samples; use unpaired-t"):
        compare_samples(A, B, paired=False, method="paired-t")


@pytest.mark.parametrize("compare", [compare_samples, compare_datasets])
def test_errors_and_losses_are_turned_round(compare):
    as_error = compare(1 - np.array(A), 1 - np.array(B), metric="error").result
    as_accuracy = compare(A, B).result
    assert as_error.estimate == pytest.approx(as_accuracy.estimate, rel=1e-12)
    assert as_error.p_value == pytest.approx(as_accuracy.p_value, rel=1e-9)
    assert compare([3.0, 4.0, 5.5], [1.0, 1.5, 2.5], metric="squared-error").result.estimate < 0


@pytest.mark.parametrize("compare", [compare_samples, compare_datasets])
def test_every_kind_of_column_gives_the_same_verdict(compare):
    expected = compare(A, B).to_dict()
    for make in (tuple, np.array, pd.Series, pl.Series, pa.array):
        assert compare(make(A), make(B)).to_dict() == expected


@pytest.mark.parametrize("compare", [compare_samples, compare_datasets])
def test_identical_scores(compare):
    verdict = compare(A, A)
    assert (verdict.decision, verdict.result.estimate, verdict.result.p_value) == ("undecided", 0, 1)
    assert verdict.result.interval.low <= 0 <= verdict.result.interval.high
    assert "identical" in verdict.result.notes[0]


@pytest.mark.parametrize("compare", [compare_samples, compare_datasets])
@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([0.8, 0.9], [0.7], r"a has length \(2,\) and b \(1,\)"),
        ([0.8, None], [0.7, 0.6], r"a has a missing value \(None\) at position 1"),
        ([0.8, 0.9], [0.7, "good"], "b has 'good' at position 1; expected a number"),
        ([], [], "a is empty; expected at least one item"),
    ],
)
def test_scores_that_cannot_be_compared(compare, a, b, message):
    with pytest.raises(InputError, match=message):
        compare(a, b)


def test_one_sample_is_too_few():
    with pytest.raises(InputError, match="paired-t needs at least 2 samples of each; got 1"):
        compare_samples([0.8], [0.7])


def test_one_data_set_is_undecided():
    verdict = compare_datasets([0.8], [0.7])
    assert (verdict.decision, verdict.result.p_value) == ("undecided", 1)
    assert verdict.sentence.endswith("on 1 data set)")
    assert verdict.to_dict()["interval"] == [None, None]


def test_ties_are_left_out_of_test_and_estimate():
    a = np.array([0.1] * 8 + [0.0] * 12)
    verdict = compare_datasets(a, np.zeros(20), method="sign", metric="accuracy")
    assert (verdict.decision, verdict.result.estimate) == ("a-better", 0.1)
    assert verdict.sentence.startswith("A is better: 10.0 points of accuracy, 95 % interval 10.0 to 10.0")
    assert "12 of 20 differences are 0 and are left out" in verdict.result.notes


def test_data_sets_by_wilcoxon_and_sign():
    assert compare_datasets(A, B).result.p_value == pytest.approx(stats.wilcoxon(A, B).pvalue, rel=1e-12)
    sign = compare_datasets(A, B, method="sign").result
    assert sign.p_value == pytest.approx(stats.binomtest(4, 5).pvalue, rel=1e-12)


@pytest.mark.parametrize(
    "make", [list, np.array, pd.DataFrame, lambda rows: pl.DataFrame(rows, orient="row")]
)
def test_layouts_are_training_sets_by_items(make):
    a, b = [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]], [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    verdict = compare_layout(make(a), make(b))
    assert (verdict.result.method, verdict.result.estimate) == ("quasi-f", pytest.approx(0.5))
    assert verdict.sentence.endswith("on 2 training sets x 3 items)")
    assert compare_layout(make(a), make(b), metric="error").result.estimate == pytest.approx(-0.5)


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ([[1, 0], [1]], [[1, 0], [1, 1]], "a holds something that is not a number, or rows of different"),
        ([[1, 0], [1, None]], [[1, 0], [1, 1]], r"a has nan at position \(1, 1\)"),
        ([[1, 0], [1, 1]], [[1, 0]], r"a has shape \(2, 2\) and b \(1, 2\)"),
        ([1, 0], [1, 0], r"a has 1 dimension, shape \(2,\); expected 2"),
        ([[1]], [[0]], "quasi-f needs at least 2 training sets and 2 items; got 1 and 1"),
    ],
)
def test_layouts_that_cannot_be_compared(a, b, message):
    with pytest.raises(InputError, match=message):
        compare_layout(a, b)


def test_scores_by_data_set_without_a_metric_have_no_unit():
    verdict = compare_datasets([0.8, 0.9, 0.7, 0.6, 0.9], [0.7, 0.8, 0.6, 0.65, 0.8])
    assert (verdict.metric, verdict.unit.points) == ("score", False)
    assert "direction-assumed" in [each.key for each in verdict.caveats]
    with pytest.raises(InputError, match="no metric is named"):
        compare_datasets([3.0, 2.6, 4.1], [2.9, 2.5, 3.9])
    assert compare_datasets([3.0, 2.6, 4.1], [2.9, 2.5, 3.9], metric="rmse").result.estimate < 0
