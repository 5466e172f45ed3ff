import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import ClusterKinds, PairedLabels
from bakeoff.core.rng import generator
from bakeoff.methods import _label_kinds as kinds_of_labels
from bakeoff.methods._label_kinds import interval_of_alike, label_kinds, label_units, left_out, swaps
from bakeoff.methods._reference import Asked
from bakeoff.metrics import METRICS
from bakeoff.metrics._confusion import signed

MCC = METRICS["mcc"].compute
TABLE = np.array([[[4, 2], [1, 0]], [[0, 1], [2, 5]]])


def accuracy(matrices):
    return np.trace(matrices, axis1=-2, axis2=-1) / matrices.sum(axis=(-2, -1))


def recall_of_the_second(matrices):
    return matrices[..., 1, 1] / matrices[..., :, 1].sum(axis=-1)


def labels(table=TABLE, metric=accuracy, **more):
    return PairedLabels(table=np.asarray(table), labels=tuple(range(len(table))), metric=metric, **more)


def rows_of(table):
    """One row (truth, a, b) for each item."""
    return np.repeat(np.argwhere(np.ones_like(table)), np.ravel(table), axis=0)


def table_of(rows, classes=2):
    table = np.zeros((classes,) * 3, dtype=np.int64)
    np.add.at(table, tuple(rows.T), 1)
    return table


def gap_of(rows, metric, classes=2):
    table = table_of(rows, classes)
    return float(metric(table.sum(axis=2).T) - metric(table.sum(axis=1).T))


def clustered(rows, clusters, metric, classes=2):
    """Every cluster a kind of its own."""
    cells = (rows[:, 0] * classes + rows[:, 1]) * classes + rows[:, 2]
    pairs, count = np.unique(np.column_stack([clusters, cells]), axis=0, return_counts=True)
    kinds = ClusterKinds(
        kind=pairs[:, 0], cell=pairs[:, 1], count=count, repeats=np.ones(pairs[-1, 0] + 1, dtype=np.int64)
    )
    return labels(table_of(rows, classes), metric, clusters=kinds)


@pytest.fixture
def three():
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 3, 60)
    a, b = (np.where(rng.random(60) < 0.7, truth, rng.integers(0, 3, 60)) for _ in "ab")
    return np.column_stack([truth, a, b]), np.sort(rng.integers(0, 12, 60))


def test_the_gap_by_hand():
    # A is right on 4 + 2 + 2 + 5 = 13 of 15 items, B on 4 + 1 + 1 + 5 = 11.
    kinds = label_kinds(labels())
    assert kinds.estimate == pytest.approx(2 / 15, rel=1e-14)
    assert (kinds.n, kinds.units, kinds.differing) == (15, 15, 6)
    assert label_units(labels())[1] == pytest.approx(1 / 15)


def test_a_metric_of_0_by_0_is_refused():
    none_of_the_second = [[[4, 2], [1, 0]], [[0, 0], [0, 0]]]
    with pytest.raises(
        InputError, match=r"the metric is undefined \(0/0\) on these items.* belong to class 0"
    ):
        label_kinds(labels(none_of_the_second, recall_of_the_second))


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["sparse", "full"])
def test_weights_are_repeated_rows(three, small, monkeypatch):
    monkeypatch.setattr(kinds_of_labels, "SMALL", small)
    rows, _ = three
    kinds = label_kinds(labels(table_of(rows, 3), MCC))
    cells, place = np.unique(rows, axis=0, return_inverse=True)
    again = np.random.default_rng(0).integers(0, 60, (5, 60))
    weights = np.array([np.bincount(place[drawn], minlength=len(cells)) for drawn in again])
    assert kinds.gaps(weights) == pytest.approx([gap_of(rows[drawn], MCC, 3) for drawn in again], rel=1e-12)


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["sparse", "full"])
def test_weights_of_clusters_are_repeated_clusters(three, small, monkeypatch):
    monkeypatch.setattr(kinds_of_labels, "SMALL", small)
    rows, clusters = three
    found = clustered(rows, clusters, MCC, 3)
    assert label_units(found)[1] == pytest.approx(np.bincount(clusters) / 60)
    kinds = label_kinds(found)
    again = np.random.default_rng(0).integers(0, 12, (5, 12))
    weights = np.array([np.bincount(drawn, minlength=12) for drawn in again])
    expected = [gap_of(np.concatenate([rows[clusters == c] for c in drawn]), MCC, 3) for drawn in again]
    assert kinds.gaps(weights) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("small", [0, 1 << 20], ids=["sparse", "full"])
def test_leaving_one_out_is_deleting_it(three, small, monkeypatch):
    monkeypatch.setattr(kinds_of_labels, "SMALL", small)
    rows, clusters = three
    by_item = [gap_of(np.delete(rows, i, axis=0), MCC, 3) for i in range(60)]
    _, place = np.unique(rows, axis=0, return_inverse=True)
    found = label_kinds(labels(table_of(rows, 3), MCC)).without()
    assert found[place] == pytest.approx(by_item, rel=1e-12)
    by_cluster = [gap_of(rows[clusters != c], MCC, 3) for c in range(12)]
    assert label_kinds(clustered(rows, clusters, MCC, 3)).without() == pytest.approx(by_cluster, rel=1e-12)


def test_the_only_item_cannot_be_left_out():
    only = labels([[[0, 1], [0, 0]], [[0, 0], [0, 0]]])
    assert np.isnan(left_out(only)).all()


def test_swaps_keep_each_items_two_answers(three):
    rows, _ = three
    seen = []

    def spy(matrices):
        seen.append(matrices)
        return accuracy(matrices)

    width, draw = swaps(labels(table_of(rows, 3), spy))
    draw(50, generator(0))
    assert width >= 9
    table = table_of(rows, 3)
    together = table.sum(axis=2).T + table.sum(axis=1).T
    assert np.unique(seen[-1].sum(axis=1), axis=0).tolist() == [together.tolist()]


def test_clusters_are_swapped_as_a_whole():
    # Two clusters, in one of which A alone is right on two items: the gap is 2/3 or -2/3, never 0.
    rows = np.array([[0, 0, 1], [0, 0, 1], [1, 1, 1]])
    _, draw = swaps(clustered(rows, np.array([0, 0, 1]), accuracy))
    assert set(np.round(draw(40, generator(0)), 12)) == {round(2 / 3, 12), round(-2 / 3, 12)}


def test_clusters_that_differ_are_counted_by_what_they_add():
    # In the first cluster A and B each are wrong once on the same class: swapping changes nothing.
    rows = np.array([[0, 0, 1], [0, 1, 0], [1, 1, 1], [1, 0, 1]])
    kinds = label_kinds(clustered(rows, np.array([0, 0, 1, 2]), accuracy))
    assert kinds.unlike.tolist() == [False, False, True]
    assert kinds.differing == 1


ALIKE = np.array([[[80, 0], [0, 4]], [[2, 0], [0, 14]]])  # 100 items on which A and B agree
AT_95 = Asked("m", 0.95, "two-sided")
ITEMS = 100 * 1.959964**2 / (100 + 1.959964**2)  # that may differ unseen


@pytest.mark.parametrize(
    ("metric", "place", "moved"),
    [
        ("accuracy", None, 0.01),
        # 28 / 34 as it is: one positive item more that is missed makes 26 / 33.
        ("f1", 1, 28 / 34 - 26 / 33),
        # 14 / 18: one more item that is wrongly called positive makes 14 / 19, one less 14 / 17 or 13 / 17.
        ("precision", 1, 14 / 17 - 14 / 18),
    ],
)
def test_answers_that_are_alike_may_still_differ_unseen(metric, place, moved):
    labels = PairedLabels(table=ALIKE, labels=(0, 1), metric=signed(METRICS[metric], place), span=1.0)
    low, high = interval_of_alike(labels, AT_95)
    assert high == -low == pytest.approx(ITEMS * moved, rel=1e-6)


def test_clusters_that_are_alike_may_differ_as_a_whole():
    cell, count = np.array([0, 4, 7]), np.array([8, 1, 1])
    kinds = ClusterKinds(kind=np.zeros(3, dtype=int), cell=cell, count=count, repeats=np.array([10]))
    table = 10 * np.array([[[8, 0], [0, 0]], [[1, 0], [0, 1]]])
    accuracy = signed(METRICS["accuracy"], None)
    labels = PairedLabels(table=table, labels=(0, 1), metric=accuracy, span=1.0, clusters=kinds)
    z2 = 1.959964**2
    assert interval_of_alike(labels, AT_95).high == pytest.approx(z2 / (10 + z2), rel=1e-6)


def test_with_many_classes_nothing_is_ruled_out():
    table = np.zeros((21, 21, 21), dtype=int)
    table[np.arange(21), np.arange(21), np.arange(21)] = 5
    labels = PairedLabels(
        table=table, labels=tuple(range(21)), metric=signed(METRICS["macro-f1"], None), span=1.0
    )
    assert tuple(interval_of_alike(labels, AT_95)) == (-1, 1)
