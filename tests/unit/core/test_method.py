import dataclasses

import pytest

from bakeoff.core.method import Example, Method
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.world import World


@pytest.mark.parametrize("record", [Method, Example, World])
def test_records_are_frozen_and_named_by_keyword(record):
    assert record.__dataclass_params__.frozen
    assert all(field.kw_only for field in dataclasses.fields(record))


def test_a_method_without_claims_claims_nothing():
    bare = Method(key="k", title="t", question="q", takes=PairedItems, compute=lambda: None)
    assert (bare.valid_in, bare.invalid_in, bare.unsound, bare.examples) == ((), (), "", ())
