import numpy as np

from bakeoff.core.tally import Predictions


def test_items_are_counted_by_their_truth():
    column = np.array(["x", "y", "x"])
    assert Predictions(truth=column, a=column, b=column, source="a table").n == 3
