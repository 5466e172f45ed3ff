import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.panel import FoldPanel, ItemPanel
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers import IMPORTERS
from bakeoff.read.importers._record import Found, all_of, glimpse_of, only_one
from bakeoff.read.values import plain


def test_every_importer_is_a_file_with_its_key():
    keys = ["cross-validate", "cv-results", "deepeval", "evaluate-results", "fold-table", "helm"]
    keys += ["inspect-log", "lighteval", "lm-eval", "mlflow-runs", "openai-evals", "promptfoo", "split-table"]
    keys += ["weka"]
    assert IMPORTERS.keys() == keys
    assert [each.key for each in IMPORTERS] == keys
    assert all(each.title.startswith(("a ", "what ", "runs ")) for each in IMPORTERS)


def test_models_are_named_by_any_panel():
    panel = FoldPanel(names=("x", "y", "z"), scores=np.ones((3, 1, 2)))
    assert Found(panel={"iris": panel}, metric="accuracy", source="s").names == ("x", "y", "z")
    items = ItemPanel(names=("x", "y"), answers=(np.ones(3), np.zeros(3)), truth=None, source="s")
    assert Found(panel=items, metric="m", source="s").names == ("x", "y")


def test_files_that_hold_all_models():
    one, two = glimpse_of("a.csv"), glimpse_of("b.csv", "mine.csv")
    assert only_one([one]) is one
    assert all_of([one, two]) == "a.csv and mine.csv"
    with pytest.raises(InputError, match=r"mine.csv is a second table"):
        only_one([one, two])


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
