import json

import numpy as np
import pytest

import bakeoff
from bakeoff.core.exceptions import InputError
from bakeoff.designs import KFold

R2 = np.array([[0.66, 0.62, 0.71, 0.68, 0.64], [0.61, 0.60, 0.66, 0.65, 0.59]])
FIVE = KFold(folds=5)


def compared(a, b, **asked):
    return bakeoff.compare_scores(a, b, design=FIVE, **asked)


@pytest.mark.parametrize("form", [lambda x: x, lambda x: {"test_score": x}, lambda x: {"score": x}])
def test_scores_of_unknown_meaning_have_no_unit(form):
    found = compared(*map(form, R2))
    assert (found.metric, found.unit.subject, found.unit.points) == ("score", "score", False)
    assert "accuracy" not in found.sentence
    assert "points" not in found.sentence
    assert "direction-assumed" in [each.key for each in found.caveats]


def test_a_named_metric_or_a_column_says_what_scores_are():
    assert compared(*R2, metric="accuracy").unit.subject == "accuracy"
    assert compared(*R2, metric="r2").metric == "r2"
    assert compared(*({"test_accuracy": each} for each in R2)).metric == "accuracy"
    assert compared(*({"test_r2": each, "fit_time": each} for each in R2)).metric == "r2"
    losses = compared(*({"test_neg_log_loss": -each} for each in R2))
    assert (losses.metric, losses.result.estimate < 0) == ("log-loss", True)


@pytest.mark.parametrize("scores", [3 * R2, R2 - 0.65, 100 * R2])
def test_a_direction_is_asked_for_where_scores_are_no_accuracies(scores):
    """Errors are above 1, and R2 may be negative."""
    with pytest.raises(
        InputError, match="not between 0 and 1 as accuracies do, and no metric is named; name"
    ):
        compared(*scores)
    assert compared(*scores, metric="score").decision == "a-better"
    assert compared(*scores, metric="loss").decision == "b-better"


def written(path, name, scores):
    """A file of each kind, with the scores of two learners."""
    names = ("one", "two")
    if name == "folds":
        rows = [f"{n},{at},{s}" for n, own in zip(names, scores, strict=True) for at, s in enumerate(own)]
        path.write_text("\n".join(["learner,fold,score", *rows]))
    elif name == "search":
        lines = [",".join([f"\"{{'c': {at}}}\"", *map(str, own)]) for at, own in enumerate(scores)]
        path.write_text("\n".join(["params," + ",".join(f"split{at}_test_score" for at in range(5)), *lines]))
    else:
        content = {
            n: {"fit_time": [0] * 5, "test_score": list(s)} for n, s in zip(names, scores, strict=True)
        }
        path = path.with_suffix(".json")
        path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize("name", ["folds", "search", "cross_validate"])
def test_files_of_scores_follow_the_same_rule(tmp_path, name):
    found = bakeoff.compare_files(written(tmp_path / "f.csv", name, R2))
    assert (found.metric, found.unit.points) == ("score", False)
    assert [each.importance for each in found.caveats if each.key == "direction-assumed"] == ["limits"]
    errors = written(tmp_path / "g.csv", name, 3 * R2)
    with pytest.raises(InputError, match="and no metric is named"):
        bakeoff.compare_files(errors)
    assert bakeoff.compare_files(errors, metric="rmse").decision == "b-better"
