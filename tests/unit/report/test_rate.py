import json

import pytest
from tests.looping import in_one_test

from bakeoff.core.exceptions import InputError
from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import interval, posterior
from bakeoff.report.draw.figures import draw
from bakeoff.report.rate import Rate, show_rate


def show(errors, n, *, as_json=False, quiet=False, **asked):
    show_rate(Rate(errors=errors, n=n, **asked), as_json=as_json, quiet=quiet)


def test_the_answer_first_then_the_rules(capsys):
    show(8, 100)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Error rate 8 %, 95 % interval 3.9 % to 14.5 % (Jeffreys, 8 of 100 items)"
    assert lines[1:3] == ["", "  is a normal approximation adequate here?"]
    assert [line.split()[0] for line in lines[3:7]] == ["fails", "holds", "holds", "holds"]
    assert "use jeffreys" in lines[7]


@pytest.mark.parametrize("method", ["textbook", "textbook-continuity"])
def test_a_normal_interval_where_the_rules_fail_is_not_to_be_trusted(capsys, method):
    warning = f"  do not rely on this interval: {method} is a normal approximation, and not all of the rules"
    show(8, 100, method=method)
    assert capsys.readouterr().out.splitlines()[2] == f"{warning} below hold"
    show(8, 100, method=method, quiet=True)
    assert "do not rely" not in capsys.readouterr().out
    show(50, 100, method=method)
    assert "not to be trusted here" not in capsys.readouterr().out


def test_other_intervals_suppose_no_such_rules(capsys):
    show(8, 100, method="wilson")
    assert "not to be trusted here" not in capsys.readouterr().out


def test_quiet_is_the_answer_alone(capsys):
    show(8, 100, quiet=True)
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize(
    ("alternative", "end", "words"), [("greater", 0, "bound: at least"), ("less", 1, "bound: at most")]
)
def test_bounds(capsys, alternative, end, words):
    show(8, 100, alternative=alternative, quiet=True)
    bound = 100 * list(interval(8, 100, alternative=alternative))[end]
    assert f", 95 % {words} {bound:.1f} % (" in capsys.readouterr().out


@in_one_test("method", INTERVALS.keys())
@in_one_test("errors", [0, 8, 100])
def test_json_holds_what_the_function_gives(capsys, method, errors):
    show(errors, 100, method=method, as_json=True)
    content = json.loads(capsys.readouterr().out)
    assert content["interval"] == list(interval(errors, 100, method=method))
    assert (content["errors"], content["n"], content["rate"]) == (errors, 100, errors / 100)
    assert (content["method"], content["level"], content["alternative"]) == (method, 0.95, "two-sided")


@pytest.mark.parametrize(
    ("asked", "prior"),
    [
        ({}, (0.5, 0.5)),
        ({"method": "wilson"}, (0.5, 0.5)),
        ({"method": "beta"}, (1, 1)),
        ({"method": "beta", "prior": (2.0, 3.0)}, (2, 3)),
    ],
)
def test_the_posterior_has_the_prior_of_the_interval(capsys, asked, prior):
    show(3, 20, **asked, as_json=True)
    expected = posterior(3, 20, prior=prior)
    assert json.loads(capsys.readouterr().out)["posterior"] == {
        "mean": expected.mean,
        "variance": expected.variance,
        "mode": expected.mode,
    }


def rows(errors, n, level=0.95, **more):
    return {row.label: row for row in Rate(errors=errors, n=n, level=level, **more).figure.panels[0].rows}


@pytest.mark.parametrize(("errors", "n"), [(8, 100), (0, 20), (20, 20), (1, 1)])
@pytest.mark.slow
def test_every_kind_with_its_numbers(errors, n):
    found = rows(errors, n)
    # The series is for 10 to 200 items.
    there = [record for record in INTERVALS if record.key != "jeffreys-series" or 10 <= n <= 200]
    assert set(found) == {record.title for record in there}
    for record in there:
        expected = interval(errors, n, method=record.key)
        assert (found[record.title].low, found[record.title].high) == pytest.approx(
            [100 * end for end in expected]
        )
    draw(Rate(errors=errors, n=n).figure, "svg")


def test_kinds_made_for_one_level_are_left_out_at_others():
    assert set(rows(8, 100)) - set(rows(8, 100, 0.9)) == {"Jeffreys, approximate", "Jeffreys, by series"}


def test_what_was_asked_for_is_first_and_strong():
    (first, *others) = Rate(errors=8, n=100, method="wilson").figure.panels[0].rows
    assert (first.label, first.weight) == ("Wilson score", "strong")
    assert all(row.weight != "strong" for row in others)


def test_normal_approximations_are_faint_where_rules_fail():
    assert rows(8, 100)["textbook (Wald)"].weight == "faint"
    assert rows(50, 100)["textbook (Wald)"].weight == "plain"


@pytest.mark.parametrize(("alternative", "note"), [("greater", "at least 4.4 %"), ("less", "at most 13.4 %")])
def test_bounds_of_every_kind(alternative, note):
    figure = Rate(errors=8, n=100, alternative=alternative).figure
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
        (lambda: Rate(errors=11, n=10).figure, "errors is 11, more than n = 10"),
        (lambda: Rate(errors=1, n=10, level=95).figure, "level is 95; expected a number between 0 and 1"),
        (lambda: Rate(errors=1, n=10, method="willson").figure, "did you mean 'wilson'"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(InputError, match=message):
        call()
