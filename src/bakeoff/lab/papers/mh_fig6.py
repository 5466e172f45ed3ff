"""Martin & Hirschberg's Figure 6: the spread of a difference, estimated from a single sample."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, curve, panel, points
from bakeoff.lab.papers._mh_cells import claimed, expected, numbers, sure
from bakeoff.lab.papers._mh_neighbours import Samples, cross_validated, partitions
from bakeoff.lab.papers._mh_study import SIZES, by_set, every_case, fold_differences, joined, rms, sets, slope
from bakeoff.lab.papers._printed import exhibit
from bakeoff.report.draw.exhibit import Figure, Panel

FOLDS = 10
VARIANCE_POWER = -1  # "approximately proportional to N^-1", section 3.4


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """One size and population in many sets of 20 samples.

    ``first``, ``second`` and ``apart`` are the deviations of both estimates and of their difference in each
    set; ``se`` and ``ss`` the single-sample estimates of the latter, and ``paired`` what SS estimates.
    ``alarms`` is the share of samples whose difference is beyond 2 SE.
    """

    size: int
    population: str
    first: Floats
    second: Floats
    apart: Floats
    se: Floats
    ss: Floats
    paired: Floats
    alarms: Floats


def compute(effort: Effort) -> Reproduction:
    """Both single-sample estimates against the spread that they estimate, over all 40 cases."""
    found = [_case(effort, size, population) for size, population in every_case(effort)]
    cells = (*_correlation(found), *_biases(found), *_variability(found))
    return Reproduction(cells=cells, figure=_figure(found))


def _case(effort: Effort, size: int, population: str) -> Case:
    drawn = sets(effort, "mh-fig6", size, population, effort.draws(200, 40), at_once=20)
    one, three, folds = joined(_estimated(samples, rng) for samples, rng in drawn).values()
    one, three = by_set(one), by_set(three)
    middle = (one + three) / 2
    se = np.sqrt(middle * (1 - middle) / size)
    return Case(
        size=size,
        population=population,
        first=one.std(axis=1, ddof=1),
        second=three.std(axis=1, ddof=1),
        apart=(three - one).std(axis=1, ddof=1),
        se=se,
        ss=by_set(folds.std(axis=1, ddof=1) / np.sqrt(FOLDS)),
        paired=by_set(folds.mean(axis=1)).std(axis=1, ddof=1),
        alarms=np.mean(np.abs(three - one) > 2 * se, axis=1),
    )


def _estimated(samples: Samples, rng: np.random.Generator) -> dict[str, Floats]:
    rates = {f"{k}": cross_validated(samples, partitions(samples, FOLDS, 1, rng), k) for k in (1, 3)}
    return {**rates, "folds": fold_differences(samples, FOLDS, 1, rng)[:, :, 0]}


def _correlation(found: list[Case]) -> list[Cell]:
    """What rho = 0.5 makes of the spread of the difference, and the rho that would be right."""
    one, three, apart = (np.array([getattr(c, name) for c in found]) for name in ("first", "second", "apart"))
    half = np.sum(one**2 + three**2 - one * three, axis=0)
    factor = np.sum(one**2 + three**2 - apart**2, axis=0) / np.sum(one * three, axis=0)
    ratio, said, rho = numbers("other_claims", "sec3.4 rho fit")
    row, square = "10-CV, all 40 cases", np.sum(apart**2, axis=0)
    return [
        expected(row, "(s1^2 + s3^2 - s1 s3) / s^2(x)", ratio, half / square, digits=2, reason="upside-down"),
        expected(row, "s^2(x) / (s1^2 + s3^2 - s1 s3)", ratio, square / half, digits=2),
        expected(row, "factor of s1 s3 without bias", said, factor, digits=2),
        expected(row, "correlation rho", rho, factor / 2, digits=3, reason="half-of-the-factor"),
    ]


def _biases(found: list[Case]) -> list[Cell]:
    """Slopes of the rms of both estimates on what they estimate; below 1 is optimistic."""
    se = slope(np.array([c.apart for c in found]), np.array([rms(c.se) for c in found]))
    ss = slope(np.array([c.paired for c in found]), np.array([rms(c.ss) for c in found]))
    (shared, folds), null = numbers("other_claims", "fn12"), [c for c in found if c.population == "50%"]
    return [
        claimed("SE", "rms / s(x), slope", (0.0, 1.0), se, words="optimistically biased"),
        claimed("SS", "rms / s(x), slope", (0.0, 1.0), ss, words="biased nonetheless"),
        claimed("SS", "bias / bias of SE", (0.0, 1.0), (1 - ss) / (1 - se), words="less biased",
                reason="both-too-small"),
        claimed("+-2 SE test, no difference (50%)", "rejects, %", (5.0, 100.0),
                100 * np.mean([c.alarms for c in null], axis=0), words="more than 5"),
        sure("training sets of 10-CV", "shared items, %", shared, 100 * (folds - 2) / (folds - 1)),
    ]  # fmt: skip


def _variability(found: list[Case]) -> list[Cell]:
    """How much the estimates vary about their rms, and how that changes with the size."""
    se, ss = (
        np.mean([c_values.std(axis=1) / np.maximum(rms(c_values), 1e-12) for c_values in values], axis=0)
        for values in ([c.se for c in found], [c.ss for c in found])
    )
    about = [
        np.mean([np.mean((c.se - rms(c.se)[:, None]) ** 2, axis=1) for c in found if c.size == size], axis=0)
        for size in SIZES
    ]
    power = np.polyfit(np.log(SIZES), np.log(about), 1)[0]
    row = "SE about its rms"
    return [
        claimed("SE", "relative spread / that of SS", (0.0, 1.0), se / ss, words="SS is more variable"),
        expected(
            row, "power of N in the variance", VARIANCE_POWER, power, digits=1, reason="deviation-falls"
        ),
        expected(row, "power of N in the deviation", VARIANCE_POWER, power / 2, digits=1),
    ]


def _figure(found: list[Case]) -> Figure:
    return Figure(
        title="Single-sample estimates of the spread of a difference",
        panels=(
            _panel("a: SE, estimates of separate partitions", "SE", [(c.apart[0], c.se[0]) for c in found]),
            _panel("b: SS, paired cross-validation", "SS", [(c.paired[0], c.ss[0]) for c in found]),
        ),
    )


def _panel(title: str, name: str, found: list[tuple[float, Floats]]) -> Panel:
    x, y = np.array([at for at, _ in found]), np.array([values for _, values in found])
    means = rms(y)
    kept = (x > 0) & (means > 0)
    power, log_scale = np.polyfit(np.log(x[kept]), np.log(means[kept]), 1)
    ends = np.linspace(x[kept].min(), x.max(), 60)
    fitted = (f"{np.exp(log_scale):.2f} s(x)^{power:.2f}", ends, np.exp(log_scale) * ends**power)
    series = (
        points("samples", np.repeat(x, y.shape[1]), y.ravel()),
        points(f"rms {name}", x, means),
        curve(*fitted),
        curve("s(x)", ends, ends),
    )
    return panel(title, "s(x)", name, series)


record = exhibit("mh-fig6", compute)
