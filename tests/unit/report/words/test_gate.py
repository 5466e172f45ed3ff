"""Words and values of gates."""

import json
import math
from dataclasses import replace

import pytest

from bakeoff import check_not_worse, check_not_worse_counts
from bakeoff.core.gate import Check
from bakeoff.core.result import Interval
from bakeoff.core.verdict import Basis
from bakeoff.plan.gates import together
from bakeoff.report.words.gate import remarks, rows, summary, values


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


def test_what_has_no_bound_is_unlimited():
    truth = [at % 2 for at in range(60)]
    found = check_not_worse(truth, truth, [1 - each for each in truth], metric="mcc", margin=0.02)
    assert "(difference -200.0, lower bound unlimited)" in found.sentence
    told = dict(rows(found))
    assert told["lower bound"] == "unlimited (one-sided, 97.5 %)"
    assert told["interval"] == "unlimited (95 %)"
    half = replace(found, bound=-0.1, interval=Interval(low=-0.1, high=math.inf))
    assert dict(rows(half))["interval"] == "at least -10.0 points (95 %)"


def test_notes_and_caveats_do_not_rename_the_models():
    truth = [at % 2 for at in range(60)]
    few = [1 - each if at < 3 else each for at, each in enumerate(truth)]
    named = {"names": ("v2", "v1"), "margin": 0.02, "metric": "f1"}
    same, other = (check_not_worse(truth, each, truth, **named) for each in (truth, few))
    assert [each.text for each in remarks(same)][-1].startswith("both models are right on the same items")
    for found in (same, other):
        assert "A and B" not in str(found)
    checks = replace(several(gate(10, 10), gate(42, 40)), names=("v2", "v1"))
    assert "asks whether v2 is worse than v1 at all" in remarks(checks)[-1].text


@pytest.mark.parametrize(
    ("lost", "won", "outcome", "bound"),
    [(11, 0, "pass", "-1.96"), (13, 2, "fail", "-2.03"), (18, 9, "inconclusive", "-2.03")],
)
def test_a_bound_shows_on_which_side_of_the_margin_it_is(lost, won, outcome, bound):
    found = gate(lost, won)
    assert found.outcome == outcome
    assert f"{100 * found.bound:.1f}" == "-2.0"
    assert f"lower bound {bound}" in found.sentence
    assert f"  lower bound  {bound} points (" in str(found).replace("bound   ", "bound  ")
    assert f"| {bound} | 2 points |" in summary(several(found)).replace("**", "")


def test_the_evidence_of_a_failure_is_that_against_equality():
    assert dict(rows(gate(10, 10)))["evidence"] == "strong (one-sided test: p <= 0.0005)"
    assert dict(rows(gate(30, 10, margin=0.01)))["evidence"] == (
        "moderate (against equality p = 0.0008; one-sided test: 0.0005 < p <= 0.005)"
    )
    assert "evidence" not in dict(rows(gate(42, 40)))


def test_items_are_told_as_in_a_comparison():
    assert ("items", "1000; only new is right on 40, only old on 42") in rows(gate(42, 40))
    truth, old, new = [0, 1] * 30, [0, 0] * 30, [0, 1] * 29 + [0, 0]
    pairs = check_not_worse(truth, old, new, margin=0.5, clusters=[at // 2 for at in range(60)])
    assert ("items", "60 in 30 clusters") in rows(pairs)
    questions = replace(gate(42, 40), basis=Basis(of="questions", counts=(40,), answers=(3, 3)), counts=None)
    assert ("items", "40 questions, 3 answers each") in rows(questions)


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
    assert "a loss of 0.5 in log loss is excluded" in told
    assert "old minus new, above 0 if new is better" in told


def test_adjustment_is_said_of_several_alone():
    assert remarks(gate(10, 10)) == []
    assert "Holm" in remarks(several(gate(10, 10)))[-1][1]
