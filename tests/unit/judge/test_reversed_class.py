import numpy as np
import pytest

import bakeoff
from bakeoff.judge.reversed_class import reversed_class
from bakeoff.metrics import METRICS

KEY = "probabilities-reversed"
DRAWS = np.random.default_rng(4)
TRUE = np.arange(200) % 2
LOSSES = pytest.mark.parametrize("metric", ["log-loss", "brier"])


def predicted(strength, true=TRUE, shift=0.0):
    """Probabilities of class 1 of a model that knows this much."""
    seen = DRAWS.normal(strength * (2 * true - 1), 1.0)
    return 1 / (1 + np.exp(-2 * strength * seen - shift))


GOOD, FAIR, NOISE = predicted(1.0), predicted(0.5), DRAWS.uniform(0.2, 0.8, 200)


def found(*chances, metric="log-loss", true=TRUE):
    return [each.key for each in reversed_class(true, chances, METRICS[metric])]


@LOSSES
def test_probabilities_of_the_other_class_are_found(metric):
    assert found(1 - GOOD, 1 - FAIR, metric=metric) == [KEY]
    assert found(GOOD, FAIR, metric=metric) == []
    assert found(1 - GOOD, np.full(200, 0.4), metric=metric) == [KEY]  # beside a constant prediction


@LOSSES
def test_a_bad_model_beside_a_good_one_is_only_bad(metric):
    assert found(1 - GOOD, GOOD, metric=metric) == []
    assert found(1 - GOOD, FAIR, metric=metric) == []


@LOSSES
def test_bad_models_that_rank_the_items_the_right_way_round_are_only_bad(metric):
    """Trained on balanced classes: probabilities are too high throughout, and 1 - p has a smaller loss."""
    rare = (np.arange(200) % 10 == 0).astype(np.int64)
    high = [predicted(each, rare, shift=2.5) for each in (0.5, 0.6)]
    losses = METRICS[metric].compute
    assert all(losses(rare, each).mean() > losses(rare, 1 - each).mean() for each in high)
    assert found(*high, metric=metric, true=rare) == []


def test_models_that_know_nothing_are_seldom_taken_for_reversed():
    """Each of two areas is below its limit with 5 %; 200 pairs of models, false-alarm rate below 0.001."""
    draws = np.random.default_rng(8).uniform(0.1, 0.9, (200, 2, 200))
    assert sum(bool(found(*pair)) for pair in draws) < 35


def test_two_columns_are_exchanged_and_several_classes_have_no_other_one():
    both = [np.column_stack([each, 1 - each]) for each in (GOOD, FAIR)]
    (caveat,) = reversed_class(TRUE, both, METRICS["brier"])
    assert "with the two columns exchanged, the values would be " in caveat.text
    assert caveat.text.endswith("in the order of the sorted classes")
    three = [np.column_stack([each, (1 - each) / 2, (1 - each) / 2]) for each in (GOOD, FAIR)]
    assert found(*three) == []


def test_of_many_models_the_first_is_told():
    (caveat,) = reversed_class(TRUE, [1 - GOOD, NOISE, 1 - FAIR, 1 - FAIR], METRICS["log-loss"])
    assert caveat.text.startswith("none of the 4 models predicts better than a constant probability")
    assert "3 values would be smaller, the first " in caveat.text


@LOSSES
def test_a_comparison_concludes_nothing_by_the_wrong_class(metric):
    truth = np.where(TRUE == 1, "ja", "nein")
    verdict = bakeoff.compare_predictions(truth, GOOD, FAIR, metric=metric, positive="nein")
    assert str(verdict).startswith("No valid conclusion")
    with pytest.raises(bakeoff.InputError, match="name the class that the scores belong to as positive"):
        bakeoff.compare_predictions(truth, GOOD, FAIR, metric=metric)
    right = bakeoff.compare_predictions(truth, GOOD, FAIR, metric=metric, positive="ja")
    assert (right.decision, right.caveats) == ("a-better", ())


@LOSSES
def test_no_gate_passes(metric):
    truth = np.where(TRUE == 1, "ja", "nein")
    for positive, outcome in (("ja", "fail"), ("nein", "inconclusive")):
        gate = bakeoff.check_not_worse(truth, GOOD, FAIR, margin=0.05, metric=metric, positive=positive)
        assert gate.outcome == outcome


def test_a_model_that_beats_a_constant_shows_that_the_class_is_right():
    """It ranks no better than chance by the limit of few items, so that its loss alone tells."""
    true = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    backwards = np.where(true == 1, 0.1, 0.9)
    helpful = np.array([0.4, 0.4, 0.4, 0.6, 0.6, 0.6, 0.6, 0.4])
    worse = np.full(8, 0.5)
    assert reversed_class(true, [backwards, helpful], METRICS["log-loss"]) == ()
    assert reversed_class(true, [backwards, worse], METRICS["log-loss"])


def test_a_model_that_ranks_well_shows_that_the_class_is_right():
    """All of its probabilities are too high, so that its loss is worse than that of a constant."""
    true = np.arange(40) % 2
    backwards = np.where(true == 1, 0.1, 0.9)
    too_high = np.where(true == 1, 0.999, 0.99)
    assert reversed_class(true, [backwards, too_high], METRICS["log-loss"]) == ()
    assert reversed_class(true, [backwards, np.full(40, 0.99)], METRICS["log-loss"])
