import dataclasses

from bakeoff.core.judged import Agreement, JudgeBias, Judged
from bakeoff.core.result import Interval
from bakeoff.report.words.judged import judged_rows

USED = Judged(
    items=900,
    labels=50,
    use="judge",
    weight=0.8,
    judge_alone=0.2,
    labels_alone=0.1,
    labels_interval=Interval(-0.1, 0.3),
    worth=120.4,
    labels_to_halve=None,
    agreement=Agreement(kappa=0.6, interval=Interval(0.4, 0.8), scores=100),
    biases=(
        JudgeBias(by="length", size=0.1, interval=Interval(0.0, 0.2), spread=38.25),
        JudgeBias(by="position", size=-0.1, interval=Interval(-0.3, 0.1)),
    ),
)


def test_all_that_is_known():
    assert dict(judged_rows(USED)) == {
        "labels alone": "difference 0.10 (-0.10 to 0.30) by the 50 human labels without the judge",
        "judge": "used with weight 0.80 (0: ignored, 1: in full); with the judge, 50 labels give an "
        "interval as narrow as 120 labels without it; the judge's scores alone give a difference of 0.20",
        "agreement": "weighted kappa 0.60 (0.40 to 0.80) between the judge and people (1: always equal, "
        "0: as by chance)",
        "length bias": "if an answer is longer than the other by 38.2 units of length (one standard "
        "deviation of the differences in length), the judge favours it by 0.10 (0 to 0.20) more than "
        "people do",
        "position bias": "if A is shown first instead of B, the judge favours it by -0.10 (-0.30 to 0.10) "
        "more than people do",
        "more labels": "labels on all of these items would not halve the interval: it takes more items",
    }


def test_why_a_judge_is_not_used():
    for use in ("no-gain", "all-labelled", "constant-judge"):
        told = dict(judged_rows(dataclasses.replace(USED, use=use, weight=0.0, labels_to_halve=200)))
        assert told["judge"].startswith("not ")
        assert told["more labels"] == "200 labels in total, among these 900 items, would halve the interval"


def test_an_interval_without_width_is_not_halved():
    without = dataclasses.replace(USED, labels_interval=Interval(0.0, 0.0))
    assert "more labels" not in dict(judged_rows(without))
