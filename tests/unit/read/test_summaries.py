"""Rows that summarise others."""

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.summaries import called_summary, summary_rows


@pytest.mark.parametrize(
    "name", ["Average", "avg.", "Mean", "Overall mean", "Avg. rank", "average_accuracy", "Rank"]
)
def test_names_of_summaries(name):
    assert called_summary(name)


@pytest.mark.parametrize("name", ["iris", "mean-shift", "totalview", "ranking-svm", "average-joe"])
def test_names_of_data_sets(name):
    assert not called_summary(name)


def test_nothing_is_left_out_without_others():
    assert summary_rows(["Mean"], {"svm": [0.5]}) == ()
    assert summary_rows(["x", "y"], {"svm": [0.5, 0.5]}) == ()


def test_one_learner_that_disagrees_makes_it_no_summary():
    with pytest.raises(InputError, match="row 'Mean'"):
        summary_rows(["x", "y", "Mean"], {"svm": [0.5, 0.7, 0.6], "tree": [0.1, 0.3, 0.6]})
