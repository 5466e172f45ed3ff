import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.experiment.data import Data
from bakeoff.experiment.stage import MAIN, Stage, halves, permuted, split_by


def data(n=60, **more):
    labels = np.array(["no", "yes", "yes"])[np.arange(n) % 3]
    return Data(X=np.arange(2.0 * n).reshape(n, 2), **({"y": labels} | more))


def test_a_part_of_all_items_has_their_numbers():
    splits = KFold(folds=3).split(data().y)
    part = Stage(key=MAIN, splits=splits)
    assert all(np.array_equal(part.test(at), splits.test[at]) for at in range(3))
    assert part.drawn(0) is None


def test_a_part_of_some_items_has_their_numbers_in_the_whole():
    items = np.arange(1, 60, 2)
    part = Stage(key="half", splits=KFold(folds=3, stratified=False).split(30), items=items)
    assert np.array_equal(np.sort(np.concatenate([part.test(at) for at in range(3)])), items)
    drawn = Stage(key="half", splits=Resampling(splits=2, stratified=False).split(30), items=items)
    for at in range(2):
        train = drawn.drawn(at)
        if train is not None:
            assert set(train) | set(drawn.test(at)) <= set(items)


def test_marks_tell_items_and_orders_apart():
    splits = KFold(folds=3, stratified=False).split(30)
    everything, back = np.arange(30), np.arange(30)[::-1]
    parts = [
        Stage(key="x", splits=splits),
        Stage(key="x", splits=splits, items=everything),
        Stage(key="x", splits=splits, order=everything),
        Stage(key="x", splits=splits, items=back),
        Stage(key="x", splits=splits, order=back),
        Stage(key="x", splits=KFold(folds=3, stratified=False).split(30, rng=1)),
    ]
    assert len({part.mark(0) for part in parts}) == 6
    assert Stage(key="x", splits=splits).mark(0) == Stage(key="y", splits=splits).mark(0)


def test_halves_are_disjoint_and_everything_and_have_ten_folds_each():
    parts = halves(data(61), 3, rng=0)
    assert [part.key for part in parts] == [
        "half 1.1",
        "half 1.2",
        "half 2.1",
        "half 2.2",
        "half 3.1",
        "half 3.2",
    ]
    for first, second in zip(parts[::2], parts[1::2], strict=True):
        assert sorted([*first.items, *second.items]) == list(range(61))
        assert abs(len(first.items) - len(second.items)) <= 1
        for part in (first, second):
            assert part.splits.shape == (1, 10)
            tested = np.concatenate([part.test(at) for at in range(10)])
            assert np.array_equal(np.sort(tested), np.sort(part.items))


def test_halves_and_their_folds_have_the_classes_in_proportion():
    whole = data(90)
    for part in halves(whole, 4, rng=1):
        counts = np.unique(whole.y[part.items], return_counts=True)[1]
        assert counts.tolist() == [15, 30]
        folds = [np.sum(whole.y[part.test(at)] == "yes") for at in range(10)]
        assert set(folds) == {3}


def test_other_halvings_are_other_halves_and_more_begin_with_those_of_fewer():
    whole = data(60)
    few, many, other = halves(whole, 2, rng=0), halves(whole, 5, rng=0), halves(whole, 2, rng=1)
    assert [p.mark(0) for p in few] == [p.mark(0) for p in many[:4]]
    assert len({p.mark(0) for p in many + other}) == 14


def test_numbers_are_halved_without_regard_to_their_values():
    whole = data(40, y=np.linspace(0, 1, 40), kind="numbers")
    first, second = halves(whole, 1, rng=0)
    assert len(first.items) == len(second.items) == 20
    assert not first.splits.design.stratified


def test_groups_stay_together_in_halves_and_in_folds():
    groups = np.repeat(np.arange(30), 3)
    whole = data(90, groups=groups)
    for first, second in [halves(whole, 2, rng=0)[:2], halves(whole, 2, rng=0)[2:]]:
        assert not set(groups[first.items]) & set(groups[second.items])
        for at in range(10):
            tested = set(groups[first.test(at)])
            assert tested
            assert not tested & set(groups[np.setdiff1d(first.items, first.test(at))])


def test_too_few_items():
    with pytest.raises(InputError, match=r"are 39 items, but half-sample-t needs 40 .*corrected-resampled"):
        halves(data(39), 1, rng=0)
    assert len(halves(data(40), 1, rng=0)) == 2


def test_too_few_groups():
    with pytest.raises(InputError, match=r"there are 19 groups, but half-sample-t needs 20"):
        halves(data(95, groups=np.arange(95) % 19), 1, rng=0)
    assert len(halves(data(100, groups=np.arange(100) % 20), 1, rng=0)) == 2


def test_groups_so_uneven_that_a_half_is_almost_one_of_them():
    groups = np.concatenate([np.zeros(60, dtype=int), np.arange(1, 25)])
    with pytest.raises(InputError, match="the groups are so unequal that one half has fewer than 10"):
        halves(data(84, groups=groups), 1, rng=0)


def test_permuted_labels_are_the_same_labels_in_another_order():
    whole = data(60)
    parts = [permuted(whole, KFold(folds=5), draw, rng=0) for draw in range(3)]
    assert [part.key for part in parts] == ["permuted 1", "permuted 2", "permuted 3"]
    assert len({part.mark(0) for part in parts}) == 3
    for part in parts:
        assert sorted(part.order) == list(range(60))
        assert not np.array_equal(part.order, np.arange(60))
    again = permuted(whole, KFold(folds=5), 1, rng=0)
    assert again.mark(2) == parts[1].mark(2)
    assert permuted(whole, KFold(folds=5), 1, rng=1).mark(2) != again.mark(2)


def test_items_of_a_group_change_places_together():
    groups = np.repeat(np.arange(12), [1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 6, 6])
    labels = np.array(["no", "yes"])[np.arange(12) % 2][groups]
    whole = data(42, y=labels, groups=groups)
    orders = set()
    for draw in range(4):
        part = permuted(whole, KFold(folds=3, stratified=False), draw, rng=0)
        given = groups[part.order]
        taken = {group: set(given[groups == group]) for group in range(12)}
        assert all(len(each) == 1 for each in taken.values())
        assert sorted(each.pop() for each in taken.values()) == list(range(12))
        orders.add(tuple(given))
    assert len(orders) == 4


def test_numbers_of_a_group_change_places_together():
    groups = np.arange(30) // 3
    whole = data(30, y=(groups * 1.5), groups=groups, kind="numbers")
    moved = whole.y[permuted(whole, KFold(folds=3), 0, rng=0).order]
    assert np.array_equal(np.sort(moved), whole.y)
    assert not np.array_equal(moved, whole.y)
    assert all(len(set(moved[groups == group])) == 1 for group in range(10))


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_labels_that_differ_within_a_group_cannot_be_permuted(kind):
    groups = np.arange(30) // 3
    y = groups % 2
    y[29] = 1 - y[29]
    with pytest.raises(InputError, match=r"labels differ within a group.*leave out groups, or do not use"):
        permuted(data(30, y=y, groups=groups, kind=kind), KFold(folds=3), 0, rng=0)


def test_folds_have_the_classes_in_proportion_as_permuted():
    whole = data(60)
    for draw in range(5):
        part = permuted(whole, RepeatedKFold(runs=2, folds=4), draw, rng=0)
        labels = whole.y[part.order]
        assert {int(np.sum(labels[part.test(at)] == "no")) for at in range(8)} == {5}


def test_numbers_are_split_without_regard_to_classes():
    whole = data(20, y=np.linspace(0, 1, 20), kind="numbers")
    assert not split_by(KFold(folds=4), whole, 0).design.stratified
    assert split_by(KFold(folds=4), data(20), 0).design.stratified
    assert len(split_by(LeaveOneOut(), whole, 0)) == 20
