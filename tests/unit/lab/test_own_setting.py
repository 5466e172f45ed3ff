import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import FiveByTwo, KFold
from bakeoff.lab.own_setting import situation, true_difference
from bakeoff.lab.populations._settings import setting


def test_noise_needs_no_measuring():
    made = situation("fair-attributes", a="c45", b="3-nn", n=60)
    assert (made.null, made.difference, made.reason) == (True, 0.0, "labels-tell-nothing")


def test_exchangeable_views_are_equally_good():
    made = situation("exchangeable-blocks", a="c45@first-block", b="c45@second-block", n=60, offset=1.2)
    assert (made.null, made.reason) == (True, "exchangeable-views")
    assert "offset" in made.key


def test_other_truth_is_measured_and_agrees_with_what_is_stored():
    stored = setting("fair-attributes:positive-0.4:n-300:naive-bayes-vs-c45")
    made = situation("fair-attributes", a="naive-bayes", b="c45", n=300, positive=0.4)
    assert made.difference == pytest.approx(stored.difference, abs=1e-6)
    assert not made.null


def test_truth_belongs_to_a_training_size():
    stored = setting("network-large-gap:n-300:c45-vs-naive-bayes")
    assert true_difference(stored, KFold(folds=10)) == stored.difference
    # with half as many items to learn from, trees lose some of their lead
    assert 0.05 < true_difference(stored, FiveByTwo()) < stored.difference


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"a": "c45", "b": "c45"}, "expected two learners"),
        ({"a": "c45", "b": "c46"}, "c46"),
        ({"a": "c45@nowhere", "b": "1-nn"}, "nowhere"),
        ({"a": "c45", "b": "1-nn", "n": 1}, "n is 1"),
        ({"a": "c45", "b": "1-nn", "colour": 3}, "colour"),
    ],
)
def test_what_makes_no_setting_is_refused(asked, words):
    with pytest.raises(InputError, match=words):
        situation("fair-attributes", **asked)
