"""Martin & Hirschberg's Figure 16: iterated paired 10-fold cross-validation."""

from itertools import product

import numpy as np

from bakeoff.core.outcomes import Floats
from bakeoff.lab.exhibit import Effort, Reproduction, curve, panel
from bakeoff.lab.papers import _mh_study as study
from bakeoff.lab.papers._mh_cells import claimed
from bakeoff.lab.papers._mh_study import POPULATIONS, by_set, rms, scatter, slope
from bakeoff.lab.papers._printed import exhibit
from bakeoff.report.draw.figure import Figure

FOLDS = 10
LARGE = tuple(size for size in study.SIZES if size >= study.FROM)


def compute(effort: Effort) -> Reproduction:
    """The factor and the scatter, for 100 iterations and for a single cross-validation."""
    sets_of_20 = effort.draws(40, 16)
    found = study.cases(effort, "mh-fig16", LARGE, POPULATIONS, FOLDS, sets_of_20)
    of_mean, spread = found.spread_of_mean, found.spread
    once, once_of_mean = _single(effort, sets_of_20)
    iterated, single = scatter(of_mean, spread), scatter(once_of_mean, once)
    row = "10-CV*, N >= 30"
    cells = (
        claimed(row, "S(x) / S(xbar), slope through the origin", None, slope(of_mean, rms(spread))),
        claimed(row, "scatter about it", None, iterated),
        claimed("one 10-CV, N >= 30", "scatter about it", None, single),
        claimed(row, "scatter of one 10-CV divided by that of 10-CV*", (0.0, 1.0), single / iterated,
                words="not reduced", reason="less-scatter"),
    )  # fmt: skip
    return Reproduction(cells=cells, figure=_figure(found))


def _single(effort: Effort, count: int) -> tuple[Floats, Floats]:
    """SS of each sample and the deviation of its estimate, without iterations (as in Figure 6b)."""
    spread, of_mean = [], []
    for size, population in product(LARGE, POPULATIONS):
        drawn = study.sets(effort, "mh-fig16, once", size, population, count)
        x = np.concatenate([study.fold_differences(s, FOLDS, 1, rng)[:, :, 0] for s, rng in drawn])
        spread.append(by_set(x.std(axis=1, ddof=1) / np.sqrt(FOLDS)))
        of_mean.append(by_set(x.mean(axis=1)).std(axis=1, ddof=1))
    return np.array(spread), np.array(of_mean)


def _figure(found: study.Cases) -> Figure:
    samples, ends = study.samples_of_one_study(found)
    factor = float(slope(found.spread_of_mean[:, :1], rms(found.spread)[:, :1])[0])
    lines = (curve(f"{factor:.2f} S(xbar)", ends, factor * ends), curve("S(xbar)", ends, ends))
    only = panel("one study of 20 samples in each case, N >= 30", "S(xbar)", "S(x)", (samples, *lines))
    return Figure(title="Iterated paired 10-fold cross-validation", panels=(only,))


record = exhibit("mh-fig16", compute)
