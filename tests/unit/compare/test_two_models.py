import pytest

from bakeoff.compare.two_models import names_meant


@pytest.mark.parametrize(
    ("files", "a", "b", "names"),
    [
        (("p.csv",), None, None, ("A", "B")),
        (("p.csv",), "svm", None, ("svm", "B")),
        (("x/old.csv", "new.csv"), None, None, ("old", "new")),
        (("x/p.csv", "y/p.csv"), None, None, ("A", "B")),
        (("old.csv", "new.csv"), "score", "score", ("old", "new")),
        (("old.csv", "new.csv"), "score", None, ("old", "new")),
        (("old.csv", "new.csv"), "svm", "tree", ("svm", "tree")),
    ],
)
def test_what_models_are_called(files, a, b, names):
    assert names_meant(files, a, b) == names
