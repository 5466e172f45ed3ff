import json

import pytest

from bakeoff.core.verdict import Replicability


@pytest.mark.parametrize(
    ("of", "unit", "by", "text"),
    [
        (
            "partitions",
            "runs",
            "runs",
            "partition of the same data gives the same decision",
        ),
        (
            "partitions",
            "splits",
            "runs",
            "partition of the same data gives the same decision",
        ),
        (
            "test sets",
            "items",
            "p-value",
            "test set of this size gives the same decision",
        ),
        (
            "test sets",
            "items",
            "counts",
            "test set of this size gives the same decision",
        ),
    ],
)
def test_it_says_what_is_drawn_anew_and_what_it_supposes(of, unit, by, text):
    again = Replicability(share=0.6, low=0.003, high=1.0, of=of, rests_on=10, unit=unit, by=by)
    told = f"about 60 % chance (95 % interval <1 to 100 %) that a new {text}"
    prior = "Jeffreys' nearly flat prior" if by == "counts" else "a flat prior"
    assert str(again) == f"{told}, predicted under {prior}"
    assert again.adds_to_p == (by != "p-value")
    assert json.loads(json.dumps(again.to_dict())) == {
        "share": 0.6,
        "interval": [0.003, 1.0],
        "level": 0.95,
        "of": of,
        "rests_on": 10,
        "by": by,
        "prior": "jeffreys" if by == "counts" else "flat",
    }
