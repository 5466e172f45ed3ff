import numpy as np
import pytest

from bakeoff.core.outcomes import SampleScores
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers._mh_study import (
    LOT,
    POPULATIONS,
    SIZES,
    by_set,
    estimates,
    inherent,
    paired_t,
    sets,
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
