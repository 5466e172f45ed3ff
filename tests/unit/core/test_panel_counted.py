"""Joint counts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.core.panel import ItemPanel, LabelPanel, counted

ROWS = st.lists(st.tuples(*[st.integers(0, 2)] * 4), min_size=1, max_size=40)


def columns(rows, *names):
    return dict(zip(names, np.array(rows).T, strict=True))


@given(rows=ROWS)
@pytest.mark.slow
def test_every_row_is_counted_once(rows):
    codes = columns(rows, "truth", "a", "b", "clusters")
    tally = counted(codes, ("x", "y", "z"))
    expected = {row: rows.count(row) for row in rows}
    found = zip(tally.truth, *tally.answers, tally.clusters, strict=True)
    assert (
        dict(zip(map(tuple, np.array(list(found)).tolist()), tally.counts.tolist(), strict=True)) == expected
    )


def test_more_combinations_than_numbers():
    """Four columns of so many codes would overflow if simply numbered."""
    codes = {name: np.arange(40) * 10**6 for name in ("truth", "a", "b", "clusters")}
    tally = counted(codes, ())
    assert tally.counts.tolist() == [1] * 40
    assert tally.answers[1].tolist() == codes["b"].tolist()


def test_rows_that_stand_for_several_items():
    given = {"truth": np.array([0, 1, 0]), "answers": np.array([[0, 1, 0], [1, 1, 1]])}
    rows = LabelPanel(
        names=("a", "b"), labels=("no", "yes"), counts=np.array([5, 2, 10]), source="here", **given
    )
    tally = rows.pair("a", "b")
    assert (tally.counts.tolist(), tally.n, tally.source) == ([15, 2], 17, "here")


def test_rows_of_one_slice():
    codes = {name: np.array([0, 1, 1]) for name in ("truth", "a", "b", "by", "clusters")}
    tally = counted(codes, ("no", "yes"), slice_names=("de", "fr"))
    part = tally.only(tally.slices == 1)
    assert (part.counts.tolist(), part.clusters.tolist(), part.slices) == ([2], [1], None)


def test_items_of_one_slice():
    column = np.array(["x", "y", "x"])
    panel = ItemPanel(
        names=("a", "b"), truth=column, answers=(column, column), slices=column, ids=np.arange(3)
    )
    part = panel.only(column == "x")
    assert (panel.n, part.n, part.slices, part.clusters) == (3, 2, None, None)
    assert (part.truth.tolist(), part.ids.tolist()) == (["x", "x"], [0, 2])
