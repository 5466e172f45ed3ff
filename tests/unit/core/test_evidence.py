import json

import pytest

from bakeoff import check_not_worse_counts, compare_counts, rank_predictions
from bakeoff.core.evidence import (
    IMPORTANCES,
    MODERATE,
    STRONG,
    Caveat,
    Version,
    by_importance,
    grade_of,
    strength_of,
)

DOUBT = Caveat(key="copied", text="", importance="casts-doubt")
VOID = Caveat(key="tuned", text="", importance="invalidates")
LIMIT = Caveat(key="few", text="", importance="limits")


@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_the_grades_change_at_fixed_parts_of_alpha(alpha):
    just = 1 + 1e-6
    assert grade_of(alpha / STRONG, alpha) == "strong"
    assert grade_of(alpha / STRONG * just, alpha) == "moderate"
    assert grade_of(alpha / MODERATE, alpha) == "moderate"
    assert grade_of(alpha / MODERATE * just, alpha) == "weak"


@pytest.mark.parametrize(
    ("asked", "grade", "because"),
    [
        ({}, "strong", ()),
        ({"caveats": [LIMIT]}, "strong", ()),
        ({"versions": [Version("exact", 0.05)]}, "strong", ()),
        ({"versions": [Version("exact", 0.051)]}, "weak", ("other-version",)),
        ({"caveats": [LIMIT, DOUBT]}, "weak", ("caveats",)),
        ({"caveats": [DOUBT, VOID]}, "invalid", ("caveats",)),
    ],
)
def test_a_small_p_value_alone_is_not_strong_evidence(asked, grade, because):
    found = strength_of(1e-10, 0.05, **asked)
    assert (found.grade, found.because) == (grade, because)
    assert found.hedged == (grade in ("weak", "invalid"))


def test_nothing_decided_is_neither_weak_nor_strong_but_may_be_invalid():
    assert strength_of(None, 0.05, caveats=[DOUBT]).grade == "none"
    assert strength_of(None, 0.05, caveats=[VOID]).grade == "invalid"


def test_what_casts_doubt_is_named_once():
    found = strength_of(1e-10, 0.05, caveats=[DOUBT, DOUBT, LIMIT])
    assert found.doubts == ("copied",)
    assert json.loads(json.dumps(found.to_dict()))["doubts"] == ["copied"]


def test_seven_against_one_is_weak_and_forty_against_one_is_strong():
    weak, strong = (compare_counts(a, 1, n=412) for a in (7, 40))
    assert weak.decision == strong.decision == "a-better"
    assert (weak.strength.grade, strong.strength.grade) == ("weak", "strong")
    assert weak.strength.against == (Version("mcnemar-exact", 0.0703125),)
    assert strong.strength.against == ()


def test_other_versions_are_adjusted_like_the_one_that_decides():
    alone, among = (compare_counts(11, 1, n=412, tried=tried) for tried in (1, 10))
    assert alone.strength.against == ()
    assert among.decision == "a-better"
    (exact,) = among.strength.against
    assert exact.p_value == pytest.approx(10 * alone.strength.versions[0].p_value)


@pytest.mark.parametrize(("margin", "grade"), [(0.0035, "weak"), (0.006, "strong")])
def test_equivalence_is_the_stronger_the_further_the_interval_lies_inside(margin, grade):
    found = compare_counts(20, 21, n=4000, margin=margin)
    assert found.decision == "equivalent"
    assert found.strength.grade == grade


@pytest.mark.parametrize("margin", [0.017, 0.021, 0.03, 0.0355, 0.05])
def test_equivalence_has_the_grade_of_two_one_sided_tests(margin):
    """Of 2 and 2 lost both tests have the p-value of the gate, which is Tango's score test."""
    found = compare_counts(2, 2, n=300, margin=margin)
    assert found.decision == "equivalent"
    p = check_not_worse_counts(2, 2, n=300, margin=margin).p_value
    assert found.strength.grade == grade_of(p, 0.05)
    assert p <= found.equivalence.p_at_most


def test_equivalence_among_several_has_the_grade_of_its_share_of_alpha():
    """With 10 tried, each one-sided test has alpha / 10: p = 0.0032 is then weak, not moderate."""
    found = compare_counts(2, 2, n=300, margin=0.03, tried=10)
    assert (found.decision, found.strength.grade) == ("equivalent", "weak")
    assert found.equivalence.p_at_most == pytest.approx(0.005)


@pytest.mark.parametrize(
    ("counts", "outcome", "grade"),
    [((2, 2), "pass", "moderate"), ((2, 30), "pass", "strong"), ((60, 2), "fail", "strong")],
)
def test_gates_are_graded_by_the_p_value_of_their_outcome(counts, outcome, grade):
    gate = check_not_worse_counts(*counts, n=300, margin=0.03)
    assert (gate.outcome, gate.strength.grade) == (outcome, grade)


def test_an_inconclusive_gate_has_no_strength():
    assert check_not_worse_counts(12, 8, n=300, margin=0.03).strength.grade == "none"


def test_the_best_of_several_is_as_sure_as_its_weakest_difference():
    truth = [1] * 200
    models = {"good": [1] * 200, "fair": [1] * 193 + [0] * 7, "poor": [1] * 120 + [0] * 80}
    found = rank_predictions(truth, models)
    grades = {(each.a, each.b): each.grade(found.alpha) for each in found.pairs}
    assert found.best == ("good",)
    assert grades[("good", "poor")] == "strong"
    assert grades[("good", "fair")] == found.strength.grade == "weak"
    assert found.sentence.startswith("Weak evidence that good is the best of 3 models")


def test_of_several_that_may_be_the_best_none_has_a_strength():
    found = rank_predictions([1] * 50, {"x": [1] * 49 + [0], "y": [0] + [1] * 49})
    assert found.strength.grade == "none"


def test_what_matters_most_comes_first_and_the_order_is_kept_among_equals():
    given = [
        Caveat(key=f"{at}", text="", importance=each) for at, each in enumerate((*IMPORTANCES, "limits"))
    ]
    shuffled = [given[at] for at in (3, 2, 4, 1, 0)]
    assert [each.key for each in by_importance(shuffled)] == ["0", "1", "2", "4", "3"]


def test_caveats_of_a_verdict_are_read_in_the_order_of_their_importance():
    found = compare_counts(35, 15, n=412, tried=20, tuned_on_test=True)
    assert len(found.caveats) > 1
    assert [each.importance for each in found.caveats[:2]] == ["invalidates", "limits"]
    assert [each["key"] for each in found.to_dict()["caveats"]] == [each.key for each in found.caveats]
