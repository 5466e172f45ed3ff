import numpy as np
import pytest

from bakeoff import InputError, KFold, UnknownNameError
from bakeoff.core.panel import (
    DatasetPanel,
    FoldPanel,
    ItemPanel,
    LabelPanel,
    counted,
    fingerprint_of,
)

NAMES = ("svm", "tree", "forest")
RNG = np.random.default_rng(0)
TRUTH, *SAID = RNG.integers(0, 3, size=(4, 500))
LABELS = ("a", "b", "c")


def label_panel(order=slice(None), **more):
    """A panel counted by brute force from rows in some order."""
    rows = np.stack([TRUTH, *SAID])[:, order]
    found, counts = np.unique(rows, axis=1, return_counts=True)
    return LabelPanel(names=NAMES, labels=LABELS, truth=found[0], answers=found[1:], counts=counts, **more)


def item_panel(**more):
    return ItemPanel(names=NAMES, answers=tuple(SAID), truth=TRUTH, source="rows", **more)


@pytest.mark.parametrize(("a", "b"), [("svm", "tree"), ("forest", "svm")])
def test_a_pair_of_labels_is_what_counting_the_two_alone_gives(a, b):
    pair = label_panel().pair(a, b)
    sides = {"a": SAID[NAMES.index(a)], "b": SAID[NAMES.index(b)]}
    alone = counted({"truth": TRUTH} | sides, LABELS)
    for name in ("truth", "answers", "counts"):
        assert getattr(pair, name).tolist() == getattr(alone, name).tolist()
    assert pair.n == 500


def test_a_pair_of_labels_keeps_clusters_and_slices():
    ones = np.ones(4, dtype=np.int64)
    panel = LabelPanel(
        names=NAMES,
        labels=LABELS,
        truth=0 * ones,
        answers=np.array([[0, 0, 0, 0], [1, 1, 1, 1], [0, 1, 2, 0]]),
        counts=ones,
        clusters=np.array([0, 0, 1, 1]),
        slices=np.array([0, 0, 0, 1]),
        slice_names=("old", "new"),
    )
    pair = panel.pair("svm", "tree")
    assert pair.counts.tolist() == [2, 1, 1]
    assert (pair.clusters.tolist(), pair.slices.tolist()) == ([0, 1, 1], [0, 0, 1])
    assert pair.slice_names == ("old", "new")


def test_a_pair_of_items_is_two_columns():
    pair = item_panel().pair("forest", "svm")
    assert pair.names == ("forest", "svm")
    assert pair.answers[0] is SAID[2]
    assert pair.answers[1] is SAID[0]
    assert pair.truth is TRUTH


def test_units_do_not_depend_on_order_or_on_models():
    shuffled = RNG.permutation(500)
    assert label_panel().units == label_panel(shuffled).units
    assert (
        label_panel().units
        == LabelPanel(
            names=("one",), labels=LABELS, truth=TRUTH, answers=SAID[0][None], counts=np.ones(500, dtype=int)
        ).units
    )
    ids = np.arange(500)
    assert item_panel(ids=ids).units == item_panel(ids=ids[::-1]).units
    assert item_panel(ids=ids).units != item_panel(ids=ids + 1).units
    assert item_panel().units != label_panel(slice(1, None)).units


def test_pairs_of_scores():
    scores = np.arange(12.0).reshape(3, 2, 2)
    halves, items = RNG.normal(size=(3, 5, 2, 4)), RNG.normal(size=(3, 7))
    folds = FoldPanel(names=NAMES, scores=scores[:, :1], design=KFold(folds=2), halves=halves, items=items)
    pair = folds.pair("forest", "tree")
    assert pair.differences.tolist() == [[4.0, 4.0]]
    np.testing.assert_array_equal(pair.halves, (halves[2] - halves[1]).mean(axis=-1))
    np.testing.assert_array_equal(pair.items, items[2] - items[1])
    sets = DatasetPanel(names=NAMES, scores=scores[:, 0], datasets=("iris", "wine")).pair("svm", "tree")
    assert (sets.a.tolist(), sets.b.tolist()) == ([0.0, 1.0], [4.0, 5.0])


def test_units_of_splits_are_their_fingerprint_where_it_is_known():
    scores = np.zeros((3, 1, 2))
    known = FoldPanel(names=NAMES, scores=scores, design=KFold(folds=2), splits="abc")
    assert known.units == "abc"
    plain = FoldPanel(names=NAMES, scores=scores, design=KFold(folds=2))
    sized = FoldPanel(names=NAMES, scores=scores, design=KFold(folds=2), n_test=np.array([[5.0, 5.0]]))
    assert plain.units != sized.units


def test_unknown_and_repeated_names_are_refused():
    with pytest.raises(UnknownNameError, match="did you mean 'forest'"):
        label_panel().pair("svm", "forrest")
    with pytest.raises(InputError, match="two models are called 'x'"):
        DatasetPanel(names=("x", "x"), scores=np.ones((2, 3)), datasets=("i", "j", "k"))
    with pytest.raises(InputError, match="1 names for 2 models"):
        DatasetPanel(names=("x",), scores=np.ones((2, 3)), datasets=("i", "j", "k"))


def test_fingerprints_take_any_text():
    assert fingerprint_of(["half \ud800 a pair"]) != fingerprint_of(["half ? a pair"])
