"""The gate's test and bounds against R (gate.R): by numeric maximisation and sums over all samples.

The exact test also against sums with 60 digits (matched_exact.py).
"""

import json
from pathlib import Path

import pytest

from bakeoff import check_not_worse_counts
from bakeoff.methods._matched_exact import exact_p
from bakeoff.methods._tango import tango_statistic

CASES, DIGITS = (
    json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
    for name in ("gate.json", "matched_exact.json")
)


def counts(case):
    return int(case["only_new"]), int(case["only_old"]), int(case["n"])


@pytest.mark.parametrize("case", CASES["tango"], ids=lambda case: "{}-{}-{}".format(*counts(case)))
def test_tangos_test_and_interval_are_those_of_r(case):
    new, old, n = counts(case)
    assert tango_statistic(new, old, n, -case["margin"]) == pytest.approx(case["z"], rel=1e-6)
    gate = check_not_worse_counts(old, new, n=n, margin=case["margin"])
    assert gate.p_value == pytest.approx(case["p"], rel=1e-6)
    assert tuple(gate.interval) == pytest.approx((case["low"], case["high"]), abs=1e-8)


def test_the_examples_of_the_specification():
    assert tango_statistic(15, 35, 412, -0.10) == pytest.approx(2.771, abs=5e-4)
    assert check_not_worse_counts(35, 15, n=412, margin=0.10).p_value == pytest.approx(0.00279, abs=5e-6)
    assert tango_statistic(40, 42, 1000, -0.02) == pytest.approx(1.947, abs=5e-4)


@pytest.mark.parametrize("case", CASES["exact"], ids=lambda case: "{}-{}-{}".format(*counts(case)))
def test_the_exact_test_is_that_of_r(case):
    assert exact_p(*counts(case), -case["margin"]) == pytest.approx(case["p"], rel=1e-5)


@pytest.mark.parametrize("case", DIGITS, ids=lambda case: "{}-{}-{}".format(*counts(case)))
def test_the_exact_test_has_the_right_digits(case):
    assert exact_p(*counts(case), -case["margin"]) == pytest.approx(case["p"], rel=1e-9)
