import pytest

from bakeoff import plan_items
from bakeoff.core.exceptions import InputError
from bakeoff.plan.names import named_by, said

IMPOSSIBLE = {"difference": 0.03, "disagreement": 0.02}


def test_messages_name_parameters_as_who_asks_does():
    with named_by(str.upper), pytest.raises(InputError, match=r"^DISAGREEMENT is 0\.02, smaller"):
        plan_items(**IMPOSSIBLE)
    with pytest.raises(InputError, match=r"^disagreement is 0\.02, smaller"):
        plan_items(**IMPOSSIBLE)


def test_a_rule_holds_inside_alone():
    with named_by(str.upper):
        with named_by(str.title):
            assert said("items") == "Items"
        assert said("items", "some items") == "ITEMS"
    assert (said("items"), said("items", "some items")) == ("items", "some items")
