"""Martin & Hirschberg's Figure 7: differences on single samples against those of the true errors."""

import numpy as np

from bakeoff.core.outcomes import Floats, Ints
from bakeoff.lab.exhibit import Cell, Effort, Reproduction, curve, panel, points
from bakeoff.lab.papers._mh_cells import claimed, expected
from bakeoff.lab.papers._mh_study import TABLE, by_set, estimated_apart, in_print, joined, paired_t, sets
from bakeoff.lab.papers._printed import exhibit
from bakeoff.lab.papers._readings import FALLS, POOR, SMALLER
from bakeoff.report.draw.figure import Figure

SIZE, POPULATION = 100, "40%"


def compute(effort: Effort) -> Reproduction:
    """How differences of LOO, 10-CV and LOO* correlate with those of the true errors, sample by sample."""
    x = _differences(effort)
    spread, turned, correlation = {}, {}, {}
    for name in ("LOO", "10-CV", "LOO*"):
        spread[name] = x[name].std(axis=1, ddof=1)
        turned[name] = np.sum(x[name] * x["TER"] < 0, axis=1)
        pairs = zip(x[name], x["TER"], strict=True)
        correlation[name] = np.array([np.corrcoef(a, b)[0, 1] for a, b in pairs])
    published = in_print(TABLE, SIZE, POPULATION)
    t = paired_t(x["TER"])
    cells = [expected("true errors", "t of 20 samples", published, t, "in-table-10", digits=1, kind="repeat")]
    for name in spread:
        cells += [
            _correlation(name, correlation[name]),
            claimed(name, "samples, of 20, with the sign reversed", None, turned[name]),
            claimed(name, "deviation, points", None, 100 * spread[name]),
        ]
    return Reproduction(cells=(*cells, *_order(spread, turned, correlation)), figure=_figure(x))


def _differences(effort: Effort) -> dict[str, Floats]:
    """3-NN minus 1-NN by each estimator, one row for each set of 20 samples."""
    found: list[dict[str, Floats]] = []
    count = effort.draws(100, 40)
    for samples, rng in sets(effort, "mh-fig7", SIZE, POPULATION, count, at_once=2):
        found.append(estimated_apart(effort, samples, rng))
        effort.told(2 * len(found) / count)
    return {name: by_set(each) for name, each in joined(found).items()}


def _correlation(name: str, found: Floats) -> Cell:
    """The paper calls that of LOO and of LOO* poor, and compares that of 10-CV."""
    said, words = (None, "") if name == "10-CV" else (POOR, "poorly correlated")
    return claimed(name, "correlation with the true difference", said, found, words=words)


def _order(*measured: dict[str, Floats] | dict[str, Ints]) -> list[Cell]:
    """What the text says about the estimators, as shares below 1."""
    spread, turned, correlation = measured
    return [
        claimed("LOO* divided by LOO", "deviation", SMALLER, spread["LOO*"] / spread["LOO"],
                words="less variable"),
        claimed("LOO divided by 10-CV", "deviation", SMALLER, spread["LOO"] / spread["10-CV"],
                words="10-CV even more variable"),
        claimed("LOO* minus LOO", "samples, of 20, with the sign reversed", FALLS,
                turned["LOO*"] - turned["LOO"], words="less likely"),
        claimed("10-CV minus LOO", "correlation with the true difference", FALLS,
                correlation["10-CV"] - correlation["LOO"], words="less correlated"),
    ]  # fmt: skip


def _figure(x: dict[str, Floats]) -> Figure:
    true = 100 * x["TER"][0]
    ends = np.array([true.min(), true.max()])
    same = curve("the same", ends, ends)
    panels = tuple(
        panel(
            f"{name}: 3-NN minus 1-NN, 20 samples",
            "true difference, points",
            f"difference by {name}, points",
            (points("samples", true, 100 * x[name][0]), same),
            level=0.0,
        )
        for name in ("LOO", "LOO*")
    )
    return Figure(title="Differences on single samples, N = 100, inherent error 40 %", panels=panels)


record = exhibit("mh-fig7", compute)
