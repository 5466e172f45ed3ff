import contextlib
import csv
import json

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.exceptions import InputError

N = 300
DRAWS = np.random.default_rng(1)
CASE = np.arange(N) % 2 == 0
TRUTH = np.where(CASE, "case", "control")  # the one that sorts last is not the one that is looked for
GOOD, USELESS, OTHER = CASE * 1.5 + DRAWS.normal(size=N), DRAWS.normal(size=N), DRAWS.normal(size=N)
CHANCES = {"good": 1 / (1 + np.exp(-2 * GOOD + 1.5)), "useless": 1 / (1 + np.exp(-USELESS / 10))}
CONTRADICTED = "no class is named as positive, and if it is 'control', which sorts last, the AUC of .* is 0.1"
ASKED = r"name the class that the scores belong to as positive \('case' or 'control'\)"
RANKS = pytest.mark.parametrize("metric", ["auc", "auc-ovr", "log-loss", "brier"])


def scores_for(metric):
    return (GOOD, USELESS) if metric.startswith("auc") else tuple(CHANCES.values())


def labels_of(rate_of_case, rate_of_control):
    """Labels that are right for these shares of the items of either class."""
    draws = np.random.default_rng([round(100 * rate_of_case), round(100 * rate_of_control)])
    right = draws.random(N) < np.where(CASE, rate_of_case, rate_of_control)
    return np.where(right == CASE, "case", "control")


@RANKS
@pytest.mark.parametrize("turned", [False, True])
def test_a_useless_model_is_never_called_better_by_a_guess(metric, turned):
    a, b = scores_for(metric)[::-1] if turned else scores_for(metric)
    with pytest.raises(InputError, match=f"{CONTRADICTED}.*{ASKED}"):
        bakeoff.compare_predictions(TRUTH, a, b, metric=metric)
    named = bakeoff.compare_predictions(TRUTH, a, b, metric=metric, positive="case")
    assert named.decision == ("b-better" if turned else "a-better")
    assert named.strength.grade == "strong"


@RANKS
def test_a_ranking_asks_for_the_class(metric):
    good, useless = scores_for(metric)
    models = {"good": good, "useless": useless, "other": np.roll(useless, 2)}
    with pytest.raises(InputError, match=r"the AUC of good is 0\.1"):
        bakeoff.rank_predictions(TRUTH, models, metric=metric, resamples=200)
    named = bakeoff.rank_predictions(TRUTH, models, metric=metric, positive="case", resamples=200)
    assert named.best == ("good",)


@RANKS
def test_no_gate_passes_or_fails_by_a_guess(metric):
    good, useless = scores_for(metric)
    for old, new in ((good, useless), (useless, good)):
        with pytest.raises(InputError, match=ASKED):
            bakeoff.check_not_worse(TRUTH, old, new, metric=metric, margin=0.05)
    outcomes = [
        bakeoff.check_not_worse(TRUTH, *pair, metric=metric, margin=0.05, positive="case").outcome
        for pair in ((good, useless), (useless, good))
    ]
    assert outcomes == ["fail", "pass"]


def test_slices_take_the_class_of_all_items():
    """In a slice of few items an area may be far below .5, which does not concern the guess."""
    ill = np.where(CASE, "well", "ill")
    by = np.where(np.arange(N) < 8, "small", "large")
    turned = np.where(by == "small", -GOOD, GOOD)
    found = bakeoff.compare_predictions(ill, turned, USELESS, metric="auc", by=by)
    assert [each.key for each in found.caveats].count("positive-guessed") == 1
    assert all(each.verdict is not None for each in found.slices)
    with pytest.raises(InputError, match=ASKED):
        bakeoff.compare_predictions(TRUTH, GOOD, USELESS, metric="auc", by=by)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "p.csv"
    with path.open("w", newline="") as stream:
        rows = csv.writer(stream)
        rows.writerow(["truth", "good", "useless", "other"])
        rows.writerows(zip(TRUTH, GOOD, USELESS, OTHER, strict=True))
    return path


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "--a", "good", "--b", "useless"],
        ["rank"],
        ["gate", "--old", "good", "--new", "useless", "--margin", "0.05"],
        ["gate", "--old", "useless", "--new", "good", "--margin", "0.05"],
    ],
)
def test_the_command_line_asks_for_the_class(file, words, capsys):
    command, *options = words
    with pytest.raises(SystemExit) as stopped:
        main([command, str(file), *options, "--metric", "auc"])
    assert stopped.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: no class is named as positive")
    assert len(said.err.splitlines()) == 1
    with contextlib.suppress(SystemExit):  # the code of a gate is its answer
        main([command, str(file), *options, "--metric", "auc", "--positive", "case", "--json"])
    assert "control" not in json.dumps(json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("metric", ["f1", "precision", "recall", "specificity"])
def test_labels_that_favour_one_model_by_each_class_need_a_named_one(metric):
    often, seldom = labels_of(0.95, 0.4), labels_of(0.4, 0.95)
    with pytest.raises(InputError, match=f"{metric} needs a positive class, and none is named: if it is "):
        bakeoff.compare_predictions(TRUTH, often, seldom, metric=metric)
    with pytest.raises(InputError, match="name one of them as positive"):
        bakeoff.rank_predictions(TRUTH, {"often": often, "seldom": seldom, "x": often[::-1]}, metric=metric)
    decisions = {
        bakeoff.compare_predictions(TRUTH, often, seldom, metric=metric, positive=each).decision
        for each in ("case", "control")
    }
    assert decisions == {"a-better", "b-better"}


def test_no_gate_passes_by_one_class_alone():
    old, new = labels_of(0.9, 0.7), labels_of(0.5, 0.95)
    by = {
        each: bakeoff.check_not_worse(TRUTH, old, new, metric="recall", margin=0.05, positive=each).outcome
        for each in ("case", "control")
    }
    assert by == {"case": "fail", "control": "pass"}
    with pytest.raises(InputError, match="if it is 'control', the outcome is pass; if it is 'case', the out"):
        bakeoff.check_not_worse(TRUTH, old, new, metric="recall", margin=0.05)


def test_a_decision_by_one_class_alone_is_weak():
    """The models differ on the items of one class only."""
    a, b = labels_of(0.8, 0.95), labels_of(0.8, 0.6)
    found = bakeoff.compare_predictions(TRUTH, a, b, metric="recall")
    other = bakeoff.compare_predictions(TRUTH, a, b, metric="recall", positive="case")
    assert (found.decision, other.decision) == ("a-better", "undecided")
    (caveat,) = [each for each in found.caveats if each.key == "positive-guessed"]
    assert caveat.importance == "casts-doubt"
    assert "if 'case' is the positive class, nothing is decided" in caveat.text
    assert found.strength.grade == "weak"


def test_a_metric_that_both_classes_share_is_the_same_as_ever():
    a, b = labels_of(0.9, 0.9), labels_of(0.6, 0.6)
    found = bakeoff.compare_predictions(TRUTH, a, b, metric="f1")
    (caveat,) = [each for each in found.caveats if each.key == "positive-guessed"]
    assert (found.decision, caveat.importance) == ("a-better", "limits")


def test_probabilities_that_rank_nothing_do_not_confirm_the_guess():
    """Two constants: the class decides which of them is nearer."""
    rare = np.where(np.arange(N) % 5 == 0, "case", "control")
    with pytest.raises(InputError, match="log-loss needs a positive class, and none is named"):
        bakeoff.compare_predictions(rare, np.full(N, 0.2), np.full(N, 0.8), metric="log-loss")


def test_one_class_of_a_slice_is_not_taken_for_the_positive_one():
    truth = np.array([0, 1] * 30 + [0] * 60)
    models = {name: np.where(DRAWS.random(120) < 0.8, truth, 1 - truth) for name in "xyz"}
    by = np.repeat(["both", "none"], 60)
    found = bakeoff.rank_predictions(truth, models, metric="recall", by=by, resamples=200)
    assert "recall is undefined (0/0)" in found.slices[1].refused


def verdicts_on(count, *, good=0.5, clusters=None, share=0.5, reverse=False):
    """What becomes of comparisons of scores, of which one may know something, with a guessed class."""
    draws, found = np.random.default_rng(29), []
    for _ in range(count):
        n = 120
        group = None if clusters is None else np.arange(n) // clusters
        own = draws.normal(size=(3, n))
        if group is not None:
            own = 0.6 * own + 0.8 * draws.normal(size=(3, group[-1] + 1))[:, group]
        positive = own[0] > np.quantile(own[0], 1 - share)
        scores = own[1] + good * positive, own[2]
        truth = np.where(positive != reverse, "z", "a")
        try:
            verdict = bakeoff.compare_predictions(truth, *scores, metric="auc", clusters=group)
        except InputError as problem:
            assert "positive" in str(problem)
            found.append("asked")
        else:
            found.append(f"{verdict.decision}, {verdict.strength.grade}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [None, 10])
def test_models_that_know_nothing_are_seldom_asked_for_the_class(clusters):
    """With the right class 1 to 3 % are asked; more than 16 of 200 have a chance below 0.001 at 3.5 %."""
    assert verdicts_on(200, good=0.0, clusters=clusters, share=0.3).count("asked") <= 16


@pytest.mark.slow
def test_the_wrong_model_does_not_win_unnoticed():
    """A knows something and B nothing; the guess is wrong."""
    found = verdicts_on(200, good=0.8, reverse=True)
    wrong = [each for each in found if each in ("b-better, strong", "b-better, moderate")]
    assert len(wrong) <= 5  # where B ranks clearly better than chance by chance, at most 1 %
    assert found.count("asked") > 100
