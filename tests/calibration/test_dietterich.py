"""Dietterich's simulated false alarms at mean error 40 %: our world gives what another program gave.

The rates to agree with are in per cent of 2000 trials of an independent simulation of the same
set-up (SIM-4); ours are of 2000 draws with a fixed rng. They must agree within 4 standard errors of
their difference, which a right simulation misses with probability 6e-5 in each case.
"""

import math

import pytest

from bakeoff.core.outcomes import FoldScores
from bakeoff.core.rng import generator
from bakeoff.methods import METHODS
from bakeoff.worlds import WORLDS

TRIALS = 2000
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
    results = (method.compute(draw(0.0, rng), level=0.95, alternative="two-sided") for _ in range(TRIALS))
    return sum(result.p_value < 0.05 for result in results) / TRIALS


@pytest.mark.parametrize("key", OTHERS)
def test_the_false_alarm_rate_agrees(key):
    theirs, ours = OTHERS[key] / 100, false_alarms(key)
    error = math.sqrt((theirs * (1 - theirs) + ours * (1 - ours)) / TRIALS)
    assert abs(ours - theirs) < 4 * error
