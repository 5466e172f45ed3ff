import numpy as np
import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.core.rng import generator, root_entropy

PINNED = 0.15434256453299044  # if this moves, everyone's answers move


def first(rng, *path):
    return generator(rng, *path).random(4).tolist()


def test_same_place_same_stream():
    assert first(7, "fold", 3) == first(7, "fold", 3)
    assert first(None, "fold") == first(0, "fold")
    assert first(np.int64(7), "fold") == first(7, "fold")


@pytest.mark.parametrize(
    "other",
    [
        (8, "fold", 3),
        (7, "fold", 4),
        (7, "fold", "3"),
        (7, "fold"),
        (7, "fold", 3, 0),
        (7, "fol", "d3"),
        (7,),
    ],
)
def test_another_place_another_stream(other):
    assert first(*other) != first(7, "fold", 3)


def test_a_step_ends_where_it_ends():
    assert first(0, "ab", "c") != first(0, "a", "bc")


def test_the_stream_is_the_same_on_every_machine():
    assert first(0, "fold", 1)[0] == pytest.approx(PINNED, rel=1e-15)


def test_a_generator_is_asked_for_its_next_number():
    rng = np.random.default_rng(5)
    expected = int(np.random.default_rng(5).integers(2**63))
    assert root_entropy(rng) == expected
    assert root_entropy(rng) != expected
    assert first(np.random.default_rng(5), "fold") == first(np.random.default_rng(5), "fold")


@pytest.mark.parametrize("rng", [-1, 1.5, "seven", True, [1]])
def test_anything_else_is_refused(rng):
    with pytest.raises(InputError, match=r"rng is .*; expected a whole number"):
        generator(rng, "fold")
