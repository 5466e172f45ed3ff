import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

from bakeoff.core.outcomes import RankedItems
from bakeoff.core.rng import generator
from bakeoff.methods import _kinds as weighting
from bakeoff.methods._kinds import blocks, draw_places, draw_weights
from bakeoff.methods._ranked_kinds import ranked_kinds
from bakeoff.metrics import METRICS


def made(n=80, levels=None, seed=0):
    rng = np.random.default_rng(seed)
    positive = np.arange(n) % 3 == 0
    a, b = positive + rng.normal(size=(2, n))
    if levels:
        a, b = (np.round(levels * each) / levels for each in (a, b))
    return RankedItems(positive=positive, a=a, b=b)


def gap_of(items, rows):
    truth = items.positive[rows]
    return roc_auc_score(truth, items.a[rows]) - roc_auc_score(truth, items.b[rows])


def place_of(items):
    """The kind of each item: positives first, then by A's score, then by B's."""
    _, place = np.unique(np.column_stack([~items.positive, items.a, items.b]), axis=0, return_inverse=True)
    return place


@pytest.mark.parametrize("levels", [None, 1, 4], ids=["no ties", "few scores", "ties"])
def test_weights_are_repeated_rows(levels):
    items = made(levels=levels)
    kinds, place = ranked_kinds(items), place_of(items)
    again = np.random.default_rng(1).integers(0, 80, (6, 80))
    weights = np.array([np.bincount(place[rows], minlength=kinds.repeats.size) for rows in again])
    assert kinds.repeats.tolist() == np.bincount(place).tolist()
    assert kinds.gaps(weights) == pytest.approx([gap_of(items, rows) for rows in again], abs=1e-12)
    assert kinds.estimate == pytest.approx(gap_of(items, np.arange(80)), abs=1e-12)


@pytest.mark.parametrize("levels", [None, 2])
def test_drawn_weights_are_a_sample_of_rows(levels):
    # The very weights that the bootstrap draws, turned into rows.
    items = made(levels=levels)
    kinds, place = ranked_kinds(items), place_of(items)
    weights = draw_weights(kinds.repeats, 4, generator(3))
    one_of_each = np.array([np.flatnonzero(place == k)[0] for k in range(kinds.repeats.size)])
    expected = [gap_of(items, np.repeat(one_of_each, row)) for row in weights]
    assert kinds.gaps(weights) == pytest.approx(expected, abs=1e-12)


@pytest.fixture
def by_place(monkeypatch):
    """Few items are drawn by place too."""
    monkeypatch.setattr(weighting, "UNITS_TO_PREPARE", 0)


@pytest.mark.parametrize("n", [5, 80, 300])
@pytest.mark.usefixtures("by_place")
def test_items_that_are_all_different_are_drawn_by_place(n):
    # The very places that the bootstrap draws, turned into rows: positives in A's order, then negatives.
    items = made(n)
    kinds, place = ranked_kinds(items), place_of(items)
    rows = np.argsort(place)
    split = int(items.positive.sum())
    sizes = np.concatenate([blocks(split), blocks(n - split)])
    found = kinds.draw(6, generator(5))
    for gap, sample in zip(found, draw_places(sizes, 6, generator(5)), strict=True):
        drawn = np.concatenate([rows[part][places] for part, places in sample])
        assert drawn.size == n
        if 0 < items.positive[drawn].sum() < n:
            assert gap == pytest.approx(gap_of(items, drawn), abs=1e-12)
        else:
            assert np.isnan(gap)


@pytest.mark.usefixtures("by_place")
@pytest.mark.slow
def test_drawing_by_place_has_the_distribution_of_drawing_rows():
    # 2000 samples each; Kolmogorov-Smirnov at a false-alarm rate of 1e-4.
    items, area = made(40), METRICS["auc"].compute
    looped = [
        area(items.positive[rows], items.a[rows]) - area(items.positive[rows], items.b[rows])
        for rows in np.random.default_rng(9).integers(0, 40, (2000, 40))
    ]
    assert stats.ks_2samp(ranked_kinds(items).draw(2000, generator(2)), looped).pvalue > 1e-4


@pytest.mark.usefixtures("by_place")
def test_items_that_are_alike_are_drawn_by_weight():
    assert ranked_kinds(made()).draw is not None
    assert ranked_kinds(made(levels=1)).draw is None


@pytest.mark.slow
def test_leaving_one_out_is_deleting_it():
    items = made(levels=3)
    expected = [gap_of(items, np.delete(np.arange(80), i)) for i in range(80)]
    assert ranked_kinds(items).without()[place_of(items)] == pytest.approx(expected, abs=1e-12)


def test_the_only_item_of_a_class_cannot_be_left_out():
    items = RankedItems(positive=[True, False, False], a=[1, 2, 3], b=[3, 2, 1])
    assert np.isnan(ranked_kinds(items).without()).tolist() == [True, False, False]


def test_a_sample_of_one_class_has_no_area():
    items = RankedItems(positive=[True, False, False], a=[1, 2, 3], b=[3, 2, 1])
    assert np.isnan(ranked_kinds(items).gaps(np.array([[0, 1, 2], [3, 0, 0]]))).all()


def test_order_and_scale_of_scores_do_not_change_a_bit():
    items, rows = made(levels=3), np.random.default_rng(2).permutation(80)
    other = RankedItems(positive=items.positive[rows], a=np.exp(items.a[rows]), b=7 * items.b[rows] - 2)
    one, two = ranked_kinds(items), ranked_kinds(other)
    weights = draw_weights(one.repeats, 3, generator(0))
    assert one.estimate == two.estimate
    assert np.array_equal(one.gaps(weights), two.gaps(weights))
    assert np.array_equal(one.without(), two.without())


def test_items_that_differ_are_those_placed_otherwise():
    items = RankedItems(positive=[True, True, False, False], a=[4, 3, 2, 1], b=[4, 0, 2, 1])
    assert ranked_kinds(items).differing == 3  # one positive fell below both negatives
