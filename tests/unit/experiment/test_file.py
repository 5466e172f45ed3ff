import re
import subprocess
import sys

import numpy as np
import pytest
from sklearn.base import clone

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.designs import KFold, RepeatedKFold
from bakeoff.experiment.file import read_experiment

ITEMS = 30
TEXT = """
rng = 3
metrics = ["accuracy", "auc"]
method = "corrected-resampled-t"
[design]
kind = "kfold"
folds = 5
[[data]]
file = "items.csv"
target = "y"
[learners.bayes]
estimator = "sklearn.naive_bayes.GaussianNB"
[learners.forest]
estimator = "sklearn.ensemble.RandomForestClassifier"
parameters = { n_estimators = 5 }
"""
PLAIN = "data = { file = 'items.csv', target = 'y' }\n"
BAYES = "learners.bayes.estimator = 'sklearn.naive_bayes.GaussianNB'\n"
TREE = "learners.tree.estimator = 'sklearn.tree.DecisionTreeClassifier'\n"


@pytest.fixture
def read(tmp_path):
    rows = [
        (i % 7, (i * i) % 11, ("red", "blue")[i % 5 == 0], ("no", "yes")[i % 3 == 0]) for i in range(ITEMS)
    ]
    for name, columns in {"items": (0, 1, 3), "coloured": (0, 2, 3), "wide": (2, 0, 1, 3)}.items():
        lines = [",".join(("x", "z", "colour", "y")[c] for c in columns)]
        lines += [",".join(str(row[c]) for c in columns) for row in rows]
        (tmp_path / f"{name}.csv").write_text("\n".join(lines))

    def from_text(text, **options):
        content = text if isinstance(text, bytes) else text.encode()
        (tmp_path / "e.toml").write_bytes(content)
        return read_experiment(tmp_path / "e.toml", **options)

    return from_text


def refused(read, message, text, error=InputError, **options):
    with pytest.raises(error, match=re.escape(message)) as caught:
        read(text, **options)
    assert "\n" not in str(caught.value)
    assert "e.toml" in str(caught.value)


def test_an_experiment(read, tmp_path):
    found = read(TEXT)
    assert [each.name for each in found.learners] == ["bayes", "forest"]
    assert found.learners[1].estimator.n_estimators == 5
    assert found.design == KFold(folds=5)
    assert (found.metrics, found.method, found.rng) == (("accuracy", "auc"), "corrected-resampled-t", 3)
    (data,) = found.data
    assert (data.name, data.kind, data.X.shape) == ("items", "classes", (ITEMS, 2))
    assert found.source == str(tmp_path / "e.toml")
    assert found.notes == ()


def test_what_goes_without_saying(read):
    found = read(PLAIN + BAYES + TREE)
    assert found.design == RepeatedKFold(runs=10, folds=10)
    assert (found.metrics, found.method, found.adjustment) == (("accuracy",), "auto", "holm")
    assert (found.baseline, found.margin, found.rng) == (None, None, 0)


def test_a_mark_at_the_beginning_is_no_error(read):
    assert read(b"\xef\xbb\xbf" + TEXT.encode()).rng == 3


def test_reading_twice_gives_the_same(read):
    text = TEXT + "tune = { random = { max_depth = { low = 1, high = 9 } }, samples = 3 }\n"
    one, two = read(text), read(text)
    assert [each.fingerprint for each in one.learners] == [each.fingerprint for each in two.learners]
    assert one.data[0].fingerprint == two.data[0].fingerprint
    other = read(text.replace("samples = 3", "samples = 4"))
    assert one.learners[0].fingerprint == other.learners[0].fingerprint
    assert one.learners[1].fingerprint != other.learners[1].fingerprint


def test_columns_of_text_are_encoded_inside_each_learner(read):
    found = read(
        PLAIN.replace("items", "coloured") + BAYES + TREE + "learners.tree.tune.grid.max_depth = [1, 2]\n"
    )
    assert found.notes == (
        "coloured: these columns are encoded as categories on each training set: 'colour' (2 values)",
    )
    (data,) = found.data
    bayes, tree = (clone(each.estimator).fit(data.X, data.y) for each in found.learners)
    assert bayes[-1].n_features_in_ == 3  # x, red, blue
    assert tree.best_estimator_[-1].n_features_in_ == 3
    assert set(tree.predict(data.X)) <= {"no", "yes"}


def test_columns_of_text_in_some_of_several_data_sets(read):
    files = ("items", "wide")
    text = "".join(f"[[data]]\nfile = '{file}.csv'\ntarget = 'y'\n" for file in files)
    found = read(BAYES + TREE + text)
    widths = [clone(found.learners[0].estimator).fit(d.X, d.y)[-1].n_features_in_ for d in found.data]
    assert widths == [2, 4]
    text = text.replace("items", "coloured").replace("wide", "items")
    refused(read, "have 2 attributes each, but text in different columns", BAYES + TREE + text)


def test_regressors_predict_numbers(read):
    ridge = "learners.ridge.estimator = 'sklearn.linear_model.Ridge'\n"
    lasso = "learners.lasso.estimator = 'sklearn.linear_model.Lasso'\n"
    found = read("data = { file = 'items.csv', target = 'z', use = ['x'] }\n" + ridge + lasso)
    assert found.data[0].kind == "numbers"
    assert found.data[0].y.dtype == np.float64
    assert found.metrics == ("squared-error",)
    assert found.design == RepeatedKFold(stratified=False)


def test_learners_of_the_wrong_kind(read):
    ridge = "learners.ridge.estimator = 'sklearn.linear_model.Ridge'\n"
    refused(
        read,
        "learners.ridge: Ridge is a regressor, but the target of 'items' holds classes",
        PLAIN + BAYES + ridge,
    )
    means = "learners.means.estimator = 'sklearn.cluster.KMeans'\n"
    refused(read, "KMeans is neither a classifier nor a regressor", PLAIN + BAYES + means)
    numbers = "data = { file = 'items.csv', target = 'z', use = ['x'], kind = 'numbers' }\n"
    refused(
        read,
        "learners.bayes: GaussianNB is a classifier, but the target of 'items' holds numbers",
        numbers + BAYES + TREE,
    )


def test_data_of_different_kinds(read):
    tables = "[[data]]\nfile='items.csv'\ntarget='y'\n"
    tables += "[[data]]\nfile='items.csv'\nname='b'\ntarget='z'\nuse='x'\nkind='numbers'"
    refused(read, "data set 'items' has classes as target and 'b' has numbers", BAYES + TREE + tables)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are 0 learners; expected at least two, each as [learners.name]"),
        (PLAIN + BAYES, "there are 1 learners; expected at least two"),
        (BAYES + TREE, "there is no data; expected [[data]] with file and target"),
        ("learners = 3", "learners is 3, a whole number; expected a table"),
        ("learners = { a = 1, b = 2 }", "learners.a: the learner is 1, a whole number; expected a table"),
        ("learners = { '' = {}, b = {} }", "the name of a learner is ''; expected a printable name"),
        ("learners = { a = {}, b = {} }", "learners.a: estimator is missing"),
        ("data = 3\n" + BAYES + TREE, "data is 3, a whole number; expected a table"),
        ("data = [3]\n" + BAYES + TREE, "data: the data set is 3, a whole number; expected a table"),
        ("rgn = 3\n", "no key is called 'rgn'; did you mean 'rng'?"),
        (PLAIN + BAYES + TREE + "design = 3", "design: design is 3, a whole number; expected a table"),
        (PLAIN + BAYES + TREE + "design.kind = 'k'", "design: no design is called 'k'"),
        (PLAIN + BAYES + TREE + "baseline = 'tre'", "no learner is called 'tre'; did you mean 'tree'?"),
        (
            PLAIN + BAYES + "learners.b.estimator = 'os.system'",
            "learners.b: estimator: 'os.system' is not in scikit",
        ),
        (PLAIN.replace("items", "item") + BAYES + TREE, "data: there is no file"),
        (PLAIN.replace("'y'", "'why'") + BAYES + TREE, "is called 'why'"),
        ("[[data]]\nfile='items.csv'\ntarget='y'\n" * 2 + f"[x]\n{BAYES}", "no key is called 'x'"),
        (BAYES + TREE + "[[data]]\nfile='items.csv'\ntarget='y'\n" * 2, "two data sets are called 'items'"),
        (BAYES + TREE + "[[data]]\nfile='items.csv'\ntarget='y'\n[[data]]\nfile=3", "data 2: file is 3"),
        ("a." * 3000 + "b = 1", "has a key of more than 32 parts"),
        ("a.a.a." * 5 + "b." * 16 + "c = 1", "is nested more than 30 levels"),
        ("rng = 0x" + "f" * 5000, "rng has a whole number of more than 64 bits"),
        ('"a\\nb" = 1', r"a key is 'a\nb'; expected a printable name"),
    ],
)
def test_what_cannot_be_run(read, text, message):
    refused(read, message, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rng = 0\nmetrics = [", "e.toml is not valid TOML: "),
        ("rng = " + "9" * 5000, "has a number without end; expected an experiment in TOML"),
    ],
)
def test_what_is_no_experiment_file(read, text, message):
    refused(read, message, text, error=FileError)


def test_files_that_are_not_there(tmp_path):
    (tmp_path / "experiment.toml").touch()
    with pytest.raises(FileError, match=r"did you mean 'experiment\.toml'\?"):
        read_experiment(tmp_path / "experimnt.toml")
    with pytest.raises(FileError, match="is a folder; expected a file in it: an experiment in TOML"):
        read_experiment(tmp_path)


def test_modules_must_be_allowed_by_name(read, tmp_path, monkeypatch):
    (tmp_path / "file_learners.py").write_text(
        "from sklearn.naive_bayes import GaussianNB\nclass Mine(GaussianNB): ...\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    text = PLAIN + BAYES + "learners.mine.estimator = 'file_learners.Mine'\n"
    refused(read, "or allow the module: --allow file_learners", text)
    assert "file_learners" not in sys.modules
    assert type(read(text, allow=("file_learners",)).learners[1].estimator).__name__ == "Mine"
    with pytest.raises(InputError, match=r"allow is '../x'; expected the name of a module"):
        read(text, allow=("../x",))


@pytest.mark.slow
def test_importing_the_reader_does_not_load_scikit_learn():
    code = (
        "import sys, bakeoff.experiment.file; sys.exit('sklearn' in sys.modules or 'duckdb' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
