from functools import cache

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig6 import record


@cache
def found():
    return record.compute(Effort(quick=True))


@cache
def cells():
    return {(cell.row, cell.column): cell for cell in found().cells}


ROW = "10-CV, all 40 cases"


def test_section_3_4_comes_out_with_its_ratio_turned_over():
    """E-M11: three standard errors of one study for each, a false alarm in 1 % of all rng."""
    assert cells()[ROW, "(s1^2 + s3^2 - s1 s3) / s^2(x)"].status == "differs"
    assert cells()[ROW, "s^2(x) / (s1^2 + s3^2 - s1 s3)"].status == "within"
    assert cells()[ROW, "factor f in s^2(x) = s1^2 + s3^2 - f s1 s3"].status == "within"
    rho = cells()[ROW, "correlation rho"]
    assert rho.status == "differs"
    assert abs(rho.computed - 0.625) < 3 * rho.error


def test_single_samples_understate_the_spread():
    assert cells()["SE", "slope of its rms against s(x)"].status == "holds"
    assert cells()["SS", "slope of its rms against s(x)"].status == "holds"
    assert cells()["SE", "slope of its rms against s(x)"].computed < 0.9
    assert cells()["+-2 SE test, no difference (50%)", "rejects, %"].computed > 8


def test_the_deviation_and_not_the_variance_falls_as_one_over_n():
    assert cells()["SE about its rms", "power of N in the variance"].status == "differs"
    other = cells()["SE about its rms", "power of N in the deviation"]
    assert (other.status, other.kind) == ("holds", "reading")


def test_whatever_differs_has_a_reason():
    differs = [cell for cell in found().cells if cell.status == "differs"]
    assert len(differs) == 4
    assert all(cell.reason for cell in differs)


def test_each_panel_has_800_samples():
    assert [len(panel.series[0].x) for panel in found().figure.panels] == [800, 800]
