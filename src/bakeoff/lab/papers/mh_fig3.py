"""Martin & Hirschberg's Figure 3: the posterior of an error rate under Jeffreys' prior, and its limits."""

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Floats
from bakeoff.intervals import INTERVALS
from bakeoff.lab.exhibit import Cell, Effort, Kind, Reproduction, curve, panel, points
from bakeoff.lab.papers._mh_cells import TAIL, grid, numbers, says, sure
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import NONE
from bakeoff.report.draw.figure import Figure

CASES = ((20, 0), (20, 1), (20, 4))  # items and errors; the figure's own are not given
LARGEST = 300
HIGHEST = 25  # density shown: with no errors it has no bounds at 0
FEW = 5  # errors up to which the appendix has fitted formulas
FEW_ERRORS = f"1 to {FEW} errors"


def compute(effort: Effort) -> Reproduction:
    """The examples of A.1, the claims on the posterior, and the accuracy of the formulas of A.3."""
    cells = (*_examples(), *_variances(), *_accuracy())
    return Reproduction(cells=cells, figure=_figure())


def _examples() -> list[Cell]:
    """The probability of no error on 10 items, for true errors from 0 to 1."""
    cells = []
    for name, published in says("appendix_A1_binomial_examples").items():
        rate = float(name.split("tau=")[1].rstrip(")"))
        cells.append(
            sure("A.1: no errors on 10 items", f"true error {rate:g}", published, (1 - rate) ** 10, digits=4)
        )
    return cells


def _variances() -> list[Cell]:
    """The posterior variance against that of the estimate: larger at the ends, smaller in the middle."""
    ends = middle = 0
    for M in range(4, LARGEST + 1):
        m = np.arange(M + 1)
        mean, rate = (m + 0.5) / (M + 1), m / M
        larger = mean * (1 - mean) / (M + 2) > rate * (1 - rate) / M
        outer = (10 * m < M) | (10 * m > 9 * M)
        inner = (20 * m > 3 * M) & (20 * m < 17 * M)
        ends, middle = ends + int(np.sum(outer & ~larger)), middle + int(np.sum(inner & larger))
    row = f"posterior variance, M = 4 to {LARGEST}"
    return [
        sure(
            row, "cases where it is not larger than that of m/M, m/M < .1 or > .9", NONE, ends, words="larger"
        ),
        sure(
            row,
            "cases where it is not smaller than that of m/M, .15 < m/M < .85",
            NONE,
            middle,
            words="smaller",
        ),
    ]


def _accuracy() -> list[Cell]:
    """The largest errors of the appendix as printed, where they are, and their bounds; then corrected.

    What is printed counts for the formulas as printed. Those of the lower limit need no correction.
    """
    m, M = grid()
    right = INTERVALS["jeffreys"].compute(m, M, TAIL)
    mended = INTERVALS["jeffreys-series"].compute(m, M, TAIL)
    low, high = (np.abs(one - other) for one, other in zip(mended, right, strict=True))
    printed = np.abs(_upper_as_printed(m, M) - right[1])
    return [
        *_errors("upper limit as printed", "ucl", printed, "upper-misprints", "number"),
        *_errors("upper limit put right", "ucl", high, "upper-put-right", "reading"),
        *_errors("lower limit", "lcl", low, "lower-fit", "number"),
        *_parts(printed),
    ]


def _errors(name: str, limit: str, errors: Floats, why: str, kind: Kind) -> list[Cell]:
    """The largest error of a limit and its place, and how many pairs are beyond the bound on it."""
    (m, M), said = grid(), says("appendix_AS")
    (fixed, falling), worst = numbers("appendix_AS", f"{limit}_bound"), int(np.argmax(errors))
    place = said["at" if limit == "ucl" else "lcl_at"]
    beyond = int(np.sum(errors > fixed + falling / M ** (1 if limit == "ucl" else 2)))
    row, bound = f"A.3: {name}", "claim" if kind == "number" else kind
    return [
        sure(row, "largest error", said[f"max_dev_{limit}"], float(errors[worst]), why, digits=4, kind=kind),
        sure(row, "M at the largest error", place["M"], float(M[worst]), why, kind=kind),
        sure(row, "m at the largest error", place["m"], float(m[worst]), why, kind=kind),
        sure(row, "pairs (m, M) beyond the bound", NONE, beyond, why, words="none", kind=bound),
    ]


def _parts(errors: Floats) -> list[Cell]:
    """The largest errors of the upper limit as printed, for each of its three formulas."""
    m, _ = grid()
    return [
        sure(
            f"A.3: upper limit as printed, {name}",
            "largest error",
            None,
            float(np.max(errors[part])),
            digits=4,
        )
        for name, part in (
            ("no errors", m == 0),
            (FEW_ERRORS, (m > 0) & (m <= FEW)),
            ("more errors", m > FEW),
        )
    ]


def _upper_as_printed(m: Floats, M: Floats) -> Floats:
    parts = ((m == 0, _no_errors), ((m > 0) & (m <= FEW), _few_errors), (m > FEW, _inverse))
    limit = np.empty_like(m)
    for part, formula in parts:
        limit[part] = formula(m[part], M[part])
    return limit


def _no_errors(m: Floats, M: Floats) -> Floats:
    b, log = says("appendix_AS", "coefficients_printed"), np.log(M)
    return np.asarray(np.exp(b["b0"] - b["b1"] * log - b["b2"] * log**2 + b["b3"] * log**3))


def _few_errors(m: Floats, M: Floats) -> Floats:
    printed, log = says("appendix_AS", "coefficients_printed"), np.log(M)
    a, b, c, d = (np.polynomial.polynomial.polyval(m, printed[name]) for name in "ABCD")
    return np.asarray(np.exp(a - b * log - c * log**2 + d * log**3))


def _inverse(m: Floats, M: Floats) -> Floats:
    z = -float(special.ndtri(TAIL))
    h, t, lam = 4 * m * (M - m) / M, (M - 2 * m) / (2 * m * (M - m)), (z**2 - 3) / 6
    w1, w2 = z * np.sqrt(h + lam) / h, (lam + 5 / 6 + 2 / (3 * h)) * t
    return np.asarray((m + 0.5) / (m + 0.5 + (M - m + 0.5) * np.exp(w2 - w1)))


def _figure() -> Figure:
    rate = np.linspace(0.001, 0.5, 250)
    density, below, limits = [], [], []
    for M, m in CASES:
        a, b = m + 0.5, M - m + 0.5
        shape = rate ** (a - 1) * (1 - rate) ** (b - 1) / special.beta(a, b)
        kept = shape < HIGHEST
        density.append(curve(f"{m} of {M}", 100 * rate[kept], shape[kept]))
        below.append(curve(f"{m} of {M}", 100 * rate, special.betainc(a, b, rate)))
        limits += [float(end) for end in INTERVALS["beta"].compute(m, M, TAIL, prior=(0.5, 0.5))]
    below.append(points("95 % limits", 100 * np.array(limits), np.tile((TAIL, 1 - TAIL), len(CASES))))
    inverse = ("distribution, and its inverse at 2.5 and 97.5 %", "true error, %", "probability of less")
    panels = (panel("density", "true error, %", "density", density), panel(*inverse, below))
    return Figure(title="The Jeffreys Beta distribution of the true error", panels=panels)


record = exhibit("mh-fig3", compute)
