import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB

from bakeoff.core.exceptions import IllegalMethodError, InputError, UnknownNameError
from bakeoff.core.verdict import Reason
from bakeoff.designs import Bootstrap, FiveByTwo, Holdout, KFold, LeaveOneOut, RepeatedKFold, Resampling
from bakeoff.experiment.comparisons import result_of
from bakeoff.experiment.conduct import conduct, settled
from bakeoff.experiment.data import make_data
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.learner import Learner
from bakeoff.experiment.run import Setup
from bakeoff.experiment.stage import MAIN, split_by
from bakeoff.read.run_store import RunStore

QUICK = {"method": "corrected-resampled-t", "design": KFold(folds=3)}


def experiment(data, a, b, **asked):
    sets = data if isinstance(data, tuple) else (data,)
    learners = (Learner(name="a", estimator=a), Learner(name="b", estimator=b))
    return Experiment(data=sets, learners=learners, **asked)


def rehearse(asking, data):
    """Settle what answers for one data set, which asks every question of made-up outcomes."""
    return settled(asking, data, split_by(asking.design, data, asking.rng))


def test_every_data_set_has_its_run(two, hundred, learners):
    sets = tuple(make_data(*each, name=name) for each, name in ((two, "two"), (hundred, "hundred")))
    done = conduct(experiment(sets, learners.Majority(), GaussianNB(), **QUICK), Setup())
    assert [run.data.name for run in done.runs] == ["two", "hundred"]
    assert [len(run.contents) for run in done.runs] == [6, 6]
    assert done.randomizations == ()
    assert [each.verdict.result.n for each in result_of(done).comparisons] == [3, 3]


@pytest.mark.slow
def test_halves_are_run_where_the_method_needs_them(two):
    data = make_data(*two)
    given = {"design": KFold(folds=3), "halvings": 2, "method": "half-sample-t"}
    done = conduct(experiment(data, DummyClassifier(), GaussianNB(), **given), Setup())
    assert list(done.runs[0].stages) == [MAIN, "half 1.1", "half 1.2", "half 2.1", "half 2.2"]
    for asked in (QUICK, {"design": KFold(folds=3)}, {"design": Holdout()}):
        without = conduct(experiment(data, DummyClassifier(), GaussianNB(), **asked), Setup())
        assert list(without.runs[0].stages) == [MAIN]


WRONG = [
    ({"method": "cv-all-data", "design": KFold(folds=5)}, IllegalMethodError, "cv-all-data takes designs"),
    ({"method": "five-by-two-t"}, IllegalMethodError, "five-by-two-t takes designs five-by-two"),
    (
        {"method": "kfold-t", "design": Resampling(splits=5)},
        IllegalMethodError,
        "kfold-t takes designs kfold",
    ),
    (
        {"method": "half-sample-t", "design": Resampling(splits=2, test=0.1)},
        IllegalMethodError,
        r"tests 12 of 60 items, but half-sample-t needs all items to be tested",
    ),
    (
        {"design": LeaveOneOut(), "metrics": ("accuracy", "auc")},
        IllegalMethodError,
        "auc ranks items by their scores, but scores of the 60 models",
    ),
    ({"design": TimeSeriesSplit(3), "metrics": ("auc",)}, IllegalMethodError, "scores of the 3 models of"),
    ({"method": "mcnemar"}, IllegalMethodError, "tests items more than once, but mcnemar needs one"),
    ({"design": Bootstrap(samples=5)}, IllegalMethodError, "tests items more than once, but a method that"),
    ({"method": "delong", "design": KFold(folds=5)}, IllegalMethodError, "delong takes two models' scores"),
    ({"method": "mcnemar", "design": Holdout(), "metrics": ("auc",)}, IllegalMethodError, "compared by auc"),
    (
        {"method": "mcnemar", "design": Holdout(), "metrics": ("accuracy", "brier")},
        IllegalMethodError,
        "brier",
    ),
    (
        {"method": "wilcoxon", "design": KFold(folds=5)},
        IllegalMethodError,
        "wilcoxon takes one score for each",
    ),
    ({"method": "half-sample-t", "design": LeaveOneOut()}, IllegalMethodError, "half-sample-t takes designs"),
    ({"method": "nonsense"}, UnknownNameError, "no method is called 'nonsense'"),
    ({"metrics": ("accuracy", "nonsense")}, UnknownNameError, "no metric is called 'nonsense'"),
    ({"metrics": ("squared-error",)}, InputError, "squared-error cannot be used"),
    ({"metrics": ("accuracy", "f1"), "positive": "x"}, UnknownNameError, "no class is called 'x'"),
    ({"options": {"df": 1}}, UnknownNameError, "no option of items-folds-t is called 'df'"),
    ({"options": {"item_weight": -1}}, InputError, "item_weight is -1; expected a number of at least 0"),
    (
        {"method": "half-sample-t", "options": {"halves": 1}},
        UnknownNameError,
        "no option of half-sample-t is called 'halves'",
    ),
    ({"method": "half-sample-t", "options": {"df": -1}}, InputError, "df of half-sample-t is -1"),
    (
        {"options": {"x": 1}, "design": Holdout()},
        UnknownNameError,
        "no option of mcnemar-mid-p is called 'x'",
    ),
    ({"alpha": 5}, InputError, "alpha is 5; expected a number between 0 and 1"),
    ({"level": 95, "design": Holdout()}, InputError, "level is 95; expected a number between 0 and 1"),
    ({"alternative": "more"}, InputError, "alternative is 'more'"),
    ({"margin": 2, "design": LeaveOneOut()}, InputError, "margin is 2, but accuracy lies between 0 and 1"),
    ({"design": KFold(folds=50)}, InputError, "fewer than the 50 folds"),
    ({"design": KFold}, InputError, "design is the class KFold"),
]


@pytest.mark.parametrize(("asked", "kind", "words"), WRONG, ids=str)
def test_what_cannot_be_asked_is_refused_before_any_training(two, learners, asked, kind, words):
    with pytest.raises(kind, match=words):
        conduct(experiment(make_data(*two), learners.Majority(), GaussianNB(), **asked), Setup())
    assert learners.fits == []


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"design": FiveByTwo()},
        {"design": FiveByTwo(), "method": "five-by-two-f"},
        {"design": Resampling(splits=4), "method": "resampled-t"},
        {"design": KFold(folds=5), "metrics": ("accuracy", "auc", "f1", "log-loss", "brier", "mcc")},
        {"design": Holdout(), "metrics": ("accuracy", "auc"), "positive": 0},
        {"design": Resampling(splits=2, test=0.1)},
        {"design": Resampling(splits=1), "metrics": ("accuracy", "auc")},
        {"design": Holdout(), "metrics": ("log-loss", "brier", "macro-f1", "f1")},
        {"design": LeaveOneOut(), "method": "bootstrap", "metrics": ("mcc",), "options": {"resamples": 200}},
        {"design": RepeatedKFold(runs=2, folds=4), "method": "cv-runs", "options": {"df": "nominal"}},
    ],
    ids=str,
)
def test_what_can_be_asked_is_rehearsed_without_training(two, learners, asked):
    data = make_data(*two)
    asking = experiment(data, learners.Majority(), GaussianNB(), **asked)
    rehearse(asking, data)
    assert learners.fits == []


def test_groups_rule_out_methods_that_suppose_independent_items(two, learners):
    data = make_data(*two, groups=np.arange(60) // 2)
    asked = {"design": Holdout(), "method": "mcnemar"}
    with pytest.raises(IllegalMethodError, match="items in one cluster are not independent"):
        conduct(experiment(data, learners.Majority(), GaussianNB(), **asked), Setup())
    assert learners.fits == []
    done = conduct(experiment(data, learners.Majority(), GaussianNB(), design=Holdout()), Setup())
    assert result_of(done).verdict.result.method == "skewed-t"


def test_numbers_are_rehearsed_too(two, learners):
    data = make_data(two[0], two[0][:, 0], kind="numbers")
    asking = experiment(
        data, LinearRegression(), LinearRegression(), metrics=("squared-error",), design=Holdout()
    )
    rehearse(asking, data)


@pytest.mark.slow
def test_a_data_set_too_small_for_halves_is_judged_without_them(two):
    small = make_data(two[0][:30], np.arange(30) % 2, name="small")
    asked = {"design": FiveByTwo(), "halvings": 2}
    asking = experiment((make_data(*two), small), DummyClassifier(), GaussianNB(), **asked)
    done = conduct(asking, Setup())
    assert [(each.method, each.halvings) for each in done.choices] == [
        ("half-sample-t", 2),
        ("corrected-resampled-t", 0),
    ]
    assert [len(run.stages) for run in done.runs] == [5, 1]
    large, less = (each.verdict for each in result_of(done).comparisons)
    assert (large.result.method, less.result.method) == ("half-sample-t", "corrected-resampled-t")
    assert "no-halves" not in [caveat.key for caveat in large.caveats]
    (why,) = (caveat.text for caveat in less.caveats if caveat.key == "no-halves")
    assert why.startswith("half-sample-t could not be used: there are 30 items, but half-sample-t needs 40")
    assert less.reason == Reason(why="without-halvings")


def test_a_data_set_too_small_for_the_halves_asked_for_is_told_before_another_is_trained_on(two, learners):
    small = make_data(two[0][:30], np.arange(30) % 2, name="small")
    sets = (make_data(*two), small)
    asked = {"design": KFold(folds=3), "method": "half-sample-t"}
    with pytest.raises(IllegalMethodError, match="there are 30 items, but half-sample-t needs 40"):
        conduct(experiment(sets, learners.Majority(), GaussianNB(), **asked), Setup())
    assert learners.fits == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rng": 1}, "the rng was 0 and is now 1"),
        (
            {"design": KFold(folds=4)},
            r"the design was KFold\(folds=3\) and is now KFold\(folds=4\)",
        ),
        (
            {"b": GaussianNB(var_smoothing=1e-3)},
            "the learner 'b' changed: var_smoothing was 1e-09 and is now 0.001",
        ),
        (
            {"y": "flipped"},
            "the data set 'data' changed: y was mark [0-9a-f]{6} and is now mark [0-9a-f]{6};",
        ),
    ],
)
def test_a_changed_experiment_is_noticed_and_named(two, learners, tmp_path, change, words):
    X, y = two
    path, asked = tmp_path / "s.bakeoff", dict(change)
    with RunStore(path) as store:
        conduct(experiment(make_data(X, y), learners.Majority(), GaussianNB(), **QUICK), Setup(store=store))
    before, trained = path.read_bytes(), len(learners.fits)
    data = make_data(X, 1 - y if asked.pop("y", None) else y)
    other = experiment(data, learners.Majority(), asked.pop("b", GaussianNB()), **(QUICK | asked))
    with RunStore(path) as store, pytest.raises(InputError, match=words):
        conduct(other, Setup(store=store))
    assert (path.read_bytes(), len(learners.fits)) == (before, trained)


def test_labels_that_cannot_be_permuted_are_told_of_before_training(two, learners):
    data = make_data(*two, groups=np.arange(60) // 2)
    asking = experiment(data, learners.Majority(), GaussianNB(), permutations=4, **QUICK)
    with pytest.raises(InputError, match="labels differ within a group"):
        conduct(asking, Setup())
    assert learners.fits == []


def test_permutations_give_a_reference_for_every_learner(two, learners):
    asking = experiment(make_data(*two), learners.Majority(), GaussianNB(), permutations=4, **QUICK)
    done = conduct(asking, Setup())
    assert [(data, each.learner, len(each.permuted)) for data, each in done.randomizations] == [
        ("data", "a", 4),
        ("data", "b", 4),
    ]
    assert len(learners.fits) == 3 + 12
