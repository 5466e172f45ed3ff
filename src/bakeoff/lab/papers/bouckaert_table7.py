"""Bouckaert's Table 7: false alarms for other pairs of learners."""

from functools import partial

from bakeoff.lab.papers._bouckaert import (
    BAYES,
    FAIR,
    PAPER,
    SETS,
    SOURCE,
    TREE,
    calibration,
    counts,
    differences,
    share_cell,
    share_rejected,
    statistics,
)
from bakeoff.lab.papers._printed import printed
from bakeoff.report.draw.exhibit import Cell, Effort, Exhibit, Reproduction

TEST = "Use all data"
LEARNERS = {"C4.5": TREE, "nb": BAYES, "nn": "1-nn", "tan": "tan", "voted perceptron": "voted-perceptron"}
OTHER = (
    "degrees of freedom found with one pair of learners do not serve every other: with these pairs Weka's "
    "own learners raise more false alarms than print has, too (E-B14)"
)


def compute(effort: Effort) -> Reproduction:
    """Calibrate with naive Bayes and C4.5 on Set 1, then count false alarms there for each pair."""
    draws = effort.draws(1000, 200)
    found = calibration(TEST, draws, effort.rng)
    for at, learner in enumerate(LEARNERS.values()):
        effort.told(at / len(LEARNERS))
        counts(SETS["Set 1"], learner, draws=draws, rng=effort.rng, deal="again")
    cells = [
        _cell(pair, published, draws, effort.rng)
        for pair, published in printed(PAPER, "table7_typeI_pct_pairs_use_all_data").items()
        if pair != "alpha"
    ]
    words = f"degrees of freedom calibrated with naive Bayes and C4.5: {found.df}"
    return Reproduction(cells=tuple(cells), notes=(FAIR, words))


def _cell(pair: str, published: float, draws: int, rng: int) -> Cell:
    row, column = pair.split("-", 1)
    x = differences(SETS["Set 1"], a=LEARNERS[row], b=LEARNERS[column], draws=draws, rng=rng, deal="again")
    share_at, found = partial(share_rejected, statistics(TEST, x)), calibration(TEST, draws, rng)
    return share_cell(row, column, published, share_at, found, draws, OTHER)


record = Exhibit(
    key="bouckaert-table7",
    title="false alarms of the calibrated test on all data for other pairs of learners, in per cent",
    source=f"{SOURCE}, Table 7",
    about="1000 data sets of 300 items with 10 fair binary attributes and a fair class, 10 stratified runs "
    "of 10 folds, at 5 %; degrees of freedom calibrated here with naive Bayes and C4.5 on the same data sets "
    "with other folds.",
    compute=compute,
    errata=("E-B8", "E-B14"),
)
