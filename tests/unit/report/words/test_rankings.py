"""Rankings of an experiment as text and in reports."""

import json
from dataclasses import replace

import pytest
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from bakeoff import render
from bakeoff.designs import KFold
from bakeoff.experiment.comparisons import result_of
from bakeoff.experiment.conduct import conduct
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.result import RankedData
from bakeoff.experiment.run import Setup
from bakeoff.report.words import rankings as words
from bakeoff.report.words.experiment import experiment_text, show_experiment
from bakeoff.report.words.ranking import value_told

LEARNERS = {
    "bayes_1": GaussianNB(),
    "tree": DecisionTreeClassifier(random_state=0),
    "none": DummyClassifier(),
}


def found(count):
    made = (make_classification(60, 4, n_redundant=0, random_state=seed) for seed in range(count))
    data = tuple(make_data(*each, name=name) for each, name in zip(made, ("wine", "glass"), strict=False))
    learners = tuple(Learner(name=name, estimator=each) for name, each in LEARNERS.items())
    asked = {"design": KFold(folds=3), "method": "corrected-resampled-t"}
    return result_of(conduct(Experiment(data=data, learners=learners, **asked), Setup()))


@pytest.fixture(scope="module")
def one():
    return found(1)


@pytest.fixture(scope="module")
def several():
    return found(2)


def test_the_text_ends_in_the_ranking_on_one_data_set(one):
    (only,) = words.in_full(one)
    assert words.in_brief(one) == []
    text = experiment_text(one)
    assert f"Ranking on wine by accuracy:\n  {only.ranking.sentence}\n    learner" in text
    assert text.endswith(words.rankings_text(one))


def test_several_data_sets_end_in_the_ranking_over_all(several):
    text = words.rankings_text(several)
    heading = "Rankings on each data set (each holds by itself, not for all data sets at once):"
    assert [line for line in text.splitlines() if line.startswith("Ranking")] == [
        heading,
        "Ranking over all data sets by accuracy:",
    ]
    assert "omnibus: Iman and Davenport's test" in text
    assert "there are 2 data sets, too few to generalise from" in text


def test_few_words_have_a_sentence_for_each(several, capsys):
    show_experiment(several, quiet=True)
    last = capsys.readouterr().out.splitlines()[-3:]
    assert [line.split(":")[0] for line in last] == [
        "Ranking on wine by accuracy",
        "Ranking on glass by accuracy",
        "Ranking over all data sets by accuracy",
    ]


@pytest.mark.parametrize("form", ["html", "md", "tex", "txt", "json"])
def test_every_report_has_the_ranking(several, form):
    text = render(several, form)
    over = several.rankings[-1].ranking
    if form == "json":
        told = [each for part in json.loads(text)["rankings"] for each in part["values"]]
        assert [each["data"] for each in told] == ["all data sets", "wine", "glass"]
        assert told[0]["models"] == over.to_dict()["models"]
        return
    assert "Ranking over all data sets by accuracy" in text
    assert f"{over.models[0].mean_rank:.2f}" in text
    assert value_told(over.models[-1].value, over.unit).removesuffix(" %") in text  # LaTeX escapes the sign
    if form != "txt":
        assert "We ranked" in text
    if form == "html":
        assert text.count("<figcaption>Mean ranks") == 1


def test_what_was_not_ranked_says_why(several):
    refused = RankedData(data="wine", metric="mcc", refused="tree has no score")
    other = replace(several, rankings=(refused, replace(refused, data="all data sets")))
    assert "not ranked: tree has no score" in words.rankings_text(other)
    for form in ("html", "md", "tex"):
        assert "not ranked: tree has no score" in render(other, form)
