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
            "repeating all trainings with new random splits of the same data gives the same decision; this "
            "says nothing about new data",
        ),
        (
            "partitions",
            "splits",
            "runs",
            "repeating all trainings with new random splits of the same data gives the same decision; this "
            "says nothing about new data",
        ),
        (
            "test sets",
            "items",
            "p-value",
            "a new test set of this size gives the same decision (<1 to 100 %, depending on where in the "
            "95 % interval the true difference lies)",
        ),
        (
            "test sets",
            "items",
            "counts",
            "a new test set of this size gives the same decision (<1 to 100 %, depending on where in the "
            "95 % interval the true difference lies)",
        ),
    ],
)
def test_it_says_what_is_drawn_anew_and_what_it_supposes(of, unit, by, text):
    again = Replicability(share=0.6, low=0.003, high=1.0, of=of, rests_on=10, unit=unit, by=by)
    limits = " (95 % interval <1 to 100 %)" if of == "partitions" else ""
    assert str(again) == f"about 60 % chance{limits} that {text}"
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
