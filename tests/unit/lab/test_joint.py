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
        Cell("r", "half", 5.0, 9.0, error=0.5, words="half", kind="number"),
        Cell("r", "lost", 5.0, None, reason="lost"),
        Cell("r", "again", 5.0, 50.0, error=0.5, kind="repeat", reason="elsewhere"),
    ]
    assert joint([*cells([1.0, -1.0]), *others]).mean_z == 0
    assert joint(others, "stand-in").mean_z == 9


def test_errors_of_two_procedures_do_not_cancel():
    """Sixteen cells a column: one is 0.9 standard errors too low, another too high, the others true."""
    shifts = {"TER": 0.0, "LOO": -0.93, "10-CV": 0.0, "632b": 0.88}
    rng = np.random.default_rng(3)
    z = {name: rng.normal(size=16) - 0 for name in shifts}
    z = {name: each - each.mean() + shifts[name] for name, each in z.items()}
    table = [
        Cell(f"case {at}", name, 5.0, 5.0 + off * 0.5, error=0.5)
        for name, each in z.items()
        for at, off in enumerate(each)
    ]
    found = joint(table)
    assert abs(np.mean([each for column in z.values() for each in column])) < 0.02
    assert (found.farthest, found.lines) == ("LOO", 4 + 16)
    assert found.mean_z == pytest.approx(-0.93)
    assert found.mean_p == pytest.approx(20 * 2 * stats.norm.sf(0.93 * 4))
    assert "in LOO, the farthest of 20 rows and columns" in found.words


def test_the_farthest_of_many_true_rows_and_columns_is_not_called_off_too_often():
    """400 tables of 4 x 4: at 5 % at most 20 by Bonferroni, and 33 with a chance below 0.003."""
    rng, found = np.random.default_rng(4), 0
    for _ in range(400):
        grid = rng.normal(size=(4, 4))
        table = [Cell(f"r{i}", f"c{j}", 5.0, 5.0 + grid[i, j], error=1.0) for i in range(4) for j in range(4)]
        found += joint(table).mean_p < 0.05
    assert found <= 33


def test_one_cell_is_no_table():
    assert joint(cells([1.0])) is None
