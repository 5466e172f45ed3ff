import pytest
from scipy import stats

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Holdout
from bakeoff.estimators.holdout import holdout, record


def test_by_hand(lost):
    found = holdout({"holdout": lost([[0, 3, 4]], [[0, 1, 1]], n=9)}, level=0.9)
    assert found.value == pytest.approx(2 / 3)
    assert found.n == 3
    assert found.basis == "holdout, 3 test items, trained on 6"
    expected = stats.beta(2.5, 1.5).ppf([0.05, 0.95])
    assert [found.interval.low, found.interval.high] == pytest.approx(expected, rel=1e-10)


def test_one_test_item(lost):
    found = holdout({"holdout": lost([[2]], [[0]], n=3)}, level=0.95)
    assert found.value == 0
    assert found.basis == "holdout, 1 test item, trained on 2"
    assert found.interval.low == 0


def test_squares_have_an_interval_of_their_mean(lost):
    squares = [1.0, 4.0, 9.0, 2.5]
    found = holdout({"holdout": lost([range(4)], [squares], n=9, kind="squared")}, level=0.95)
    expected = stats.ttest_1samp(squares, 0).confidence_interval(0.95)
    assert found.interval.low == max(0, expected.low) == 0
    assert found.interval.high == pytest.approx(expected.high, rel=1e-12)


@pytest.mark.parametrize(("test", "values"), [([[0], [1]], [[0], [1]]), ([[]], [[]])])
def test_one_set_of_items_is_tested(lost, test, values):
    with pytest.raises(InputError, match="holdout got"):
        holdout({"holdout": lost(test, values, n=3)}, level=0.95)


def test_record():
    assert record.designs() == {"holdout": Holdout(test=1 / 3, stratified=False)}
    assert record.designs(test=0.5, stratified=True) == {"holdout": Holdout(test=0.5)}
