"""Words and values of gates."""

import json

import pytest

from bakeoff import check_not_worse, check_not_worse_counts
from bakeoff.core.gate import Check
from bakeoff.plan.gates import together
from bakeoff.report.words.gate import remarks, summary, values


def gate(lost, won, n=1000, margin=0.02):
    return check_not_worse_counts(lost, won, n=n, margin=margin)


def several(*gates):
    checks = [
        Check(name=f"check | {at}", outcome=g.outcome, margin=g.margin, gate=g) for at, g in enumerate(gates)
    ]
    return together(checks, alpha=0.025)


def test_sentences():
    assert gate(10, 10).sentence == (
        "Pass: new is not inferior to old: a loss of 2 points of accuracy is excluded (difference 0, "
        "lower bound -0.95)."
    )
    assert gate(60, 10, margin=0.01).sentence == (
        "Fail: new is worse than old, and a loss of 1 point of accuracy cannot be excluded (difference -5.0, "
        "lower bound -6.7, upper bound -3.5)."
    )
    told = gate(42, 40).sentence
    assert told.startswith("Inconclusive: new was not shown to be worse than old, but a loss of 2 points")
    assert told.endswith(
        "A new test set of 1,794 items would pass with 80 % probability if the models are equally good."
    )


def test_several_are_counted():
    assert several(gate(10, 10), gate(5, 5)).sentence == "Pass: all 2 checks pass."
    assert several(gate(10, 10), gate(60, 10), gate(42, 40)).sentence == (
        "Fail: 1 of 3 checks pass, 1 fail, 1 inconclusive."
    )


@pytest.mark.parametrize("found", [gate(42, 40), several(gate(10, 10), gate(42, 40))], ids=["one", "several"])
def test_values_are_strict_json_with_the_names_of_the_contract(found):
    told = json.loads(json.dumps(values(found), allow_nan=False))
    assert {"outcome", "estimate", "bound", "margin", "p_value", "items_needed"} <= told.keys()
    assert told["outcome"] == "inconclusive"
    assert told["items_needed"] == 1794


def test_the_summary_is_markdown():
    text = summary(several(gate(10, 10), gate(42, 40)))
    assert text.startswith("### ⚠️ bakeoff gate: inconclusive\n\n")
    assert "| check \\| 0 |" in text
    assert "| **check \\| 1** |" in text


def test_losses_are_said_in_their_own_units():
    truth = [0, 1] * 50
    old = [0.2, 0.8] * 50
    told = str(check_not_worse(truth, old, [0.25, 0.8] * 50, margin=0.5, metric="log-loss"))
    assert "a loss of 0.5 of log loss is excluded" in told
    assert "positive: new has less log loss than old" in told


def test_adjustment_is_said_of_several_alone():
    assert remarks(gate(10, 10)) == []
    assert "Holm" in remarks(several(gate(10, 10)))[-1][1]
