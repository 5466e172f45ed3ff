import pytest

from bakeoff.core.exceptions import InputError, ModelsError, UnknownNameError
from bakeoff.core.pick import every, two_of


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (None, None, ["x", "y"]),
        ("y", None, ["y", "x"]),
        (None, "x", ["y", "x"]),
        ("y", "x", ["y", "x"]),
    ],
)
def test_two_of_two(a, b, expected):
    assert two_of(a, b)(["x", "y"], source="s") == expected


def test_two_of_more_must_be_named():
    assert two_of("z", "x")(["x", "y", "z"], source="s") == ["z", "x"]
    for a, b in ((None, None), ("x", None), (None, "z")):
        with pytest.raises(
            ModelsError,
            match=r"^s has 3 models: 'x', 'y', 'z'; choose two with --a and --b, or rank all of them "
            r"with bakeoff rank$",
        ) as raised:
            two_of(a, b)(["x", "y", "z"], source="s", noun="model", advice="unsaid")
        assert (raised.value.names, raised.value.source) == (("x", "y", "z"), "s")


def test_what_cannot_be_two():
    with pytest.raises(ModelsError, match=r"^s has 1 learner: 'x'; expected at least two: add one$"):
        two_of(None, None)(["x"], source="s", advice="add one")
    with pytest.raises(InputError, match="a and b both name the learner 'x'"):
        two_of("x", "X")(["x", "y"], source="s", meant=str.lower)
    with pytest.raises(UnknownNameError, match="no learner in s is called 'tre'; did you mean 'tree'"):
        two_of("tre", None)(["tree", "bayes"], source="s")


def test_all_of_them():
    assert every(["x", "y", "z"], source="s") == ["x", "y", "z"]
    with pytest.raises(ModelsError, match="s has no learner; expected at least one"):
        every([], source="s")
