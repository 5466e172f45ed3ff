import re
import sys

import pytest
import sklearn
from sklearn.svm import SVC

import bakeoff.learners
from bakeoff.core.exceptions import InputError, UnknownNameError
from bakeoff.experiment.building import check_allowed, import_class

THEIRS = """
from collections import OrderedDict
from sklearn.svm import SVC
from fractions import Fraction
imported = True
def learner(): ...
class Mine:
    def fit(self, X, y): return self
    def predict(self, X): return X
class _Hidden(Mine): ...
"""


@pytest.fixture
def theirs(tmp_path, monkeypatch):
    """A module that may be imported but is not allowed unless its user says so."""
    (tmp_path / "their_learners.py").write_text(THEIRS)
    (tmp_path / "their_broken.py").write_text("raise SystemExit(3)")
    (tmp_path / "their_needy.py").write_text("import absent_module")
    monkeypatch.syspath_prepend(tmp_path)
    yield "their_learners"
    for name in [name for name in sys.modules if name.startswith("their_")]:
        del sys.modules[name]


def refused(message, path, **options):
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        import_class(path, **options)
    assert "\n" not in str(caught.value)


def test_a_class_of_scikit_learn():
    assert import_class("sklearn.svm.SVC") is SVC


ESTIMATORS = [name for name in bakeoff.learners.__all__ if isinstance(getattr(bakeoff.learners, name), type)]


@pytest.mark.parametrize("name", ESTIMATORS)
def test_the_learners_of_bakeoff(name):
    assert import_class(f"bakeoff.learners.{name}") is getattr(bakeoff.learners, name)


def test_nothing_is_imported_unless_allowed(theirs):
    refused(
        "'their_learners.Mine' is not in scikit-learn; expected an import path such as "
        '"sklearn.linear_model.LogisticRegression", or allow the module: --allow their_learners',
        "their_learners.Mine",
    )
    refused("--allow their_learners", "their_learners.Mine", allow=("their_learner", "their_learners2"))
    assert theirs not in sys.modules
    assert import_class("their_learners.Mine", allow=(theirs,)).__name__ == "Mine"


def test_a_part_of_a_package_may_be_allowed():
    refused("--allow json", "json.decoder.JSONDecoder", allow=("json.encoder",))
    refused("has no fit", "json.decoder.JSONDecoder", allow=("json.decoder",))


@pytest.mark.parametrize(
    "path", ["os.system", "builtins.eval", "subprocess.Popen", "bakeoff.core.rng.generator"]
)
def test_other_modules_are_refused(path):
    refused(f"{path!r} is not in scikit-learn", path)


def test_modules_that_scikit_learn_happens_to_import_are_out_of_reach(monkeypatch):
    import os

    monkeypatch.setattr(sklearn, "os", os, raising=False)
    monkeypatch.setattr(sklearn.utils, "os", os, raising=False)
    for path in ("sklearn.os.system", "sklearn.utils.os.system", "sklearn.os.path.join"):
        refused(f"scikit-learn has no {path!r}", path)
    refused("sklearn.os is a module; expected a class", "sklearn.os")


def test_a_class_of_another_package_is_refused_even_where_scikit_learn_imports_it(monkeypatch):
    import unittest

    class Foreign(SVC): ...

    Foreign.__module__ = "elsewhere.inside"
    monkeypatch.setattr(sklearn.svm, "Foreign", Foreign, raising=False)
    monkeypatch.setattr(sklearn.svm, "TestCase", unittest.TestCase, raising=False)
    refused(
        "sklearn.svm.Foreign is defined in 'elsewhere.inside', which is not allowed", "sklearn.svm.Foreign"
    )
    refused("--allow elsewhere", "sklearn.svm.Foreign")
    refused("--allow unittest", "sklearn.svm.TestCase")


def test_a_class_that_an_allowed_module_borrows(theirs):
    assert import_class("their_learners.SVC", allow=(theirs,)) is SVC
    refused("their_learners.Fraction is defined in 'fractions'", "their_learners.Fraction", allow=(theirs,))


@pytest.mark.parametrize(
    ("path", "part"),
    [("sklearn.svm._classes.SVC", "_classes"), ("sklearn.utils._testing.MinimalClassifier", "_testing"),
     ("sklearn.externals.array_api_compat.X", "externals"), ("sklearn.tests.test_base.MyEstimator", "tests"),
     ("sklearn.conftest.X", "conftest"), ("sklearn.svm.__class__", "__class__")],
)  # fmt: skip
def test_private_names_are_refused(path, part):
    refused(f"contains {part!r}, which is not public", path)
    assert "sklearn.conftest" not in sys.modules


def test_private_names_are_refused_of_allowed_modules_too(theirs):
    refused("contains '_Hidden'", "their_learners._Hidden", allow=(theirs,))


@pytest.mark.parametrize(
    "path",
    ["", ".", "sklearn.", ".sklearn", "sklearn..svm", "sklearn.svm.SVC ", "sklearn.svm.SVC\n",
     "sklearn.svm.SVC()", "sklearn/svm", "sklearn.svm:SVC", "sklearn.svm.SVC;",
     "\u0455klearn.svm.SVC", "1.2"],
)  # fmt: skip
def test_what_is_no_path(path):
    refused("is not an import path; expected names joined by dots", path)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("LogisticRegression", "is not an import path; write 'sklearn.linear_model.LogisticRegression'"),
        ("linear_model.LogisticRegression", "expected 'sklearn.linear_model.LogisticRegression', or allow"),
        ("sklearn.linear_models.LogisticRegression", "mean 'sklearn.linear_model.LogisticRegression'?"),
        ("sklearn.linear_model.LogisticRegresion", "mean 'sklearn.linear_model.LogisticRegression'?"),
        ("sklearn.RandomForestClassifier", "did you mean 'sklearn.ensemble.RandomForestClassifier'?"),
        ("sklearn.svm.Zzzzz", "scikit-learn has no 'sklearn.svm.Zzzzz'; expected a path such as"),
        ("sklearn", "'sklearn' is a module; expected a class in it"),
        ("sklearn.svm", "sklearn.svm is a module; expected a class"),
        ("sklearn.base.clone", "sklearn.base.clone is a function; expected a class"),
        ("sklearn.preprocessing.StandardScaler", "has no predict; expected a classifier or regressor"),
        ("sklearn.impute.IterativeImputer", "cannot be used: ImportError: IterativeImputer is experimental"),
    ],
)
def test_paths_that_lead_nowhere(path, message):
    refused(message, path)


def test_steps_need_to_transform():
    assert import_class("sklearn.preprocessing.StandardScaler", needs=("fit", "transform"))
    refused(
        "has no transform; expected a step that transforms", "sklearn.svm.SVC", needs=("fit", "transform")
    )


def test_modules_of_users_that_do_not_work(theirs):
    refused(
        "no class of their_learners is called 'Mein'; did you mean 'Mine'?",
        "their_learners.Mein",
        allow=(theirs,),
    )
    refused("the module 'absent' was not found", "absent.X", allow=("absent",))
    refused("their_broken cannot be imported: SystemExit: 3", "their_broken.X", allow=("their_broken",))
    refused(
        "their_needy needs the module 'absent_module', which is not installed",
        "their_needy.X",
        allow=("their_needy",),
    )
    refused("their_learners.learner is a function", "their_learners.learner", allow=(theirs,))


def test_an_unknown_class_is_an_unknown_name():
    with pytest.raises(UnknownNameError):
        import_class("sklearn.svm.SVD")


def test_names_that_may_be_allowed():
    assert check_allowed(["xgboost", "my.learners"]) == ("xgboost", "my.learners")
    assert check_allowed("xgboost") == ("xgboost",)
    for wrong in ("", "a b", "a.", 3, "../x", "*"):
        with pytest.raises(InputError, match="expected the name of a module, such as xgboost"):
            check_allowed([wrong])
