import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.neighbors import KNeighborsClassifier

from bakeoff import compare_learners
from bakeoff.core.outcomes import PairedItems
from bakeoff.designs import RepeatedKFold
from bakeoff.experiment.fold_bias import share_bias
from bakeoff.judge.answer import answer
from bakeoff.judge.pitfalls import Background

KEY = "stratified-folds-favour-shares"


def at(place, classes):
    """All predictions are of one class."""
    return np.eye(classes)[place]


@pytest.mark.parametrize(("classes", "n"), [(2, 100), (5, 300), (10, 100), (10, 300), (20, 300)])
def test_it_estimates_what_stratified_folds_add_where_classes_are_equally_likely(classes, n):
    # The truth of the difference is 0: what the sample shows is all bias. 60 samples: the standard error of
    # either mean is below 4 % of it, so a ratio outside .75 to 1.33 is a false alarm in fewer than 1 of 1000.
    rng = np.random.default_rng(3)
    shown, told = [], []
    for counts in rng.multinomial(n, np.full(classes, 1 / classes), size=60):
        first, last = counts.argmax(), counts.argmin()
        shown.append((counts[first] - counts[last]) / n)
        told.append(share_bias(counts, at(first, classes), at(last, classes)))
    assert 0.75 < np.mean(told) / np.mean(shown) < 1.33


def test_shares_that_differ_beyond_chance_are_no_bias():
    assert abs(share_bias([700, 200, 100], at(0, 3), at(2, 3))) < 0.005


def test_exchanging_the_learners_changes_the_sign():
    counts, said = [12, 9, 8, 6], [20, 10, 5, 0]
    assert share_bias(counts, at(0, 4), said) == -share_bias(counts, said, at(0, 4)) > 0


def test_learners_that_predict_alike_are_treated_alike():
    assert share_bias([12, 9, 8, 6], [2, 1, 1, 1], [4, 2, 2, 2]) == 0
    assert share_bias([12, 9, 8, 6], [0, 0, 0, 0], at(0, 4)) == 0  # every cell of A failed


def told(by, *, metric="accuracy", only=(30, 20)):
    items = PairedItems(only_a=only[0], only_b=only[1], n=300, both_right=100)
    trained = Background(favoured=by, design=RepeatedKFold(runs=10, folds=10))
    verdict = answer(items, metric=metric, background=trained, names=("ant", "bee"))
    return [caveat.text for caveat in verdict.caveats if caveat.key == KEY]


def test_it_is_said_where_the_bias_is_large_beside_the_interval():
    (text,) = told(0.04)
    assert text.startswith(
        "stratified folds favour ant by about 4.0 points, because its predictions follow the "
    )
    (mirrored,) = told(-0.04, only=(20, 30))
    assert mirrored == text.replace("ant", "bee")
    assert len(told(-0.04, metric="error")) == 1
    assert told(0.01) == told(0.0) == []


def test_it_is_found_in_an_experiment_and_not_with_unstratified_folds_or_numbers():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.repeat(np.arange(10), [9, 8, 7, 7, 6, 6, 5, 5, 4, 3])
    rarest = DummyClassifier(strategy="constant", constant=9)
    asked = {"method": "corrected-resampled-t"}

    def keys(stratified, other):
        design = RepeatedKFold(runs=2, folds=3, stratified=stratified)
        verdict = compare_learners(DummyClassifier(), other, X, y, design=design, **asked)
        return [caveat.key for caveat in verdict.caveats]

    assert KEY in keys(True, rarest)
    assert KEY not in keys(False, rarest)
    assert KEY not in keys(True, KNeighborsClassifier())
