import pytest

from bakeoff.core.exceptions import InputError
from bakeoff.designs import Bootstrap, LeaveOneOut, RepeatedKFold
from bakeoff.designs.apparent import Apparent
from bakeoff.estimators.loo_star import loo_star, record


@pytest.fixture
def parts(lost):
    """Parts with chosen errors: leave-one-out and 2-CV* in quarters, .632b by what is out of bag."""

    def build(loo, outside, halves):
        return {
            "leave-one-out": lost([[0], [1], [2], [3]], [[i < loo] for i in range(4)]),
            "bootstrap": lost([[0, 1, 2, 3], []], [[i < outside for i in range(4)], []]),
            "apparent": lost([range(4)], [[0] * 4]),
            "two-fold": lost([[0, 1], [2, 3]], [[halves > 0, halves > 1], [halves > 2, halves > 3]]),
        }

    return build


@pytest.mark.parametrize(
    ("loo", "outside", "halves", "expected"),
    [
        (2, 2, 4, 0.5),  # .316 < 1/2 < 1: leave-one-out is in between
        (0, 2, 4, 0.316),  # below both: raised to .632b
        (4, 2, 2, 0.5),  # above both: lowered to 2-CV*
        (1, 4, 2, 0.5),  # .632b above 2-CV*: still the median of 1/4, .632 and 1/2
        (3, 4, 2, 0.632),
    ],
)
def test_median_of_three(parts, loo, outside, halves, expected):
    found = loo_star(parts(loo, outside, halves), level=0.95)
    assert found.value == pytest.approx(expected)
    assert found.components == {
        "leave-one-out": loo / 4,
        "bootstrap-632": pytest.approx(0.632 * outside / 4),
        "two-fold": halves / 4,
    }
    assert found.interval is None


def test_notes_and_parts(parts):
    found = loo_star(parts(1, 2, 3), level=0.95)
    assert set(found.parts) == {"leave-one-out", "bootstrap", "apparent", "two-fold"}
    assert found.parts["bootstrap"].shape == (1, 1)
    assert "without defining it" in found.notes[1]
    assert found.notes[2] == "1 of 2 samples were skipped: they leave no item out"


def test_all_four_are_needed(parts):
    given = parts(1, 2, 3)
    del given["two-fold"]
    with pytest.raises(InputError, match="got losses for leave-one-out, bootstrap, apparent; expected"):
        loo_star(given, level=0.95)


def test_record():
    assert record.designs() == {
        "leave-one-out": LeaveOneOut(),
        "bootstrap": Bootstrap(samples=200),
        "apparent": Apparent(),
        "two-fold": RepeatedKFold(runs=100, folds=2, stratified=False),
    }
