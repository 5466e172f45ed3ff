"""Joint counts, and the outcomes made of them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.core.exceptions import InputError
from bakeoff.core.joint import SparseTable
from bakeoff.core.outcomes import PairedItems, PairedLabels, PairedScores
from bakeoff.core.panel import counted
from bakeoff.judge.material import counted_outcomes
from bakeoff.metrics import METRICS

ROWS = st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=1, max_size=40)


def columns(rows, *names):
    return dict(zip(names, np.array(rows).T, strict=True))


@given(rows=ROWS)
@pytest.mark.slow
def test_the_joint_table_has_every_item(rows):
    codes = columns([row[:3] for row in rows], "truth", "a", "b")
    built = counted_outcomes(
        counted(codes, ("x", "y", "z")), METRICS["recall"], wanted=PairedLabels, positive="y"
    )
    expected = np.zeros((3, 3, 3), dtype=int)
    for row in rows:
        expected[tuple(built.outcomes.labels.index("xyz"[code]) for code in row[:3])] += 1
    assert built.outcomes.table.tolist() == expected.tolist()
    assert built.about == "class 'y'"


@pytest.mark.parametrize("metric", ["f1", "precision"])
def test_a_class_that_nothing_is_of(metric):
    codes = {"truth": np.zeros(4, dtype=int), "a": np.array([0, 0, 1, 1]), "b": np.array([0, 1, 1, 1])}
    tally = counted(codes, ("ham", "spam"))
    with pytest.raises(InputError, match=f"no item belongs to class 'spam', so its {metric} is 0"):
        counted_outcomes(tally, METRICS[metric], wanted=None, positive="spam")
    assert counted_outcomes(tally, METRICS[metric], wanted=None, positive="ham").about == "class 'ham'"


@given(rows=ROWS)
@pytest.mark.slow
def test_kinds_of_clusters_hold_what_the_clusters_held(rows):
    rows = [*rows, (0, 0, 0, 3)]  # never all in one cluster
    codes = columns(rows, "truth", "a", "b", "clusters")
    tally = counted(codes, ("x", "y", "z"))
    outcomes = counted_outcomes(tally, METRICS["macro-f1"], wanted=None, positive=None).outcomes
    kinds, place = outcomes.clusters, [outcomes.labels.index(each) for each in "xyz"]
    held = {}
    for *codes, cluster in rows:
        truth, a, b = (place[code] for code in codes)
        held.setdefault(cluster, []).append((truth * 3 + a) * 3 + b)
    expected = sorted(sorted(cells) for cells in held.values())
    found = []
    for kind, repeats in enumerate(kinds.repeats):
        own = kinds.kind == kind
        cells = np.repeat(kinds.cell[own], kinds.count[own]).tolist()
        found += [sorted(cells)] * repeats
    assert sorted(found) == expected
    assert kinds.clusters == len(held)


def test_names_of_clusters_do_not_matter():
    rng = np.random.default_rng(3)
    codes = {name: rng.integers(0, 2, 60) for name in ("truth", "a", "b")}
    cluster = rng.integers(0, 12, 60)
    other = rng.permutation(12)[cluster]
    kinds = [
        counted_outcomes(
            counted(codes | {"clusters": each}, (0, 1)), METRICS["f1"], wanted=None, positive=1
        ).outcomes.clusters
        for each in (cluster, other)
    ]
    for name in ("kind", "cell", "count", "repeats"):
        assert getattr(kinds[0], name).tolist() == getattr(kinds[1], name).tolist()


def test_right_and_wrong_by_count_and_by_item():
    codes = {"truth": np.array([0, 0, 1, 1]), "a": np.array([0, 0, 1, 0]), "b": np.array([0, 1, 1, 1])}
    tally = counted(codes, ("no", "yes"))
    counts = counted_outcomes(tally, METRICS["accuracy"], wanted=None, positive=None).outcomes
    assert counts == PairedItems(only_a=1, only_b=1, n=4, both_right=2)
    scores = counted_outcomes(tally, METRICS["accuracy"], wanted=PairedScores, positive=None).outcomes
    assert scores.n == 4
    assert list(zip(scores.a, scores.b, scores.counts, strict=True)) == [(0, 1, 1), (1, 0, 1), (1, 1, 2)]


def test_only_cells_that_hold_items_are_kept_of_many_classes():
    codes = {name: np.arange(400) for name in ("truth", "a", "b")}
    built = counted_outcomes(counted(codes, tuple(range(400))), METRICS["kappa"], wanted=None, positive=None)
    assert isinstance(built.outcomes.table, SparseTable)
    assert built.outcomes.n == built.outcomes.table.cells.size == 400


def test_a_metric_of_the_user_needs_matrices_of_fewer_classes():
    codes = {name: np.arange(400) for name in ("truth", "a", "b")}
    own = replace(METRICS["kappa"], of_counts=False)
    with pytest.raises(InputError, match=r"there are 400 classes, and this metric takes at most 368"):
        counted_outcomes(counted(codes, tuple(range(400))), own, wanted=None, positive=None)


def test_scores_among_labels_are_refused_of_counts_too():
    codes = {"truth": np.array([0, 2]), "a": np.array([1, 2]), "b": np.array([0, 2])}
    with pytest.raises(InputError, match=r"a holds fractions such as 0.5 where labels are expected"):
        counted_outcomes(counted(codes, (0, 0.5, 1)), METRICS["accuracy"], wanted=None, positive=None)
