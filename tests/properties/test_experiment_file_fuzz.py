"""Whatever an experiment file holds, reading it gives an experiment or an InputError of one line."""

import copy
import datetime
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bakeoff.core.exceptions import BakeoffError
from bakeoff.experiment.experiment import Experiment
from bakeoff.experiment.file import read_experiment

QUIET = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

SOUND = {
    "rng": 1, "metrics": ["accuracy", "auc"], "method": "cv-all-data", "options": {"df": 10}, "alpha": 0.05,
    "level": 0.95, "alternative": "two-sided", "margin": 0.01, "positive": "yes", "baseline": "tuned",
    "adjustment": "holm", "halvings": 15,
    "design": {"kind": "repeated-kfold", "runs": 2, "folds": 5, "stratified": True},
    "data": [
        {"file": "a.csv", "target": "y", "drop": ["id"], "group": "g"},
        {"file": "a.csv", "name": "b", "target": "y", "use": ["x"], "group": "g", "kind": "classes"},
    ],
    "learners": {
        "plain": {"estimator": "sklearn.naive_bayes.GaussianNB", "parameters": {"var_smoothing": 0.1}},
        "boosted": {
            "estimator": "sklearn.ensemble.AdaBoostClassifier",
            "parameters": {"estimator": {"estimator": "sklearn.tree.DecisionTreeClassifier"}},
        },
        "tuned": {
            "estimator": "sklearn.svm.SVC",
            "before": ["sklearn.preprocessing.StandardScaler", {"estimator": "sklearn.decomposition.PCA"}],
            "tune": {"grid": {"C": [0.1, 1]}, "folds": 3, "metric": "accuracy"},
        },
        "random": {
            "estimator": "sklearn.neighbors.KNeighborsClassifier",
            "tune": {"random": {"n_neighbors": {"low": 1, "high": 9, "log": False}}, "samples": 3,
                     "test": 0.3},
        },
    },
}  # fmt: skip

WORDS = st.sampled_from(
    ["", "None", "y", "x", "id", "c", "a.csv", "b.csv", ".", "/dev/null", "a\nb", "\x1b[31m", "auto",
     "accuracy", "squared-error", "kfold", "classes", "numbers", "sklearn.svm.SVR", "sklearn.os.system",
     "os.system", "sklearn.cluster.KMeans", "sklearn.preprocessing.StandardScaler",
     "sklearn.svm._base.BaseSVC", "plain"]
)  # fmt: skip
KEYS = st.text(max_size=6) | st.sampled_from(
    [
        "estimator",
        "parameters",
        "before",
        "tune",
        "grid",
        "random",
        "memory",
        "file",
        "target",
        "kind",
        "C",
        "use",
    ]
)
LEAVES = (
    st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | WORDS
    | st.just(datetime.date(2024, 1, 2))
)
GARBAGE = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture
def folder(tmp_path):
    rows = "".join(f"{i},{i % 7},{'rgb'[i % 3]},{i % 4},{('no', 'yes')[i % 2]}\n" for i in range(20))
    (tmp_path / "a.csv").write_text("id,x,c,g,y\n" + rows)
    return tmp_path


def to_toml(value) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{" + ", ".join(f"{to_toml(key)} = {to_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(to_toml, value)) + "]"
    return str(value)


def places(value, path=()):
    """Every place of a nested value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, each in inside for found in places(each, (*path, key)))]


def change(table, path, action, key, value):
    """Set, delete or add something at one place."""
    *way, last = path
    owner = table
    for step in way:
        owner = owner[step]
    if action == "set":
        owner[last] = value
    elif action == "delete":
        del owner[last]
    elif isinstance(owner[last], dict):
        owner[last][key] = value
    elif isinstance(owner[last], list):
        owner[last].append(value)


def use(folder, content: bytes) -> bool:
    """Read it; say whether it was an experiment."""
    (folder / "e.toml").write_bytes(content)
    try:
        found = read_experiment(folder / "e.toml")
    except BakeoffError as problem:
        assert "\n" not in str(problem)
        assert str(problem).startswith(str(folder))
        return False
    assert isinstance(found, Experiment)
    assert all(len(data.X) == len(data.y) for data in found.data)
    assert all(learner.fingerprint for learner in found.learners)
    return True


def as_file(table) -> bytes:
    return "\n".join(f"{to_toml(key)} = {to_toml(value)}" for key, value in table.items()).encode()


def test_the_sound_one_is_read(folder):
    assert use(folder, as_file(SOUND))


@QUIET
@given(data=st.data())
def test_garbage_anywhere_in_a_sound_file(folder, data):
    table = copy.deepcopy(SOUND)
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from([each for each in places(table) if each]))
        action = data.draw(st.sampled_from(["set", "set", "delete", "add"]))
        change(table, path, action, data.draw(KEYS), data.draw(GARBAGE))
    use(folder, as_file(table))


@QUIET
@given(table=st.dictionaries(KEYS | st.sampled_from(sorted(SOUND)), GARBAGE, max_size=4))
def test_garbage_alone(folder, table):
    use(folder, as_file(table))


@QUIET
@given(content=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes(folder, content):
    use(folder, content)


def test_damaged_files(folder):
    rng = random.Random(0)  # noqa: S311
    sound = as_file(SOUND)
    survived = 0
    for _ in range(300):
        content = bytearray(sound)
        for _ in range(rng.choice([1, 1, 2, 5])):
            at = rng.randrange(len(content))
            match rng.choice(["set", "delete", "repeat", "cut"] if rng.random() < 0.9 else ["cut"]):
                case "set":
                    content[at] = rng.choice([0, 10, 34, 44, 46, 61, 91, 93, 123, 255, rng.randrange(128)])
                case "delete":
                    del content[at : at + rng.choice([1, 3, 30])]
                case "repeat":
                    content[at:at] = content[at : at + rng.choice([1, 3, 30])]
                case "cut":
                    del content[at:]
            if not content:
                break
        survived += use(folder, bytes(content))
    assert survived > 0
