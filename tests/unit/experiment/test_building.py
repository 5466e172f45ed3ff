import re

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer, MinMaxScaler, StandardScaler
from sklearn.svm import SVC

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.building import Builder, construct

SVM = "sklearn.svm.SVC"
SCALER = "sklearn.preprocessing.StandardScaler"


def build(estimator=SVM, builder=None, **table):
    return (builder or Builder()).learner({"estimator": estimator, **table})


def refused(message, *args, **table):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        build(*args, **table)
    assert "\n" not in str(caught.value)


def test_an_estimator_with_parameters():
    made = build(parameters={"C": 2.5, "kernel": "linear", "class_weight": "None", "shrinking": False})
    assert isinstance(made, SVC)
    assert (made.C, made.kernel, made.class_weight, made.shrinking) == (2.5, "linear", None, False)


def test_steps_before_it():
    made = build(
        before=[SCALER, {"estimator": "sklearn.decomposition.PCA", "parameters": {"n_components": 2}}]
    )
    assert [name for name, _ in made.steps] == ["standardscaler", "pca", "learner"]
    assert [type(step) for _, step in made.steps] == [StandardScaler, PCA, SVC]
    assert made["pca"].n_components == 2
    assert [name for name, _ in build(before=SCALER).steps] == ["standardscaler", "learner"]
    assert [name for name, _ in build(before=[SCALER, SCALER]).steps] == [
        "standardscaler",
        "standardscaler-2",
        "learner",
    ]


def test_an_encoder_comes_first_and_inside_the_search():
    encoder = FunctionTransformer()
    made = build(builder=Builder(encoder=encoder), before=[SCALER], tune={"grid": {"C": [1, 2]}})
    assert isinstance(made, GridSearchCV)
    assert [name for name, _ in made.estimator.steps] == ["encode", "standardscaler", "learner"]
    assert made.param_grid == {"learner__C": [1, 2]}


def test_estimators_as_parameters():
    tree = {"estimator": "sklearn.tree.DecisionTreeClassifier", "parameters": {"max_depth": 3}}
    made = build("sklearn.ensemble.AdaBoostClassifier", parameters={"estimator": tree, "n_estimators": 5})
    assert isinstance(made, AdaBoostClassifier)
    assert made.estimator.max_depth == 3
    kernel = {"estimator": "sklearn.gaussian_process.kernels.RBF", "parameters": {"length_scale": 2.0}}
    made = build("sklearn.gaussian_process.GaussianProcessClassifier", parameters={"kernel": kernel})
    assert made.kernel.length_scale == 2.0


def test_named_steps_are_pairs():
    steps = [["scale", {"estimator": SCALER}], ["svm", {"estimator": SVM}]]
    made = build("sklearn.pipeline.Pipeline", parameters={"steps": steps})
    assert isinstance(made, Pipeline)
    assert [type(step) for step in made.steps] == [tuple, tuple]
    X, y = load_iris(return_X_y=True)
    assert clone(made).fit(X, y).score(X, y) > 0.9
    search = build(
        "sklearn.model_selection.GridSearchCV",
        parameters={"estimator": {"estimator": SVM}, "param_grid": {"C": [1, 2]}},
    )
    assert search.param_grid == {"C": [1, 2]}


def test_what_scikit_learn_writes_as_tuples():
    step = {"estimator": "sklearn.preprocessing.MinMaxScaler", "parameters": {"feature_range": [0, 2]}}
    made = build(before=[step])["minmaxscaler"]
    assert isinstance(made, MinMaxScaler)
    assert made.feature_range == (0, 2)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"parameters": {"c": 1}}, "parameters: no parameter of SVC is called 'c'; did you mean 'C'?"),
        ({"parameters": {"C": -1}}, "parameters: SVC rejects them: The 'C' parameter of SVC must be a float"),
        ({"parameters": 3}, "parameters is 3, a whole number; expected a table, such as { C = 1.0 }"),
        ({"parameters": {"C": np.datetime64("2024-01-01")}}, "C is 2024-01-01; expected a number, a text"),
        ({"paramaters": {}}, "no key is called 'paramaters'; did you mean 'parameters'?"),
        ({"estimator": 3}, "estimator is 3, a whole number; expected a text"),
        ({"estimator": "os.system"}, "estimator: 'os.system' is not in scikit-learn"),
        ({"before": [3]}, "before, step 1: it is 3; expected an import path"),
        ({"before": [SCALER, SVM]}, "before, step 2: estimator: sklearn.svm.SVC has no transform"),
        ({"before": [{"estimator": SCALER, "parameters": {"x": 1}}]}, "step 1: parameters: no parameter of"),
        ({"tune": 3}, "tune: tune is 3, a whole number; expected a table"),
        ({"tune": {"grid": {"D": [1]}}}, "tune: no parameter is called 'D'"),
    ],
)
@pytest.mark.slow
def test_errors_name_the_key(table, message):
    refused(message, **({"estimator": SVM} | table))


def test_there_must_be_an_estimator():
    with pytest.raises(InputError, match="estimator is missing; write estimator = "):
        Builder().learner({"parameters": {}})


def test_parameters_without_which_it_cannot_be():
    refused("parameters: VotingClassifier needs estimators", "sklearn.ensemble.VotingClassifier")


def test_estimators_in_parameters_are_checked_too():
    evil = {"estimator": "os.system"}
    refused("not in scikit-learn", "sklearn.ensemble.AdaBoostClassifier", parameters={"estimator": evil})
    refused("not in scikit-learn", "sklearn.pipeline.Pipeline", parameters={"steps": [["x", evil]]})
    refused("not in scikit-learn", parameters={"class_weight": {"x": [{"y": evil}]}})
    refused("not in scikit-learn", tune={"grid": {"C": [evil]}})


@pytest.mark.parametrize(
    "parameters",
    [
        {"memory": "cache", "steps": [["svm", {"estimator": SVM}]]},
        {
            "steps": [
                [
                    "inner",
                    {"estimator": "sklearn.pipeline.Pipeline", "parameters": {"steps": [], "memory": "x"}},
                ]
            ]
        },
    ],
)
def test_cached_results_are_never_read(parameters):
    """scikit-learn would unpickle what it finds in such a folder, which came with the file."""
    refused("cached results are never read", "sklearn.pipeline.Pipeline", parameters=parameters)


def test_cached_results_are_not_reached_by_a_search_either():
    pipeline = {
        "estimator": "sklearn.pipeline.Pipeline",
        "parameters": {"steps": [["svm", {"estimator": SVM}]]},
    }
    for key in ("memory", "svm__memory"):
        refused(
            "cached results are never read",
            "sklearn.model_selection.GridSearchCV",
            parameters={"estimator": pipeline, "param_grid": {key: ["x"]}},
        )
    refused("memory cannot be tuned", before=[SCALER], tune={"grid": {"memory": ["x"]}})


def test_allowed_modules(tmp_path, monkeypatch):
    (tmp_path / "allowed_learners.py").write_text(
        "from sklearn.svm import SVC\n"
        "class Any(SVC):\n"
        "    def __init__(self, **anything): self.anything = anything\n"
        "    def _validate_params(self): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    builder = Builder(allow=("allowed_learners",))
    made = build("allowed_learners.Any", builder, parameters={"whatever": 1})
    assert made.anything == {"whatever": 1}


def test_estimators_of_users_declare_no_limits_of_their_parameters(tmp_path, monkeypatch):
    (tmp_path / "plain_learners.py").write_text(
        "from sklearn.base import BaseEstimator, ClassifierMixin\n"
        "class Plain(ClassifierMixin, BaseEstimator):\n"
        "    def __init__(self, depth=1): self.depth = depth\n"
        "    def fit(self, X, y): return self\n"
        "    def predict(self, X): return X\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert (
        build("plain_learners.Plain", Builder(allow=("plain_learners",)), parameters={"depth": 3}).depth == 3
    )


def test_construct_does_not_change_what_it_is_given():
    given = {"C": 3.0}
    assert construct(LogisticRegression, given).C == 3.0
    assert given == {"C": 3.0}
