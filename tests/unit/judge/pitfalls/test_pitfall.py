from types import SimpleNamespace

import pytest

from bakeoff.core.outcomes import PairedItems, RatePair
from bakeoff.designs import KFold
from bakeoff.judge.pitfalls.pitfall import Finding, Pitfall
from bakeoff.judge.pitfalls.support import by_definition

ITEMS = PairedItems(only_a=3, only_b=1, n=20)
RATES = RatePair(errors_a=3, n_a=20, errors_b=1, n_b=20)
RECORD = {
    "key": "k",
    "title": "t",
    "when": "w",
    "remedy": "do this",
    "source": "s",
    "importance": "limits",
    "support": by_definition("x is x"),
}


@pytest.mark.parametrize(
    ("asked", "outcomes", "design", "found"),
    [
        ({}, RATES, None, True),
        ({"about": PairedItems}, ITEMS, None, True),
        ({"about": PairedItems}, RATES, None, False),
        ({"about": PairedItems | RatePair}, RATES, None, True),
        ({"trained": True}, ITEMS, None, False),
        ({"trained": True}, ITEMS, KFold(folds=5), True),
    ],
)
def test_a_pitfall_is_looked_for_only_where_its_record_says(asked, outcomes, design, found):
    pitfall = Pitfall(**RECORD, trigger=lambda case: [Finding("seen")], **asked)
    case = SimpleNamespace(noun="pair", outcomes=outcomes, background=SimpleNamespace(design=design))
    assert [each.text for each in pitfall.caveats(case)] == (["seen; do this"] if found else [])


@pytest.mark.parametrize(("given", "expected"), [(None, "limits"), ("casts-doubt", "casts-doubt")])
def test_a_finding_may_say_how_much_it_matters_in_its_case(given, expected):
    pitfall = Pitfall(**RECORD, trigger=lambda case: [Finding("seen", importance=given)])
    case = SimpleNamespace(noun="pair", outcomes=ITEMS, background=SimpleNamespace(design=None))
    assert [each.importance for each in pitfall.caveats(case)] == [expected]
