from functools import cache

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig14 import record


@cache
def found():
    return record.compute(Effort(quick=True))


@cache
def cells():
    return {(cell.row, cell.column): cell for cell in found().cells}


def test_every_number_of_section_b3_comes_out():
    """Five numbers at three standard errors: a false alarm in about 1 % of all rng."""
    numbers = [cell for cell in found().cells if cell.kind == "number" and cell.published is not None]
    assert [cell.status for cell in numbers] == ["within"] * 5


def test_the_other_reading_of_the_spread_does_not_fit():
    """E-M15: the deviation of the averages of 100 iterations gives about 1.7."""
    other = cells()["S(x) / S(xbar), N >= 30", "with the deviation of the 100 averages"]
    assert (other.status, other.kind) == ("differs", "reading")
    assert 1.5 < other.computed < 1.9


def test_small_samples_have_a_line_of_their_own():
    row = "S(x) on S(xbar), with intercept"
    less, negative = cells()[row, "slope at N = 20 minus slope at N >= 30"], cells()[row, "slope at N = 10"]
    assert (less.status, negative.status) == ("holds", "holds")
    assert cells()[row, "slope at N >= 30"].computed > 2


def test_panels():
    a, b, c, d = found().figure.panels
    assert [len(series.x) for series in a.series] == [8] * 5
    assert len(b.series[0].x) == len(c.series[0].x) == 480
    assert len(d.series[0].x) == 20
