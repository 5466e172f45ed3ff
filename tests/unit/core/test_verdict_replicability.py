import json

import pytest

from bakeoff.core.verdict import Replicability


@pytest.mark.parametrize(
    ("of", "unit", "text"),
    [
        ("partitions", "runs", "a new partition of the same data gives the same decision"),
        ("partitions", "splits", "a new partition of the same data gives the same decision"),
        (
            "test sets",
            "items",
            "a new test set of this size gives the same decision, assuming no prior knowledge about the "
            "difference",
        ),
    ],
)
def test_it_says_what_is_drawn_anew(of, unit, text):
    again = Replicability(share=0.6, low=0.003, high=1.0, of=of, rests_on=10, unit=unit)
    assert str(again) == f"about 60 % (95 % interval <1 to 100 %) chance that {text}"
    assert json.loads(json.dumps(again.to_dict())) == {
        "share": 0.6,
        "interval": [0.003, 1.0],
        "of": of,
        "rests_on": 10,
    }
