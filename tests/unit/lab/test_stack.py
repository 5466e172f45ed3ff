import numpy as np

from bakeoff.lab import fold_assignment
from bakeoff.lab._stack import deal, mix, stream


def test_the_scatter_of_splitmix64():
    # the first three numbers of the generator with seed 1234567, as its reference program prints them
    step, state, drawn = 0x9E3779B97F4A7C15, 1234567, []
    for _ in range(3):
        state = (state + step) % 2**64
        drawn.append(int(mix(np.uint64(state))))
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_classes_stay_together():
    order = np.empty(10, dtype=np.int64)
    deal(np.uint64(stream(np.uint64(3), 0)), np.array([4, 4, 10]), order)
    assert sorted(order[:4]) == [0, 1, 2, 3]
    assert sorted(order[4:]) == [4, 5, 6, 7, 8, 9]


def test_orders_are_equally_frequent():
    # 24 orders of 4 items, 500 each; the chi-squared of 23 degrees exceeds 60 once in 28 thousand times
    order, often = np.empty(4, dtype=np.int64), {}
    for run in range(12_000):
        deal(np.uint64(stream(np.uint64(9), run)), np.array([4]), order)
        often[tuple(order)] = often.get(tuple(order), 0) + 1
    assert len(often) == 24
    assert sum((count - 500) ** 2 / 500 for count in often.values()) < 60


def test_the_folds_are_those_of_every_machine_and_version():
    X = np.arange(24).reshape(12, 2) % 3
    dealt = fold_assignment(X, [0, 1] * 6, runs=2, folds=3, rng=5)
    assert dealt.tolist() == [[2, 0, 0, 1, 0, 2, 1, 2, 1, 1, 2, 0], [2, 2, 1, 1, 0, 1, 1, 0, 0, 0, 2, 2]]
