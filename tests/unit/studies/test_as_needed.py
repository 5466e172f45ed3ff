import numpy as np
import pytest
from studies import as_needed
from studies._partitions import fold_scores, partitions

from bakeoff.compare.item_runs import item_runs

NOISE = "normal-noise:n-100:gaussian-naive-bayes-vs-1-nn"
STUMPS = "balanced stumps: nominal, 15 % positives, n = 100"


@pytest.mark.slow
@pytest.mark.parametrize("key", [NOISE, STUMPS])
def test_outcomes_are_those_of_an_experiment(key):
    draw = next(partitions(key, 0, rng=0, count=1, most=5))
    differences, fold = draw(5)
    scores = fold_scores(differences, fold, answers=True)
    given = item_runs(differences, fold, scores.a.shape)
    items, models = given.apart()
    assert scores.differences.ravel() == pytest.approx([np.mean(each) for each in given.by_split[0]])
    assert scores.items == pytest.approx(items, abs=1e-14)
    assert scores.models == pytest.approx(models, rel=1e-9, abs=1e-15)
    assert scores.models_error > 0


@pytest.mark.slow
@pytest.mark.parametrize("key", [NOISE, STUMPS])
def test_more_runs_begin_with_the_same(key):
    short, long = (next(partitions(key, 1, rng=0, count=1, most=12)) for _ in range(2))
    few, many = short(4), long(4)
    assert np.array_equal(few[0], many[0])
    for first, second in zip(few, long(12), strict=True):
        assert np.array_equal(first, second[:4])


def followed(monkeypatch, decided):
    """What the plans do where the decisions after 5, 10, 15 ... runs, as they are and changed, are these."""
    told = iter(decided)
    monkeypatch.setattr(as_needed, "fold_scores", lambda *given, **more: None)
    monkeypatch.setattr(as_needed, "decision", lambda scores: next(told))
    monkeypatch.setattr(as_needed, "RULES", {"as needed": lambda limit: [lambda scores: scores]})
    monkeypatch.setattr(as_needed, "STOPPED", (("as needed", 20), ("as needed", 60)))
    return as_needed.followed(lambda runs: (np.zeros((runs, 1)), np.zeros((runs, 1))), answers=True)


def test_a_plan_stops_where_all_decisions_agree(monkeypatch):
    # After 5 runs both plans ask whether another decision is possible; after 10 runs none does.
    assert followed(monkeypatch, [0, 0, 0, 1]) == [(0, 5), (1, 10), (0, 5), (0, 5)]


def test_a_plan_stops_at_its_limit(monkeypatch):
    unsettled = [1, 0, 0] * 3 + [1, 0] + [0, 1] * 4  # two plans up to 15 runs, one at 20 and up to 40
    assert followed(monkeypatch, unsettled + [0, 0] + [1] * 3) == [(1, 5), (1, 10), (1, 20), (0, 45)]


def test_the_earlier_rule_changes_one_figure_at_a_time():
    differences, fold = np.eye(20)[:5], np.tile(np.arange(20) % 10, (5, 1))
    scores = fold_scores(differences, fold, answers=True)
    rules = {name: [change(scores) for change in rule(60)] for name, rule in as_needed.RULES.items()}
    assert {name: len(found) for name, found in rules.items()} == {
        "as needed": 8,
        "90 and 90 % intervals": 8,
        "earlier rule": 4,
    }
    moved = [
        (each.a.mean() != scores.a.mean(), each.models != scores.models) for each in rules["earlier rule"]
    ]
    assert not any(mean and models for mean, models in moved)
