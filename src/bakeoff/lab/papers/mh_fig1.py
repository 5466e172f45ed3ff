"""Martin & Hirschberg's Figure 1: where the normal approximation to a count of errors holds."""

from typing import Any

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.core.rng import generator
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, curve, panel, points
from bakeoff.lab.papers._mh_cells import expected, numbers, says, sure
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import about
from bakeoff.report.draw.figure import Figure, Panel

CHECK = "sec2_binomial_check"
ERROR = 0.1  # the figure's own rate is not given
LOW = 0.001  # "about twice" is for low error rates: the ratios are 2 / (1 - e) and 2.5 / (1 - e)^2
TAIL = (0.001, 0.2)  # of a distribution, as the figure shows it
FOLDS = 10
DRAWN = 4000  # samples at once, of which about one in six is kept


def compute(effort: Effort) -> Reproduction:
    """Both rules at their limits; and whether counts in cross-validation are binomial."""
    liberal, anderson, conservative = smallest(LOW)
    ratios = says("sec2.1_guidelines", "relative_min_size")
    _, negative = numbers("sec2.1_guidelines", "P(negative errors) liberal rule")
    at_limit = smallest(ERROR)[0] * ERROR
    below = special.ndtr(-at_limit / np.sqrt(at_limit * (1 - ERROR)))
    cells = [
        sure("smallest test set, low error rate", "Hodges & Lehmann / Anderson",
             about(ratios["HL/Anderson"]), conservative / anderson, digits=1, words="about twice"),
        sure("smallest test set, low error rate", "Hodges & Lehmann / Mendenhall", ratios["HL/Mendenhall"],
             conservative / liberal, digits=1),
        sure("probability of fewer than 0 errors, liberal rule", "one in", about(negative), float(1 / below),
             digits=1, words="about 1 in 40"),
    ]  # fmt: skip
    return Reproduction(cells=(*cells, *_binomial_check(effort)), figure=_figure())


def smallest(error: float) -> tuple[float, float, float]:
    """The smallest M that Mendenhall, Anderson & Sclove, and Hodges & Lehmann allow (INT-7).

    >>> [round(size, 3) for size in smallest(0.1)]
    [36.0, 50.0, 111.111]
    """
    return 4 * (1 - error) / error, 5 / error, 10 / (error * (1 - error))


def binomial(M: int, error: float) -> Floats:
    """The probabilities of 0 to M errors.

    >>> binomial(2, 0.5).tolist()
    [0.25, 0.5, 0.25]
    """
    count = np.arange(M + 1)
    return np.asarray(special.comb(M, count) * error**count * (1 - error) ** (M - count))


def _figure() -> Figure:
    liberal, _, conservative = (int(np.ceil(round(size, 9))) for size in smallest(ERROR))
    sizes = {"liberal": liberal, "conservative": conservative}
    panels = (*(_density(name, M) for name, M in sizes.items()), _tail(sizes))
    return Figure(title="Liberal and conservative rules for the normal approximation", panels=panels)


def _density(name: str, M: int) -> Panel:
    mean, spread = M * ERROR, np.sqrt(M * ERROR * (1 - ERROR))
    count = np.arange(np.floor(mean - 3.5 * spread), np.ceil(mean + 4 * spread) + 1)
    at = np.linspace(count[0], count[-1], 201)
    chances = np.where(count < 0, 0.0, binomial(M, ERROR)[np.maximum(count, 0).astype(np.int64)])
    normal = np.exp(-(((at - mean) / spread) ** 2) / 2) / (spread * np.sqrt(2 * np.pi))
    series = (points("binomial", count, chances), curve("normal", at, normal))
    return panel(f"{name} rule: M = {M}, error 10 %", "errors", "probability", series)


def _tail(sizes: dict[str, int]) -> Panel:
    """The probability of few errors by the normal approximation, with continuity correction, and exactly."""
    series = []
    for name, M in sizes.items():
        exact = np.cumsum(binomial(M, ERROR))
        (count,) = np.nonzero((exact >= TAIL[0]) & (exact <= TAIL[1]))
        normal = special.ndtr((count + 0.5 - M * ERROR) / np.sqrt(M * ERROR * (1 - ERROR)))
        series.append(points(name, exact[count], normal))
    series.append(curve("the same", np.array(TAIL), np.array(TAIL)))
    title = "lower tails: the probability of so few errors"
    return panel(title, "exactly", "by the normal approximation", series, log="xy")


def _binomial_check(effort: Effort) -> list[Cell]:
    """Chi-squared of the errors in cross-validation against a binomial count, study by study."""
    said = says(CHECK)
    studies = effort.draws(60, 12)
    found = _errors(studies * said["samples"], generator(effort.rng, "mh-fig1"), effort)
    last = said["df"]  # counts of df errors and more are one class, so that there are df + 1
    chances = binomial(said["N"], said["tau"])
    due = said["samples"] * np.append(chances[:last], chances[last:].sum())
    counts = [np.bincount(np.minimum(part, last), minlength=last + 1) for part in np.split(found, studies)]
    chi2 = np.sum((np.array(counts) - due) ** 2 / due, axis=1)
    row, allowed = "section 2: 1000 discriminants", (0.0, 100 * said["tau"])
    apart = said["class_distance_printed"]
    words = "true errors of 2.03 %"
    return [
        expected(row, "chi-squared, 7 df", said["chi2"], chi2, digits=2),
        sure(row, "lowest error, means 2.053 apart, %", allowed, 100 * float(special.ndtr(-apart / 2)),
             digits=2, words=words, reason="half-the-distance"),
        sure(row, "lowest error, means at -2.053 and 2.053, %", allowed, 100 * float(special.ndtr(-apart)),
             digits=2, words=words, kind="reading", reason="half-the-distance"),
    ]  # fmt: skip


def _errors(wanted: int, rng: np.random.Generator, effort: Effort) -> Ints:
    """Errors in 10-fold cross-validation of samples whose discriminant has the wanted true error."""
    kept: list[Ints] = []
    done = 0
    while done < wanted:
        kept.append(_some_errors(rng))
        done += len(kept[-1])
        effort.told(min(done / wanted, 1.0))
    return np.concatenate(kept)[:wanted]


def _some_errors(rng: np.random.Generator) -> Ints:
    said = says(CHECK)
    half, shape = said["class_distance_printed"], (DRAWN, said["N"])
    y = rng.integers(2, size=shape)
    x = rng.standard_normal(shape) + half * (2 * y - 1)
    cut = _cut(x, y, np.ones(shape, dtype=bool))
    true = (special.ndtr(-half - cut) + special.ndtr(cut - half)) / 2
    chosen = np.abs(true - said["tau"]) <= said["tau_tol"]
    x, y = x[chosen], y[chosen]
    fold_of = rng.permuted(np.broadcast_to(np.arange(said["N"]) % FOLDS, x.shape), axis=1)
    wrong = np.zeros(len(x), dtype=np.int64)
    for fold in range(FOLDS):
        trained = fold_of != fold
        wrong += np.sum(~trained & ((x > _cut(x, y, trained)[:, None]) != y), axis=1)
    return wrong


def _cut(x: Floats, y: Ints, trained: Any) -> Floats:
    """The border of the discriminant of each sample: midway between the means of the classes."""
    means = [
        np.sum(x, axis=1, where=part) / np.sum(part, axis=1) for part in (trained & (y == c) for c in (0, 1))
    ]
    return np.asarray((means[0] + means[1]) / 2)


record = exhibit("mh-fig1", compute)
