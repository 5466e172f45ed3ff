import numpy as np
import pytest

from bakeoff.read.importers._conditions import (
    Conditions,
    compared,
    distinguishing,
    flat,
    full_names,
    is_known,
    named,
    telling,
    variants,
)

RNG = np.random.default_rng(3)


def drawn():
    """Settings of which some are the same, some differ and some are not set."""
    keys = ["temperature", "scorer.n", "role.n", "prompt"]
    values = [0, 1, "x" * 50, "y" * 50, None]
    return flat({key: values[RNG.integers(5)] for key in keys if RNG.random() < 0.8})


@pytest.mark.parametrize("count", [2, 3, 7])
def test_models_have_one_name_where_their_conditions_are_the_same_and_only_there(count):
    for _ in range(200):
        given = [Conditions(settings=drawn()) for _ in range(count)]
        names = full_names(["m"] * count, [{"t": each} for each in given])
        assert names == variants(["m"] * count, ["t"] * count, given)
        distinct = {tuple(sorted(each.settings.items())) for each in given}
        assert len(set(names)) == len(distinct)


def test_names_are_as_short_as_can_be():
    long = [{"a": "x" * 40, "b": 1}, {"a": "y" * 40, "b": 2}, {"a": "z" * 40, "b": 2}]
    assert distinguishing(long, ["a", "b"]) == ["a", "b"]
    assert distinguishing([{"a": "x" * 70, "b": 1}, {"a": "y" * 70, "b": 2}], ["a", "b"]) == ["b"]
    assert named("m", {}, ["a"]) == named("m", {"b": 1}, ["a"]) == "m"


def test_a_name_is_that_of_all_tasks():
    cold, hot, other = (Conditions(settings={"t": each}) for each in (0, 1, 5))
    sides = [{"x": cold, "y": other}, {"x": hot, "y": other}]
    assert full_names(["m", "m"], sides) == ["m (t=0)", "m (t=1)"]


def test_only_the_scorer_of_the_metric_counts():
    one = Conditions(scorers={"x": {"scorer.k": 1}, "y": {"scorer.k": 1}})
    two = Conditions(scorers={"x": {"scorer.k": 1}, "y": {"scorer.k": 2}})
    same, other, unknown = (
        compared(["m", "n"], [{"t": one}, {"t": two}], {"t": metric}) for metric in ("x", "judge/y", "z")
    )
    assert (same.differ, same.doubtful) == ({}, ())
    assert other.differ == {"scorer.k": {"m": 1, "n": 2}}
    assert unknown.doubtful == ("scorer.y.k",)
    silent = compared(["m", "n"], [{"t": one}, {"t": Conditions()}], {"t": "x"})
    assert (silent.differ, silent.doubtful) == ({}, ())


def test_what_differs_in_some_tasks_says_in_which():
    one, two = Conditions(judging={"version": 1}), Conditions(judging={"version": 2})
    metrics = {"s": "acc", "t": "acc"}
    found = compared(["m", "n"], [{"s": one, "t": one}, {"s": one, "t": two}], metrics)
    assert found.differ == {"version": {"m": {"t": 1}, "n": {"t": 2}}}
    assert found.conditions == {"m": {"version": 1}, "n": {"version": {"s": 1, "t": 2}}}
    meant = compared(["m", "n"], [{"s": one, "t": one}, {"s": one, "t": two}], metrics, ["version"])
    assert (meant.differ, meant.doubtful) == (found.differ, ())


def test_a_name_stands_for_its_parts_and_not_for_others_that_begin_like_it():
    keys = ["scorer.k", "scorers"]
    assert is_known("scorer", keys)
    assert is_known("scorer.k", keys)
    assert not is_known("score", keys)
    assert telling([Conditions(scorers={"x": {"scorer.k": 1}, "xy": {}}), Conditions(scorers={"x": {}})]) == [
        "scorer.x.k"
    ]
