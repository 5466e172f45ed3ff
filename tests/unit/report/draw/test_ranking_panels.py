"""Panels of rankings drawn: nothing overlaps, and nothing leaves the page."""

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from tests.rankings import bayesian, over_data_sets, ranking, with_baseline

from bakeoff.report.draw.column import column
from bakeoff.report.draw.figure import Figure, MeanRanks, Simplex
from bakeoff.report.draw.mean_ranks import ABREAST, _levels
from bakeoff.report.draw.ranking_charts import ranking_charts

LONG = "meta-llama-{}-70b-instruct-turbo-awq"


def texts(figure):
    """What is written on a page, with the box of each in dots."""
    page = column(figure, titled=True)
    page.set_dpi(200)
    pen = FigureCanvasAgg(page).get_renderer()  # one for all: each text would make one of its own
    boxes = [(each.get_text(), each.get_window_extent(pen)) for each in page.texts if each.get_text()]
    return page, boxes


def check(figure):
    page, boxes = texts(figure)
    wide, high = page.get_size_inches() * 200
    for text, box in boxes:
        assert box.x0 >= -2 and box.x1 <= wide + 2, text
        assert box.y0 >= -2 and box.y1 <= high + 2, text
    x0, y0, x1, y1 = np.array([box.extents for _, box in boxes]).T
    across = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0)
    down = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0)
    over = np.argwhere(np.triu((across > 2) & (down > 4), 1))
    assert [(boxes[one][0], boxes[other][0]) for one, other in over] == []


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 10, 30])
@pytest.mark.parametrize("long", [False, True])
def test_nothing_overlaps(count, long):
    names = tuple(LONG.format(at) for at in range(count)) if long else None
    made = [over_data_sets(count, names=names, method="nemenyi", critical=1.3), ranking(count, names=names)]
    for figure in (figure for each in made for _, figure, _ in ranking_charts(each)):
        check(figure)


@pytest.mark.parametrize("count", [3, 10])
def test_a_matrix_shows_names_in_full_where_its_cells_leave_room(count):
    names = tuple(f"model-{at}-large-2407" for at in range(count))
    (figure,) = (each for key, each, _ in ranking_charts(ranking(count, names=names)) if key == "pairs")
    assert {f"{at + 1}  {name}" for at, name in enumerate(names)} <= {text for text, _ in texts(figure)[1]}


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 10])
def test_nothing_overlaps_with_a_baseline_or_probabilities(count):
    for made in (with_baseline(count), bayesian(count)):
        for _, figure, _ in ranking_charts(made):
            check(figure)


def diagram(count, **more):
    names = tuple(f"m{at}" for at in range(count))
    ranks = tuple(np.linspace(1.2, count - 0.3, count))
    panel = MeanRanks(title="", x_label="mean rank", names=names, ranks=ranks, **more)
    return Figure(title="", panels=(panel,), narrow=True)


def test_few_short_names_stand_at_both_sides_of_a_line_with_their_ranks():
    _, boxes = texts(diagram(4))
    shown = [text for text, _ in boxes]
    assert "m0  1.20" in shown and "3.70  m3" in shown


def test_many_names_have_rows():
    _, boxes = texts(diagram(ABREAST + 1))
    left = {round(box.x0) for text, box in boxes if text.startswith("m") and text != "mean rank"}
    assert len(left) == 1


def test_bars_that_do_not_meet_share_a_level():
    assert _levels([[1, 2], [1.5, 3], [2.5, 4], [3.5, 5]]) == [0, 1, 0, 1]


def test_equal_ranks_can_be_drawn():
    panel = MeanRanks(title="", x_label="", names=("a", "b"), ranks=(1.0, 1.0), sets=((0, 1),))
    _, boxes = texts(Figure(title="", panels=(panel,), narrow=True))
    shown = [text for text, _ in boxes]
    assert "a  1.00" in shown and "1.00  b" in shown


@pytest.mark.slow
def test_a_simplex_names_its_corners_with_their_shares():
    points = np.random.default_rng(0).dirichlet([2, 3, 8], 3000)
    corners = ("c45 better", "equivalent", "c45+m better")
    panel = Simplex(title="", corners=corners, points=points, shares=(0.01, 0.09, 0.9))
    figure = Figure(title="Posterior", panels=(panel,), narrow=True)
    check(figure)
    assert "c45+m better: 0.900" in [text for text, _ in texts(figure)[1]]
