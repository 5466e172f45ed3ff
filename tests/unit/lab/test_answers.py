import dataclasses

import numpy as np
import pytest

from bakeoff.core.design import Splits
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.data import make_data
from bakeoff.experiment.item_values import item_values
from bakeoff.experiment.stage import MAIN, Stage
from bakeoff.lab import answers
from bakeoff.lab.answers import draw_sets, errors_by_fold, half_differences, right_and_wrong, wrong
from bakeoff.lab.item_errors import fold_errors, fold_of
from bakeoff.lab.layout import Layout, fold_sizes
from bakeoff.lab.populations._settings import setting

NOISE = setting("fair-attributes:n-100:naive-bayes-vs-c45")
BLOCKS = setting("exchangeable-blocks:n-100:naive-bayes@first-block-vs-naive-bayes@second-block")
TWO_VIEWS = setting("diabetes-pool:train-270:equal")
TEN = Layout(runs=3, folds=10)


def sets_of(which, count=4, **other):
    return draw_sets(which, first=0, count=count, rng=5, **other)


def test_data_sets_do_not_depend_on_the_block_they_are_drawn_in():
    whole, later = sets_of(NOISE), draw_sets(NOISE, first=2, count=2, rng=5)
    assert np.array_equal(whole.shown["a"][2:], later.shown["a"])
    assert np.array_equal(whole.seeds[2:], later.seeds)


def test_repetitions_deal_the_same_data_into_other_folds():
    first, second = sets_of(NOISE), sets_of(NOISE, repetition=1)
    assert np.array_equal(first.y, second.y)
    assert not np.any(first.seeds == second.seeds)


def test_errors_by_fold_are_those_of_the_public_function():
    sets = sets_of(NOISE, count=1)
    found = errors_by_fold(sets, TEN)
    assert np.array_equal(found.apart.sum(axis=1), (found.b - found.a).sum(axis=(1, 2)))
    given = {"runs": 3, "folds": 10, "rng": sets.entropy}
    X, y = sets.shown["a"][0], sets.y[0]
    assert np.array_equal(found.a[0], fold_errors(X, y, learner="naive-bayes", **given))
    assert np.array_equal(found.b[0], fold_errors(X, y, learner="c45", **given))


@pytest.mark.parametrize("n", [100, 97])
def test_models_differ_as_an_experiment_says(n):
    sets = draw_sets(dataclasses.replace(NOISE, n=n), first=0, count=3, rng=5)
    answers = wrong(sets, TEN)
    dealt = fold_of(sets.y, runs=TEN.runs, folds=TEN.folds, seeds=sets.seeds)
    for at, found in enumerate(errors_by_fold(sets, TEN).models):
        test = tuple(np.flatnonzero(run == fold) for run in dealt[at] for fold in range(TEN.folds))
        design = RepeatedKFold(runs=TEN.runs, folds=TEN.folds)
        stage = Stage(key=MAIN, splits=Splits(design=design, n=n, shape=design.shape, test=test))
        values = [
            [-1.0 * answers[name][at, split // TEN.folds][each] for split, each in enumerate(test)]
            for name in ("a", "b")
        ]
        expected = item_values(values, stage, make_data(np.zeros((n, 1)), sets.y[at])).models.mean(axis=0)
        assert found == pytest.approx(2 * np.trace(expected) - expected.sum(), abs=1e-12)


@pytest.mark.parametrize(
    "layout",
    [Layout(runs=1, folds=10), Layout(runs=5, folds=3, one=True), Layout(runs=2, folds=100)],
    ids=["one run", "one fold", "one item"],
)
def test_where_models_do_not_show_how_they_differ(layout):
    assert errors_by_fold(sets_of(NOISE), layout).models is None


def test_views_are_shown_to_the_learner_they_belong_to():
    sets = sets_of(BLOCKS)
    assert not np.array_equal(sets.shown["a"], sets.shown["b"])
    assert sets.shown["a"].shape[2] < setting(BLOCKS.key).make().draw(1, np.random.default_rng(0))[0].shape[1]


@pytest.mark.parametrize("which", [NOISE, BLOCKS, TWO_VIEWS], ids=lambda each: each.population)
def test_counts_of_items_are_those_of_the_flags(which):
    sets, once = sets_of(which), Layout(runs=1, folds=3, one=True)
    counts = right_and_wrong(sets, once)
    tested = fold_of(sets.y, runs=1, folds=3, seeds=sets.seeds)[:, 0] == 0
    flags = wrong(sets, once)
    assert counts.sum(axis=1).tolist() == [fold_sizes(which.n, 3)[0]] * 4
    for at in range(4):
        a, b = (flags[name][at, 0][tested[at]] for name in ("a", "b"))
        assert counts[at].tolist() == [
            int(((a == 0) & (b == 1)).sum()),
            int(((a == 1) & (b == 0)).sum()),
            int(((a == 0) & (b == 0)).sum()),
            int(((a == 1) & (b == 1)).sum()),
        ]


def test_one_fold_of_each_run_is_a_resampling():
    sets, layout = sets_of(NOISE), Layout(runs=5, folds=3, one=True)
    one = errors_by_fold(sets, layout).a
    every = errors_by_fold(sets, Layout(runs=5, folds=3)).a
    assert one.shape == (4, 1, 5)
    assert np.array_equal(one[:, 0], every[:, :, 0])


def test_damage_turns_about_so_many_answers_round():
    sets = sets_of(TWO_VIEWS, count=20)
    sound = dataclasses.replace(sets, setting=dataclasses.replace(sets.setting, a=_undamaged(sets.setting.a)))
    turned = np.mean(wrong(sets, TEN)["a"] != wrong(sound, TEN)["a"])
    # 20 x 3 x 300 answers: four standard errors of .0204, one false alarm in 16,000
    assert abs(turned - TWO_VIEWS.a.error_rate) < 4 * np.sqrt(0.0204 / 18000)


def _undamaged(side):
    return dataclasses.replace(side, error_rate=0.0)


def test_halves_are_disjoint_and_judged_by_ten_folds_each():
    found = half_differences(sets_of(NOISE), 6)
    assert found.shape == (4, 6, 2)
    # ten folds of five items: every difference is a multiple of 1/50
    assert np.allclose(found * 50, np.round(found * 50))
    assert len(np.unique(found[0], axis=0)) > 1


def test_two_halves_hold_every_item_once_and_are_judged_apart(monkeypatch):
    parts = []

    def watched(part, layout):
        parts.append(part)
        return errors_by_fold(part, layout)

    monkeypatch.setattr(answers, "errors_by_fold", watched)
    sets = sets_of(NOISE, count=2)
    found = half_differences(sets, 3)
    first, second = parts
    for at in range(2):
        everything = rows(sets.shown["a"][at], sets.y[at])
        for halving in range(3):
            place = at * 3 + halving
            both = [rows(part.shown["a"][place], part.y[place]) for part in (first, second)]
            assert sorted([*both[0], *both[1]]) == sorted(everything)
            assert abs(first.y[place].sum() - second.y[place].sum()) <= 1
    for side, part in enumerate(parts):
        errors = errors_by_fold(part, Layout(runs=1, folds=10))
        means = (errors.b - errors.a).mean(axis=(1, 2)) / 5
        assert found[..., side].ravel() == pytest.approx(means, abs=1e-12)
    assert np.any(found[..., 0] != found[..., 1])


def rows(X, y):
    return [(*map(int, values), int(label)) for values, label in zip(X, y, strict=True)]


def test_halves_favour_the_learner_that_is_better():
    apart = setting("network-large-gap:n-300:c45-vs-naive-bayes")
    assert half_differences(draw_sets(apart, first=0, count=3, rng=0), 5).mean() > 0.03


def test_halves_of_an_odd_number_of_items_differ_by_one():
    odd = dataclasses.replace(NOISE, n=101)
    found = half_differences(draw_sets(odd, first=0, count=2, rng=0), 3)
    assert found.shape == (2, 3, 2)
    assert np.all(np.abs(found) <= 1)
