import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.names import names_in, names_listed


@pytest.mark.parametrize(
    "names",
    [("a", "b"), ("Modell (v1.2)", "svm/rbf, C=10"), ('the "best"', "o'neill"), ('"', ","), ("x",), ()],
)
def test_names_that_are_listed_are_read_again(names):
    assert names_in(names_listed(names)) == names


def test_names_as_they_are_typed():
    assert names_in(" a , b,,c ") == ("a", "b", "c")
    assert names_in('tree, "svm, C=10" ,5" disk') == ("tree", "svm, C=10", '5" disk')


def test_several_lines_are_refused():
    with pytest.raises(InputError, match="cannot be read; expected names separated by commas, in one line"):
        names_in("a\nb")
