"""What holds of splits whatever the items, classes and groups."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Bootstrap, FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.designs.splitters import unstratified

PARTITIONS = (KFold(folds=3), RepeatedKFold(runs=3, folds=4), FiveByTwo())
DESIGNS = (
    *PARTITIONS,
    Holdout(),
    Holdout(test=0.1),
    Resampling(splits=4),
    LeaveOneOut(),
    Bootstrap(samples=4),
)

unhurried = settings(deadline=None, max_examples=60)
labels = st.lists(st.sampled_from("aaabbc"), min_size=2, max_size=60)
seeds = st.integers(0, 2**64)
each_design = pytest.mark.parametrize("design", DESIGNS, ids=repr)
each_partition = pytest.mark.parametrize("design", PARTITIONS, ids=repr)


def split_or_say_why(design, y, groups, rng):
    """The splits, or None where the error is one that the data deserve."""
    folds = design.shape[1] if design in PARTITIONS else 2
    units = len(y) if groups is None else len(set(groups))
    rare = design in PARTITIONS and min(Counter(y).values()) < folds
    empty = hasattr(design, "test") and round(design.test * len(y)) == 0
    if units < folds or rare or empty:
        with pytest.raises(InputError, match=r"; expected "):
            design.split(y, groups=groups, rng=rng)
        return None
    return design.split(y, groups=groups, rng=rng)


@each_design
@unhurried
@given(y=labels, rng=seeds)
def test_no_item_is_on_both_sides_and_no_side_is_empty(design, y, rng):
    splits = split_or_say_why(design, y, None, rng)
    for train, test in splits or ():
        assert len(train)
        assert len(test)
        assert not set(train.tolist()) & set(test.tolist())
        assert (np.diff(test) > 0).all()
        assert set(train.tolist()) | set(test.tolist()) == set(range(len(y)))


@each_design
@unhurried
@given(y=labels, rng=seeds, data=st.data())
def test_groups_never_straddle(design, y, rng, data):
    groups = data.draw(st.lists(st.integers(0, 12), min_size=len(y), max_size=len(y)))
    splits = split_or_say_why(design, y, groups, rng)
    for train, test in splits or ():
        assert len(train)
        assert len(test)
        assert not {groups[item] for item in train} & {groups[item] for item in test}


@each_partition
@unhurried
@given(y=labels, rng=seeds, grouped=st.booleans())
def test_every_item_is_tested_once_in_each_run(design, y, rng, grouped):
    splits = split_or_say_why(design, y, [item // 2 for item in range(len(y))] if grouped else None, rng)
    if splits:
        runs, folds = splits.shape
        for run in range(runs):
            tested = np.concatenate(splits.test[run * folds : run * folds + folds])
            assert sorted(tested.tolist()) == list(range(len(y)))


@each_partition
@unhurried
@given(y=labels, rng=seeds)
def test_folds_differ_by_one_item_in_all_and_in_each_class(design, y, rng):
    splits = split_or_say_why(design, y, None, rng)
    if splits:
        assert np.ptp(splits.n_test) <= 1
        for label in set(y):
            counts = [sum(y[item] == label for item in test) for test in splits.test]
            assert max(counts) - min(counts) <= 1


@unhurried
@given(y=labels, rng=seeds, share=st.floats(0.05, 0.95))
def test_a_class_is_on_both_sides_where_the_sizes_allow_it(y, rng, share):
    n_test, counts = round(share * len(y)), Counter(y)
    if 0 < n_test < len(y):
        train, test = Holdout(test=share).split(y, rng=rng)[0]
        assert len(test) == n_test
        several = [label for label, count in counts.items() if count > 1]
        if len(several) <= n_test <= len(y) - len(several):
            for side in (train, test):
                assert set(several) <= {y[item] for item in side}


@each_design
@unhurried
@given(y=labels, rng=seeds)
def test_the_names_of_classes_do_not_matter_and_the_same_rng_gives_the_same(design, y, rng):
    splits = split_or_say_why(design, y, None, rng)
    if splits:
        renamed = [{"a": 9, "b": 1, "c": 4}[label] for label in y]
        assert splits.fingerprint == design.split(renamed, rng=rng).fingerprint


@unhurried
@given(n=st.integers(30, 60), rng=seeds)
def test_another_rng_gives_other_splits(n, rng):
    for design in map(unstratified, set(DESIGNS) - {Holdout(test=0.1)}):  # 3 of 30 may well be the same 3
        same = design.split(n, rng=rng).fingerprint == design.split(n, rng=rng + 1).fingerprint
        assert same == (design == LeaveOneOut())


@unhurried
@given(n=st.integers(8, 20), rng=seeds, data=st.data())
def test_any_changed_item_changes_the_fingerprint(n, rng, data):
    splits = Bootstrap(samples=3).split(n, rng=rng)
    which = data.draw(st.sampled_from(["test", "drawn"]))
    sample = data.draw(st.integers(0, 2))
    parts = [part.copy() for part in getattr(splits, which)]
    at = data.draw(st.integers(0, len(parts[sample]) - 1))
    parts[sample][at] = (parts[sample][at] + data.draw(st.integers(1, n - 1))) % n
    changed = dataclasses.replace(splits, **{which: tuple(parts)})
    assert changed.fingerprint != splits.fingerprint
