"""Measure how often `quasi-f` raises a false alarm with few training sets.

    python -m studies.training_sets [--draws 4000]

Prints the share of false alarms at 5 %, in per cent, for 2 to 5 training sets crossed with 40 items whose
effects have other spreads than what is left. The caveat ``few-training-sets`` quotes the worst.
"""

import argparse
import sys

import numpy as np

from bakeoff.core.outcomes import LayoutScores
from bakeoff.core.rng import generator
from bakeoff.methods.quasi_f import quasi_f

ITEMS, SETS = 40, (2, 3, 4, 5)
SPREADS = ((0.1, 0.1), (0.2, 1.0), (0.5, 0.5), (1.0, 0.2), (1.0, 1.0))  # of training sets and of items


def main() -> None:
    """Print one line for each number of training sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=4000)
    draws = parser.parse_args().draws
    for sets in SETS:
        found = rates(sets, draws)
        told = ", ".join(f"{each:.1f}" for each in found)
        sys.stdout.write(f"{sets} training sets: worst {max(found):.1f} ({told})\n")


def rates(sets: int, draws: int) -> list[float]:
    """The rates of all settings, in per cent."""
    return [100 * alarms(sets, *spreads, draws) for spreads in SPREADS]


def alarms(sets: int, of_sets: float, of_items: float, draws: int) -> float:
    """The share of draws on which the test finds a difference where there is none."""
    rng, found = generator(0, "training sets", sets, of_sets, of_items), 0
    for _ in range(draws):
        crossed = of_sets * rng.normal(size=(sets, 1)) + of_items * rng.normal(size=(1, ITEMS))
        scores = LayoutScores(a=crossed + rng.normal(size=(sets, ITEMS)), b=np.zeros((sets, ITEMS)))
        found += quasi_f(scores, level=0.95, alternative="two-sided").p_value < 0.05
    return found / draws


if __name__ == "__main__":
    main()
