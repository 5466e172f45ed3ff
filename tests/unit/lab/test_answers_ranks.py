import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from bakeoff import lab
from bakeoff.core.exceptions import InputError
from bakeoff.designs import Holdout
from bakeoff.lab.answers import can_rank, draw_sets, ranked, right_and_wrong, true_area_difference
from bakeoff.lab.layout import layout_of
from bakeoff.lab.populations._settings import setting

THIRD = layout_of(Holdout())
NOISE = setting("fair-attributes:n-300:naive-bayes-vs-c45")
BLOCKS = setting("exchangeable-blocks:n-300:naive-bayes-vs-naive-bayes@first-block")
FOUR = setting("normal-noise:classes-4:n-300:gaussian-naive-bayes-vs-3-nn")


def test_the_items_are_those_that_are_judged_by_labels():
    sets = draw_sets(NOISE, first=0, count=5, rng=2)
    found, counts = ranked(sets, THIRD), right_and_wrong(sets, THIRD)
    assert [len(each) for each in found["positive"]] == counts.sum(axis=1).tolist()
    # Naive Bayes says the class that it thinks more likely.
    for at in range(5):
        said = np.array(found["rank_a"][at]) > 0.5
        assert np.mean(said == found["positive"][at]) == (counts[at, 0] + counts[at, 2]) / counts[at].sum()


def test_the_size_of_delong_is_that_of_a_normal_test():
    [found] = lab.size(NOISE, methods="delong", design=Holdout(), draws=400)
    assert found.share < 0.1  # about 5 %; 400 draws show 10 % once in 20,000


def test_the_truth_is_an_area():
    found = true_area_difference(BLOCKS, 200)
    draws = [draw_sets(BLOCKS, first=at, count=1, rng=9) for at in range(150)]
    apart = []
    for sets in draws:
        one = ranked(sets, THIRD)
        a, b = (roc_auc_score(one["positive"][0], one[name][0]) for name in ("rank_a", "rank_b"))
        apart.append(a - b)
    # both are means over training sets of 200 items: four standard errors err once in 16,000
    error = np.hypot(found.standard_error, np.std(apart) / np.sqrt(150))
    assert abs(np.mean(apart) - found.mean) < 4 * error
    [power] = lab.power(BLOCKS, methods="delong", design=Holdout(), draws=50)
    assert power.truth == found.mean


def test_learners_that_rank_nothing_are_refused():
    assert not can_rank(FOUR)
    assert not can_rank(setting("diabetes-pool:train-200:equal"))
    with pytest.raises(InputError, match="do not rank items of two classes"):
        lab.size(FOUR, methods="delong", design=Holdout(), draws=10)
    found = lab.size(FOUR, design=Holdout(), draws=2)
    assert "delong" not in [each.method for each in found]


def test_as_accurate_is_not_as_good_at_ranking():
    with pytest.raises(InputError, match="says nothing of their areas"):
        lab.size("breast-cancer-pool:train-200:equal", methods="delong", design=Holdout(), draws=10)
