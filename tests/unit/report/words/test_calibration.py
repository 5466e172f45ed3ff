import json
from dataclasses import replace

from bakeoff.experiment.calibrated import Calibrated
from bakeoff.report.words.calibration import show_calibrations

FOUND = Calibrated(
    data="iris",
    names=("forest", "bayes"),
    metric="accuracy",
    method="cv-all-data",
    df=6.0,
    low=4.0,
    high=9.0,
    size=0.045,
    size_error=0.0146,
    published=0.11,
    draws=200,
    zeros=0.0,
    alpha=0.05,
    at_end=False,
)


def printed(capsys, *found, **how):
    show_calibrations(list(found), **how)
    return capsys.readouterr()


def test_a_table_with_the_uncertainty(capsys):
    told = printed(capsys, FOUND)
    assert told.err == ""
    heading, row = told.out.splitlines()[:2]
    assert heading.split("  ")[0] == "data"
    assert " ".join(row.split()) == "iris forest and bayes cv-all-data 6 4 to 9 4.5 % (error 1.5) 11.0 %"
    assert "200 draws of permuted labels, metric accuracy, alpha 0.05; bakeoff run now uses" in told.out
    assert "they hold the significance level when labels are independent of the attributes" in told.out
    assert "did not differ at all" not in told.out


def test_what_cannot_be_calibrated_and_what_ends_the_grid(capsys):
    none = replace(FOUND, df=None, low=1.0, high=1.0, size=1.0)
    most = replace(FOUND, df=100.0, at_end=True)
    rows = printed(capsys, none, most).out.splitlines()[1:3]
    assert " none " in rows[0]
    assert " 100 or more " in rows[1]


def test_draws_without_any_difference_are_told(capsys):
    other = replace(FOUND, data="wine", zeros=0.5)
    told = printed(
        capsys, replace(FOUND, zeros=0.26), replace(FOUND, method="cv-runs", zeros=0.26), other
    ).out
    assert told.count("did not differ at all") == 2
    assert "caveat: forest and bayes on iris did not differ at all in 26 % of the draws" in told
    assert "caveat: forest and bayes on wine did not differ at all in 50 % of the draws" in told
    assert [line.rpartition(" may reach ")[2] for line in told.splitlines()[-2:]] == ["6.8 %", "10 %"]


def test_quiet_is_the_table_alone(capsys):
    assert len(printed(capsys, FOUND, quiet=True).out.splitlines()) == 2


def test_json(capsys):
    told = json.loads(printed(capsys, FOUND, as_json=True).out)
    assert told == {"calibrations": [FOUND.to_dict() | {"names": ["forest", "bayes"]}]}


def test_names_cannot_paint_the_terminal(capsys):
    assert "\x1b" not in printed(capsys, replace(FOUND, names=("\x1b[31m", "b"), data="\x1b")).out
