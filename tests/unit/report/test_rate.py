import json

import pytest
from tests.looping import in_one_test

from bakeoff.intervals import INTERVALS
from bakeoff.intervals._rate import interval, posterior
from bakeoff.report.rate import Rate, show_rate


def show(errors, n, *, as_json=False, quiet=False, **asked):
    show_rate(Rate(errors=errors, n=n, **asked), as_json=as_json, quiet=quiet)


def test_the_answer_first_then_the_rules(capsys):
    show(8, 100)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Error rate 8 %, 95 % interval 3.855 % to 14.53 % (Jeffreys, 8 of 100 items)"
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
    assert f", 95 % {words} {bound:.4g} % (" in capsys.readouterr().out


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
