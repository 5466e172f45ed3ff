"""Bouckaert's Table 7: false alarms for other pairs of learners."""

from bakeoff.lab.exhibit import Effort, Kind, Reproduction
from bakeoff.lab.papers import _bouckaert as bouckaert
from bakeoff.lab.papers._bouckaert import BAYES, TREE, alarm_cell, differences
from bakeoff.lab.papers._printed import exhibit, printed, why

TEST, NULL = "Use all data", bouckaert.SETS["Set 1"]
LEARNERS = {"C4.5": TREE, "nb": BAYES, "nn": "1-nn", "tan": "tan", "voted perceptron": "voted-perceptron"}


def compute(effort: Effort) -> Reproduction:
    """Calibrate with naive Bayes and C4.5 on Set 1, then count false alarms there for each pair."""
    draws, rng, cells = effort.draws(1000, 200), effort.rng, []
    found = bouckaert.calibration(TEST, draws, rng)
    for at, learner in enumerate(LEARNERS.values()):
        effort.told(at / len(LEARNERS))
        bouckaert.counts(NULL, learner, draws=draws, rng=rng, deal="again")
    for pair, published in printed(bouckaert.PAPER, "table7_typeI_pct_pairs_use_all_data").items():
        if pair != "alpha":
            row, column = pair.split("-", 1)
            a, b = LEARNERS[row], LEARNERS[column]
            x = differences(NULL, a=a, b=b, draws=draws, rng=rng, deal="again")
            again = (a, b) == (BAYES, TREE)
            kind: Kind = "repeat" if again else "number"
            reason = why("in-table-2" if again else "other-pairs")
            cells.append(alarm_cell(row, column, published, TEST, x, rng, reason=reason, kind=kind))
    words = f"degrees of freedom calibrated with naive Bayes and C4.5: {found.df}"
    return Reproduction(cells=cells, notes=(words,))


record = exhibit("bouckaert-table7", compute)
