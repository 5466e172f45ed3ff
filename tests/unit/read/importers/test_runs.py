import math

import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.importers._runs import Run, codes_of, in_words, joined, number, texts_of


def run(source, values, *, marks=None, prompts=None):
    made = Run(source=source)
    for at, (key, value) in enumerate(values.items()):
        made.add(
            ("t", key),
            value,
            mark=marks[at] if marks else None,
            prompt=prompts[at] if prompts else None,
            columns=[("kind", f"k{key}")],
        )
    return made


def join(*runs):
    return joined(runs, item="document", metric="acc", advice="do something")


def test_the_order_is_that_of_the_first():
    pairs = join(run("A", {2: 0.5, 1: 1.0}), run("B", {1: 0.0, 2: 0.25}))
    assert pairs.keys == [("t", 2), ("t", 1)]
    assert [side.tolist() for side in pairs.values] == [[0.5, 1.0], [0.25, 0.0]]
    assert pairs.columns["kind"].tolist() == ["k2", "k1"]
    assert pairs.notes == ()


@pytest.mark.parametrize("turn", [False, True])
def test_items_of_one_side_alone_are_refused(turn):
    sides = run("A", {1: 1.0, 2: 0.0, 3: 0.0}), run("B", {1: 1.0})
    with pytest.raises(InputError, match=r"2 of 3 documents of A are not in B.*'t', 2; 't', 3; do something"):
        join(*(sides[::-1] if turn else sides))


def test_other_items_under_the_same_names_are_refused():
    a, b = run("A", {1: 1.0, 2: 0.0}, marks=["x", "y"]), run("B", {2: 1.0, 1: 1.0}, marks=["z", "x"])
    with pytest.raises(InputError, match="1 of 2 documents differ between A and B, such as 't', 2"):
        join(a, b)
    assert join(run("A", {1: 1.0}, marks=["x"]), run("B", {1: 1.0})).notes == ()


def test_other_prompts_are_noted():
    pairs = join(run("A", {1: 1.0}, prompts=["x"]), run("B", {1: 1.0}, prompts=["y"]))
    assert "prompts of 1 of 1 documents differ" in pairs.notes[0]


def test_values_that_neither_has_are_left_out_and_half_ones_refused():
    nan = math.nan
    pairs = join(run("A", {1: 1.0, 2: nan, 3: 0.5}), run("B", {1: 0.0, 2: nan, 3: 0.5}))
    assert pairs.values[0].tolist() == [1.0, 0.5]
    assert pairs.columns["kind"].tolist() == ["k1", "k3"]
    assert "1 of 3 documents are left out because they have no value of 'acc' in either log" in pairs.notes[0]
    with pytest.raises(InputError, match="1 documents have no value of 'acc' in B but have one"):
        join(run("A", {1: 1.0}), run("B", {1: nan}))
    with pytest.raises(InputError, match="no document of A has a value of 'acc'"):
        join(run("A", {1: nan}), run("B", {1: nan}))


def test_numbers():
    assert [number(each, metric="m", where="", usable=[]) for each in (True, 0, 0.25)] == [1, 0, 0.25]
    assert math.isnan(number(None, metric="m", where="", usable=[]))
    with pytest.raises(InputError, match=r"'mcc' is \[1, 0\] for doc 3, not a number .*choose one of acc"):
        number([1, 0], metric="mcc", where="for doc 3", usable=["mcc", "acc"])
    with pytest.raises(InputError, match="no metric of this log has a number"):
        number("x", metric="m", where="here", usable=["m"])
    for huge in (math.inf, 10**400, 1e200):
        with pytest.raises(InputError, match="expected a finite number"):
            number(huge, metric="m", where="here", usable=[])


def test_keys_in_words_and_codes():
    assert in_words(("", "a", 3)) == "'a', 3"
    assert texts_of([("gsm8k", 3), ("", "x")]).tolist() == ["gsm8k 3", "x"]
    assert codes_of(["b", 1, "1", "b"]).tolist() == [0, 1, 2, 0]


def test_any_number_of_runs():
    runs = [run("A", {1: 1.0, 2: 0.0}), run("B", {2: 0.5, 1: 0.0}), run("C", {1: 0.25, 2: math.nan})]
    with pytest.raises(InputError, match="1 documents have no value of 'acc' in C but have one"):
        join(*runs)
    three = join(*runs[:2], run("C", {2: 0.75, 1: 0.25}))
    assert [side.tolist() for side in three.values] == [[1.0, 0.0], [0.0, 0.5], [0.25, 0.75]]
    with pytest.raises(InputError, match="1 of 2 documents of A are not in C, the log of C, such as 't', 2"):
        join(*runs[:2], run("C", {1: 0.25}))
