import numpy as np
import pytest

from bakeoff.intervals import INTERVALS
from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.mh_fig2 import equation_3, record

FOUND = record.compute(Effort())


def test_what_the_text_says_of_the_alternative_limits_comes_out():
    assert [cell.status for cell in FOUND.cells] == ["holds", "holds", "exact", "unprinted"]


def test_equation_3_is_wilsons():
    """E-M1."""
    m = np.arange(51.0)
    assert np.array(equation_3(m, 50)) == pytest.approx(np.array(INTERVALS["wilson"].compute(m, 50, 0.025)))
    assert FOUND.cells[-1].computed < 1e-14


def test_the_textbook_band_reaches_below_0_and_the_other_does_not():
    textbook, alternative = FOUND.figure.panels[0].series
    assert min(textbook.low) < 0
    assert min(alternative.low) > -1e-9
