import numpy as np
import pytest

from bakeoff.core.outcomes import FoldScores, SampleScores
from bakeoff.designs.kfold import KFold
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._mh_neighbours import cross_validated, draw, partitions
from bakeoff.lab.papers._mh_study import (
    LOT,
    POPULATIONS,
    SIZES,
    by_set,
    cases,
    estimates,
    fold_differences,
    inherent,
    line,
    paired_t,
    rms,
    scatter,
    sets,
    slope,
    unpaired_t,
)
from bakeoff.methods import METHODS


def rates():
    rng = np.random.default_rng(0)
    return rng.random((2, 3, 20))


def test_the_frame_is_that_of_the_paper():
    assert SIZES == (10, 20, 30, 50, 100)
    assert [inherent(name) for name in POPULATIONS] == [0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 0.4, 0.5]
    assert LOT == 20


@pytest.mark.parametrize(
    ("key", "found"), [("paired-t", lambda a, b: paired_t(b - a)), ("unpaired-t", unpaired_t)]
)
def test_t_is_that_of_the_methods(key, found):
    one, three = rates()
    # errors count against a learner, so B less A in errors is A less B in scores
    expected = [
        METHODS[key]
        .compute(
            SampleScores(a=1 - a, b=1 - b, paired=key == "paired-t"), level=0.95, alternative="two-sided"
        )
        .statistic
        for a, b in zip(one, three, strict=True)
    ]
    assert found(one, three) == pytest.approx(expected)


def test_t_of_equal_rates_is_0_and_of_a_constant_difference_beyond_all_bounds():
    assert paired_t(np.zeros((1, 20))).tolist() == [0.0]
    assert paired_t(np.full((1, 20), -0.1))[0] < -1e6


def test_sets_do_not_depend_on_how_many_there_are():
    first, more = (
        [samples.x for samples, _ in sets(Effort(), "here", 10, "5%", count, at_once=2)] for count in (4, 6)
    )
    assert np.array_equal(first[1], more[1])
    assert by_set(more[0][:, 0]).shape == (2, 20)


def test_the_hybrid_lies_between_the_estimators_that_it_is_made_of():
    ((samples, rng),) = sets(Effort(), "here", 20, "10%", 2)
    found = estimates(Effort(quick=True), samples, 3, rng)
    assert list(found) == ["TER", "LOO", "10-CV", "632b", "LOO*"]
    lower, upper = np.minimum(found["LOO"], found["632b"]), np.maximum(found["LOO"], found["632b"])
    kept = (found["LOO*"] >= lower) & (found["LOO*"] <= upper)
    assert np.all(kept)


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
    found = cases(Effort(quick=True), "here", (30,), ("25%",), 2, 3)
    assert found.mean.shape == found.spread.shape == found.true.shape == (1, 3, 20)
    assert found.spread_of_mean[0] == pytest.approx(found.mean[0].std(axis=1, ddof=1))
    assert np.all(found.by_run <= found.spread)
    assert len(found.where(found.sizes > 30).sizes) == 0
