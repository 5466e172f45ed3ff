from bakeoff.intervals import INTERVALS

CONTRACT = {
    "textbook",
    "textbook-continuity",
    "wilson",
    "jeffreys",
    "jeffreys-approximate",
    "jeffreys-series",
    "beta",
    "clopper-pearson",
    "agresti-coull",
}


def test_every_kind_of_the_contract_is_there_and_no_other():
    assert set(INTERVALS.keys()) == CONTRACT


def test_records_say_who_they_are():
    assert [record.key for record in INTERVALS] == INTERVALS.keys()
    for record in INTERVALS:
        assert record.title
        assert record.formula
        assert record.references


def test_only_the_two_fitted_kinds_are_bound_to_one_level():
    assert {r.key: r.only_tail for r in INTERVALS if r.only_tail} == {
        "jeffreys-approximate": 0.025,
        "jeffreys-series": 0.025,
    }
