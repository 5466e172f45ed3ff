"""Worlds in which gates are measured, and what the pages say about them."""

from pathlib import Path

import numpy as np
import pytest
from studies._gate_worlds import cluster_draws, f1_cluster_draws, f1_draws, f1_table
from studies.gates import chance, put, table

DOCS = Path(__file__).parents[3] / "docs"


def f1(matrix):
    """F1 from shares (truth, said)."""
    return 2 * matrix[1, 1] / (2 * matrix[1, 1] + matrix[1, 0] + matrix[0, 1])


@pytest.mark.parametrize("margin", [0.0, 0.05, 0.1])
@pytest.mark.parametrize("shared", [0.0, 0.5, 1.0])
def test_the_new_model_is_worse_by_the_margin(margin, shared):
    shares = f1_table(0.3, margin, shared)
    assert shares.sum() == pytest.approx(1)
    new, old = shares.sum(axis=2), shares.sum(axis=1)
    assert f1(old) - f1(new) == pytest.approx(margin, abs=1e-9)


def test_draws_have_the_true_difference():
    rng = np.random.default_rng(0)
    drawn = [
        float(np.average(each.a - each.b, weights=each.counts))
        for each in cluster_draws(0.3, 0.1, 40, 5, 0.3, 200, rng)
    ]
    assert np.mean(drawn) == pytest.approx(-0.1, abs=4 * np.std(drawn) / np.sqrt(200))
    for each in (
        *f1_draws(f1_table(0.3, 0.1, 0.5), 80, 3, rng),
        *f1_cluster_draws(f1_table(0.3, 0.1, 0.5), 16, 5, 0.3, 3, rng),
    ):
        assert each.table.sum() == 80


@pytest.mark.parametrize("page", ["gate.md", "measured.md"])
def test_pages_quote_what_the_study_makes(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    worst = max(chance(200, share, -0.01, 0.01) for share in np.linspace(0.01, 0.40, 60))
    assert f"| 200 | {100 * worst:.2f} |" in text


def test_tables_are_put_between_marks(tmp_path):
    file = tmp_path / "page.md"
    file.write_text("a\n<!-- x: made by y -->\nold\n<!-- end of x -->\nb\n")
    put(file, "x", table([("n", "m"), ("1", "2")]), "y")
    assert (
        file.read_text()
        == "a\n<!-- x: made by y -->\n| n | m |\n| --- | ---: |\n| 1 | 2 |\n<!-- end of x -->\nb\n"
    )
    with pytest.raises(ValueError, match="no place for z"):
        put(file, "z", "", "y")
