import pickle

import pytest

from bakeoff.core.exceptions import BakeoffError, FileError, IllegalMethodError, InputError, UnknownNameError


@pytest.mark.parametrize("kind", [InputError, UnknownNameError, IllegalMethodError, FileError])
def test_bad_input_is_caught_as_ours_and_as_a_value_error(kind):
    assert issubclass(kind, (BakeoffError, ValueError))
    assert issubclass(kind, InputError)


def test_the_root_is_no_value_error():
    assert not issubclass(BakeoffError, ValueError)


def test_facts_are_there_beside_the_message():
    problem = InputError("'?' in row 3", source="x.csv", column="a", role="truth", row=3, line=4, value="?")
    assert str(problem) == "'?' in row 3"
    assert (problem.source, problem.column, problem.role) == ("x.csv", "a", "truth")
    assert (problem.row, problem.line, problem.position, problem.value) == (3, 4, None, "?")


def test_facts_survive_other_words_and_another_process():
    problem = UnknownNameError("no b", name="b", known=["a"], nearest="a", source="x.csv", column="b")
    for same in (problem.worded("no b; there is a"), pickle.loads(pickle.dumps(problem))):  # noqa: S301
        assert type(same) is UnknownNameError
        assert vars(same) == vars(problem)
    assert str(problem.worded("other")) == "other"


def test_nothing_is_known_unless_it_is_said():
    assert (InputError().source, InputError().row, UnknownNameError("x").known) == ("", None, ())
