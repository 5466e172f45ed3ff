from dataclasses import replace

import numpy as np
import pytest

import bakeoff
from bakeoff.core.panel import counted
from bakeoff.judge.labels import guessed, strangers
from bakeoff.metrics import metric_of


@pytest.mark.parametrize(
    "labels",
    [
        (0, 1),
        (-1, 1),
        (0.0, 1.0),
        (False, True),
        ("0", "1"),
        ("No", "Yes"),
        ("n", "y"),
        ("F", "T"),
        ("neg", "pos"),
        ("negative", "positive"),
        ("only",),
    ],
)
def test_some_classes_are_plainly_positive(labels):
    assert guessed(labels, len(labels) - 1, None) == ()


@pytest.mark.parametrize("labels", [("ham", "spam"), (1, 2), (0, 2), ("yes", "zebra"), ("fraud", "ok")])
def test_other_classes_are_a_guess_unless_named(labels):
    (caveat,) = guessed(labels, 1, None)
    assert caveat.key == "positive-guessed"
    assert caveat.text.startswith(f"{labels[1]!r} is assumed to be the positive class because it sorts last")
    assert guessed(labels, 1, labels[1]) == ()


def test_a_model_whose_labels_are_all_strange_is_named():
    codes = {"truth": np.array([0, 2]), "a": np.array([0, 0]), "b": np.array([1, 1])}
    (caveat,) = strangers(counted(codes, ("cat", "Cat", "dog")))
    assert caveat.key == "labels-never-meet"
    assert caveat.text == (
        "a label of B is spelt differently in the truth (B has 'Cat', the truth has 'cat'); if they "
        "mean the same class, use one spelling"
    )
    five, four = (
        strangers(counted({"truth": np.zeros(n, int), "a": np.ones(n, int), "b": np.full(n, 2)}, (0, 1, 2)))
        for n in (5, 4)
    )
    assert [caveat.text[:13] for caveat in five] == ["no label of A", "no label of B"]
    assert four == ()  # so few may well all be wrong
    assert strangers(counted({name: np.array([0, 1]) for name in ("truth", "a", "b")}, (0, 1))) == ()


def one_class(metric):
    """Forty items of class yes; A is right on 39 of them, B on 36."""
    a, b = (np.where(np.arange(40) < wrong, "no", "yes") for wrong in (1, 4))
    return bakeoff.compare_predictions(["yes"] * 40, a, b, metric=metric)


def of_one_class(found):
    """The keys of its caveats about a test set of one class."""
    return [each.key for each in found.caveats if each.key.startswith("one-class")]


@pytest.mark.parametrize(
    "metric", ["f1", "macro-f1", "balanced-accuracy", "weighted-f1", "kappa", "precision"]
)
def test_metrics_of_other_classes_conclude_nothing_from_one_class(metric):
    found = one_class(metric)
    (caveat,) = [each for each in found.caveats if each.key == "one-class"]
    assert caveat.text.startswith("all 40 items belong to class 'yes': ")
    assert "depends on items of other classes; add items of the other classes, or choose" in caveat.text
    assert str(found).startswith("No valid conclusion")


@pytest.mark.parametrize("metric", ["accuracy", "error", "micro-f1", "recall", "class-accuracy"])
def test_metrics_that_one_class_determines_have_no_caveat(metric):
    found = one_class(metric)
    assert not of_one_class(found)
    assert found.strength.grade != "invalid"


def test_the_complement_of_recall_needs_no_other_class():
    """With truth all of class yes, specificity of no is the share of items that are not called no."""
    a, b = (np.where(np.arange(40) < wrong, "no", "yes") for wrong in (1, 10))
    found = bakeoff.compare_predictions(["yes"] * 40, a, b, metric="specificity", positive="no")
    assert not of_one_class(found)


def test_a_metric_of_ones_own_says_what_it_rests_on():
    def caught(matrix):
        return matrix[..., 1, 1] / matrix[..., :, 1].sum(axis=-1)

    unknown = one_class(caught)
    assert of_one_class(unknown) == ["one-class"]
    assert "caught may also depend on items of other classes" in str(unknown)
    assert not of_one_class(one_class(replace(metric_of(caught), rests_on="items")))


@pytest.mark.parametrize("metric", ["brier", "log-loss"])
def test_probabilities_on_one_class_have_it_too(metric):
    chances = np.linspace(0.5, 0.9, 20)
    found = bakeoff.compare_predictions([1] * 20, chances, chances**2, metric=metric)
    assert of_one_class(found) == ["one-class-probabilities"]
    both = bakeoff.compare_predictions([1] * 19 + [0], chances, chances**2, metric=metric)
    assert not of_one_class(both)


def test_a_ranking_on_one_class_has_it_once():
    truth = np.array(["yes"] * 40)
    said = {f"m{at}": np.where(np.arange(40) % at == 0, "no", "yes") for at in (3, 5, 7)}
    found = bakeoff.rank_predictions(truth, said, metric="f1", positive="yes")
    assert of_one_class(found) == ["one-class"]
    assert found.strength.grade == "invalid"
    assert not of_one_class(bakeoff.rank_predictions(truth, said))


def sliced():
    """Slice one has a single class, which alone shows a difference; slice two has both classes."""
    truth = np.array([1] * 200 + [0, 1] * 100)
    b = truth.copy()
    b[:60] = 0
    b[200:204] = 1 - b[200:204]
    return truth, truth, b, np.array(["one"] * 200 + ["two"] * 200)


def test_a_slice_of_one_class_shows_nothing():
    truth, a, b, by = sliced()
    found = bakeoff.compare_predictions(truth, a, b, metric="balanced-accuracy", by=by)
    one, two = found.slices
    assert (one.verdict.strength.grade, two.verdict.strength.grade != "invalid") == ("invalid", True)
    assert found.heterogeneity is None
    assert "Of 2 slices, 1 is undecided and 1 has no valid conclusion" in str(found)
    assert not {"slices-differ", "slices-disagree"} & {each.key for each in found.caveats}
    by_accuracy = bakeoff.compare_predictions(truth, a, b, by=by)
    assert by_accuracy.heterogeneity.slices == 2


def test_a_ranking_of_a_slice_of_one_class_shows_nothing():
    truth, a, b, by = sliced()
    models = {"a": a, "b": b, "c": np.roll(b, 3)}
    found = bakeoff.rank_predictions(truth, models, metric="balanced-accuracy", by=by)
    assert [each.ranking.strength.grade == "invalid" for each in found.slices] == [True, False]
    assert found.heterogeneity is None
    assert bakeoff.rank_predictions(truth, models, by=by).heterogeneity.slices == 2


def test_identical_predictions_of_one_class_are_not_called_equivalent():
    truth = ["yes"] * 40
    found = bakeoff.compare_predictions(truth, truth, truth, metric="f1", margin=0.01)
    assert found.decision == "undecided"


def test_one_item_or_two_classes_have_none():
    one = bakeoff.compare_predictions(["yes"], ["yes"], ["no"], metric="f1", positive="yes")
    two = bakeoff.compare_predictions(
        ["yes", "no"] * 9, ["yes"] * 18, ["no"] * 18, metric="balanced-accuracy"
    )
    assert not of_one_class(one)
    assert not of_one_class(two)
