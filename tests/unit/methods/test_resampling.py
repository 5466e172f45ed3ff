import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedLabels
from bakeoff.methods import _resampling as resampling

TABLE = np.array([[[4, 2], [1, 0]], [[0, 1], [2, 5]]])


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


def recall_of_the_second(matrices):
    with np.errstate(invalid="ignore"):
        return matrices[..., 1, 1] / matrices[..., :, 1].sum(axis=-1)


def labels(table=TABLE, metric=accuracy):
    return PairedLabels(table=table, labels=(0, 1), metric=metric)


def test_the_gap_by_hand():
    # A is right on 4 + 2 + 2 + 5 = 13 of 15 items, B on 4 + 1 + 1 + 5 = 11.
    assert resampling.observed_gap(labels()) == pytest.approx(2 / 15, rel=1e-14)


def test_a_metric_of_0_by_0_is_refused():
    none_of_the_second = np.array([[[4, 2], [1, 0]], [[0, 0], [0, 0]]])
    with pytest.raises(InputError, match="the metric is 0/0 on these items; choose another"):
        resampling.observed_gap(labels(none_of_the_second, recall_of_the_second))


def test_resamples_keep_the_number_of_items_and_the_empty_cells():
    seen = []

    def spy(matrices):
        seen.append(matrices)
        return accuracy(matrices)

    gaps, notes = resampling.bootstrap_gaps(labels(metric=spy), 50, np.random.default_rng(0))
    assert gaps.shape == (50,)
    assert notes == ()
    assert all(np.all(each.sum(axis=(1, 2)) == 15) for each in seen)


def test_resamples_of_0_by_0_are_left_out_and_counted():
    rare = np.array([[[4, 2], [1, 0]], [[0, 0], [0, 1]]])
    gaps, notes = resampling.bootstrap_gaps(labels(rare, recall_of_the_second), 200, np.random.default_rng(0))
    assert np.isfinite(gaps).all()
    assert notes == (f"{200 - gaps.size} resamples left out: the metric was 0/0",)
    # A class of one item in eight is missing from (7/8)^8 = 34 % of the samples; 4 standard errors: 13 %.
    assert 200 - gaps.size == pytest.approx(69, abs=27)


def test_too_many_of_0_by_0_are_an_error():
    def mostly_undefined(matrices):
        return np.where(matrices[..., 0, 0] == 4, 1.0, np.nan)

    with pytest.raises(InputError, match=r"the metric is 0/0 in \d+ of 100 resamples"):
        resampling.bootstrap_gaps(labels(metric=mostly_undefined), 100, np.random.default_rng(0))


def test_batches_do_not_change_the_number_of_resamples(monkeypatch):
    monkeypatch.setattr(resampling, "BATCH", 8 * 7)
    gaps, _ = resampling.bootstrap_gaps(labels(), 50, np.random.default_rng(0))
    assert gaps.shape == (50,)


@pytest.mark.parametrize(
    ("counts", "expected"), [((0, 99), (0.02, 0.01, 1)), ((99, 99), (1, 1, 1)), ((49, 50), (1, 0.5, 0.51))]
)
def test_the_p_value_counts_what_was_observed(counts, expected):
    found = [resampling.tail_p(*counts, 99, alternative) for alternative in ("two-sided", "greater", "less")]
    assert found == pytest.approx(expected, rel=1e-14)


def test_percentiles_hold_the_estimate_and_0_where_the_test_does_not_reject():
    gaps = np.linspace(0.1, 0.2, 101)
    assert tuple(resampling.percentile_interval(gaps, 0.15, 0.01, 0.9, "two-sided")) == pytest.approx(
        (0.105, 0.195)
    )
    assert tuple(resampling.percentile_interval(gaps, 0.3, 0.5, 0.9, "two-sided")) == (0, 0.3)
