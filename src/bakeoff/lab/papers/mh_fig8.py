"""Martin & Hirschberg's Figure 8: the error of the majority inducer on 118 problems."""

import numpy as np
from scipy import special

from bakeoff.core.outcomes import Ints
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, curve, panel
from bakeoff.lab.papers._mh_cells import numbers, says, sure
from bakeoff.lab.papers._printed import exhibit, why
from bakeoff.report.draw.figure import Figure

MOST_CLASSES = 30


def compute(effort: Effort) -> Reproduction:
    """The printed fits and what follows from them; the data for the fit are not available."""
    said = says("appendix_A4")
    u, v = said["Be_fit_majority"]
    scale, _, shift = numbers("appendix_A4", "avg_error_by_C")
    fits = (
        ("Beta fit, u", u, 2),
        ("Beta fit, v", v, 2),
        ("classes, exponent", said["class_count_exp"], 2),
        ("error by classes, factor", scale, 2),
        ("error by classes, shift", shift, 2),
        ("average error, %", said["overall_avg_error_pct"], 0),
    )
    cells = [
        Cell("118 problems", name, published, None, digits, reason=why("118-problems"))
        for name, published, digits in fits
    ]
    classes = np.arange(2, MOST_CLASSES + 1)
    weights = np.exp(said["class_count_exp"] * classes)
    errors = scale * (1 - shift / classes)
    mean, average = 100 * u / (u + v), float(100 * errors @ weights / weights.sum())
    cells += [
        sure("the fits", "mean of the Beta distribution, %", None, mean),
        sure("the fits", "average over the numbers of classes, %", None, average),
        _expected_error(classes),
    ]
    return Reproduction(cells=cells, figure=_figure())


def _expected_error(classes: Ints) -> Cell:
    """With the larger share p uniform from 1/C to 1, the error 1 - p averages (1 - 1/C) / 2: below 50 %."""
    nodes, weights = special.roots_legendre(20)
    least = 1 / classes
    share = least + (1 - least) * (nodes[:, None] + 1) / 2
    most = float((100 * weights @ (1 - share) / 2).max())
    row, column = "uniform share of the larger class", "highest average error, 2 to 30 classes, %"
    return sure(row, column, (0.0, 50.0), most, words="below 50")


def _figure() -> Figure:
    u, v = says("appendix_A4", "Be_fit_majority")
    scale, _, shift = numbers("appendix_A4", "avg_error_by_C")
    rate, classes = np.linspace(0.01, 0.99, 99), np.arange(2, 13)
    density = rate ** (u - 1) * (1 - rate) ** (v - 1) / special.beta(u, v)
    weights = np.exp(says("appendix_A4", "class_count_exp") * classes)
    shares, average = 100 * weights / weights.sum(), 100 * scale * (1 - shift / classes)
    by_classes = (curve("problems", classes, shares), curve("average error", classes, average))
    title = "share of problems, and average error, by number of classes"
    panels = (
        panel(f"Be({u}, {v})", "error, %", "density", [curve("fit", 100 * rate, density)]),
        panel(title, "classes", "%", by_classes),
    )
    return Figure(title="Error of the majority inducer: the printed fits", panels=panels)


record = exhibit("mh-fig8", compute)
