import itertools
import math

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.core.influences import influence_degrees
from bakeoff.core.outcomes import PairedLabels
from bakeoff.methods import _resampling as resampling
from bakeoff.methods._label_kinds import label_kinds
from bakeoff.methods._reference import Asked
from bakeoff.metrics import METRICS

TABLE = np.array([[[4, 2], [1, 0]], [[0, 1], [2, 5]]])
MACRO_F1 = METRICS["macro-f1"].compute

AT_90 = Asked("m", 0.9, "two-sided")


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


def recall_of_the_second(matrices):
    return matrices[..., 1, 1] / matrices[..., :, 1].sum(axis=-1)


def kinds(table=TABLE, metric=accuracy, **more):
    return label_kinds(PairedLabels(table=table, labels=(0, 1), metric=metric, **more))


def gaps_of_rows(rows, metric):
    """The gap of each sample: ``rows`` are arrays [sample, item] of places in the list of items."""
    items = np.repeat(np.argwhere(np.ones_like(TABLE)), TABLE.ravel(), axis=0)
    found = []
    for drawn in rows:
        table = np.zeros((2, 2, 2), dtype=np.int64)
        np.add.at(table, tuple(items[drawn].T), 1)
        found.append(float(metric(table.sum(axis=2).T) - metric(table.sum(axis=1).T)))
    return np.array(found)


def test_resamples_keep_the_number_of_items_and_the_empty_cells():
    seen = []

    def spy(matrices):
        seen.append(matrices)
        return accuracy(matrices)

    gaps, notes = resampling.bootstrap_gaps(kinds(metric=spy), 50, 0)
    assert gaps.shape == (50,)
    assert notes == ()
    assert all(np.all(each.sum(axis=(-2, -1)) == 15) for each in seen)


@pytest.mark.slow
def test_drawing_cells_has_the_distribution_of_drawing_rows():
    # Two samples of 3000 differences of macro-F1; Kolmogorov-Smirnov at a false-alarm rate of 1e-4. It is
    # cautious where there are ties.
    by_kind, _ = resampling.bootstrap_gaps(kinds(metric=MACRO_F1), 3000, 11)
    rows = np.random.default_rng(12).integers(0, 15, (3000, 15))
    by_row = gaps_of_rows(rows, MACRO_F1)
    assert stats.ks_2samp(by_kind, by_row[np.isfinite(by_row)]).pvalue > 1e-4
    assert by_kind.std() == pytest.approx(np.nanstd(by_row), rel=0.1)


def test_on_a_tiny_table_all_samples_of_rows_have_the_multinomial_law():
    # Five items in three cells: all 5^5 samples of rows give each table as often as the multinomial says.
    cells = np.array([0, 0, 1, 2, 2])
    counted = {}
    for drawn in itertools.product(range(5), repeat=5):
        table = tuple(np.bincount(cells[list(drawn)], minlength=3).tolist())
        counted[table] = counted.get(table, 0) + 1
    for table, times in counted.items():
        assert times / 5**5 == pytest.approx(stats.multinomial.pmf(table, 5, [0.4, 0.2, 0.4]), rel=1e-12)
    # And the draws that are made follow it: chi-squared of 5000, at a false-alarm rate of 1e-4.
    from bakeoff.core.rng import generator
    from bakeoff.methods._kinds import draw_weights

    drawn = draw_weights(np.array([2, 1, 2]), 5000, generator(4))
    tables = [table for table, times in counted.items() if times >= 10]
    seen = [int((drawn == table).all(axis=1).sum()) for table in tables]
    rest = 5000 - sum(seen)
    expected = np.array([counted[table] / 5**5 for table in tables])
    shares = np.append(expected, 1 - expected.sum()) if expected.sum() < 1 - 1e-12 else expected
    assert stats.chisquare([*seen, rest] if len(shares) > len(seen) else seen, 5000 * shares).pvalue > 1e-4


def test_resamples_of_0_by_0_are_left_out_and_counted():
    rare = np.array([[[4, 2], [1, 0]], [[0, 0], [0, 1]]])
    gaps, notes = resampling.bootstrap_gaps(kinds(rare, recall_of_the_second), 200, 0)
    assert np.isfinite(gaps).all()
    assert notes == (f"{200 - gaps.size} resamples were left out because the metric was undefined (0/0)",)
    # A class of one item in eight is missing from (7/8)^8 = 34 % of the samples; 4 standard errors: 13 %.
    assert 200 - gaps.size == pytest.approx(69, abs=27)


def test_too_many_of_0_by_0_are_an_error():
    def mostly_undefined(matrices):
        return np.where(matrices[..., 0, 0] == 6, 1.0, np.nan)

    with pytest.raises(InputError, match=r"the metric is undefined \(0/0\) in \d+ of 100 resamples"):
        table = np.array([[[6, 0], [0, 0]], [[0, 0], [0, 9]]])
        resampling.bootstrap_gaps(kinds(table, mostly_undefined), 100, 0)


@pytest.mark.parametrize(
    ("counts", "expected"), [((0, 99), (0.02, 0.01, 1)), ((99, 99), (1, 1, 1)), ((49, 50), (1, 0.5, 0.51))]
)
def test_the_p_value_counts_what_was_observed(counts, expected):
    found = [
        resampling.tail_p(*counts, 99, 20, alternative) for alternative in ("two-sided", "greater", "less")
    ]
    assert found == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("differing", "expected"), [(3, (0.25, 0.125, 1)), (0, (1, 1, 1))])
def test_the_p_value_is_never_below_what_coins_could_show(differing, expected):
    found = [
        resampling.tail_p(0, 99, 99, differing, alternative)
        for alternative in ("two-sided", "greater", "less")
    ]
    assert found == pytest.approx(expected, rel=1e-14)


def test_percentiles_hold_the_estimate():
    gaps, table = np.linspace(0.1, 0.2, 101), kinds()
    found, notes = resampling.bootstrap_interval(table, gaps, AT_90, "percentile")
    assert tuple(found) == pytest.approx((0.105, 0.195))
    assert notes == ()
    found, _ = resampling.bootstrap_interval(table, gaps - 0.4, AT_90, "percentile")
    assert tuple(found) == pytest.approx((-0.295, table.estimate))


@pytest.mark.parametrize("ends", ["percentile", "expanded", "bca"])
def test_ends_stay_within_the_span(ends):
    table, gaps = kinds(span=0.15), np.linspace(-1, 1, 2001)
    for alternative, expected in (("two-sided", (-0.15, 0.15)), ("greater", (-0.15, 0.15))):
        found, _ = resampling.bootstrap_interval(table, gaps, Asked("m", 0.95, alternative), ends)
        assert tuple(found) == pytest.approx(expected)


def test_expanded_percentiles_are_those_of_student():
    # The influences are the deviations of the differences 1 (3 times), -1 (1) and 0 (46) from 2/50, over 49.
    table = kinds(np.array([[[30, 3], [1, 0]], [[0, 0], [0, 16]]]))
    gaps = np.random.default_rng(0).normal(size=4001)
    x = np.array([1] * 3 + [-1] + [0] * 46) - 2 / 50
    df = 2 * np.sum(x**2) ** 2 / (np.sum(x**4) - np.sum(x**2) ** 2 / 50)
    assert influence_degrees(table.influences, table.repeats) == pytest.approx(df, rel=1e-9)
    share = stats.norm.cdf(-stats.t.ppf(0.975, df) * math.sqrt(50 / 49))
    found, _ = resampling.bootstrap_interval(table, gaps, Asked("m", 0.95, "two-sided"))
    assert tuple(found) == pytest.approx(np.quantile(gaps, [share, 1 - share]), rel=1e-9)


def test_bca_that_is_not_defined_gives_percentiles_and_says_so():
    gaps = np.linspace(0.5, 0.6, 101)  # all above the estimate
    found, notes = resampling.bootstrap_interval(kinds(), gaps, AT_90, "bca")
    assert notes == (resampling.NO_BCA,)
    assert found.high == pytest.approx(0.595)


def test_another_word_for_the_interval_is_refused():
    with pytest.raises(InputError, match='interval is \'basic\'; expected "expanded", "percentile" or "bca"'):
        resampling.parse_ends("basic")
