"""Martin & Hirschberg's Table 10: paired t of the true errors of 3-NN and 1-NN."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._mh_cells import expected, says, sure, without
from bakeoff.lab.papers._mh_neighbours import true_errors
from bakeoff.lab.papers._mh_study import TABLE, by_set, every_case, in_print, paired_t, sets, why_not
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import RISES, about

POPULATIONS = says(TABLE, "columns")
LOWEST = POPULATIONS[0]
SMALL = tuple(range(6, 16))  # items: 1-NN is better with the fewest, 3-NN with the most
SAID = says("other_claims", "B1")
Found = dict[tuple[int, str], Floats]  # the t of each set of 20 samples, by size and population


def compute(effort: Effort) -> Reproduction:
    """The t that sets of 20 samples are expected to give, for each size and population."""
    found = {case: _t(effort, *case) for case in every_case(effort, populations=POPULATIONS)}
    cells = [
        expected(f"N = {size}", column, in_print(TABLE, size, column), t, why_not(column), digits=1)
        for (size, column), t in found.items()
    ]
    claims = (_equal_size(effort), _lowest(found))
    return Reproduction(cells=(*cells, *claims), notes=(without(LOWEST, cells),))


def _t(effort: Effort, size: int, population: str) -> Floats:
    drawn = sets(effort, "mh-table10", size, population, effort.draws(2000, 250))
    t = [paired_t(by_set(true_errors(samples, 3) - true_errors(samples, 1))) for samples, _ in drawn]
    return np.concatenate(t)


def _equal_size(effort: Effort) -> Cell:
    """The sample size at which the mean t of all populations changes sign (section B.1)."""
    by_size = [_mean([_t(effort, size, each) for each in POPULATIONS]) for size in SMALL]
    at, error = crossing(np.array(SMALL), *np.array(by_size).T)
    said = SAID["no difference near N"]
    reason, words = "equal-below-10", f"about {said}"
    return sure("section B.1: no difference", "sample size", about(said), at, reason, digits=1,
                error=error, words=words)  # fmt: skip


def _lowest(found: Found) -> Cell:
    """The mean t of all sizes at the lowest inherent error; for a change of sign above, it is above 0."""
    mean, error = _mean([t for (_, population), t in found.items() if population == LOWEST])
    words = f"near {SAID['no difference near inherent error']}"
    return sure("section B.1: no difference", f"mean t at {LOWEST}", RISES, mean, "equal-nowhere", digits=2,
                error=error, words=words)  # fmt: skip


def _mean(every: list[Floats]) -> tuple[float, float]:
    """The mean of the expected t of several cases, and its standard error."""
    variances = [t.var(ddof=1) / len(t) for t in every]
    return float(np.mean([t.mean() for t in every])), float(np.sqrt(np.sum(variances))) / len(every)


def crossing(x: Floats, y: Floats, errors: Floats) -> tuple[float, float]:
    """Where a falling line first crosses 0, and the standard error of that place."""
    right = int(np.argmax(y <= 0))
    left = right - 1
    slope = (y[left] - y[right]) / (x[right] - x[left])
    part = y[left] / (y[left] - y[right])
    height = np.hypot((1 - part) * errors[left], part * errors[right])
    return float(x[left] + y[left] / slope), float(height / slope)


record = exhibit("mh-table10", compute)
