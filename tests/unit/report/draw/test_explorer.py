import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import interval
from bakeoff.report.draw.explorer import explorer
from bakeoff.report.draw.figures import draw


def rows(*asked, **more):
    return {row.label: row for row in explorer(*asked, **more).panels[0].rows}


@pytest.mark.parametrize(("errors", "n"), [(8, 100), (0, 20), (20, 20), (1, 1)])
@pytest.mark.slow
def test_every_kind_with_its_numbers(errors, n):
    found = rows(errors, n)
    assert set(found) == {record.title for record in INTERVALS}
    for record in INTERVALS:
        expected = interval(errors, n, method=record.key)
        assert (found[record.title].low, found[record.title].high) == pytest.approx(
            [100 * end for end in expected]
        )
    draw(explorer(errors, n), "svg")


def test_kinds_made_for_one_level_are_left_out_at_others():
    assert set(rows(8, 100)) - set(rows(8, 100, 0.9)) == {"Jeffreys, approximate", "Jeffreys, by series"}


def test_what_was_asked_for_is_first_and_strong():
    (first, *others) = explorer(8, 100, method="wilson").panels[0].rows
    assert (first.label, first.weight) == ("Wilson score", "strong")
    assert all(row.weight != "strong" for row in others)


def test_normal_approximations_are_faint_where_rules_fail():
    assert rows(8, 100)["textbook (Wald)"].weight == "faint"
    assert rows(50, 100)["textbook (Wald)"].weight == "plain"


@pytest.mark.parametrize(("alternative", "note"), [("greater", "at least 4.4 %"), ("less", "at most 13.4 %")])
def test_bounds(alternative, note):
    figure = explorer(8, 100, alternative=alternative)
    assert figure.title == "Bounds at 95 %"
    assert figure.panels[0].rows[0].note == note


def test_a_prior_reaches_the_one_that_takes_it():
    found = rows(8, 100, prior=(2.0, 3.0))
    low, high = interval(8, 100, method="beta", prior=(2.0, 3.0))
    assert (found["Beta posterior"].low, found["Beta posterior"].high) == pytest.approx(
        (100 * low, 100 * high)
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: explorer(11, 10), "errors is 11, more than n = 10"),
        (lambda: explorer(1, 10, 95), "level is 95; expected a number between 0 and 1"),
        (lambda: explorer(1, 10, method="willson"), "did you mean 'wilson'"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(InputError, match=message):
        call()
