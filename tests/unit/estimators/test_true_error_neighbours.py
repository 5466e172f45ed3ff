import numpy as np
import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.estimators.true_error import normal_classes, true_error_of_neighbours

UNIFORM = {"low": stats.uniform(0, 1).cdf, "high": stats.uniform(0.5, 1).cdf}


def test_populations_have_their_inherent_error():
    for error in (0.001, 0.1, 0.5):
        low, high = (cdf(np.array(0.0)) for cdf in normal_classes(error).values())
        assert low == pytest.approx(1 - error)
        assert high == pytest.approx(error)


def test_half_distance_in_print():
    """Means at 2.053 standard deviations from the middle: an inherent error of 2 %."""
    mean = stats.norm.ppf(0.98)
    assert mean == pytest.approx(2.053, abs=0.001)
    assert normal_classes(0.02)[1](np.array(mean)) == pytest.approx(0.5)


@pytest.mark.parametrize("error", [0, -0.1, 0.51, 1])
def test_impossible_inherent_error(error):
    with pytest.raises(InputError, match=r"expected more than 0 and at most 0\.5"):
        normal_classes(error)


def test_one_border_by_hand():
    # the border is at 0.7: of "low" 0.3 lies above, of "high" 0.2 below
    found = true_error_of_neighbours([0.4, 1.0], ["low", "high"], k=1, classes=UNIFORM)
    assert found == pytest.approx((0.3 + 0.2) / 2)


def test_priors_weigh_the_classes():
    priors = {"high": 0.9, "low": 0.1}
    found = true_error_of_neighbours([0.4, 1.0], ["low", "high"], k=1, classes=UNIFORM, priors=priors)
    assert found == pytest.approx(0.1 * 0.3 + 0.9 * 0.2)


def test_three_neighbours_by_hand():
    # windows LLH and LHH, with the border at (0.1 + 1.3) / 2
    x, y = [0.1, 0.2, 0.9, 1.3], ["low", "low", "high", "high"]
    assert true_error_of_neighbours(x, y, k=3, classes=UNIFORM) == pytest.approx((0.3 + 0.2) / 2)


def test_all_items_vote_everywhere():
    x, y = [0.1, 0.2, 0.9], ["low", "high", "high"]
    assert true_error_of_neighbours(x, y, k=3, classes=UNIFORM) == 0.5


def test_one_class_alone():
    assert true_error_of_neighbours([0.1, 0.2], ["low", "low"], k=1, classes=UNIFORM) == 0.5


def test_tied_vote_goes_to_the_class_named_first():
    x, y = [0.1, 0.2], ["high", "low"]
    found = true_error_of_neighbours(x, y, k=2, classes=UNIFORM, priors={"low": 0.2, "high": 0.8})
    assert found == pytest.approx(0.8)


def test_items_of_one_place_vote_together():
    # at 0.6 sit "high" twice and "low" once: all three are nearest there, and "high" wins in any order
    for y in (["low", "high", "high"], ["high", "low", "high"], ["high", "high", "low"]):
        found = true_error_of_neighbours([0.6, 0.6, 0.6], y, k=1, classes=UNIFORM)
        assert found == 0.5
    # from the left the lone item at 0.2 is nearest up to 0.4
    x, y = [0.2, 0.6, 0.6, 0.6], ["low", "low", "high", "high"]
    assert true_error_of_neighbours(x, y, k=1, classes=UNIFORM) == pytest.approx(0.6 / 2)


def test_three_classes():
    classes = {label: stats.uniform(label, 1).cdf for label in range(3)}
    found = true_error_of_neighbours([0.5, 1.5, 2.5], [0, 1, 2], k=1, classes=classes)
    assert found == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"k": 0}, "k is 0; expected a whole number of at least 1"),
        ({"k": 3}, "k is 3 and there are 2 items"),
        ({"x": [0.1, np.nan]}, "x has nan at position 1"),
        ({"x": []}, "x is empty"),
        ({"y": ["low"]}, "x has 2 items and y 1"),
        ({"y": ["low", "middle"]}, "y has the class 'middle'; expected one of classes: "),
        ({"priors": {"low": 1.0}}, r"priors are given for \['low'\]"),
        ({"priors": {"low": 0.5, "high": 0.6}}, "expected probabilities from 0 to 1 that sum to 1"),
        ({"priors": {"low": 1.5, "high": -0.5}}, "expected probabilities from 0 to 1 that sum to 1"),
        (
            {"classes": {"low": lambda at: -at, "high": lambda at: at}},
            "of class 'low' decreases or leaves the range",
        ),
        (
            {"classes": {"low": lambda at: at * np.nan, "high": lambda at: at}},
            "of class 'low' decreases or leaves the range",
        ),
        ({"classes": {"low": lambda at: 0.5, "high": lambda at: at}}, "gives shape"),
    ],
)
def test_bad_input(given, message):
    good = {"x": [0.1, 0.9], "y": ["low", "high"], "k": 1, "classes": UNIFORM}
    with pytest.raises(InputError, match=message):
        true_error_of_neighbours(**(good | given))
