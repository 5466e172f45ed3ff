"""Plans in words."""

import pytest

from bakeoff import compare_item_scores, plan_items
from bakeoff.report.words.plan import headline, percent


@pytest.mark.parametrize(
    ("asked", "start", "head"),
    [
        (
            {"difference": 0.03, "disagreement": 0.1},
            "862 items are needed to find a difference of 3 points of accuracy with 80 % power",
            "862 items",
        ),
        (
            {"difference": 0.03, "disagreement": 0.1, "items": 500},
            "With 500 items, a difference of 3 points of accuracy is found with 57 % power",
            "57 % power",
        ),
        (
            {"disagreement": 0.1, "items": 500},
            "With 500 items, a difference of 3.9 points of accuracy or more is found with 80 % power",
            "Differences of 3.9 points of accuracy or more",
        ),
        (
            {"disagreement": 0.4, "margin": 0.1},
            "315 items are needed to show that A is not worse than B by 10 points of accuracy or more, with",
            "315 items",
        ),
        (
            {"disagreement": 0.4, "margin": 0.1, "difference": 0.01, "items": 100},
            "100 items show that A is not worse than B by 10 points of accuracy or more with 41 % power",
            "41 % power",
        ),
        (
            {"difference": 0.5, "disagreement": 0.9, "items": 1},
            "With 1 item, a difference of 50 points of accuracy is found with 0 % power",
            "0 % power",
        ),
        (
            {"disagreement": 0.9, "margin": 0.5, "items": 1},
            "1 item shows that A is not worse than B by 50 points of accuracy or more with 0 % power",
            "0 % power",
        ),
        (
            {"deviation": 0.1, "difference": 0.5},
            "1 item is needed to find a difference of 0.5 with ",
            "1 item",
        ),
        (
            {"deviation": 0.1, "half_width": 0.5},
            "1 item gives an interval of about plus or minus ",
            "1 item",
        ),
        (
            {"deviation": 0.4, "half_width": 0.01},
            "6,147 items give an interval of about plus or minus 0.01 (standard deviation 0.4)",
            "6,147 items",
        ),
        (
            {"deviation": 0.4, "difference": 0.05},
            "503 items are needed to find a difference of 0.05 with",
            "503 items",
        ),
    ],
)
def test_the_sentence_and_the_headline(asked, start, head):
    plan = plan_items(**asked)
    assert plan.sentence.startswith(start)
    assert headline(plan) == head


def test_the_unit_is_that_of_the_pilot():
    pilot = compare_item_scores([0.1, 0.4, 0.2, 0.9], [0.3, 0.2, 0.1, 0.4], metric="log-loss")
    assert "0.1 less log loss" in plan_items(pilot=pilot, difference=0.1).sentence


def test_a_share_is_never_rounded_up_to_certainty():
    assert [percent(share) for share in (0.004, 0.57, 0.9999, 1.0)] == ["0.4 %", "57 %", "over 99 %", "100 %"]
