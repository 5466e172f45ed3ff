import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import UnknownNameError

LABELS, NUMBERS = ["x", "y"] * 20, np.linspace(0, 1, 12)
CALLS = {
    "compare_predictions": lambda: bakeoff.compare_predictions(LABELS, LABELS, LABELS, metrc="f1"),
    "compare_item_scores": lambda: bakeoff.compare_item_scores(NUMBERS, NUMBERS, metrc="loss"),
    "compare_samples": lambda: bakeoff.compare_samples(NUMBERS, NUMBERS, metrc="loss"),
    "compare_datasets": lambda: bakeoff.compare_datasets(NUMBERS, NUMBERS, metrc="loss"),
    "compare_layout": lambda: bakeoff.compare_layout([NUMBERS], [NUMBERS], metrc="loss"),
    "compare_judged": lambda: bakeoff.compare_judged(NUMBERS, NUMBERS, NUMBERS, NUMBERS, metrc="loss"),
    "compare_reports": lambda: bakeoff.compare_reports(1, 2, metrc="f1"),
    "compare_scores": lambda: bakeoff.compare_scores(
        NUMBERS, NUMBERS, design=bakeoff.KFold(folds=12), metrc="f1"
    ),
    "compare_files": lambda: bakeoff.compare_files("none.csv", metrc="f1"),
    "rank_predictions": lambda: bakeoff.rank_predictions(LABELS, {"m": LABELS, "n": LABELS}, metrc="f1"),
    "rank_files": lambda: bakeoff.rank_files("none.csv", metrc="f1"),
}


@pytest.mark.parametrize("name", CALLS)
def test_own_options_of_a_function_are_among_those_that_could_be_meant(name):
    with pytest.raises(
        UnknownNameError,
        match=rf"^no option of {name} is called 'metrc'; did you mean 'metric'\? There",
    ) as raised:
        CALLS[name]()
    assert {"metric", "alpha"} <= set(raised.value.known)


def test_counts_have_no_metric():
    with pytest.raises(UnknownNameError, match="compare_counts is called 'methd'; did you mean 'method'"):
        bakeoff.compare_counts(3, 5, n=40, methd="mcnemar")
    with pytest.raises(UnknownNameError, match="compare_rates is called 'methd'; did you mean 'method'"):
        bakeoff.compare_rates(3, 50, 5, 40, methd="auto")


def test_options_of_another_method_are_refused_by_the_method():
    with pytest.raises(UnknownNameError, match="no option of mcnemar-mid-p is called 'df'"):
        bakeoff.compare_counts(3, 5, n=40, df=3)
    with pytest.raises(UnknownNameError, match="no option of rank_predictions is called 'df'"):
        bakeoff.rank_predictions(LABELS, {"m": LABELS, "n": LABELS}, df=3)
