"""Samples of Inspect's logs that have no score, in logs that Inspect wrote."""

import json

import numpy as np
import pytest

from bakeoff import InputError, compare_files, rank_files
from bakeoff.plan.gates import GateRequest, Wish, gate_source


def scores(folder):
    """The scores of a log by id, read as they stand there; None where there are none."""
    (log,) = folder.glob("*.json")
    found = json.loads(log.read_text())["samples"]
    return {
        each["id"]: None if not each.get("scores") else float(each["scores"]["matches"]["value"] == "C")
        for each in found
    }


def both(missing, name):
    return [missing / name / model for model in ("careful", "hasty")]


def test_failed_samples_are_refused_with_the_choices(missing):
    with pytest.raises(InputError, match=r"--missing.*: wrong \(.*\), drop \(.*\) or bounds \(.*\)"):
        compare_files(*both(missing, "failed"))


def test_failed_samples_are_wrong_or_left_out_or_bounded(missing):
    paths = both(missing, "failed")
    a, b = map(scores, paths)
    lacks = [sum(each is None for each in own.values()) for own in (a, b)]
    assert lacks == [2, 5]
    filled = {
        "wrong": [(a[at] or 0.0) - (b[at] or 0.0) for at in a],
        "drop": [a[at] - b[at] for at in a if None not in (a[at], b[at])],
    }
    for choice, differences in filled.items():
        verdict = compare_files(*paths, missing=choice)
        assert verdict.result.estimate == pytest.approx(np.mean(differences))
        assert verdict.missing is not None
        assert (verdict.missing.items, list(verdict.missing.counts)) == (60, lacks)
    assert verdict.missing.left_out == 60 - len(filled["drop"])
    assert "no answer of mockllm/careful to 2 of 60 (3.33 %)" in str(verdict)
    worst = [(0.0 if a[at] is None else a[at]) - (1.0 if b[at] is None else b[at]) for at in a]
    best = [(1.0 if a[at] is None else a[at]) - (0.0 if b[at] is None else b[at]) for at in a]
    values = compare_files(*paths, missing="bounds").to_dict()
    assert values["bounds"]["worst"]["estimate"] == pytest.approx(np.mean(worst))
    assert values["bounds"]["best"]["estimate"] == pytest.approx(np.mean(best))
    assert values["missing"]["without_answer"] == {"mockllm/careful": 2, "mockllm/hasty": 5}
    low, high = values["interval"]
    assert low == values["bounds"]["worst"]["interval"][0]
    assert high == values["bounds"]["best"]["interval"][1]


def test_a_gate_on_failed_samples(missing):
    new, old = both(missing, "failed")

    def gate(choice, margin):
        request = GateRequest(files=(old, new), wishes=(Wish(margin=margin),), missing=choice)
        return gate_source(request)

    wrong, bounds = gate("wrong", 0.05), gate("bounds", 0.05)
    assert wrong.outcome == "pass"
    assert bounds.bounds is not None
    assert bounds.bounds.worst.estimate < wrong.estimate < bounds.bounds.best.estimate
    assert bounds.bound == bounds.bounds.worst.interval.low
    assert (bounds.outcome == "pass") == (bounds.bound > -0.05)
    with pytest.raises(InputError, match="--missing"):
        gate(None, 0.05)


def test_samples_that_were_never_asked_are_compared_where_both_have_them(missing):
    paths = both(missing, "limit")
    with pytest.raises(InputError, match="compare the common ones with --missing drop"):
        compare_files(*paths)
    verdict = compare_files(*paths, missing="drop")
    assert verdict.result.n == 40
    assert verdict.missing is not None
    assert (verdict.missing.counts, verdict.missing.left_out) == ((0, 20), 20)
    assert verdict.differ["limit"]["mockllm/hasty"] == 40
    with pytest.raises(InputError, match=r"20 of 60 samples were never asked .* --missing drop"):
        compare_files(*paths, missing="wrong")


def test_a_log_that_was_stopped_early_says_so(missing):
    paths = both(missing, "early")
    with pytest.raises(InputError, match="stopped early by its own rule") as raised:
        compare_files(*paths)
    assert "run both" not in str(raised.value)
    assert "--missing drop" in str(raised.value)
    verdict = compare_files(*paths, missing="drop")
    assert verdict.result.n == 40
    assert any("stopped early" in each and "p-values" in each for each in verdict.result.notes)


def test_rankings_take_missing_answers(missing):
    paths = both(missing, "failed")
    with pytest.raises(InputError, match="--missing"):
        rank_files(paths)
    a, b = map(scores, paths)
    ranking = rank_files(paths, missing="wrong")
    values = {each.name: each.value for each in ranking.models}
    assert values["mockllm/careful"] == pytest.approx(sum(filter(None, a.values())) / 60)
    assert values["mockllm/hasty"] == pytest.approx(sum(filter(None, b.values())) / 60)
    assert ranking.to_dict()["missing"]["without_answer"] == {"mockllm/careful": 2, "mockllm/hasty": 5}
    with pytest.raises(InputError, match="a ranking has no worst and best case"):
        rank_files(paths, missing="bounds")
