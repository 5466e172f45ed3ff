from types import SimpleNamespace

import numpy as np
import pytest

from bakeoff.core.exceptions import InputError, ModelsError
from bakeoff.read.table import Table
from bakeoff.web.choosing import UnclearError, guesses
from bakeoff.web.columns import choices, id_of, kind_of, which_two


def table(*names, source="p.csv", faults=()):
    columns = {name: np.array([1, 2, 3, 4]) for name in names}
    return Table(columns=columns, rows=4, source=source, faults=dict.fromkeys(faults, "gaps"))


def sent(*names, source="p.csv", faults=()):
    """A file with such columns, as far as this module looks at it."""
    held = table(*names, source=source, faults=faults)
    return SimpleNamespace(name=source, names=held.names, table=held)


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("truth", "a", "b", "more"), "predictions"),
        (("learner", "run", "fold", "score"), "scores"),
        (("learner", "fold", "score"), "scores"),
        (("truth", "a", "b", "learner", "fold", "score"), "predictions"),
    ],
)
def test_a_table_is_told_by_its_columns(names, kind):
    assert kind_of(sent(*names), {}) == kind


def test_it_may_be_said():
    assert kind_of(sent("x"), {"kind": "scores"}) == "scores"
    assert kind_of(sent("y", "p", "q"), {"truth": "y", "a": "p", "b": "q"}) == "predictions"
    with pytest.raises(InputError):
        kind_of(sent("x"), {"kind": "../etc"})


def test_what_is_unclear_is_asked():
    with pytest.raises(UnclearError, match=r"p\.csv has the columns 'y', 'svm', 'tree', 'w'") as asked:
        kind_of(sent("y", "svm", "tree", faults=["w"]), {})
    groups = asked.value.groups
    assert [choice.likely for choice in groups["predictions"]] == ["y", "svm", "tree"]
    assert [choice.field for choice in groups["scores"]] == ["learner", "run", "fold", "score"]
    assert groups["predictions"][0].options[0] == ("y", "y (1, 2, 3, ...)")
    assert groups["predictions"][0].options[-1] == ("w", "w (has gaps)")
    assert groups["scores"][1].options[0] == ("", "(none)")


def test_too_few_columns_are_no_question():
    with pytest.raises(InputError, match=r"has the columns 'x', 'y'; .* add what is missing") as error:
        kind_of(sent("x", "y"), {})
    assert not isinstance(error.value, UnclearError)


def test_likely_columns():
    assert guesses(["Fold", "Accuracy", "Model"], ["learner", "run", "fold", "score"]) == {
        "learner": "Model", "run": "", "fold": "Fold", "score": "Accuracy",
    }  # fmt: skip
    assert guesses(["only"], ["truth", "a"]) == {"truth": "only", "a": ""}


@pytest.mark.parametrize(
    ("names", "likely"),
    [
        (("Question #", "Answer", "GPT", "Llama"), ("Answer", "GPT", "Llama")),
        (("uid", "Gold", "Model B", "Model A"), ("Gold", "Model A", "Model B")),
        (("index", "new", "TARGET", "old"), ("TARGET", "old", "new")),
        (("svm", "item_id", "tree", "y_true"), ("y_true", "svm", "tree")),
        (("answer_a", "answer_b", "ID", "truth"), ("truth", "answer_a", "answer_b")),
        (("id", "x", "y"), ("y", "x", "id")),
    ],
)
def test_a_column_that_numbers_items_is_nobodys_predictions(names, likely):
    assert tuple(guesses(names, ["truth", "a", "b"]).values()) == likely


def test_the_column_to_join_on():
    pair = (sent("id", "truth", "prediction"), sent("prediction", "truth", "id"))
    assert id_of(*pair, {}) == "id"
    assert id_of(*pair, {"id": "truth"}) == "truth"
    with pytest.raises(UnclearError, match=r"p\.csv has the columns 'item', 'p', 't'") as asked:
        id_of(sent("item", "p", "t"), sent("item", "q"), {})
    assert asked.value.groups["predictions"][0].likely == "item"
    with pytest.raises(InputError, match="no column in common"):
        id_of(sent("x"), sent("y"), {})


def test_two_of_several_learners_are_chosen():
    asked = which_two(ModelsError("s.csv has 3", source="s.csv", names=("x", "y", "z")), "scores")
    assert isinstance(asked, UnclearError)
    assert str(asked) == "s.csv has 3 learners, and two are compared: say below which"
    assert [choice.likely for choice in asked.groups["scores"]] == ["x", "y"]
    alone = ModelsError("s.csv has 1", source="s.csv", names=("x",))
    assert which_two(alone, "scores") is alone


def test_of_two_files_every_column_can_be_chosen():
    first, second = sent("uid", "gold", "svm", source="1.csv"), sent("uid", "gold", "tree", source="2.csv")
    with pytest.raises(UnclearError) as asked:
        id_of(first, second, {})
    every = asked.value.groups["predictions"]
    assert [choice.field for choice in every] == ["id", "truth", "a", "b"]
    assert [choice.likely for choice in every] == ["uid", "gold", "svm", "tree"]
    assert [name for name, _ in every[0].options] == ["uid", "gold"]
    assert [name for name, _ in every[3].options] == ["uid", "gold", "tree"]
    assert "1.csv" in every[2].label and "2.csv" in every[3].label
    chosen = {"id": "uid", "truth": "gold", "a": "svm", "b": "tree"}
    assert id_of(first, second, chosen) == "uid"


def test_what_was_chosen_stays_chosen():
    pair = (sent("uid", "gold", "svm", "tree"), sent("uid", "gold", "forest"))
    with pytest.raises(UnclearError) as asked:
        id_of(*pair, {"a": "tree", "truth": "svm", "b": "gone"})
    assert [choice.likely for choice in asked.value.groups["predictions"]] == ["uid", "svm", "tree", "forest"]
    of_one = choices([table("x", "y", "z")], {"truth": "z"})
    assert of_one["predictions"][0].likely == "z"
