from dataclasses import replace

import pytest
from tests.rankings import MADE, bayesian, over_data_sets, ranking, with_baseline

from bakeoff import rank_predictions
from bakeoff.core.ranking import RankedSlice
from bakeoff.report.draw.figures import inline_svg
from bakeoff.report.draw.ranking_charts import ranking_charts


def chart(made, key):
    (found,) = [(figure, alt) for name, figure, alt in ranking_charts(made) if name == key]
    return found


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("items", ["ranks", "pairs"]),
        ("two", ["ranks", "pairs"]),
        ("baseline", ["ranks", "pairs"]),
        ("data-sets", ["ranks", "mean-ranks", "pairs"]),
        ("bayesian", ["ranks", "mean-ranks", "pairs", "posterior"]),
    ],
)
def test_which_pictures_a_ranking_has(name, keys):
    assert [key for key, _, _ in ranking_charts(MADE[name]())] == keys


def test_a_matrix_is_its_own_mirror():
    figure, _ = chart(ranking(5), "pairs")
    cells = figure.panels[0].cells
    assert all(cells[at][at] is None for at in range(5))
    assert cells[0][3].lines == ("+3.0", "0.001", "33/340/20")
    assert cells[3][0].lines == ("\N{MINUS SIGN}3.0", "0.001", "20/340/33")
    assert (cells[0][3].kind, cells[3][0].kind, cells[0][1].kind) == ("better", "worse", "open")


def test_slices_have_a_column_each_but_for_those_without_a_ranking():
    parts = (
        RankedSlice(name="old", n=30, ranking=ranking(3)),
        RankedSlice(name="none", n=1, refused="too few"),
        RankedSlice(name="new", n=40, ranking=ranking(3)),
    )
    figure, alt = chart(replace(ranking(3), by="age", slices=parts), "slices")
    panel = figure.panels[0]
    assert panel.columns == ("old", "new")
    assert [len(row) for row in panel.cells] == [2, 2, 2]
    may = [each.may_be_best for each in ranking(3).models]
    assert [row[0].kind == "better" for row in panel.cells] == may
    assert "by age" in alt
    assert "old" in inline_svg(figure, alt=alt)


@pytest.mark.slow
def test_a_matrix_of_many_models_is_few_shapes():
    figure, alt = chart(ranking(40), "pairs")
    cells = [cell for row in figure.panels[0].cells for cell in row if cell is not None]
    signs = sum(cell.kind != "open" for cell in cells)
    assert signs < len(cells) - 100
    assert inline_svg(figure, alt=alt).count("<path") <= signs + 6


def test_bars_join_maximal_sets_of_undecided_pairs():
    figure, alt = chart(over_data_sets(6), "mean-ranks")
    assert figure.panels[0].sets == ((0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5))
    assert figure.panels[0].critical is None
    assert "Sets of which no two differ: m0, m1, m2; m1, m2, m3" in alt


def test_nemenyi_shows_its_critical_difference_and_a_baseline_no_bars():
    nemenyi, _ = chart(over_data_sets(6, method="nemenyi", critical=1.25), "mean-ranks")
    assert nemenyi.panels[0].critical == 1.25
    based = over_data_sets(6, baseline="m0")
    assert chart(based, "mean-ranks")[0].panels[0].sets == ()


def test_differences_from_a_baseline_are_above_zero_where_a_model_is_better():
    figure, alt = chart(with_baseline(5), "pairs")
    rows = figure.panels[0].rows
    assert [(row.label, round(row.estimate, 6)) for row in rows] == [
        ("m0", 1.0),
        ("m2", -1.0),
        ("m3", -2.0),
        ("m4", -3.0),
    ]
    assert [row.weight for row in rows] == ["faint", "faint", "faint", "plain"]
    assert all(row.low < row.estimate < row.high for row in rows)
    assert "1 of 4 differs significantly from m1" in alt


def test_posteriors_of_all_pairs_in_the_order_of_the_models():
    figure, _ = chart(bayesian(6), "posterior")
    rows = figure.panels[0].rows
    assert len(rows) == 15 and rows[0] == ("m1 | m0", (0.02, 0.08, 0.9)) and rows[-1][0] == "m5 | m4"
    assert figure.title == "Posterior probabilities"


@pytest.mark.parametrize(("count", "rows", "more"), [(7, 6, ""), (30, 15, ", the first 15")])
def test_posteriors_of_many_models_are_those_of_neighbours(count, rows, more):
    figure, _ = chart(bayesian(count), "posterior")
    labels = [label for label, _ in figure.panels[0].rows]
    assert labels == [f"m{at + 1} | m{at}" for at in range(rows)]
    assert figure.title == f"Posterior probabilities, each learner and the next{more}"


def test_draws_of_one_pair_are_a_simplex():
    draws = [[0.1, 0.2, 0.7], [0.0, 0.4, 0.6]]
    figure, alt = chart(replace(bayesian(2), details={"posterior": draws}), "posterior")
    assert figure.panels[0].corners == ("m1 better", "equivalent", "m0 better")
    assert figure.panels[0].points == draws
    assert alt == "Posterior probabilities: m1 better 0.020, equivalent 0.080, m0 better 0.900."


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_pictures_have_no_colour_that_a_dark_page_does_not_change(name):
    import re

    from bakeoff.report.draw.looks import DARK

    for _, figure, alt in ranking_charts(MADE[name]()):
        used = set(re.findall(r'(?:fill|stroke)="(#[0-9A-F]{6})"', inline_svg(figure, alt=alt)))
        assert used <= set(DARK)


def test_a_model_without_an_interval_is_a_dot():
    made = ranking(3)
    figure, _ = chart(replace(made, models=tuple(replace(m, interval=None) for m in made.models)), "ranks")
    assert [row.low for row in figure.panels[0].rows] == [None] * 3


def test_pairs_with_weak_evidence_are_pale_in_the_matrix():
    truth = [1] * 200
    models = {"good": [1] * 200, "fair": [1] * 193 + [0] * 7, "poor": [1] * 120 + [0] * 80}
    found = rank_predictions(truth, models)
    (panel,) = next(figure.panels for key, figure, _ in ranking_charts(found) if key == "pairs")
    assert [[cell and cell.weak for cell in row] for row in panel.cells] == [
        [None, True, False],
        [True, None, False],
        [False, False, None],
    ]
    assert panel.x_label.endswith("pale: weak evidence")
