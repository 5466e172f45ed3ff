import dataclasses

import pytest

from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.world import World
from bakeoff.methods import METHODS


@pytest.mark.parametrize("record", [Method, Example, World])
def test_records_are_frozen_and_named_by_keyword(record):
    assert record.__dataclass_params__.frozen
    assert all(field.kw_only for field in dataclasses.fields(record))


def test_a_method_without_claims_claims_nothing():
    bare = Method(key="k", title="t", takes=PairedItems, compute=lambda: None)
    assert (bare.valid_in, bare.invalid_in, bare.unsound, bare.examples) == ((), (), "", ())


def test_the_family_of_tests_on_repeated_cross_validation():
    family = {method.key for method in METHODS if method.family == "cv"}
    assert family == {method.key for method in METHODS if method.key.startswith("cv-")}
    assert {method.key for method in METHODS if method.is_scaled_by_df} == family - {"cv-sign"}


def test_only_the_half_sample_test_needs_halvings():
    assert [method.key for method in METHODS if method.needs_halvings] == ["half-sample-t"]


def test_exact_methods_take_the_same_outcomes():
    for method in METHODS:
        if method.exact:
            assert METHODS[method.exact].takes is method.takes
