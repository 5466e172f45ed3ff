import functools
import linecache
import os
import subprocess
import sys

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier, VotingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import f1_score, make_scorer
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV, ShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from bakeoff.core.exceptions import InputError
from bakeoff.experiment.learner import Learner, make_learner


def mark(estimator):
    return Learner(name="x", estimator=estimator).fingerprint


def search(**more):
    return GridSearchCV(**({"estimator": GaussianNB(), "param_grid": {"var_smoothing": [1e-9, 1e-3]}} | more))


def double(x, by=2):
    return x * by


def triple(x, by=3):
    return x * by


class Own(BaseEstimator):
    def __init__(self, size=1):
        self.size = size

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X))


class Scorer:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, estimator, X, y):
        return self.weight


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (GaussianNB(), GaussianNB(var_smoothing=1e-8)),
        (GaussianNB(), LogisticRegression()),
        (RandomForestClassifier(5), RandomForestClassifier(6)),
        (RandomForestClassifier(random_state=0), RandomForestClassifier()),
        (RandomForestClassifier(random_state=0), RandomForestClassifier(random_state=False)),
        (
            RandomForestClassifier(random_state=np.random.RandomState(0)),
            RandomForestClassifier(random_state=np.random.RandomState(1)),
        ),
        (RandomForestClassifier(max_features=1), RandomForestClassifier(max_features=1.0)),
        (RandomForestClassifier(max_features="1"), RandomForestClassifier(max_features=1)),
        (make_pipeline(StandardScaler(), GaussianNB()), make_pipeline(GaussianNB())),
        (
            make_pipeline(StandardScaler(), GaussianNB()),
            make_pipeline(StandardScaler(with_std=False), GaussianNB()),
        ),
        (GaussianNB(priors=np.array([0.5, 0.5])), GaussianNB(priors=np.array([0.4, 0.6]))),
        (search(), search(param_grid={"var_smoothing": [1e-9]})),
        (search(cv=ShuffleSplit(3)), search(cv=ShuffleSplit(4))),
        (
            search(scoring=make_scorer(f1_score, pos_label=0)),
            search(scoring=make_scorer(f1_score, pos_label=1)),
        ),
        (search(scoring=Scorer(1)), search(scoring=Scorer(2))),
        (search(scoring=functools.partial(double, by=2)), search(scoring=functools.partial(double, by=3))),
        (search(scoring=functools.partial(double, by=2)), search(scoring=functools.partial(triple, by=2))),
        (FunctionTransformer(double), FunctionTransformer(triple)),
        (FunctionTransformer(np.log1p), FunctionTransformer(np.log)),
        (LogisticRegression(class_weight={0: 1}), LogisticRegression(class_weight={"0": 1})),
        (LogisticRegression(class_weight={0: 1}), LogisticRegression(class_weight={0: 1.0})),
        (Own(), Own(2)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_counts_makes_another_learner(first, second):
    if not hasattr(first, "predict"):
        first, second = (make_pipeline(each, GaussianNB()) for each in (first, second))
    assert mark(first) != mark(second)


@pytest.mark.parametrize(
    "make",
    [
        lambda: RandomForestClassifier(5, random_state=np.random.RandomState(3)),
        lambda: make_pipeline(StandardScaler(), FunctionTransformer(double), GaussianNB()),
        lambda: search(cv=ShuffleSplit(3, random_state=1), scoring=make_scorer(f1_score)),
        lambda: search(scoring=Scorer(1)),
        lambda: search(scoring=functools.partial(double, by=2)),
        lambda: RandomizedSearchCV(GaussianNB(), {"var_smoothing": {1e-9, 1e-3, 1e-2}}),
        lambda: VotingClassifier([("a", GaussianNB()), ("b", LogisticRegression())]),
        lambda: make_pipeline(ColumnTransformer([("a", StandardScaler(), ["x"])]), GaussianNB()),
        lambda: search(scoring=lambda estimator, X, y: 1.0),
        Own,
    ],
)
def test_the_same_learner_made_twice_is_the_same(make):
    assert mark(make()) == mark(make())


def test_the_name_does_not_count():
    assert Learner(name="a", estimator=GaussianNB()).fingerprint == mark(GaussianNB())


def test_a_learner_that_was_fitted_is_still_the_same():
    fitted = GaussianNB().fit([[0], [1]], [0, 1])
    assert mark(fitted) == mark(GaussianNB())


BASE = """
from sklearn.base import BaseEstimator

class Root(BaseEstimator):
    def predict(self, X):
        return [0] * len(X)
"""
LEAF = """
from root import Root

class Leaf(Root):
    def fit(self, X, y):
        return self
"""


def written(folder, monkeypatch, base, leaf=LEAF):
    """The mark of a learner whose class and base class stand in files of their own."""
    folder.mkdir()
    (folder / "root.py").write_text(base)
    (folder / "leaf.py").write_text(leaf)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(folder))
        for name in ("root", "leaf"):
            patch.delitem(sys.modules, name, raising=False)
        found = mark(__import__("leaf").Leaf())
        for name in ("root", "leaf"):
            del sys.modules[name]
    linecache.clearcache()
    return found


def test_the_code_of_a_base_class_of_ones_own_counts(tmp_path, monkeypatch):
    first = written(tmp_path / "1", monkeypatch, BASE)
    assert written(tmp_path / "2", monkeypatch, BASE) == first
    assert written(tmp_path / "3", monkeypatch, BASE.replace("[0]", "[1]")) != first
    assert written(tmp_path / "4", monkeypatch, BASE, LEAF.replace("return self", "return  self")) != first


PROMPT = """
import numpy as np
from sklearn.base import BaseEstimator

class Root(BaseEstimator):
    weights = 3
    @staticmethod
    def many(n, by=2):
        return n * by
    @property
    def size(self):
        return 4

class Typed(Root):
    def fit(self, X, y):
        self.known_ = [each for each in y if each in {"a", "b", "c"}]
        return self
    def predict(self, X):
        return np.zeros(len(X))
"""


def typed(text):
    """A learner whose classes were made from text, as at a prompt: there is no source to be found."""
    names = {"__name__": "prompt"}
    exec(text, names)  # noqa: S102 - the text above
    return mark(names["Typed"]())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("np.zeros", "np.ones"),
        ('"c"', '"d"'),
        ("[each for each in y", "[y for each in y"),
        ("weights = 3", "weights = 5"),
        ("return n * by", "return n + by"),
        ("by=2", "by=3"),
        ("return 4", "return 5"),
        ("def predict", "def predict_(self): return 0\n    def predict"),
    ],
)
def test_code_without_source_counts_all_the_same(old, new):
    assert old in PROMPT
    assert typed(PROMPT) == typed(PROMPT)
    assert typed(PROMPT.replace(old, new)) != typed(PROMPT)


@pytest.mark.slow
def test_code_without_source_is_the_same_in_every_process():
    script = (
        f"from bakeoff.experiment.learner import Learner\nnames = {{'__name__': 'prompt'}}\n"
        f"exec({PROMPT!r}, names)\nprint(Learner(name='x', estimator=names['Typed']()).fingerprint)"
    )
    marks = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert marks == {typed(PROMPT)}


SCRIPT = """
import functools
import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from bakeoff.experiment.learner import Learner
search = GridSearchCV(GaussianNB(), {"var_smoothing": {1e-9, 1e-3}}, scoring=functools.partial(max, key=None))
print(Learner(name="x", estimator=make_pipeline(FunctionTransformer(np.log1p), search)).description)
"""


@pytest.mark.slow
def test_the_description_is_the_same_in_every_process():
    grid = {"var_smoothing": {1e-3, 1e-9}}
    own = GridSearchCV(GaussianNB(), grid, scoring=functools.partial(max, key=None))
    here = Learner(name="x", estimator=make_pipeline(FunctionTransformer(np.log1p), own)).description
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == here
    assert " at 0x" not in here


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (GaussianNB, "x is the class GaussianNB; expected an estimator: write GaussianNB\\(\\)"),
        (StandardScaler(), "x is StandardScaler, which has no predict; expected a scikit-learn classifier"),
        ("tree", "x is str, which has no fit"),
        (None, "x is NoneType, which has no fit"),
        (make_pipeline(StandardScaler()), "x is Pipeline, which has no predict"),
    ],
)
def test_what_is_no_learner(given, words):
    with pytest.raises(InputError, match=words):
        Learner(name="x", estimator=given)


def test_a_parameter_that_cannot_be_identified():
    learner = Learner(name="x", estimator=Own(size=(i for i in range(3))))
    with pytest.raises(
        InputError, match="a parameter of a learner is generator, which has no stable identity"
    ):
        _ = learner.fingerprint


def test_kinds():
    assert Learner(name="x", estimator=LinearRegression()).kind == "numbers"
    scaled = make_pipeline(StandardScaler(), LinearRegression())
    assert Learner(name="x", estimator=scaled).kind == "numbers"
    assert Learner(name="x", estimator=GaussianNB()).kind == "classes"
    assert Learner(name="x", estimator=KMeans(2)).kind == "classes"


def test_words_are_one_line_of_moderate_length():
    assert Learner(name="x", estimator=GaussianNB(var_smoothing=0.5)).words == "GaussianNB(var_smoothing=0.5)"
    long = make_pipeline(*[StandardScaler() for _ in range(40)], GaussianNB())
    words = Learner(name="x", estimator=long).words
    assert "\n" not in words
    assert len(words) <= 200


def test_learners_from_what_a_user_gives():
    plain = Learner(name="a", estimator=GaussianNB())
    assert make_learner(plain, "b") is plain
    assert make_learner(("a", GaussianNB()), "b").name == "a"
    assert make_learner(GaussianNB(), "b").name == "b"
    with pytest.raises(InputError, match="b is tuple, which has no fit"):
        make_learner((GaussianNB(), "a"), "b")
