import json

import numpy as np
import pytest

from bakeoff.core.design import Splits
from bakeoff.core.estimator import ErrorEstimator, Estimate, Losses
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.core.result import Interval
from bakeoff.designs import KFold

HALVES = Splits(design=KFold(folds=2), n=4, shape=(1, 2), test=(np.array([0, 1]), np.array([2, 3])))


def estimate(**changes):
    given = {
        "estimator": "kfold",
        "value": 0.08,
        "parts": {"kfold": np.array([[0.06, 0.1]])},
        "sizes": {"kfold": np.array([[50.0, 50.0]])},
        "n": 100,
        "basis": "2-fold cross-validation, 100 items",
        "interval": Interval(low=0.0385, high=0.1453),
    }
    return Estimate(**(given | changes))


class TestLosses:
    def test_are_kept_by_split(self):
        losses = Losses(splits=HALVES, values=(np.array([0, 1]), np.array([1, 1])))
        assert losses.kind == "zero-one"

    @pytest.mark.parametrize(
        "values", [([0, 1],), ([0, 1], [1]), ([0, 1], [1, 1, 0]), ([0, 1], [1, 0], [0])], ids=str
    )
    def test_need_one_for_each_test_item(self, values):
        with pytest.raises(InputError, match="expected one for each of the 4 test items in 2 splits"):
            Losses(splits=HALVES, values=tuple(map(np.array, values)))

    @pytest.mark.parametrize("value", [0.5, -1.0, 2.0, np.nan, np.inf])
    def test_of_classes_are_0_or_1(self, value):
        with pytest.raises(InputError, match=r"expected 0 \(right\) or 1 \(wrong\)"):
            Losses(splits=HALVES, values=(np.array([0, value]), np.array([1, 1])))

    @pytest.mark.parametrize("value", [-0.1, np.nan, np.inf, 1e200])
    def test_of_numbers_are_finite_squares(self, value):
        with pytest.raises(InputError, match="expected finite squared errors"):
            Losses(splits=HALVES, values=(np.array([0, value]), np.array([1, 1])), kind="squared")

    def test_are_of_a_known_kind(self):
        with pytest.raises(InputError, match="kind is 'hinge'; expected 'zero-one'"):
            Losses(splits=HALVES, values=(np.zeros(2), np.zeros(2)), kind="hinge")


class TestEstimate:
    def test_answer_comes_first(self):
        assert estimate().sentence == (
            "error 8.0 %, 95 % interval 3.9 % to 14.5 % (2-fold cross-validation, 100 items)"
        )
        text = str(estimate(notes=("approximate",), bias="slightly pessimistic", components={"part": 0.25}))
        first, empty, *rest = text.split("\n")
        assert (first, empty) == (estimate().sentence, "")
        assert rest == ["  part: 0.25", "  note: approximate", "  bias: slightly pessimistic"]

    def test_without_anything_to_add_is_one_line(self):
        assert str(estimate()) == estimate().sentence

    def test_without_interval(self):
        assert estimate(interval=None).sentence == (
            "error 8.0 %, no interval (2-fold cross-validation, 100 items)"
        )

    def test_squares_are_no_shares(self):
        text = estimate(loss="squared", value=3.21, interval=Interval(low=2.5, high=4.0), level=0.9).sentence
        assert text.startswith("squared error 3.2, 90 % interval 2.5 to 4.0 (")

    def test_small_and_zero_errors(self):
        assert estimate(value=0.0, interval=Interval(low=0.0, high=0.0002)).sentence.startswith(
            "error 0 %, 95 % interval 0 % to 0.020 %"
        )

    def test_as_strict_json(self):
        text = json.dumps(estimate(components={"apparent": 0.0}).to_dict(), allow_nan=False)
        back = json.loads(text)
        assert back["value"] == 0.08
        assert back["interval"] == [0.0385, 0.1453]
        assert back["parts"] == {"kfold": [[0.06, 0.1]]}
        assert back["sizes"] == {"kfold": [[50, 50]]}
        assert back["components"] == {"apparent": 0.0}
        assert estimate(interval=None).to_dict()["interval"] is None

    def test_html_is_escaped(self):
        shown = estimate(basis="<b>", notes=("a < b & c",))._repr_html_()
        assert "<b>" not in shown
        assert "&lt;b&gt;" in shown
        assert "<li>note: a &lt; b &amp; c</li>" in shown


class TestSortOptions:
    record = ErrorEstimator(
        key="kfold",
        title="",
        formula="",
        designs=dict,
        combine=estimate,
        direction="none",
        bias="",
        why_interval="",
        options={"folds": "how many"},
        reading={"average": "of what"},
    )

    def test_options_go_where_they_belong(self):
        assert self.record.sort_options({"average": "folds", "folds": 5}) == (
            {"folds": 5},
            {"average": "folds"},
        )
        assert self.record.sort_options({}) == ({}, {})

    def test_unknown_option(self):
        with pytest.raises(UnknownNameError, match="option of kfold is called 'fold'; did you mean 'folds'"):
            self.record.sort_options({"fold": 5})
