"""How many items an inconclusive gate needs."""

import pytest

from bakeoff import check_not_worse, check_not_worse_counts
from bakeoff.judge.sensitivity import upper_disagreement
from bakeoff.methods._tango_power import NotWorse
from bakeoff.plan.needed import exact_power, paired_needed


def power(n, test):
    return exact_power(n, test) if n < 100 else test.power(n)


@pytest.mark.slow
@pytest.mark.parametrize(("disagreement", "margin"), [(0.10, 0.03), (0.05, 0.10), (0.02, 0.10), (0.3, 0.2)])
def test_the_gate_has_the_power_there(disagreement, margin):
    test = NotWorse(disagreement=disagreement, difference=0.0, margin=margin)
    n = paired_needed(test, 0.8)
    assert power(n, test) >= 0.8
    assert n < 2 or power(n - 1, test) < 0.8


@pytest.mark.slow
@pytest.mark.parametrize(("disagreement", "margin"), [(0.3, 0.2), (0.1, 0.15)])
def test_the_power_stays_from_there_on(disagreement, margin):
    test = NotWorse(disagreement=disagreement, difference=0.0, margin=margin)
    n = paired_needed(test, 0.8)
    assert min(power(each, test) for each in range(n, 100)) >= 0.8


def test_more_items_than_there_are_is_no_number():
    gate = check_not_worse_counts(500, 500, n=1000, margin=1e-6)
    assert (gate.outcome, gate.items_needed) == ("inconclusive", None)


def test_the_disagreement_is_at_its_upper_limit():
    assert upper_disagreement(12, 100) == pytest.approx(0.150, abs=5e-4)
    assert upper_disagreement(10, 10) == 1.0
    gate = check_not_worse_counts(20, 20, n=400, margin=0.03)
    share = upper_disagreement(40, 400)
    assert gate.items_needed == paired_needed(NotWorse(disagreement=share, difference=0.0, margin=0.03), 0.8)
    assert gate.assumed == 0.0


def test_only_inconclusive_gates_need_items():
    assert check_not_worse_counts(20, 20, n=4000, margin=0.03).items_needed is None
    assert check_not_worse_counts(60, 10, n=400, margin=0.03).items_needed is None


def test_a_large_test_set_asks_for_the_difference_that_it_saw():
    gate = check_not_worse_counts(102, 79, n=2500, margin=0.018)
    assert gate.outcome == "inconclusive"
    assert gate.assumed == gate.estimate == pytest.approx(-0.0092)
    assert gate.items_needed > 2500


def test_other_metrics_by_the_width_of_their_bound():
    truth = [0, 1] * 60
    old = [0, 1] * 50 + [1, 0] * 10
    new = [1, 0] * 5 + [0, 1] * 50 + [1, 0] * 5
    gates = [check_not_worse(truth, old, new, margin=margin, metric="f1") for margin in (0.05, 0.025)]
    assert [each.outcome for each in gates] == ["inconclusive"] * 2
    first, second = (each.items_needed for each in gates)
    assert 120 < first < second
    assert second / first == pytest.approx(4, rel=0.01)
