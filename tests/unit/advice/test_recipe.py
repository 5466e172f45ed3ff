import tomllib
from dataclasses import replace

import pytest

from bakeoff.advice.questions import advice_called
from bakeoff.advice.recipe import recipe_for
from bakeoff.designs import Holdout, KFold


def test_what_is_usual_is_not_said():
    found = recipe_for("compare_predictions", advice_called("mcnemar-mid-p"))
    assert found["command"] == "bakeoff compare predictions.csv"
    assert "compare_predictions(truth, a, b)\n" in found["python"]
    assert found["files"] == {}


def test_another_level_is_said_everywhere():
    at_ten = replace(advice_called("fold-scores"), alpha=0.1)
    found = recipe_for("compare_scores", at_ten)
    assert found["command"] == "bakeoff scores scores.csv --metric accuracy --alpha 0.1"
    assert 'design=design, metric="accuracy", alpha=0.1\n)' in found["python"]


@pytest.mark.parametrize(
    ("key", "design", "settings", "call"),
    [
        (
            "half-sample",
            'kind = "repeated-kfold"\nruns = 10\nfolds = 10\n',
            'method = "half-sample-t"\noptions = { floor = "items" }\n\n',
            'method="half-sample-t", floor="items",\n',
        ),
        (
            "cv-all-data",
            'kind = "repeated-kfold"\n',
            "options = { df = 5 }\n",
            'method="cv-all-data", df=5,\n',
        ),
        (
            "corrected-5x2",
            '[design]\nkind = "five-by-two"\n\n',
            'method = "corrected-resampled-t"\n\n',
            "FiveByTwo()",
        ),
        (
            "dietterich-once",
            'kind = "holdout"\ntest = 0.3333\n\n',
            'method = "mcnemar"\n\n',
            "Holdout(test=0.3333)",
        ),
    ],
)
def test_the_file_and_the_call_say_the_same(key, design, settings, call):
    found = recipe_for("compare_learners", advice_called(key))
    text = found["files"]["experiment.toml"]
    assert design in text
    assert settings in text
    assert text.endswith("\n")
    assert call in found["python"]


def test_folds_that_are_not_stratified_are_said_to_be():
    plain = replace(advice_called("corrected-10-fold"), design=KFold(folds=5, stratified=False))
    assert (
        "folds = 5\nstratified = false\n" in recipe_for("compare_learners", plain)["files"]["experiment.toml"]
    )
    third = replace(plain, design=Holdout(test=0.25))
    assert "test = 0.25\n" in recipe_for("compare_learners", third)["files"]["experiment.toml"]


@pytest.mark.parametrize(("recipe", "key"), [("estimate", "kfold"), ("compare_datasets", "datasets")])
def test_a_file_that_is_about_no_test_leaves_the_test_to_the_default(recipe, key):
    """The verdict on a file that named a weaker test would advise against what was advised."""
    settings = tomllib.loads(recipe_for(recipe, advice_called(key))["files"]["experiment.toml"])
    assert settings["design"] == {"kind": "kfold", "folds": 10}
    assert "method" not in settings


def test_without_a_procedure_nothing_is_left_open():
    assert "$" not in recipe_for("learner-by-domain", None)["python"]
