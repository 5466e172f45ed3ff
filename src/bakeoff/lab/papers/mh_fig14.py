"""Martin & Hirschberg's Figure 14: iterated paired 2-fold cross-validation as a test on one sample."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers import _mh_study as study
from bakeoff.lab.papers._mh_cells import claimed, expected, numbers, says
from bakeoff.lab.papers._mh_study import FROM, NOTHING, SIZES, Case, line, paired_t, rms, slope
from bakeoff.lab.papers._printed import exhibit
from bakeoff.report.draw.exhibit import Figure, Panel, Series

COEFFICIENT = float(says("other_claims", "B3 coefficient S(x)/S(xbar) for 2-CV*, N>=30"))
SHOWN = says("other_claims", "fig14d")


def compute(effort: Effort) -> Reproduction:
    """S(x) against S(xbar) by size, the decisions that follow, and the case of 100 items at 25 %."""
    found = study.cases(effort, "mh-fig14", SIZES, study.POPULATIONS, 2, effort.draws(40, 16))
    (shown,) = (c for c in found if (c.size, c.population) == (SHOWN["N"], SHOWN["inherent"]))
    cells = (*_spreads(found), _decisions(found), *_one_case(shown))
    return Reproduction(cells=cells, figure=_figure(found, shown))


def _spreads(found: list[Case]) -> list[Cell]:
    large = [case for case in found if case.size >= FROM]
    of_mean, spread = _against(large)
    by_run = np.array([rms(case.by_run) for case in large])
    row = "S(x) / S(xbar), N >= 30"
    cells = [
        expected(row, "slope through the origin", COEFFICIENT, slope(of_mean, spread), digits=3),
        expected(row, "with the deviation of the 100 averages", COEFFICIENT, slope(of_mean, by_run), digits=3,
                 reason="other-reading"),
    ]  # fmt: skip
    straight = line(of_mean, spread)
    for size, allowed, words in (
        (20, (0.0, float(np.mean(straight))), "lower"),
        (10, (-9.0, 0.0), "negative"),
    ):
        small = line(*_against([case for case in found if case.size == size]))
        cells.append(
            claimed("S(x) on S(xbar), with intercept", f"slope, N = {size}", allowed, small, words=words)
        )
    cells.append(claimed("S(x) on S(xbar), with intercept", "slope, N >= 30", None, straight))
    return cells


def _against(found: list[Case]) -> tuple[Floats, Floats]:
    return np.array([c.spread_of_mean for c in found]), np.array([rms(c.spread) for c in found])


def estimated_t(case: Case) -> Floats:
    """The t of each sample if the factor were known: 2.293 xbar / S(x); 0 where no fold differs."""
    return np.where(case.spread > NOTHING, COEFFICIENT * case.mean / np.maximum(case.spread, NOTHING), 0.0)


def true_t(case: Case) -> Floats:
    """The difference of true errors of each sample over its deviation in the set; 0 where none differs."""
    deviation = case.true.std(axis=1, ddof=1, keepdims=True)
    return np.where(deviation > NOTHING, case.true / np.maximum(deviation, NOTHING), 0.0)


def _right(found: list[Case]) -> Floats:
    """The share of samples, in per cent, on which both t lead to one decision, study by study."""
    both = [(np.abs(estimated_t(c)) > study.CRITICAL) == (np.abs(true_t(c)) > study.CRITICAL) for c in found]
    share: Floats = 100 * np.mean(both, axis=(0, 2))
    return share


def _decisions(found: list[Case]) -> Cell:
    (said,) = numbers("other_claims", "B3 decision accuracy")
    large = [case for case in found if case.size >= FROM]
    return expected("single samples, N >= 30", "right decisions, %", said, _right(large))


def _one_case(case: Case) -> list[Cell]:
    row = f"N = {case.size}, {case.population}"
    turned, _ = numbers("other_claims", "fig14d", "sign reversed")
    (accuracy,) = numbers("other_claims", "fig14d", "single-sample decision accuracy")
    correlation = np.array([np.corrcoef(a, b)[0, 1] for a, b in zip(case.true, case.mean, strict=True)])
    return [
        expected(row, "t of the true errors", SHOWN["t"], paired_t(case.true), digits=2),
        expected(row, "signs reversed, of 20", turned, np.sum(case.true * case.mean < 0, axis=1)),
        expected(row, "right decisions, %", accuracy, _right([case])),
        claimed(row, "correlation with the true difference", None, correlation, words="very poor"),
    ]


def _figure(found: list[Case], shown: Case) -> Figure:
    by_size = [
        Series(label=f"N = {size}", kind="points", x=of_mean[:, 0], y=spread[:, 0])
        for size in SIZES
        for of_mean, spread in [_against([case for case in found if case.size == size])]
    ]
    large = [case for case in found if case.size >= FROM]
    x = np.concatenate([np.repeat(c.spread_of_mean[0], c.spread.shape[1]) for c in large])
    y = np.concatenate([c.spread[0] for c in large])
    ends = np.array([0.0, x.max()])
    fitted = Series(label="2.293 S(xbar)", x=ends, y=COEFFICIENT * ends)
    t = [np.concatenate([of(c)[0] for c in large]) for of in (true_t, estimated_t)]
    reach = np.array([shown.true[0].min(), shown.true[0].max()])
    return Figure(
        title="Iterated paired 2-fold cross-validation, one study of 20 samples in each case",
        panels=(
            Panel(title="a: rms S(x) by case", x_label="S(xbar)", y_label="rms S(x)", series=tuple(by_size)),
            Panel(title="b: single samples, N >= 30", x_label="S(xbar)", y_label="S(x)",
                  series=(Series(label="samples", kind="points", x=x, y=y), fitted)),
            Panel(title="c: t of single samples, N >= 30", x_label="t of the true errors",
                  y_label="estimated t", series=(Series(label="samples", kind="points", x=t[0], y=t[1]),)),
            Panel(title="d: differences, N = 100, 25 %", x_label="of the true errors", y_label="of 2-CV*",
                  series=(Series(label="samples", kind="points", x=shown.true[0], y=shown.mean[0]),
                          Series(label="the same", x=reach, y=reach))),
        ),
    )  # fmt: skip


record = exhibit("mh-fig14", compute)
