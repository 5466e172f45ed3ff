import numpy as np
import pytest
from scipy import stats

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.dietterich_qq import record


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Effort, "draws", lambda self, full, quick: 40)
        return record.compute(Effort())


def test_points_lie_at_the_quantiles_of_t(found):
    points, line = found.figure.panels[0].series
    expected = stats.t.ppf((np.arange(40) + 0.5) / 40, 5)
    assert points.x == pytest.approx(expected)
    assert np.all(np.diff(points.y) >= 0)
    assert list(line.x) == list(line.y)


def test_the_middle_is_near_the_line(found):
    """Five quantiles within 3 standard errors: a false alarm one time in 74, and the rng is fixed."""
    middle = [cell for cell in found.cells if cell.words == "on the line"]
    assert len(middle) == 5
    assert {cell.status for cell in middle} == {"near"}


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_the_error_is_that_of_a_quantile(found, share):
    (cell,) = (each for each in found.cells if each.row == f"quantile {share:g}")
    density = stats.t.pdf(stats.t.ppf(share, 5), 5)
    assert cell.error == pytest.approx(np.sqrt(share * (1 - share) * (1 / 40 + 1 / 1000)) / density, rel=1e-3)
