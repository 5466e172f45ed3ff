from functools import cache

import numpy as np
import pytest
from scipy.integrate import trapezoid

from bakeoff.intervals._rate import applicability
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig1 import binomial, record, smallest


@cache
def found():
    return record.compute(Effort(quick=True))


def test_what_the_text_says_of_the_rules_comes_out():
    assert [cell.status for cell in found().cells[:3]] == ["holds", "exact", "holds"]


def test_errors_in_cross_validation_are_binomial_and_the_means_lie_twice_as_far_apart():
    """SIM-8, E-M12: chi-squared with 7 degrees of freedom has mean 7 and deviation 3.7."""
    chi2, apart, either_side = found().cells[3:]
    assert chi2.status == "within"
    assert 4 < chi2.computed < 12
    assert (apart.status, either_side.status) == ("differs", "holds")
    assert (apart.kind, either_side.kind) == ("claim", "reading")
    assert apart.computed == pytest.approx(15.2, abs=0.05)


def test_the_smallest_test_sets_are_those_that_the_rules_allow():
    liberal, anderson, conservative = (round(size) for size in smallest(0.5))
    assert (liberal, anderson, conservative) == (4, 10, 40)
    assert not applicability(2, 4).mendenhall  # on the border: more than 0 is asked for
    assert applicability(3, 6).mendenhall
    assert applicability(5, 10).anderson_sclove
    assert applicability(20, 40).hodges_lehmann
    assert not applicability(19, 38).hodges_lehmann


def test_binomial_chances_sum_to_one_and_bars_match_the_curve():
    assert binomial(112, 0.1).sum() == pytest.approx(1)
    points, normal = found().figure.panels[1].series
    assert np.sum(points.y) == pytest.approx(1, abs=0.01)
    assert trapezoid(normal.y, normal.x) == pytest.approx(1, abs=0.01)
