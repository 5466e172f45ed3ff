from functools import cache

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig16 import record


@cache
def found():
    return record.compute(Effort(quick=True))


FACTOR, ITERATED, SINGLE, RATIO = found().cells


def test_the_factor_is_far_from_one():
    """The mean over 16 studies is known to 0.05."""
    assert FACTOR.status == "unprinted"
    assert 2.3 < FACTOR.computed < 3.1


def test_iterating_takes_away_some_scatter():
    assert ITERATED.computed < SINGLE.computed
    assert RATIO.status == "differs"
    assert "no number" in RATIO.reason


def test_the_panel_has_480_samples():
    assert len(found().figure.panels[0].series[0].x) == 480
