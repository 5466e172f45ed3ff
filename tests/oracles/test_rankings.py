"""Many models on the same items against R's friedman.test, mvtnorm, multcomp and multtest (rankings.R)."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bakeoff.methods.many._joint import Joint, Totals, normal_draw, pairs_of
from bakeoff.methods.many.best_set import best_set
from bakeoff.methods.many.cochran_q import cochran_q
from bakeoff.methods.many.max_t import max_t
from bakeoff.methods.many.rank_sets import rank_sets

CASES = ["sixty-by-four", "three-hundred-by-five", "hundred-and-fifty-by-three"]
DRAWS = 40_000


@cache
def case(name):
    text = (Path(__file__).parent / "rankings.json").read_text(encoding="utf-8")
    return next(each for each in json.loads(text) if each["name"] == name)


@cache
def joint(name) -> Joint:
    right = np.array(case(name)["right"], dtype=float)
    first, second = pairs_of(right.shape[1])
    kinds, repeats = np.unique(right, axis=0, return_counts=True)
    units = Totals(total=kinds, size=np.ones(len(kinds)), repeats=repeats)
    differing = np.sum(right[:, first] != right[:, second], axis=0)
    return units.joint(differing=differing, span=1.0, resamples=1000)


@cache
def normal(name):
    """Deviations of a multivariate normal reference."""
    right = np.array(case(name)["right"], dtype=float)
    influences = (right - right.mean(axis=0)) / len(right)
    scale = len(right) / (len(right) - 1)  # R divides by n - 1
    draw = normal_draw(np.sqrt(scale) * influences, np.ones(len(right), dtype=int), joint(name).errors)
    return draw(DRAWS, np.random.default_rng(15))


@pytest.mark.parametrize("name", CASES)
def test_cochrans_q_is_friedmans_statistic_of_right_and_wrong_answers(name):
    right = np.array(case(name)["right"], dtype=bool)
    found = cochran_q(right, np.ones(len(right), dtype=int))
    assert found.statistic == pytest.approx(case(name)["q_statistic"], rel=1e-9)
    assert found.p_value == pytest.approx(case(name)["q_p"], rel=1e-9)


@pytest.mark.parametrize("name", CASES)
def test_differences_and_their_errors(name):
    np.testing.assert_allclose(joint(name).estimates, case(name)["estimate"], atol=1e-12)
    np.testing.assert_allclose(joint(name).errors, case(name)["se"], rtol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_normal_reference_agrees_with_mvtnorm_and_multcomp(name):
    """40,000 draws: the quantile has an error of about 0.008, p-values of at most 0.0025; 4 of them."""
    found = max_t(joint(name), normal(name), alpha=0.05)
    assert found.critical == pytest.approx(case(name)["critical"], abs=0.035)
    np.testing.assert_allclose(found.p_values, case(name)["normal"], atol=0.011)
    assert rank_sets(found.low, found.high, joint(name).values.size).tolist() == case(name)["rank"]
    best = best_set(joint(name), normal(name), alpha=0.05)
    assert best.tolist() == [upper > 0 for upper in case(name)["upper"]]


@pytest.mark.slow
@pytest.mark.parametrize("step_down", [False, True])
@pytest.mark.parametrize("name", CASES[1:])
def test_the_bootstrap_agrees_with_multtest(name, step_down):
    """Errors of 10,000 and 5,000 draws: at most 0.0087 together, of which 4 are allowed.

    multtest centres the statistics after it has divided them by their errors, so that its p-values are larger
    where a large difference meets few items: of 60 items 0.487 in place of 0.425.
    """
    found = max_t(joint(name), joint(name).deviations(10_000, 15), alpha=0.05, step_down=step_down)
    theirs = case(name)["bootstrap_sd" if step_down else "bootstrap_ss"]
    np.testing.assert_allclose(found.p_values, theirs, atol=0.035)
