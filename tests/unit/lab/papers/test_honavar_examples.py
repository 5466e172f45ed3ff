import pytest
from scipy import stats

from bakeoff.lab.exhibit import Effort
from bakeoff.lab.papers.honavar_examples import record

FOUND = record.compute(Effort())
CELLS = {(cell.row, cell.column): cell for cell in FOUND.cells}
MATRIX = "confusion matrix TP 55, FP 5, FN 10, TN 30"
DIFFERENT = {
    ("80 % interval, 750 of 1000 right", "low"): ("E-H3", 0.73205),
    ("80 % interval, 750 of 1000 right", "high"): ("E-H3", 0.76713),
    ("errors 0.30 and 0.20", "p-value, one-sided"): ("E-H7", 0.05009),
    ("normal, z for Pr[X >= z]", "0.05"): ("E-H12", 1.64485),
    ("normal, z for N %", "68 %"): ("E-H12", 0.99446),
}


@pytest.mark.parametrize("place", DIFFERENT)
def test_what_differs_does_so_for_the_reason_given(place):
    cell, (misprint, exact) = CELLS[place], DIFFERENT[place]
    assert cell.status == "differs"
    assert f"({misprint})" in cell.reason
    assert cell.computed == pytest.approx(exact, abs=5e-6)


def test_everything_else_comes_out():
    left = [cell for place, cell in CELLS.items() if place not in DIFFERENT]
    assert {cell.status for cell in left} == {"exact", "unprinted"}
    assert sum(cell.status == "exact" for cell in left) == 23
    assert sum(cell.status == "exact" and cell.counted for cell in left) == 18


def test_a_quantile_of_both_tables_counts_once():
    repeats = {cell.column for cell in FOUND.cells if cell.kind == "repeat"}
    assert repeats == {"80 %", "98 %", "99 %"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sensitivity", 55 / 65),
        ("specificity", 30 / 35),  # E-H1: not 55 / 60
        ("accuracy", 0.85),
        ("precision", 55 / 60),
        ("false alarm", 5 / 35),
        ("correlation", 0.6847367880174607),
    ],
)
def test_metrics_of_the_confusion_matrix(name, value):
    assert CELLS[MATRIX, name].computed == pytest.approx(value, rel=1e-12)


def test_the_slip_that_makes_the_printed_interval_is_shown():
    """E-H3: forgetting to divide by 1 + z^2 / n gives [0.733, 0.768]."""
    for end in ("low", "high"):
        cell = CELLS["80 % interval, 750 of 1000 right", f"{end}, undivided"]
        assert (cell.status, cell.error) == ("exact", 0.0)


def test_quantiles_are_those_of_the_normal_distribution():
    for (row, column), cell in CELLS.items():
        if row == "normal, z for N %":
            share = int(column.removesuffix(" %")) / 100
            assert cell.computed == pytest.approx(stats.norm.ppf((1 + share) / 2), rel=1e-12)
