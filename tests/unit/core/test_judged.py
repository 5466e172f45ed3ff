import json

from bakeoff.core.judged import Agreement, JudgeBias, Judged
from bakeoff.core.result import Interval


def test_plain_values_are_strict_json():
    found = Judged(
        items=90,
        labels=30,
        use="judge",
        weight=0.5,
        judge_alone=0.2,
        labels_alone=0.1,
        labels_interval=Interval(-0.1, 0.3),
        worth=45.0,
        labels_to_halve=None,
        agreement=Agreement(kappa=0.6, interval=Interval(0.4, 0.8), scores=60),
        biases=(JudgeBias(by="length", size=0.1, interval=Interval(0.0, 0.2), spread=38.2),),
    ).to_dict()
    again = json.loads(json.dumps(found, allow_nan=False))
    assert again["labels_interval"] == [-0.1, 0.3]
    assert again["agreement"]["interval"] == [0.4, 0.8]
    assert again["biases"] == [{"by": "length", "size": 0.1, "interval": [0.0, 0.2], "spread": 38.2}]
