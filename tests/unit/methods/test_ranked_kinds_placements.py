import numpy as np

from bakeoff.methods._ranked_kinds import placements

POSITIVE = np.array([True, True, False, False])


def test_by_hand():
    # The second positive ties with one negative and is above none: 1; the tied negative is right half.
    assert placements(np.array([0.9, 0.4, 0.4, 0.6]), POSITIVE).tolist() == [4, 1, 3, 2]


def test_what_one_model_places_better_is_whole():
    a, b = (placements(np.array(score), POSITIVE) for score in ([4.0, 3, 2, 1], [4.0, 0, 2, 1]))
    assert (a - b).tolist() == [0, 4, 2, 2]
