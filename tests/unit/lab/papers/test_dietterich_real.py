import numpy as np
import pytest

from bakeoff.lab.papers import _dietterich_real
from bakeoff.lab.papers._dietterich_real import (
    DESIGNS,
    MOST_TURNED,
    TASKS,
    _counts,
    _damage,
    differences,
    rejected,
    wrong,
)
from bakeoff.lab.populations._settings import setting

SQUARE, _, PATIENTS = TASKS
DRAWS = 20


def test_training_sets_are_as_large_as_the_settings_say():
    sizes = {test: 300 - 300 // dealt.folds for test, dealt in DESIGNS.items()}
    assert sizes == {"McNemar": 200, "proportions": 200, "10-fold t": 270, "5x2cv t": 150}


@pytest.mark.parametrize("part", [0.0, 0.25, 0.5, 1.0])
def test_damage_falls_from_equal_to_none(part):
    equal = setting("diagonal-bands:train-270:equal").parameters["damage"]
    half = setting("diagonal-bands:train-270:part-0.5").parameters["damage"]
    expected = {0.0: equal, 0.25: (equal + half) / 2, 0.5: half, 1.0: 0.0}[part]
    assert _damage(SQUARE, DESIGNS["10-fold t"], part) == pytest.approx(expected)


def test_answers_are_turned_round_beyond_equal():
    dealt = DESIGNS["5x2cv t"]
    rate = setting("diabetes-pool:train-150:equal").a.error_rate
    assert _damage(PATIENTS, dealt, 0.0) == rate
    assert _damage(PATIENTS, dealt, 1.0) == rate + MOST_TURNED


def test_more_damage_turns_more_of_the_same_answers():
    dealt = DESIGNS["10-fold t"]
    plain, _ = wrong(PATIENTS, dealt, 0.0, DRAWS, 0)
    more, same = wrong(PATIENTS, dealt, 1.0, DRAWS, 0)
    assert np.array_equal(same, wrong(PATIENTS, dealt, 0.0, DRAWS, 0)[1])
    # one answer in five of 6000: 4 standard errors are 0.021
    assert (plain != more).mean() == pytest.approx(MOST_TURNED, abs=0.021)


def test_differences_add_up_to_those_of_all_items():
    x = differences(PATIENTS, "5x2cv t", 0.0, DRAWS, 0)
    tree, neighbour = wrong(PATIENTS, DESIGNS["5x2cv t"], 0.0, DRAWS, 0)
    assert x.shape == (DRAWS, 5, 2)
    assert np.array_equal(x.sum(axis=2), neighbour.sum(axis=2, dtype=int) - tree.sum(axis=2, dtype=int))


def test_data_sets_do_not_depend_on_how_they_are_blocked(monkeypatch):
    whole = differences(PATIENTS, "10-fold t", 0.0, 7, 5)
    monkeypatch.setattr(_dietterich_real, "BLOCK", 3)
    assert np.array_equal(differences(PATIENTS, "10-fold t", 0.0, 7, 5), whole)


def test_tested_items_are_counted_by_who_is_right():
    tree, neighbour = np.array([[0, 0, 1, 1, 0]], np.uint8), np.array([[0, 1, 0, 1, 1]], np.uint8)
    tested = np.array([[True, True, True, True, False]])
    assert _counts(tree, neighbour, tested).tolist() == [[1, 1, 1, 1]]


@pytest.mark.parametrize("test", DESIGNS)
def test_undamaged_neighbours_are_found_better(test):
    """By 9 points: 20 data sets against a level of 5 %, where less than a quarter is a chance of 1e-3."""
    assert rejected(SQUARE, test, 1.0, DRAWS, 0) >= 0.25
