import pickle

import pytest

from bakeoff.core.exceptions import (
    BakeoffError,
    FileError,
    IllegalMethodError,
    InputError,
    UnknownNameError,
    brief,
)


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


def test_no_message_is_longer_than_300_characters_whatever_is_in_it():
    long, words = "x" * 5000, "many words of a label " * 300
    for label in (long, words, f"it's {words}", long[:250], ", ".join(["some"] * 900), "\u2026" * 900):
        for message in (f"column {label!r} has a gap", f"{label}; expected {label}", f"There are: {label}"):
            assert len(str(InputError(message))) <= 290
            assert len(str(InputError("short").worded(message))) <= 290
            assert len(str(UnknownNameError(message))) <= 290
    assert str(InputError("y" * 200)) == "y" * 200


def test_what_to_do_about_it_is_kept():
    names = ", ".join(f"column_{at}" for at in range(200))
    told = brief(f"no column of x.csv is called 'c'. There are: {names}; name it by --truth")
    assert told.endswith("..., column_199; name it by --truth")
    assert brief(f"{'z' * 900!r} is no file; check its folder").endswith("is no file; check its folder")
    # Of several long ids the beginnings and ends are kept.
    ids = [f"'{at}07ee4fa-b105-d83e-85e9-51862f0981a{at}'" for at in range(6)]
    told = brief(
        f"the two do not hold the same ids: 60 only in sep/m0.csv ({', '.join(ids[:3])}, ...) and 60 only in "
        f"sep/m1.csv ({', '.join(ids[3:])}, ...); expected the same items in both: remove or add rows"
    )
    assert (
        "60 only in sep/m0.csv ('007ee4f...2f0981a0', '107ee4f...2f0981a1', '207ee4f...2f0981a2', ...)"
        in told
    )
    assert told.endswith("2f0981a5', ...); expected the same items in both: remove or add rows")
    told = brief(f"{' and '.join(['it is said'] * 90)}; use --metric pass@1")
    assert len(told) == 290
    assert told.endswith("...; use --metric pass@1")
    # Of a path the name of the file is kept, wherever the folder lies.
    told = brief(f"/home{'/folder' * 60}/results_2026-01-15T21-43-25.833484.json has only averages")
    assert told == "/home/fo.../results_2026-01-15T21-43-25.833484.json has only averages"
