import numpy as np

from bakeoff.core.rng import generator
from bakeoff.designs._deal import large_first, members, seat

SIZES = np.array([1, 1, 2, 3, 3, 5, 9, 17, 18, 20, 40])
GROUPS = np.repeat(np.arange(len(SIZES)), SIZES)


def test_members_are_ascending_and_may_be_none():
    assert [each.tolist() for each in members(np.array([2, 0, 2, 0]), 4)] == [[1, 3], [], [0, 2], []]


def test_groups_twice_as_large_come_first_and_the_rest_is_chance():
    orders = [large_first(GROUPS, generator(0, run)) for run in range(40)]
    for order in orders:
        bands = np.floor(np.log2(SIZES[order]))
        assert (np.diff(bands) <= 0).all()
    assert len({tuple(order.tolist()) for order in orders}) > 20


def test_a_group_goes_where_least_is():
    sides = seat(GROUPS, None, np.ones(3), np.arange(len(SIZES))[::-1])
    # By hand: 40 | 20 | 18, 17 -> third (18), 9 -> second (20), 5, 3, 3, 2, 1, 1 -> second and third.
    assert sorted(np.bincount(sides).tolist()) == [39, 40, 40]


def test_sides_are_filled_by_their_shares():
    sides = seat(np.arange(100), None, np.array([0.75, 0.25]), np.arange(100))
    assert np.bincount(sides).tolist() == [75, 25]


def test_classes_are_spread_as_well_as_sizes():
    groups = np.repeat(np.arange(40), 5)
    codes = np.repeat(np.arange(40) % 4 == 0, 5).astype(np.int64)
    for run in range(20):
        sides = seat(groups, codes, np.ones(5), generator(run).permutation(40))
        assert np.bincount(sides[codes == 1], minlength=5).tolist() == [10] * 5
        assert np.bincount(sides).tolist() == [40] * 5


def test_a_class_may_be_absent():
    assert np.bincount(seat(np.arange(4), np.array([0, 2, 2, 0]), np.ones(2), np.arange(4))).tolist() == [
        2,
        2,
    ]


def test_large_groups_are_tested_as_often_as_small_ones():
    # 2000 draws: a share has standard error 0.0105; 11 groups within 4.5 of them by chance but for 8e-5.
    tested = np.zeros(len(SIZES))
    for run in range(2000):
        sides = seat(GROUPS, None, np.array([2 / 3, 1 / 3]), generator(run).permutation(len(SIZES)))
        tested[np.unique(GROUPS[sides == 1])] += 1
    shares = tested / 2000
    assert np.abs(shares - shares.mean()).max() < 4.5 * 0.0105
