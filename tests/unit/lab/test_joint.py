import numpy as np
import pytest
from scipy import stats

from bakeoff.lab.exhibit import Cell
from bakeoff.lab.joint import joint


def cells(off, **more):
    return [Cell("r", f"{at}", 5.0, 5.0 + z * 0.5, error=0.5, **more) for at, z in enumerate(off)]


def test_statistics_are_those_of_scipy():
    off = np.random.default_rng(0).normal(size=20)
    found = joint(cells(off))
    assert found.mean_z == pytest.approx(off.mean())
    assert found.mean_p == pytest.approx(2 * stats.norm.sf(abs(off.mean()) * np.sqrt(20)))
    assert found.p_value == pytest.approx(stats.chi2.sf(np.sum(off**2), 20))
    assert (found.cells, found.chi_square) == (20, pytest.approx(np.sum(off**2)))


def test_p_values_are_uniform_where_print_is_true():
    """400 tables of 10 true cells: Kolmogorov's test rejects at 0.001 one time in 1000; the rng is fixed."""
    rng = np.random.default_rng(1)
    found = [joint(cells(rng.normal(size=10))) for _ in range(400)]
    for name in ("mean_p", "p_value"):
        assert stats.kstest([getattr(each, name) for each in found], "uniform").pvalue > 0.001


def test_only_numbers_of_one_kind_with_an_error_count():
    others = [
        *cells([9.0, 9.0], kind="stand-in"),
        Cell("r", "exact", 5.0, 5.0),
        Cell("r", "claim", (0.0, 1.0), 9.0, error=1.0),
        Cell("r", "lost", 5.0, None, reason="lost"),
        Cell("r", "again", 5.0, 50.0, error=0.5, kind="repeat", reason="elsewhere"),
    ]
    assert joint([*cells([1.0, -1.0]), *others]).mean_z == 0
    assert joint(others, "stand-in").mean_z == 9


def test_one_cell_is_no_table():
    assert joint(cells([1.0])) is None
