import pytest

from bakeoff.core.metric import Metric


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
