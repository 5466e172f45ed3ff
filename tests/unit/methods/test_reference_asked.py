import math

import pytest

from bakeoff.methods._reference import Asked


@pytest.mark.parametrize(
    ("alternative", "tail", "ends"),
    [("two-sided", 0.05, (0.1, 0.3)), ("greater", 0.1, (0.1, 1.0)), ("less", 0.1, (-1.0, 0.3))],
)
def test_the_interval_keeps_the_ends_that_were_asked_about(alternative, tail, ends):
    asked = Asked("m", 0.9, alternative)
    assert asked.tail == pytest.approx(tail)
    assert tuple(asked.interval(0.1, 0.3, bound=1.0)) == ends
    assert math.isinf(asked.interval(0.1, 0.3).high) == (alternative == "greater")


def test_the_result_says_what_was_asked():
    asked = Asked("m", 0.9, "greater")
    found = asked.result(estimate=0.2, interval=asked.interval(0.1, 0.3), p_value=0.01, n=7)
    assert (found.method, found.level, found.alternative, found.n) == ("m", 0.9, "greater", 7)
