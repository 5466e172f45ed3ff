import pytest

from bakeoff import adjust
from bakeoff.core.exceptions import InputError
from bakeoff.core.family import Adjustment, Family, Member, adjustment_for
from bakeoff.core.result import Interval, Result


def result(p_value=0.01, reach=0.04, level=0.95, estimate=0.01):
    ends = Interval(low=estimate - reach, high=estimate + reach)
    return Result(
        method="paired-t", estimate=estimate, interval=ends, level=level, alternative="two-sided",
        p_value=p_value, n=10,
    )  # fmt: skip


def refuse(level):
    raise AssertionError(f"nobody may ask at level {level}")


def family(*members, **more):
    return Family(members=tuple(members), **{"alpha": 0.05} | more).judged()


def test_one_alone_is_not_adjusted():
    assert adjustment_for(1) is None
    assert family(Member(result(), refuse)) == [("a-better", None, None)]


@pytest.mark.parametrize(
    ("count", "tried", "expected"),
    [
        (1, 5, Adjustment(method="bonferroni", count=5, kind="tries")),
        (3, 1, Adjustment(method="holm", count=3, kind="comparisons")),
        (3, 3, Adjustment(method="holm", count=3, kind="comparisons")),
        (3, 10, Adjustment(method="holm", count=10, kind="tries")),
    ],
)
def test_how_many_are_adjusted_for(count, tried, expected):
    assert adjustment_for(count, tried=tried) == expected
    assert expected.several == max(count, tried)


def test_the_adjusted_p_value_decides():
    p_values = [0.012, 0.03, 0.001]
    members = [Member(result(p), refuse) for p in p_values]
    found = family(*members, adjustment=adjustment_for(3))
    assert [each.p_value for each in found] == adjust(p_values).tolist()
    assert [each.decision for each in found] == ["a-better", "a-better", "a-better"]
    more = family(*members, adjustment=adjustment_for(3, tried=10))
    assert [each.p_value for each in more] == adjust([*p_values, *[1.0] * 7])[:3].tolist()
    assert [each.decision for each in more] == ["undecided", "undecided", "a-better"]


def test_slices_that_were_tried_elsewhere_too_are_adjusted_for_both():
    how = Adjustment(method="holm", count=2, kind="slices", tried=3, refused=2)
    assert how.several == 12
    assert how.adjusted([0.01, 0.2]).tolist() == [0.06, 0.6000000000000001]
    assert how.adjusted([0.5, 0.9]).tolist() == [1.0, 1.0]


def test_equivalence_among_several_needs_a_wider_interval():
    asked = []

    def at(level):
        asked.append(level)
        return result(reach=0.08, level=level)

    four = adjustment_for(4)
    members = [Member(result(), at)] * 4
    assert family(*members, margin=0.06, adjustment=four)[0].decision == "a-better"
    assert asked == [1 - 2 * 0.05 / 4] * 4
    assert family(*members, margin=0.1, adjustment=four)[0].decision == "equivalent"


def test_equivalence_is_judged_by_the_interval_of_two_one_sided_tests():
    member = Member(
        result(level=0.99), lambda level: result(reach=0.04 if level == 0.9 else 0.2, level=level)
    )
    (found,) = family(member, margin=0.06)
    assert (found.decision, found.equivalence.level) == ("equivalent", 0.9)
    assert family(member, margin=0.05)[0].decision == "a-better"


def test_a_margin_that_cannot_be_judged_by_is_refused_among_several_too():
    member = Member(result(), lambda level: result(level=level))
    with pytest.raises(InputError, match=r"margin is -1; expected a positive difference"):
        family(member, margin=-1, adjustment=adjustment_for(1, tried=2))
    with pytest.raises(InputError, match=r"alpha is 0\.5; equivalence needs an alpha below 0\.5"):
        family(member, margin=0.1, alpha=0.5)
