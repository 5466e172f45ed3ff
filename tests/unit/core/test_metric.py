import pytest

from bakeoff.core.metric import Metric
from bakeoff.metrics import METRICS


def metric(low, high, higher=True):
    return Metric(
        key="k",
        title="t",
        formula="f",
        higher_is_better=higher,
        low=low,
        high=high,
        kind="labels",
        compute=lambda matrices: matrices,
    )


@pytest.mark.parametrize(("higher", "sign"), [(True, 1), (False, -1)])
def test_sign_turns_it_into_higher_is_better(higher, sign):
    assert metric(0, 1, higher).sign == sign


@pytest.mark.parametrize(
    ("low", "high", "rate"), [(0, 1, True), (-1, 1, True), (0, float("inf"), False), (0, 2, False)]
)
def test_rates_read_in_points_of_a_hundred(low, high, rate):
    assert metric(low, high).is_rate is rate


@pytest.mark.parametrize(
    ("fact", "keys"),
    [
        ("right_or_wrong", {"accuracy", "error"}),
        ("complement_of", {"error"}),
        ("is_given", {"score", "loss"}),
        ("zero_without_items", {"f1", "precision"}),
        ("misprint", {"precision", "specificity", "false-alarm"}),
        ("clips", {"log-loss"}),
        ("of_second_class", {"brier"}),
        (
            "is_mean_over_items",
            {"accuracy", "error", "log-loss", "brier", "squared-error", "score", "loss"},
        ),
    ],
)
def test_facts_belong_to_their_metrics(fact, keys):
    assert {record.key for record in METRICS if getattr(record, fact)} >= keys
    assert not any(getattr(METRICS[key], fact) for key in ("auc", "mcc", "macro-f1", "kappa"))


@pytest.mark.parametrize(
    ("key", "needs"),
    [
        ("f1", "labels"),
        ("auc", "scores"),
        ("log-loss", "probabilities"),
        ("brier", "probabilities"),
        ("squared-error", "numbers"),
        ("loss", "values"),
    ],
)
def test_what_models_must_give(key, needs):
    assert METRICS[key].needs == needs


def test_chance():
    assert METRICS["balanced-accuracy"].chance_of(4) == 0.25
    assert METRICS["auc"].chance_of(2) == 0.5
    assert METRICS["f1"].chance_of(2) is None


def test_a_negative_loss_was_negated_unless_it_may_be_negative():
    assert METRICS["log-loss"].is_positive_loss
    assert not METRICS["loss"].is_positive_loss
    assert not METRICS["accuracy"].is_positive_loss
