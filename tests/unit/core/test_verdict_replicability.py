import json

import pytest

from bakeoff.core.verdict import Replicability


@pytest.mark.parametrize(
    ("of", "unit", "text"),
    [
        ("partitions", "runs", "60 % of new partitions of the same data would give the same decision"),
        ("partitions", "splits", "60 % of new partitions of the same data would give the same decision"),
        (
            "test sets",
            "items",
            "60 % of fresh test sets of the same size would give the same decision, if nothing was known of "
            "the difference before",
        ),
    ],
)
def test_it_says_what_is_drawn_anew_and_from_what_it_knows(of, unit, text):
    again = Replicability(share=0.6, low=0.003, high=1.0, of=of, rests_on=10, unit=unit)
    assert str(again) == f"{text} (<1 % to 100 %, from 10 {unit})"
    assert json.loads(json.dumps(again.to_dict())) == {
        "share": 0.6,
        "interval": [0.003, 1.0],
        "of": of,
        "rests_on": 10,
    }
