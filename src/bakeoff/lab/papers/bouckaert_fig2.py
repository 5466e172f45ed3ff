"""Bouckaert's Figure 2: calibrated degrees of freedom by the number of runs."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.lab.exhibit import Cell, Effort, Printed, Reproduction, curve, panel, points
from bakeoff.lab.papers import _bouckaert as bouckaert
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.lab.papers._readings import FEW, MOSTLY, NONE, about, very
from bakeoff.methods._calibrating import false_alarms_at, largest_df
from bakeoff.report.draw.figure import Figure, Panel, Series

GRID, LEVELS = bouckaert.DESIGN["runs_grid"], bouckaert.DESIGN["levels"]
SAID = printed(bouckaert.PAPER, "fig2_numbers")
MANY, MIDDLE, NAIVE = max(GRID), 50, bouckaert.RUNS * bouckaert.FOLDS - 1
LOW = (0.0, float(SAID["folds_at_most"]))
NEAR = (SAID["others_about"] - SAID["others_within"], SAID["others_about"] + SAID["others_within"])
SPREAD = "level 5 %: largest minus smallest df"
LATER = f"{SPREAD}, more than {bouckaert.RUNS} runs"


@dataclass(frozen=True, kw_only=True, eq=False)
class Curves:
    """Calibrated degrees of freedom by test, level and runs, and the false alarms in per cent at 5 %."""

    x: bouckaert.Counts
    df: dict[tuple[str, float, int], int]
    alarms: dict[tuple[str, int], float]

    def over_runs(self, test: str, level: float = bouckaert.ALPHA, *, above: int = 0) -> list[int]:
        """The degrees of freedom for all numbers of runs above one."""
        return [self.df[test, level, runs] for runs in GRID if runs > above]

    def error(self, test: str, level: float = bouckaert.ALPHA, runs: int = bouckaert.RUNS) -> float:
        """The standard error of our degrees of freedom minus his, from that of a share of false alarms."""
        u = bouckaert.statistics(test, self.x[:, :runs])
        reach = math.sqrt(level * (1 - level) / len(u))
        high, low = (largest_df(u, level, allowed=level + sign * reach) or 1 for sign in (1, -1))
        return (high - low) / 2 * math.sqrt(1 + len(u) / bouckaert.THEIRS)


def compute(effort: Effort) -> Reproduction:
    """Calibrate every test for each number of runs and level on the same data sets."""
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
    """They rise with the runs, and are below r - 1."""
    df = curves.over_runs(test)
    falls = sum(later < before for before, later in pairwise(df))
    yield _claim(
        test, "level 5 %: number of times that df fall as runs grow", falls, NONE, "consistently increases"
    )
    at = MANY if test == "Resampling" else MIDDLE
    lower = SAID["resampling_pct_lower_up_to" if test == "Resampling" else "corrected_pct_lower"]
    yield _claim(
        test,
        f"level 5 %: how far below r - 1, in %, for r = {at} runs",
        100 * (1 - curves.df[test, bouckaert.ALPHA, at] / (at - 1)),
        about(lower),
        f"up to {lower} % lower" if test == "Resampling" else f"about {lower} % lower",
        100 * curves.error(test, runs=at) / (at - 1),
        "large-df",
    )


def _one_run(curves: Curves, test: str) -> Iterator[Cell]:
    """A single run is a third below its 9 at every level; independence of the runs holds by construction."""
    lower, default = SAID["kfold_pct_lower"], bouckaert.FOLDS - 1
    said = round(default * (1 - lower / 100))
    other = sum(curves.df[test, level, bouckaert.RUNS] != said for level in LEVELS)
    words = f"consistently {lower} % lower than {default}"
    yield _claim(test, f"number of levels, of {len(LEVELS)}, with df other than {said}", other, NONE, words)
    df = curves.over_runs(test)
    spread, reason = max(df) - min(df), why("one-run")
    yield Cell(test, SPREAD, NONE, spread, words="constant over runs", reason=reason, kind="construction")


def _repeated(curves: Curves, test: str) -> Iterator[Cell]:
    """About 11, the same at most levels and, above ten runs, at all numbers of runs; within 1."""
    later = curves.over_runs(test, above=bouckaert.RUNS)
    apart = sum(not NEAR[0] <= df <= NEAR[1] for df in later)
    column = f"level 5 %: curve points, of {len(later)}, with df outside {NEAR[0]:g} to {NEAR[1]:g}"
    yield _claim(test, column, apart, NONE, f"constantly circa {SAID['others_about']}")
    within = float(SAID["others_within"])
    yield _claim(test, LATER, max(later) - min(later), (0.0, within), f"constant, within {within:g}")
    by_level = list(zip(*(curves.over_runs(test, level) for level in LEVELS), strict=True))
    alike = 100 * sum(max(each) - min(each) <= within for each in by_level) / len(by_level)
    words = f"mostly within {within:g} over levels"
    yield _claim(test, "curve points at which the df of all levels agree within 1, %", alike, MOSTLY, words)


def _dropped(curves: Curves, test: str) -> Iterator[Cell]:
    words, allowed = ("at most 7", LOW) if test == "folds" else ("very low", very(LOW))
    above = min(GRID) if test == "runs" else 0  # his test on runs has "a glitch" at the fewest
    for level in LEVELS:
        most, said = max(curves.over_runs(test, level, above=above)), level == bouckaert.ALPHA
        column = f"level {100 * level:g} %: largest df"
        yield _claim(test, column, most, allowed if said else None, words if said else "")
    if test == "runs":
        none = curves.over_runs(test).count(0)
        yield _claim(
            test,
            "level 5 %: curve points at which no df holds the level",
            none,
            FEW,
            "a few",
            reason="many-zeros",
        )


def _naive(curves: Curves) -> Cell:
    """What calibration corrects: all differences are treated as independent."""
    share = false_alarms_at(
        bouckaert.statistics("Use all data", curves.x[:, : bouckaert.RUNS]), NAIVE, bouckaert.ALPHA
    )
    error = 100 * math.sqrt(bouckaert.binomial_variance(share, None, len(curves.x)))
    return Cell(
        "Use all data", f"level 5 %: false alarms with {NAIVE} df, %", None, 100 * share, 1, error=error
    )


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
