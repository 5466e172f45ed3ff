import pytest

from bakeoff.compare.meant import with_columns
from bakeoff.core.exceptions import InputError
from bakeoff.judge.labels import label_meant


@pytest.mark.parametrize(
    ("word", "labels", "meant"),
    [
        (None, [1], None),
        ("1", ["1", 1], "1"),
        ("1.0", [0, 1], 1),
        ("TRUE", [True, False], True),
        ("dog", ["cat"], "dog"),
    ],
)
def test_the_label_that_a_word_means(word, labels, meant):
    found = label_meant(word, labels)
    assert (found, type(found)) == (meant, type(meant))


def test_an_error_about_an_item_names_the_columns():
    problem = InputError("nothing at position 3", role="b", position=3)
    named = with_columns(problem, "p.csv", two=False, truth="y", a=None, b="q")
    told = str(named)
    assert (named.role, named.position) == ("b", 3)
    assert "truth is column 'y', a is column 'a', b is column 'q'; position 0 is the first row" in told
    other = InputError("alpha is 7")
    assert with_columns(other, "p.csv", two=True, truth=None, a=None, b=None) is other


def test_a_label_that_is_no_word_means_itself():
    assert label_meant(1, [0, 1]) == 1
    assert label_meant(None, [0, 1]) is None
