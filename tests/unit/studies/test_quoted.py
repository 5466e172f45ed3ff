import numpy as np
import pytest
from scipy import stats
from studies import _quoted_exact, _quoted_pages, _quoted_worlds, quoted

from bakeoff.core.figures import tables, value

# Those that are read off other tables, or computed in no time.
READ = (
    "risk",
    "claims",
    "losses",
    "few units",
    "omission",
    "items and folds",
    "numbers",
    "many",
    "replicability",
    "mid-p",
    "two standard errors",
    "dietterich splits",
)


def test_the_file_has_every_part_and_no_other():
    assert list(tables()) == list(quoted.PARTS)


@pytest.mark.parametrize("name", READ)
def test_figures_are_those_of_the_tables_that_they_are_taken_from(name):
    assert quoted.table(name) == tables()[name]


@pytest.mark.parametrize("key", ["jeffreys", "wilson", "textbook", "clopper-pearson"])
def test_coverage_against_the_binomial_distribution(key):
    counts, rates = np.arange(51), np.array([0.013, 0.2, 0.5])
    low, high = _quoted_exact.INTERVALS[key].compute(counts, 50, 0.025)
    expected = [
        100 * stats.binom.pmf(counts, 50, rate)[(low <= rate) & (rate <= high)].sum() for rate in rates
    ]
    assert _quoted_exact.covered(key, rates) == pytest.approx(expected)
    assert value("intervals", f"{key}: lowest") <= min(expected)


def test_wilsons_worst_coverage_is_next_to_a_limit_where_no_coarse_grid_is():
    coarse = _quoted_exact.covered("wilson", np.linspace(0.001, 0.999, 999)).min()
    assert value("intervals", "wilson: lowest") < coarse
    assert value("intervals", "wilson: lowest") == pytest.approx(83.75, abs=0.01)


@pytest.mark.slow
def test_dietterichs_rates_are_enumerated_twice():
    """Another program has 2.60 to 3.64 for McNemar's test and 4.60 to 4.97 with mid-p."""
    found = _quoted_exact.dietterich()
    assert found == pytest.approx(tables()["dietterich"]["values"], abs=1e-3)
    assert found["mcnemar: least"] == pytest.approx(2.60, abs=0.01)
    assert found["mcnemar-mid-p: most"] == pytest.approx(4.97, abs=0.01)


def test_two_standard_errors_against_draws():
    """A rate of 17 % from 100,000 draws has an error of 0.12 points; 4 of them once in 16,000 seeds."""
    errors = np.random.default_rng(1).normal(size=(2, 100_000))
    rejected = 100 * np.mean(np.abs(errors[0] - errors[1]) > stats.norm.isf(0.025))
    assert value("two standard errors", "correlation 0.0") == pytest.approx(rejected, abs=0.48)


def test_models_of_equal_f1_have_equal_f1():
    """By the shares of the population, for a model with a high recall and one with a low."""
    share, (high, low), of_first = 0.3, (0.9, 0.7), 0.3
    of_second = low / high * of_first + (low - high) / high * share / (1 - share)
    expected = [
        2 * recall * share / (recall * share + alarm * (1 - share) + share)
        for recall, alarm in ((high, of_first), (low, of_second))
    ]
    assert expected[0] == pytest.approx(expected[1])


def test_neighbours_vote():
    apart = np.array([[[0.1, 0.2, 0.3, 5.0], [5.0, 0.3, 0.2, 0.1]]])
    y = np.array([[True, False, True, False]])
    assert _quoted_worlds._voted(apart, y, 1).tolist() == [[True, False]]
    assert _quoted_worlds._voted(apart, y, 3).tolist() == [[True, False]]


@pytest.mark.slow
def test_new_figures_are_measured_and_the_stored_ones_are_near_them():
    """100 samples of each world: the lowest of 30 shares is at most 12 points below that of 2000."""
    found = _quoted_worlds.pooled_counts(100)
    assert found["10 folds: lowest"][0] == pytest.approx(value("pooled counts", "10 folds: lowest"), abs=12)
    rare = _quoted_worlds.rare_labels(50)
    assert rare["delong, uncorrected: highest"][0] > 50
    assert rare["delong: highest"][0] < 30


def test_pages_are_read_by_row_and_column():
    rows = _quoted_pages.table_of("losses", "areas of .995 and .985")
    assert _quoted_pages.number(_quoted_pages.row_of(rows, first="100")["delong"], 1) == 81.7
