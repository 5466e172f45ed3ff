"""Bouckaert's Table 7: false alarms for other pairs of learners."""

from functools import partial

from bakeoff.lab.papers import _bouckaert as bouckaert
from bakeoff.lab.papers._printed import exhibit, printed
from bakeoff.report.draw.exhibit import Cell, Effort, Reproduction

TEST = "Use all data"
LEARNERS = {
    "C4.5": bouckaert.TREE,
    "nb": bouckaert.BAYES,
    "nn": "1-nn",
    "tan": "tan",
    "voted perceptron": "voted-perceptron",
}
OTHER = (
    "degrees of freedom found with one pair of learners do not serve every other: with these pairs Weka's "
    "own learners raise more false alarms than print has, too (E-B14)"
)


def compute(effort: Effort) -> Reproduction:
    """Calibrate with naive Bayes and C4.5 on Set 1, then count false alarms there for each pair."""
    draws = effort.draws(1000, 200)
    found = bouckaert.calibration(TEST, draws, effort.rng)
    for at, learner in enumerate(LEARNERS.values()):
        effort.told(at / len(LEARNERS))
        bouckaert.counts(bouckaert.SETS["Set 1"], learner, draws=draws, rng=effort.rng, deal="again")
    cells = [
        _cell(pair, published, draws, effort.rng)
        for pair, published in printed(bouckaert.PAPER, "table7_typeI_pct_pairs_use_all_data").items()
        if pair != "alpha"
    ]
    words = f"degrees of freedom calibrated with naive Bayes and C4.5: {found.df}"
    return Reproduction(cells=tuple(cells), notes=(bouckaert.FAIR, words))


def _cell(pair: str, published: float, draws: int, rng: int) -> Cell:
    row, column = pair.split("-", 1)
    x = bouckaert.differences(
        bouckaert.SETS["Set 1"], a=LEARNERS[row], b=LEARNERS[column], draws=draws, rng=rng, deal="again"
    )
    share_at, found = (
        partial(bouckaert.share_rejected, bouckaert.statistics(TEST, x)),
        bouckaert.calibration(TEST, draws, rng),
    )
    return bouckaert.share_cell(row, column, published, share_at, found, draws, OTHER)


record = exhibit("bouckaert-table7", compute)
