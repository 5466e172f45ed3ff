"""Bouckaert's Figure 2: calibrated degrees of freedom by the number of runs."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bakeoff.lab.exhibit import Cell, Effort, Printed, Reproduction, curve, panel, points
from bakeoff.lab.papers import _bouckaert as bouckaert
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.methods._calibrating import false_alarms_at, largest_df
from bakeoff.report.draw.figure import Figure, Panel, Series

GRID, LEVELS = bouckaert.DESIGN["runs_grid"], bouckaert.DESIGN["levels"]
SAID = printed(bouckaert.PAPER, "fig2_numbers")
MANY, MIDDLE, NAIVE = max(GRID), 50, bouckaert.RUNS * bouckaert.FOLDS - 1
LOW = (0.0, float(SAID["folds_at_most"]))
NEAR = (SAID["others_about"] - SAID["others_within"], SAID["others_about"] + SAID["others_within"])
ABOUT = f"about {SAID['others_about']}, mostly within {SAID['others_within']}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Curves:
    """Calibrated degrees of freedom by test, level and runs, and the false alarms in per cent at 5 %."""

    x: bouckaert.Counts
    df: dict[tuple[str, float, int], int]
    alarms: dict[tuple[str, int], float]

    def over_runs(self, test: str, level: float = bouckaert.ALPHA, *, above: int = 0) -> list[int]:
        """The degrees of freedom at all numbers of runs that are above one."""
        return [self.df[test, level, runs] for runs in GRID if runs > above]

    def error(self, test: str, level: float = bouckaert.ALPHA, runs: int = bouckaert.RUNS) -> float:
        """The standard error of our degrees of freedom less his, from that of a share of false alarms."""
        u = bouckaert.statistics(test, self.x[:, :runs])
        reach = math.sqrt(level * (1 - level) / len(u))
        high, low = (largest_df(u, level, allowed=level + sign * reach) or 1 for sign in (1, -1))
        return (high - low) / 2 * math.sqrt(1 + len(u) / bouckaert.THEIRS)


def compute(effort: Effort) -> Reproduction:
    """Calibrate every test at each number of runs and level on the same data sets."""
    curves = _calibrated(effort)
    claims = (
        (bouckaert.RESAMPLED, _resampled),
        (bouckaert.ONE_RUN, _one_run),
        (bouckaert.REPEATED, _repeated),
        (bouckaert.DROPPED, _dropped),
    )
    cells = [cell for tests, said in claims for test in tests for cell in said(curves, test)]
    return Reproduction(cells=[*cells, _naive(curves)], figure=_figure(curves))


def _calibrated(effort: Effort) -> Curves:
    x = bouckaert.differences(
        bouckaert.SETS["Set 1"],
        draws=effort.draws(1000, 200),
        rng=effort.rng,
        runs=MANY,
        told=lambda share: effort.told(0.8 * share),
    )
    curves = Curves(x=x, df={}, alarms={})
    for at, runs in enumerate(GRID):
        effort.told(0.8 + 0.2 * at / len(GRID))
        for test in (*bouckaert.TESTS, *bouckaert.DROPPED):
            u = bouckaert.statistics(test, x[:, :runs])
            curves.df.update({(test, level, runs): largest_df(u, level) or 0 for level in LEVELS})
            df = curves.df[test, bouckaert.ALPHA, runs]
            curves.alarms[test, runs] = 100 * false_alarms_at(u, df, bouckaert.ALPHA) if df else math.nan
    return curves


def _claim(
    test: str,
    column: str,
    value: float,
    said: Printed,
    words: str,
    error: float = 0.0,
    reason: str = "df-by-batch",
) -> Cell:
    return Cell(test, column, said, value, error=error, reason=why(reason), words=words)


def _resampled(curves: Curves, test: str) -> Iterator[Cell]:
    """They rise with the runs, and lie below r - 1."""
    yield _rise(curves, test, (1.0, math.inf), "increases with the runs", curves.error(test, runs=MANY))
    at = MANY if test == "Resampling" else MIDDLE
    lower = SAID["resampling_pct_lower_up_to" if test == "Resampling" else "corrected_pct_lower"]
    yield _claim(
        test,
        f"5 %: per cent below r - 1 at {at} runs",
        100 * (1 - curves.df[test, bouckaert.ALPHA, at] / (at - 1)),
        lower,
        f"up to {lower} % lower" if test == "Resampling" else f"about {lower} % lower",
        100 * curves.error(test, runs=at) / (at - 1),
        "large-df",
    )


def _one_run(curves: Curves, test: str) -> Iterator[Cell]:
    lower = SAID["kfold_pct_lower"]
    for level in LEVELS:
        said = round((bouckaert.FOLDS - 1) * (1 - lower / 100))
        words = f"{lower} % lower than {bouckaert.FOLDS - 1}"
        yield _claim(
            test, _at(level), curves.df[test, level, bouckaert.RUNS], said, words, curves.error(test, level)
        )
    yield _rise(curves, test, 0.0, "constant")


def _repeated(curves: Curves, test: str) -> Iterator[Cell]:
    errors = {level: curves.error(test, level) for level in LEVELS}
    for level, error in errors.items():
        yield _claim(test, _at(level), curves.df[test, level, bouckaert.RUNS], NEAR, ABOUT, error)
    later = curves.over_runs(test, above=bouckaert.RUNS)
    yield _claim(test, "5 %: least, more runs", min(later), NEAR, ABOUT, errors[bouckaert.ALPHA])
    yield _claim(test, "5 %: most, more runs", max(later), NEAR, ABOUT, errors[bouckaert.ALPHA])
    within = float(SAID["others_within"])
    yield _rise(curves, test, (-within, within), f"constant, within {within:g}", errors[bouckaert.ALPHA])


def _dropped(curves: Curves, test: str) -> Iterator[Cell]:
    words = f"at most {LOW[1]:g}" if test == "folds" else "very low"
    above = min(GRID) if test == "runs" else 0  # his test on runs has "a glitch" at the fewest
    for level in LEVELS:
        most = max(curves.over_runs(test, level, above=above))
        yield _claim(test, f"{100 * level:g} %: most", most, LOW, words)
    if test == "runs":
        none = curves.over_runs(test).count(0)
        yield _claim(test, "5 %: times that no df will do", none, (1.0, float(len(GRID))), "a few")


def _rise(curves: Curves, test: str, said: Printed, words: str, error: float = 0.0) -> Cell:
    rise = curves.df[test, bouckaert.ALPHA, MANY] - curves.df[test, bouckaert.ALPHA, bouckaert.RUNS]
    return _claim(test, f"5 %: rise from {bouckaert.RUNS} to {MANY} runs", rise, said, words, error)


def _at(level: float) -> str:
    return f"{100 * level:g} %: {bouckaert.RUNS} runs"


def _naive(curves: Curves) -> Cell:
    """What calibration mends: all differences taken for independent."""
    share = false_alarms_at(
        bouckaert.statistics("Use all data", curves.x[:, : bouckaert.RUNS]), NAIVE, bouckaert.ALPHA
    )
    error = 100 * math.sqrt(bouckaert.binomial_variance(share, None, len(curves.x)))
    return Cell("Use all data", f"5 %: false alarms with {NAIVE} df, %", None, 100 * share, 1, error=error)


def _figure(curves: Curves) -> Figure:
    def df(title: str, tests: Iterable[str], level: float, *more: Series) -> Panel:
        series = [curve(test, GRID, curves.over_runs(test, level)) for test in tests]
        return panel(f"{title}, level {100 * level:g} %", "runs", "calibrated df", [*series, *more])

    alarms = [curve(test, GRID, [curves.alarms[test, at] for at in GRID]) for test in bouckaert.TESTS]
    title, alpha = "false alarms at the calibrated df, level 5 %", bouckaert.ALPHA
    single, kept = bouckaert.RESAMPLED | bouckaert.ONE_RUN, ("tests that are kept", bouckaert.REPEATED)
    panels = (
        df("resampling and one run", single, alpha, points("r - 1", GRID, [runs - 1 for runs in GRID])),
        df(*kept, alpha),
        df("tests that are dropped", bouckaert.DROPPED, alpha),
        panel(title, "runs", "false alarms, %", alarms, level=100 * alpha),
        df(*kept, LEVELS[0]),
        df(*kept, LEVELS[-1]),
    )
    return Figure(title="Degrees of freedom that hold the level, by runs of 10 folds", panels=panels)


record = exhibit("bouckaert-fig2", compute)
