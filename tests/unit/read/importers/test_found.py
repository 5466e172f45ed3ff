import numpy as np
import pytest

from bakeoff.read.fold_scores import ScoreTable
from bakeoff.read.importers.found import FoldTables, ItemScores, Wanted, plain


def test_items_are_counted():
    found = ItemScores(
        a=np.ones(3), b=np.zeros(3), metric="m", names=("a", "b"), source="s", ids=np.arange(3)
    )
    assert found.n == 3
    assert found.higher_is_better


def test_learners_are_named_by_any_table():
    table = ScoreTable(names=("x", "y"), a_scores=np.ones((1, 2)), b_scores=np.ones((1, 2)))
    assert FoldTables(tables={"iris": table}, metric="accuracy", source="s").names == ("x", "y")


def test_columns_are_wanted_once():
    assert Wanted(by="task", cluster="task").columns == ("task",)
    assert Wanted().columns == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\n c", "a b c"),
        ("\ud800", "?"),
        ("\x1b[31mred", "?[31mred"),
        ("x" * 200, "x" * 117 + "..."),
        (7, "7"),
    ],
)
def test_names_are_one_printable_line(text, shown):
    assert plain(text) == shown
    plain(text).encode("utf-8")
