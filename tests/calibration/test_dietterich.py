"""Dietterich's simulated false alarms at mean error 40 %: our world gives what another program gave.

The rates to agree with are in per cent of 2000 trials of an independent simulation of the same
set-up (SIM-4); ours are of 1000 draws with a fixed rng. They must agree within 4 standard errors of
their difference, which a right simulation misses with probability 6e-5 in each case. A standard error is
0.6 to 2 points, where the rates of the five tests span 45.
"""

import math

import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.methods import METHODS
from bakeoff.worlds import WORLDS

THEIRS, OURS = 2000, 1000  # trials
OTHERS = {
    "mcnemar": 3.9,
    "difference-of-proportions": 9.1,
    "resampled-t": 48.0,
    "kfold-t": 4.8,
    "five-by-two-t": 2.4,
}


def false_alarms(key):
    method = METHODS[key]
    kind = method.designs[0] if method.takes is FoldScores else method.takes
    draw, rng = WORLDS["epsilon-halves"].draw[kind], generator(1998, key)
    results = (method.compute(draw(0.0, rng), level=0.95, alternative="two-sided") for _ in range(OURS))
    return sum(result.p_value < 0.05 for result in results) / OURS


@pytest.mark.parametrize("key", OTHERS)
def test_the_false_alarm_rate_agrees(key):
    theirs, ours = OTHERS[key] / 100, false_alarms(key)
    error = math.sqrt(theirs * (1 - theirs) / THEIRS + ours * (1 - ours) / OURS)
    assert abs(ours - theirs) < 4 * error
