import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold
from bakeoff.estimators._losses import averaged, in_folds
from bakeoff.estimators.kfold import kfold, record

FOLDS = [[0, 4, 5], [1, 2], [3, 6]]
VALUES = [[1, 0, 0], [1, 1], [0, 0]]


def test_pooled_by_hand(lost):
    found = kfold({"kfold": lost(FOLDS, VALUES)}, level=0.95)
    assert found.value == pytest.approx(3 / 7)
    assert found.n == 7
    assert found.parts["kfold"].tolist() == [[pytest.approx(1 / 3), 1, 0]]
    assert found.sizes["kfold"].tolist() == [[3, 2, 2]]
    expected = stats.beta(3.5, 4.5).ppf([0.025, 0.975])
    assert [found.interval.low, found.interval.high] == pytest.approx(expected, rel=1e-10)
    assert "approximate" in found.notes[0]


def test_mean_of_folds_by_hand(lost):
    found = kfold({"kfold": lost(FOLDS, VALUES)}, level=0.95, average="folds")
    assert found.value == pytest.approx(4 / 9)
    assert found.interval is None
    assert "average='pooled'" in found.notes[0]


def test_squares_have_no_interval_and_why(lost):
    found = kfold({"kfold": lost(FOLDS, VALUES, kind="squared")}, level=0.95)
    assert found.interval is None
    assert "not to squared errors" in found.notes[0]


def test_unknown_average(lost):
    with pytest.raises(InputError, match="average is 'median'; expected 'pooled'"):
        kfold({"kfold": lost(FOLDS, VALUES)}, level=0.95, average="median")


@pytest.mark.parametrize(
    ("folds", "n"), [([[0, 1], [1, 2]], 3), ([[0, 1], [2]], 4), ([[0, 1], [2, 3, 3]], 4)], ids=str
)
def test_each_item_is_tested_once(lost, folds, n):
    with pytest.raises(InputError, match="expected each item to be tested once"):
        kfold({"kfold": lost(folds, [[0] * len(fold) for fold in folds], n=n)}, level=0.95)


def test_no_fold_is_empty(lost):
    with pytest.raises(InputError, match="a fold without items; expected at most 2 folds"):
        kfold({"kfold": lost([[0, 1], []], [[0, 1], []])}, level=0.95)


def test_words(lost):
    tested = lost(FOLDS, VALUES, design=KFold(folds=3, stratified=False))
    assert in_folds(tested) == "3-fold cross-validation"
    assert in_folds(lost(FOLDS, VALUES, design=KFold(folds=3))) == "stratified 3-fold cross-validation"
    assert averaged(tested, "pooled") == pytest.approx(3 / 7)


def test_record():
    assert record.designs() == {"kfold": KFold(folds=10, stratified=False)}
    assert record.designs(folds=5, stratified=True) == {"kfold": KFold(folds=5)}
    with pytest.raises(InputError, match="folds is 1"):
        record.designs(folds=1)
