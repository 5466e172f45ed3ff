"""Dietterich's simulation: false alarms of five tests by error rate."""

from bakeoff.lab.papers._dietterich_cells import rate_bars, rate_cell
from bakeoff.lab.papers._dietterich_simulated import ALPHA, HOLDOUT, LOST, RATES, TRIALS, alarms
from bakeoff.lab.papers._printed import exhibit
from bakeoff.report.draw.exhibit import Cell, Effort, Figure, Reproduction

WORST = "resampled t"
TESTS = (*HOLDOUT, WORST, "10-fold t", "5x2cv t")
TOO_MANY = ("proportions", WORST)
NOTES = (
    LOST,
    "each training set shifts the error of both learners by the same random amount in the 10-fold and the "
    "5x2cv test; for 5x2cv print does not say so (E-D4)",
)


def compute(effort: Effort) -> Reproduction:
    """Count what each test rejects at each error rate, where both learners err as often."""
    draws = effort.draws(10 * TRIALS, TRIALS)
    shares: dict[str, dict[str, float]] = {}
    for at, rate in enumerate(RATES):
        effort.told(at / len(RATES))
        shares[f"error {rate:g}"] = {test: alarms(test, rate, draws, effort.rng) for test in TESTS}
    cells = [
        rate_cell(test, column, share, draws)
        for column, by_test in shares.items()
        for test, share in by_test.items()
    ]
    cells += _claims(shares, draws)
    panel = rate_bars("", shares, draws, ALPHA)
    figure = Figure(title="False alarms in Dietterich's simulation, level 5 %", panels=(panel,))
    return Reproduction(cells=tuple(cells), figure=figure, notes=NOTES)


def _claims(shares: dict[str, dict[str, float]], draws: int) -> list[Cell]:
    """Which tests exceed their level, and that one of them does so by far."""
    level = 100 * ALPHA
    most = {test: max(by_test[test] for by_test in shares.values()) for test in TESTS}
    cells = [
        rate_cell(test, "most", most[test], draws, said=(level, 100.0), words="exceeds the level")
        if test in TOO_MANY
        else rate_cell(test, "most", most[test], draws, said=(0.0, level), words="acceptable")
        for test in TESTS
    ]
    least = min(by_test[WORST] for by_test in shares.values())
    others = max(share for test, share in most.items() if test != WORST)
    words = f"much higher than any other ({100 * others:.1f} at most)"
    return [*cells, rate_cell(WORST, "least", least, draws, said=(100 * others, 100.0), words=words)]


record = exhibit("dietterich-type1-simulated", compute)
