"""Measure how often the interval of a single model's error covers, with and without skewness correction.

    python -m studies.own_numbers [--draws 4000]

Writes a table into docs/numbers.md (one minute). The interval is that of `own_intervals`, which inverts
`skewed-t`; in brackets is Student's t interval of the same values.
"""

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from scipy import special
from studies._equal_metrics import error_of
from studies.gates import put

from bakeoff.core.arrays import Floats
from bakeoff.core.outcomes import PairedScores
from bakeoff.core.result import Interval
from bakeoff.core.rng import generator
from bakeoff.judge.own_values import own_intervals
from bakeoff.methods import METHODS
from bakeoff.metrics import METRICS

FILE = Path(__file__).parents[1] / "docs" / "numbers.md"
KEY, COMMAND = "own values", "python -m studies.own_numbers"
KEYS, SIZES, LEVEL = ("absolute-error", "squared-error", "rmse"), (20, 50, 200), 0.95
Draw = Callable[[np.random.Generator, int], Floats]
LAWS: dict[str, Draw] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n) - 1,
    "Student's t(3)": lambda rng, n: rng.standard_t(3, size=n),
    "lognormal": lambda rng, n: np.exp(rng.normal(size=n)) - math.exp(0.5),
}
# Means of absolute and of squared errors: E|Z|; 2/e; 2 sqrt(3)/pi; 2 sqrt(e) (2 Phi(1/2) - 1), and variances.
MEANS = {
    "normal": (math.sqrt(2 / math.pi), 1.0),
    "exponential": (2 / math.e, 1.0),
    "Student's t(3)": (2 * math.sqrt(3) / math.pi, 3.0),
    "lognormal": (2 * math.exp(0.5) * float(2 * special.ndtr(0.5) - 1), math.e * (math.e - 1)),
}


def truth(key: str, law: str) -> float:
    """The metric of a model whose errors follow this law."""
    absolute, squared = MEANS[law]
    return {"absolute-error": absolute, "squared-error": squared, "rmse": math.sqrt(squared)}[key]


def intervals(key: str, errors: Floats) -> tuple[Interval, Interval]:
    """The interval of the package, and that of Student's t, cut at 0."""
    losses = METRICS[key].compute(errors, np.zeros(errors.size))
    found = own_intervals(PairedScores(a=-losses, b=-losses), METRICS[key], LEVEL)
    alone = PairedScores(a=losses, b=np.zeros(errors.size))
    plain = METHODS["paired-mean"].compute(alone, level=LEVEL, alternative="two-sided").interval
    return found[0], Interval(  # type: ignore[index]
        low=max(0.0, plain.low), high=plain.high
    )


def covered(key: str, law: str, n: int, draws: int) -> list[float]:
    """How often, in per cent, each of the two intervals covers."""
    rng, true = generator(0, "own numbers", law, n), truth(key, law)
    hits = [[low <= true <= high for low, high in intervals(key, LAWS[law](rng, n))] for _ in range(draws)]
    return [100 * float(share) for share in np.mean(hits, axis=0)]


def section(draws: int) -> str:
    """The table, and what it shows."""
    rows = [("metric", "items", *LAWS), ("---",) * (2 + len(LAWS))]
    for key in KEYS:
        for n in SIZES:
            cells = ("{:.1f} ({:.1f})".format(*covered(key, law, n, draws)) for law in LAWS)
            rows.append((key, str(n), *cells))
    table = "\n".join(f"| {' | '.join(each)} |" for each in rows)
    return TEXT.format(
        draws=draws, command=COMMAND, error=error_of(0.05, draws), most=error_of(0.5, draws), table=table
    )


TEXT = """
Coverage of the 95 % interval that is printed beside each model's value, in per cent, measured with
`{command} --draws {draws}`. It inverts `skewed-t`, as the interval of the difference does. In
brackets is the interval of Student's t for the same values. The Monte-Carlo error is {error:.1f} points at
95 % and at most {most:.1f} points.

{table}

Squares of errors that follow Student's t with 3 degrees of freedom have an infinite variance, and those of
lognormal errors a very large one. There, and with 20 items of skewed errors, neither interval covers 95 %:
most test sets do not contain the large errors.
"""


def main(words: Sequence[str] | None = None) -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=4000)
    put(FILE, KEY, section(parser.parse_args(words).draws), COMMAND)


if __name__ == "__main__":
    main()
