import numpy as np

from bakeoff.methods._ranked_kinds import gains, placements

POSITIVE = np.array([True, True, False, False])


def test_by_hand():
    # The second positive ties with one negative and is above none: 1; the tied negative is right half.
    assert placements(np.array([0.9, 0.4, 0.4, 0.6]), POSITIVE).tolist() == [4, 1, 3, 2]


def test_gains_are_sorted_and_whole():
    above, below = gains(np.array([4.0, 3, 2, 1]), np.array([4.0, 0, 2, 1]), POSITIVE)
    assert above.tolist() == [0, 4]
    assert below.tolist() == [2, 2]
