import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.designs.kfold import KFold
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._mh_iterated import cases, fold_differences, line, rms, scatter, slope
from bakeoff.lab.papers._mh_neighbours import cross_validated, draw, partitions
from bakeoff.methods import METHODS


def test_differences_of_folds_average_to_that_of_the_estimates():
    samples = draw(0.25, 20, 5, np.random.default_rng(0))
    found = fold_differences(samples, 10, 3, np.random.default_rng(1))
    assert found.shape == (5, 10, 3)
    fold_of = partitions(samples, 10, 3, np.random.default_rng(1))
    apart = cross_validated(samples, fold_of, 3) - cross_validated(samples, fold_of, 1)
    assert found.mean(axis=(1, 2)) == pytest.approx(apart)


def test_ss_is_the_error_of_the_weighted_test_of_folds():
    """SIG-11: sqrt(sum (d - x)^2 m / ((k - 1) N)), which for even folds is the error of their mean."""
    samples = draw(0.25, 30, 1, np.random.default_rng(3))
    d = fold_differences(samples, 10, 1, np.random.default_rng(2))[0, :, 0]
    scores = FoldScores(a=-d[None], b=np.zeros((1, 10)), design=KFold(folds=10), n_test=np.full((1, 10), 3))
    found = METHODS["kfold-weighted-t"].compute(scores, level=0.95, alternative="two-sided")
    ss = d.std(ddof=1) / np.sqrt(10)
    assert found.statistic == pytest.approx(-d.mean() / ss)


def test_lines_and_what_scatters_about_them():
    x = np.array([[1.0], [2.0], [3.0]])
    assert slope(x, 2 * x).tolist() == [2.0]
    assert line(x, 1 + 2 * x) == pytest.approx([2.0])
    assert scatter(x, np.repeat(2 * x[..., None], 4, axis=2)) == pytest.approx([0.0])
    assert rms(np.array([[3.0, 4.0]])) == pytest.approx([np.sqrt(12.5)])


def test_a_case_has_one_row_for_each_set():
    (case,) = cases(Effort(quick=True), "here", (30,), ("25%",), 2, 3)
    assert case.mean.shape == case.spread.shape == case.true.shape == (3, 20)
    assert case.spread_of_mean == pytest.approx(case.mean.std(axis=1, ddof=1))
    assert np.all(case.by_run <= case.spread)
