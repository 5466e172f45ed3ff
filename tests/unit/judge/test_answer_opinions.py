import numpy as np
import pytest

from bakeoff import compare_counts, compare_predictions, compare_scores
from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.judge.answer import gather
from bakeoff.methods import METHODS

DRAW = np.random.default_rng(0)
A, B = 0.8 + 0.05 * DRAW.standard_normal((10, 10)), 0.75 + 0.05 * DRAW.standard_normal((10, 10))


def said(verdict):
    return {opinion.method: opinion for opinion in verdict.opinions}


def test_nobody_else_is_asked_unless_wanted():
    assert compare_counts(15, 35, n=412).opinions == ()


def test_all_legal_methods_are_asked_and_the_unsound_marked():
    found = said(compare_counts(15, 35, n=412, both_right=300, opinions=True))
    assert {key: opinion.unsound for key, opinion in found.items()} == {
        "difference-of-proportions": True,
        "mcnemar": False,
        "mcnemar-exact": False,
        "mcnemar-mid-p": False,
    }
    for key in ("mcnemar", "mcnemar-exact"):
        alone = compare_counts(15, 35, n=412, method=key)
        assert (found[key].result, found[key].decision) == (alone.result, alone.decision)


def test_an_unsound_method_that_cannot_say_anything_is_left_out():
    assert "difference-of-proportions" not in said(compare_counts(15, 35, n=412, opinions=True))


def test_the_one_that_decides_is_asked_once_with_its_own_options():
    verdict = compare_scores(A, B, design=RepeatedKFold(), opinions=True)
    assert verdict.result.method == "cv-all-data"
    assert said(verdict)["cv-all-data"].result is verdict.result
    assert said(verdict)["corrected-resampled-t"].result.df == 99


def test_what_only_an_experiment_can_give_is_not_asked_for():
    assert "half-sample-t" not in said(compare_scores(A, B, design=RepeatedKFold(), opinions=True))
    halves = np.array([[0.01, 0.02], [0.015, 0.01], [0.02, 0.03]])
    assert "half-sample-t" in said(compare_scores(A, B, design=RepeatedKFold(), halves=halves, opinions=True))


def test_predictions_are_judged_by_every_method_that_takes_them_in_some_form():
    truth = [0, 1] * 30
    verdict = compare_predictions(truth, [0, 1] * 25 + [1, 0] * 5, [1, 1] * 30, opinions=True, resamples=200)
    found = said(verdict)
    assert verdict.result.method == "mcnemar-mid-p"
    assert {"mcnemar", "mcnemar-exact", "bootstrap", "permutation", "paired-mean"} <= found.keys()
    estimates = [each.result.estimate for each in found.values()]
    assert estimates == pytest.approx([verdict.result.estimate] * len(estimates), abs=1e-12)


def test_marks_say_what_a_row_must_be_read_with():
    flat = compare_scores([0.75] * 5, [0.5] * 5, design=KFold(folds=5), opinions=True)
    assert said(flat)["corrected-resampled-t"].marks == ("no variation",)
    few = compare_scores(A[:3], B[:3], design=RepeatedKFold(runs=3), opinions=True)
    assert said(few)["cv-folds-averaged-t"].marks == ("outside its calibration",)


def test_draws_and_what_is_asked_are_shared():
    truth = np.arange(40) % 2
    a, b = np.where(DRAW.random(40) < 0.9, truth, 0), np.where(DRAW.random(40) < 0.6, truth, 1)
    verdict = compare_predictions(
        truth, a, b, metric="f1", resamples=200, level=0.9, alternative="greater", opinions=True
    )
    for opinion in verdict.opinions:
        assert (opinion.result.level, opinion.result.alternative) == (0.9, "greater")
    other = compare_predictions(
        truth, a, b, metric="f1", method="bootstrap", resamples=200, level=0.9, alternative="greater"
    )
    assert said(verdict)["bootstrap"].result == other.result


def test_an_adjustment_is_for_the_verdict_alone():
    verdict = compare_counts(15, 35, n=412, tried=20, opinions=True)
    assert verdict.decision == "undecided"
    assert {opinion.decision for opinion in verdict.opinions} == {"b-better"}


def test_reports_show_what_was_gathered():
    table = compare_counts(15, 35, n=412, both_right=300, opinions=True)
    assert "difference-of-proportions (unsound)" in str(table)


@pytest.mark.parametrize(("key", "kept"), [("mcnemar", 1), ("difference-of-proportions", 0)])
def test_who_refuses(key, kept):
    def ask(method):
        raise InputError("no")

    found = gather([METHODS[key]], ask, lambda method: ("pooled",))
    assert [(each.refused, each.marks) for each in found] == [("no", ("pooled",))] * kept
