"""How often metrics over repeated answers raise a false alarm where two models are equally good.

    python -m studies.repeats [--draws 2000]

Prints the table in docs/logs.md. Questions differ in difficulty, and in which of the two models they suit;
each model answers each question five times. By symmetry every metric has the same mean for both models.
"""

import argparse
import sys

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.exceptions import InputError
from bakeoff.core.outcomes import PairedScores
from bakeoff.methods import METHODS
from bakeoff.read.repeats import Repeats, over_repeats, reduced

ANSWERS, ALPHA = 5, 0.05
SIZES = (20, 50, 200)
METRICS = ("mean", "pass@3", "pass^3", "agreement")
DIFFICULTY, SUITS = 2.0, 1.0  # standard deviations of log odds


def answers(questions: int, rng: np.random.Generator) -> Floats:
    """Right or wrong: an array (models, questions, answers)."""
    difficulty = rng.normal(0, DIFFICULTY, questions)
    suits = rng.normal(0, SUITS, questions)
    odds = np.stack([difficulty + suits, difficulty - suits])
    return (rng.random((2, questions, ANSWERS)) < (1 / (1 + np.exp(-odds)))[..., None]).astype(np.float64)


def by_questions(right: Floats, metric: str) -> bool:
    """Whether the default test of one number for each question rejects."""
    repeats = over_repeats(metric) or Repeats()
    questions = np.repeat(np.arange(right.shape[1]), ANSWERS)
    a, b = (reduced(each.ravel(), questions, repeats) for each in right)
    try:
        result = METHODS["skewed-t"].compute(PairedScores(a=a, b=b), level=1 - ALPHA, alternative="two-sided")
    except InputError:
        return False
    return bool(result.p_value <= ALPHA)


def by_answers(right: Floats) -> bool:
    """Whether a test rejects that treats each answer as a separate item (McNemar's)."""
    only_a, only_b = ((right[0] > right[1]).sum(), (right[0] < right[1]).sum())
    return bool(abs(only_a - only_b) > 1.959964 * np.sqrt(only_a + only_b))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=2000)
    draws = parser.parse_args().draws
    error = 100 * np.sqrt(ALPHA * (1 - ALPHA) / draws)
    say = sys.stdout.write
    say(f"Shares of {draws:,} draws in percent (nominal 5, Monte-Carlo standard error {error:.1f}).\n\n")
    say(f"| questions | {' | '.join(f'`{each}`' for each in METRICS)} | answers as items |\n")
    say("|---|" + "---|" * (len(METRICS) + 1) + "\n")
    for size in SIZES:
        rng = np.random.default_rng(size)
        drawn = [answers(size, rng) for _ in range(draws)]
        shares = [np.mean([by_questions(each, metric) for each in drawn]) for metric in METRICS]
        shares.append(np.mean([by_answers(each) for each in drawn]))
        say(f"| {size} | {' | '.join(f'{100 * share:.1f}' for share in shares)} |\n")


if __name__ == "__main__":
    main()
