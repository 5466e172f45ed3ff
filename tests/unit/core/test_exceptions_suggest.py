import itertools
import time

import pytest

from bakeoff.core.exceptions import unknown_name


def test_nothing_near_nothing_suggested():
    assert str(unknown_name("method", "zzz", ["sign"])) == "no method is called 'zzz'. There are: sign"


def test_an_empty_collection_says_so():
    assert str(unknown_name("method", "zzz", [])) == "no method is called 'zzz'. There are: none"


def test_a_long_list_is_cut():
    text = str(unknown_name("column", "c", (f"column-{i}" for i in range(100))))
    assert text.endswith("column-22, ...")
    assert len(text) < 300


def test_names_that_are_not_text():
    assert "no class is called '3'" in str(unknown_name("class", 3, ["1", "2"]))


def test_a_name_that_begins_as_typed_comes_before_a_similar_one():
    known = ["mcc", "accuracy-of-classes", "accuracy", "balanced-accuracy"]
    assert "did you mean 'accuracy'?" in str(unknown_name("metric", "acc", known))
    assert "did you mean 'accuracy'?" in str(unknown_name("metric", "ACC", known))
    # One letter says too little.
    assert "did you mean" not in str(unknown_name("metric", "b", known))


def test_endless_names_are_not_searched_and_not_repeated():
    began = time.perf_counter()
    text = str(unknown_name("class", "x y" * 1_000, ["y x" * 60_000, "cat"]))
    assert time.perf_counter() - began < 5
    assert "did you mean" not in text
    assert len(text) < 300
    assert text.startswith("no class is called 'x yx y")
    assert text.endswith("..., cat")
    assert "did you mean 'cat'?" in str(unknown_name("class", "cta", ["y x" * 60_000, "cat"]))


@pytest.mark.slow
def test_very_many_names_are_searched_in_little_time():
    known = ["".join(each) for each in itertools.product("abcdef", repeat=7)]
    began = time.perf_counter()
    text = str(unknown_name("class", "abcdefgh", [*known, "abdcefgh"]))
    assert time.perf_counter() - began < 10
    assert "did you mean 'abdcefgh'?" in text
