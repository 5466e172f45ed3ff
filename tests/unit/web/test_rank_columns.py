from types import SimpleNamespace

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.read.table import Table
from bakeoff.web.choosing import UnclearError
from bakeoff.web.columns import asked_again, choices
from bakeoff.web.rank_columns import joined_on, likely_models, of_models, true_of_one


def sent(*names, source="p.csv"):
    """A file with such columns, as far as this module looks at it."""
    held = Table(columns={name: np.array([1, 2]) for name in names}, rows=2, source=source, faults={})
    return SimpleNamespace(name=source, names=held.names, table=held)


def test_likely_models():
    assert likely_models(["id", "gold", "svm", "tree", "Question #", "fold"]) == ["svm", "tree"]
    assert likely_models(["x", "y", "z"], "y") == ["x", "z"]


def test_a_ranking_is_offered_where_there_are_three_models_or_more():
    assert "ranking" not in choices([sent("label", "svm", "tree").table], {})
    assert list(choices([sent("label", "svm", "tree", "net").table], {})) == [
        "predictions",
        "scores",
        "ranking",
    ]


def test_what_was_chosen_stays_chosen():
    table = sent("label", "svm", "tree", "net", "gold").table
    true, models, baseline = of_models(
        table, {"which_truth": "gold", "which_baseline": "net"}, ["svm", "nobody"]
    )
    assert (true.likely, models.ticked, baseline.likely) == ("gold", ("svm",), "net")
    assert baseline.options[0] == ("", "none: compare all pairs")
    assert of_models(table, {"which_baseline": "nobody"})[2].likely == ""


def test_of_too_many_none_is_ticked():
    _, models, _ = of_models(sent("truth", *(f"m{at}" for at in range(700))).table, {})
    assert 400 < len(models.options) < 700
    assert models.ticked == ()


def test_what_is_true_in_one_file():
    assert true_of_one(sent("truth", "x", "y"), {}, ()) is None
    assert true_of_one(sent("gold", "x", "y"), {"which_truth": "gold"}, ()) == "gold"
    with pytest.raises(UnclearError, match="say below which column is which"):
        true_of_one(sent("gold", "x", "y"), {}, ())
    with pytest.raises(InputError, match=r"has the columns 'gold', 'x'; .* add what is missing"):
        true_of_one(sent("gold", "x"), {}, ())


def test_what_files_are_joined_on():
    files = [sent("id", "prediction", source=f"{name}.csv") for name in "xyz"]
    assert joined_on(files, sent("id", "truth"), {}, scored=False) == ("id", None)
    assert joined_on(files, sent("id", "gold"), {"which_truth": "gold"}, scored=False) == ("id", "gold")
    assert joined_on(files, None, {}, scored=True) == ("id", None)
    with pytest.raises(UnclearError) as asked:
        joined_on(files, sent("id", "gold"), {}, scored=False)
    assert [choice.likely for choice in asked.value.groups["ranking"]] == ["id", "gold"]
    with pytest.raises(InputError, match="have no column in common"):
        joined_on(files, sent("key", "truth"), {}, scored=False)


@pytest.mark.parametrize("truth", [None, sent("uid", "gold")])
def test_an_error_is_told_beside_what_was_chosen(truth):
    files = [sent("uid", "gold", "a", "b", "c")] if truth is None else [sent("uid", "prediction")] * 3
    problem = asked_again(InputError("no"), files, truth, {"which_truth": "gold"}, ["a"])
    assert isinstance(problem, UnclearError)
    assert (str(problem), problem.kind) == ("no", "ranking")
    chosen = {choice.field: choice.likely for choice in problem.groups["ranking"]}
    assert chosen["which_truth"] == "gold"


def test_columns_whose_values_number_the_rows_are_not_ticked():
    rng = np.random.default_rng(1)
    columns = {name: rng.integers(0, 2, 40) for name in ("truth", "svm", "tree", "net")}
    held = {"serial": np.arange(40), "fold": np.arange(40) % 5, **columns}
    table = Table(columns=held, rows=40, source="p.csv", faults={})
    assert of_models(table, {})[1].ticked == ("svm", "tree", "net")
    assert of_models(table, {}, ["serial", "svm"])[1].ticked == ("serial", "svm")
