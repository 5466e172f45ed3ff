import pytest

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig16 import record


@pytest.fixture(scope="module")
def found():
    return record.compute(Effort(quick=True))


def test_the_factor_is_far_from_one(found):
    """The mean over 16 studies is known to 0.05."""
    factor = found.cells[0]
    assert factor.status == "unprinted"
    assert 2.3 < factor.computed < 3.1


def test_iterating_takes_away_some_scatter(found):
    _, iterated, single, ratio = found.cells
    assert iterated.computed < single.computed
    assert ratio.status == "differs"
    assert "no number" in ratio.reason


def test_the_panel_has_480_samples(found):
    assert len(found.figure.panels[0].series[0].x) == 480
