"""Martin & Hirschberg's Figure 6: the spread of a difference, estimated from a single sample."""

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, curve, panel, points
from bakeoff.lab.papers import _mh_study as study
from bakeoff.lab.papers._mh_cells import claimed, expected, numbers, sure
from bakeoff.lab.papers._mh_neighbours import Samples, cross_validated, partitions
from bakeoff.lab.papers._mh_study import POPULATIONS, SIZES, by_set, joined, rms, slope
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import SMALLER, about
from bakeoff.report.draw.figure import Figure, Panel

FOLDS = 10
VARIANCE_POWER = -1  # "approximately proportional to N^-1", section 3.4


Found = dict[str, Floats]  # by case, set of 20 samples and, for ``se`` and ``ss``, sample


def compute(effort: Effort) -> Reproduction:
    """Both single-sample estimates against the true spread, over all 40 cases."""
    cases = [_case(effort, size, population) for size, population in study.every_case(effort)]
    found = {name: np.array([case[name] for case in cases]) for name in cases[0]}
    cells = (*_correlation(found), *_biases(found), *_variability(found))
    return Reproduction(cells=cells, figure=_figure(found))


def _case(effort: Effort, size: int, population: str) -> Found:
    """The deviations of both estimates and of their difference in each set, and what estimates the latter.

    ``se`` and ``ss`` do so from single samples; ``paired`` is what SS estimates, and ``alarms`` the share of
    samples whose difference is beyond 2 SE.
    """
    drawn = study.sets(effort, "mh-fig6", size, population, effort.draws(200, 40), at_once=20)
    one, three, folds = joined(_estimated(samples, rng) for samples, rng in drawn).values()
    one, three = by_set(one), by_set(three)
    middle = (one + three) / 2
    se = np.sqrt(middle * (1 - middle) / size)
    return {
        "first": one.std(axis=1, ddof=1),
        "second": three.std(axis=1, ddof=1),
        "apart": (three - one).std(axis=1, ddof=1),
        "se": se,
        "ss": by_set(folds.std(axis=1, ddof=1) / np.sqrt(FOLDS)),
        "paired": by_set(folds.mean(axis=1)).std(axis=1, ddof=1),
        "alarms": np.mean(np.abs(three - one) > 2 * se, axis=1),
    }


def _estimated(samples: Samples, rng: np.random.Generator) -> dict[str, Floats]:
    rates = {f"{k}": cross_validated(samples, partitions(samples, FOLDS, 1, rng), k) for k in (1, 3)}
    return {**rates, "folds": study.fold_differences(samples, FOLDS, 1, rng)[:, :, 0]}


def _correlation(found: Found) -> list[Cell]:
    """The spread of the difference with rho = 0.5, and the rho that would be right."""
    one, three, apart = found["first"], found["second"], found["apart"]
    half = np.sum(one**2 + three**2 - one * three, axis=0)
    factor = np.sum(one**2 + three**2 - apart**2, axis=0) / np.sum(one * three, axis=0)
    ratio, said, rho = numbers("other_claims", "sec3.4 rho fit")
    row, square = "10-CV, all 40 cases", np.sum(apart**2, axis=0)
    return [
        expected(row, "(s1^2 + s3^2 - s1 s3) / s^2(x)", ratio, half / square, digits=2, reason="upside-down"),
        expected(
            row,
            "s^2(x) / (s1^2 + s3^2 - s1 s3)",
            ratio,
            square / half,
            "upside-down",
            digits=2,
            kind="reading",
        ),
        expected(row, "factor f in s^2(x) = s1^2 + s3^2 - f s1 s3", said, factor, digits=2),
        expected(row, "correlation rho", rho, factor / 2, digits=3, reason="half-of-the-factor"),
    ]


def _biases(found: Found) -> list[Cell]:
    """Slopes of the rms of both estimates against the true spread; below 1 is optimistic."""
    se, ss = slope(found["apart"], rms(found["se"])), slope(found["paired"], rms(found["ss"]))
    null = np.mean(found["alarms"][POPULATIONS.index("50%") :: len(POPULATIONS)], axis=0)
    row, (shared, folds) = "+-2 SE test, no difference (50%)", numbers("other_claims", "fn12")
    less = (1 - ss) / (1 - se)
    return [
        claimed("SE", "slope of its rms against s(x)", SMALLER, se, words="optimistically biased"),
        claimed("SS", "slope of its rms against s(x)", SMALLER, ss, words="biased nonetheless"),
        claimed("SS", "bias divided by that of SE", SMALLER, less, "both-too-small", words="less biased"),
        claimed(row, "rejects, %", (5.0, 100.0), 100 * null, words="more than 5"),
        sure("training sets of 10-CV", "shared items, %", shared, 100 * (folds - 2) / (folds - 1)),
    ]


def _variability(found: Found) -> list[Cell]:
    """How much the estimates vary about their rms, and how that changes with the size."""
    se, ss = (
        np.mean(each.std(axis=2) / np.maximum(rms(each), 1e-12), axis=0)
        for each in (found["se"], found["ss"])
    )
    off = np.mean((found["se"] - rms(found["se"])[..., None]) ** 2, axis=2)
    around = off.reshape(len(SIZES), len(POPULATIONS), -1).mean(axis=1)
    power = np.polyfit(np.log(SIZES), np.log(around), 1)[0]
    row = "SE about its rms"
    return [
        claimed("SE", "relative spread divided by that of SS", SMALLER, se / ss, words="SS is more variable"),
        claimed(row, "power of N in the variance", about(VARIANCE_POWER), power, "deviation-falls",
                words="about -1"),
        claimed(row, "power of N in the deviation", about(VARIANCE_POWER), power / 2, "deviation-falls",
                words="about -1", kind="reading"),
    ]  # fmt: skip


def _figure(found: Found) -> Figure:
    panels = (
        _panel("a: SE, estimates of separate partitions", "SE", found["apart"][:, 0], found["se"][:, 0]),
        _panel("b: SS, paired cross-validation", "SS", found["paired"][:, 0], found["ss"][:, 0]),
    )
    return Figure(title="Single-sample estimates of the spread of a difference", panels=panels)


def _panel(title: str, name: str, x: Floats, y: Floats) -> Panel:
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
