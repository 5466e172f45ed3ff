"""Martin & Hirschberg's Figure 14: iterated paired 2-fold cross-validation as a test on one sample."""

from itertools import product

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, curve, panel, points
from bakeoff.lab.papers import _mh_study as study
from bakeoff.lab.papers._mh_cells import claimed, expected, numbers, says
from bakeoff.lab.papers._mh_study import FROM, NOTHING, SIZES, Cases, line, paired_t, rms, slope
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import FALLS, POOR, very
from bakeoff.report.draw.figure import Figure

COEFFICIENT = float(says("other_claims", "B3 coefficient S(x)/S(xbar) for 2-CV*, N>=30"))
SHOWN = says("other_claims", "fig14d")


def compute(effort: Effort) -> Reproduction:
    """S(x) against S(xbar) by size, the decisions that follow, and the case of 100 items at 25 %."""
    found = study.cases(effort, "mh-fig14", SIZES, study.POPULATIONS, 2, effort.draws(40, 16))
    places = list(product(SIZES, study.POPULATIONS))
    shown = found.where([places.index((SHOWN["N"], SHOWN["inherent"]))])
    large = found.where(found.sizes >= FROM)
    (said,) = numbers("other_claims", "B3 decision accuracy")
    decisions = expected("single samples, N >= 30", "right decisions, %", said, _right(large))
    cells = (*_spreads(found, large), decisions, *_one_case(shown))
    return Reproduction(cells=cells, figure=_figure(found, large, shown))


def _spreads(found: Cases, large: Cases) -> list[Cell]:
    of_mean, spread = _against(large)
    by_run = rms(large.by_run)
    row = "S(x) / S(xbar), N >= 30"
    cells = [
        expected(row, "slope through the origin", COEFFICIENT, slope(of_mean, spread), digits=3),
        expected(row, "with the deviation of the 100 averages", COEFFICIENT, slope(of_mean, by_run), digits=3,
                 reason="other-reading", kind="reading"),
    ]  # fmt: skip
    straight, row = line(of_mean, spread), "S(x) on S(xbar), with intercept"
    twenty, ten = (line(*_against(found.where(found.sizes == size))) for size in (20, 10))
    return [
        *cells,
        claimed(row, "slope at N = 20 minus slope at N >= 30", FALLS, twenty - straight, words="lower"),
        claimed(row, "slope at N = 10", FALLS, ten, words="negative"),
        claimed(row, "slope at N >= 30", None, straight),
    ]


def _against(found: Cases) -> tuple[Floats, Floats]:
    return found.spread_of_mean, rms(found.spread)


def estimated_t(case: Cases) -> Floats:
    """The t of each sample if the factor were known: 2.293 xbar / S(x); 0 where no fold differs."""
    return np.where(case.spread > NOTHING, COEFFICIENT * case.mean / np.maximum(case.spread, NOTHING), 0.0)


def true_t(case: Cases) -> Floats:
    """The difference of true errors of each sample over its deviation in the set; 0 where none differs."""
    deviation = case.true.std(axis=2, ddof=1, keepdims=True)
    return np.where(deviation > NOTHING, case.true / np.maximum(deviation, NOTHING), 0.0)


def _right(found: Cases) -> Floats:
    """The share of samples, in per cent, on which both t lead to the same decision, study by study."""
    estimated, true = (np.abs(t) > study.CRITICAL for t in (estimated_t(found), true_t(found)))
    return np.asarray(100 * np.mean(estimated == true, axis=(0, 2)))


def _one_case(case: Cases) -> list[Cell]:
    row, true, mean = f"N = {SHOWN['N']}, {SHOWN['inherent']}", case.true[0], case.mean[0]
    turned, _ = numbers("other_claims", "fig14d", "sign reversed")
    (accuracy,) = numbers("other_claims", "fig14d", "single-sample decision accuracy")
    correlation = np.array([np.corrcoef(a, b)[0, 1] for a, b in zip(true, mean, strict=True)])
    return [
        expected(row, "t of the true errors", SHOWN["t"], paired_t(true), digits=2),
        expected(row, "samples, of 20, with the sign reversed", turned, np.sum(true * mean < 0, axis=1)),
        expected(row, "right decisions, %", accuracy, _right(case)),
        claimed(row, "correlation with the true difference", very(POOR), correlation, words="very poor"),
    ]


def _figure(found: Cases, large: Cases, shown: Cases) -> Figure:
    by_size = [
        points(f"N = {size}", of_mean[:, 0], spread[:, 0])
        for size in SIZES
        for of_mean, spread in [_against(found.where(found.sizes == size))]
    ]
    samples, ends = study.samples_of_one_study(large)
    fitted = curve("2.293 S(xbar)", ends, COEFFICIENT * ends)
    t = [of(large)[:, 0].ravel() for of in (true_t, estimated_t)]
    true = shown.true[0, 0]
    reach = np.array([true.min(), true.max()])
    apart = (points("samples", true, shown.mean[0, 0]), curve("the same", reach, reach))
    single = ("t of the true errors", "estimated t", [points("samples", *t)])
    panels = (
        panel("a: rms S(x) by case", "S(xbar)", "rms S(x)", by_size),
        panel("b: single samples, N >= 30", "S(xbar)", "S(x)", (samples, fitted)),
        panel("c: t of single samples, N >= 30", *single),
        panel("d: differences, N = 100, 25 %", "of the true errors", "of 2-CV*", apart),
    )
    title = "Iterated paired 2-fold cross-validation, one study of 20 samples in each case"
    return Figure(title=title, panels=panels)


record = exhibit("mh-fig14", compute)
