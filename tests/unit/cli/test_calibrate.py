import numpy as np
import pytest

from bakeoff.methods import _calibrating

EXPERIMENT = """
method = "cv-all-data"
data = { file = "items.csv", target = "kind" }
learners.bayes.estimator = "sklearn.naive_bayes.GaussianNB"
learners.stump = { estimator = "sklearn.tree.DecisionTreeClassifier", parameters = { max_depth = 1 } }
[design]
kind = "repeated-kfold"
runs = 2
folds = 2
"""


@pytest.fixture
def experiment(write, monkeypatch):
    monkeypatch.setattr(_calibrating, "RESAMPLES", 20)
    draws = np.random.default_rng(0)
    rows = [f"{draws.normal():.6f},{draws.normal():.6f},{'ny'[i % 2]}" for i in range(40)]
    write("items.csv", "x,z,kind\n" + "\n".join(rows) + "\n")
    write("e.toml", EXPERIMENT)
    return "e.toml"


@pytest.mark.slow
def test_what_is_found_is_used_from_then_on(bakeoff, experiment):
    before = bakeoff("run", experiment, "--json").json
    told = bakeoff("calibrate", experiment, "--draws", "20", "--json").json["calibrations"]
    after = bakeoff("run", experiment, "--json").json
    found = next(each for each in told if each["method"] == "cv-all-data")
    assert (found["draws"], found["names"]) == (20, ["bayes", "stump"])
    assert after["df"] == found["df"]
    assert "calibrated-here" in [each["key"] for each in after["caveats"]]
    assert "calibrated-here" not in [each["key"] for each in before["caveats"]]


@pytest.mark.slow
def test_a_table_for_people(bakeoff, experiment):
    ran = bakeoff("calibrate", experiment, "--draws", "20")
    assert ran.out.splitlines()[0].startswith("data ")
    assert "note: 20 permutations of the labels" in ran.out
    quiet = bakeoff("calibrate", experiment, "--draws", "20", "--quiet").out
    assert "note" not in quiet


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--draws", "5"), "draws is 5; expected at least 20"),
        (("--draws", "many"), "--draws"),
        (("--jobs", "0"), "--jobs is 0"),
    ],
)
def test_what_is_refused(refused, experiment, words, told):
    assert told in refused("calibrate", experiment, *words)


def test_only_repeated_cross_validation_has_what_to_calibrate(refused, experiment, write):
    write("e.toml", EXPERIMENT.replace('"repeated-kfold"\nruns = 2\nfolds = 2', '"holdout"'))
    assert "are calibrated for repeated cross-validation" in refused("calibrate", "e.toml")
