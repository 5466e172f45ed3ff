from dataclasses import replace

import pytest

from bakeoff.core.looks import START, Look, broken_at, ladder_of

LOOK = Look(
    when="2026-05-01T10:00:00.000+00:00", items="ab", by="ids", labels="cd", n=100, kind="compare",
    names=("A", "B"), metric="accuracy", method="mcnemar-mid-p", command="bakeoff compare x.csv",
    decision="a-better", decided=True, p_value=0.01, e_value=None, alpha=0.05, best="A", value=0.9,
    error=0.03, higher=True, version="0.1.0",
)  # fmt: skip


def chain(count):
    found, previous = [], START
    for number in range(1, count + 1):
        found.append(replace(LOOK, p_value=number / 100).sealed(number, previous))
        previous = found[-1].hash
    return found


def test_a_chain_is_intact_as_it_was_recorded():
    assert broken_at([]) is None
    assert broken_at(chain(5)) is None


@pytest.mark.parametrize(
    ("harm", "where"),
    [
        (lambda looks: looks[:2] + looks[3:], 3),
        (lambda looks: looks[1:], 1),
        (lambda looks: [*looks[:3], replace(looks[3], decision="undecided"), looks[4]], 4),
        (lambda looks: [looks[1], looks[0], *looks[2:]], 1),
        (lambda looks: [*looks[:3], looks[3].sealed(4, "0" * 64), looks[4]], 4),
        (lambda looks: [replace(looks[0], names=("A", "C")).sealed(1, START), *looks[1:]], 2),
    ],
)
def test_a_look_that_is_changed_or_removed_breaks_it(harm, where):
    assert broken_at(harm(chain(5))) == where


def values(*given, higher=True, error=0.02):
    return [replace(LOOK, value=value, higher=higher, error=error) for value in given]


def test_the_ladder_takes_gains_of_more_than_a_standard_error():
    ladder = ladder_of(values(0.80, 0.81, 0.815, 0.83), "accuracy")
    assert (ladder.value, ladder.before, ladder.improved) == (0.83, 0.80, True)
    ladder = ladder_of(values(0.80, 0.83, 0.84), "accuracy")
    assert (ladder.value, ladder.before, ladder.improved) == (0.83, 0.83, False)


def test_the_ladder_of_losses_goes_down():
    assert ladder_of(values(0.5, 0.4, 0.45, higher=False), "accuracy").value == 0.4


def test_the_ladder_knows_one_metric_and_needs_values():
    assert ladder_of(values(0.8), "f1") is None
    assert ladder_of(values(None), "accuracy") is None
    assert ladder_of([], "accuracy") is None
    first = ladder_of(values(0.8), "accuracy")
    assert (first.before, first.improved) == (None, True)
    assert ladder_of(values(0.8, 0.81, error=None), "accuracy").value == 0.81
