"""Dietterich's simulation: false alarms of five tests by error rate."""

from bakeoff.lab.exhibit import Effort, Reproduction
from bakeoff.lab.papers._dietterich import HOLDOUT, RATES, TRIALS, alarm_table, alarms, rate_cell
from bakeoff.lab.papers._printed import exhibit
from bakeoff.report.draw.figure import Figure

WORST = "resampled t"
TESTS = (*HOLDOUT, WORST, "10-fold t", "5x2cv t")


def compute(effort: Effort) -> Reproduction:
    """Count what each test rejects at each error rate, where both learners err as often."""
    draws = effort.draws(10 * TRIALS, TRIALS)
    shares: dict[str, dict[str, float]] = {}
    for at, rate in enumerate(RATES):
        effort.told(at / len(RATES))
        shares[f"error {rate:g}"] = {test: alarms(test, rate, draws, effort.rng) for test in TESTS}
    cells, panel = alarm_table(shares, draws, too_many=("proportions", WORST))
    least = min(by_test[WORST] for by_test in shares.values())
    others = max(share for by_test in shares.values() for test, share in by_test.items() if test != WORST)
    words = f"much higher than any other ({100 * others:.1f} at most)"
    cells.append(rate_cell(WORST, "least", least, draws, said=(100 * others, 100.0), words=words))
    figure = Figure(title="False alarms in Dietterich's simulation, level 5 %", panels=(panel,))
    return Reproduction(cells=cells, figure=figure)


record = exhibit("dietterich-type1-simulated", compute)
