"""Salzberg's arithmetic of many comparisons, and his example of the binomial test."""

import math

from bakeoff.core.family import false_alarms
from bakeoff.core.outcomes import PairedItems
from bakeoff.core.result import Alternative, Result
from bakeoff.designs import LeaveOneOut
from bakeoff.lab.exhibit import Cell, Effort, Reproduction
from bakeoff.lab.papers._printed import exhibit, printed, why
from bakeoff.methods import METHODS

PAPER = "salzberg1997"


def compute(effort: Effort) -> Reproduction:
    """Every number of sections 2 and 3 and of the notes that follows from others in print."""
    cells = (*_study(), *_temptations(), *_differences(35), *_differences(30), _leave_one_out())
    return Reproduction(cells=cells)


def _study() -> list[Cell]:
    """The unpublished study of section 2: its comparisons, and the level that each would need."""
    algorithms, datasets, level = (printed(PAPER, name) for name in ("algorithms", "datasets", "level"))
    many, stars = false_alarms(algorithms * datasets, alpha=level), printed(PAPER, "alpha_star")
    row, times = f"{algorithms} algorithms on {datasets} data sets", stars["times_smaller_over"]
    whole = f"level of each, for {level:g} in all"
    return [
        Cell(row, "comparisons", printed(PAPER, "comparisons"), many.tests),
        Cell(row, f"false alarms expected at {level:g}", printed(PAPER, "expected_false"), many.expected, 1),
        Cell(row, "chance of at least one", printed(PAPER, "fwe_at_.05"), many.at_least_one, 4),
        Cell(row, f"{whole} (Sidak)", stars["at_most"], many.sidak_level, 4),
        Cell(row, f"{whole} (Bonferroni)", None, many.bonferroni_level, 4),
        Cell(
            row, "times as strict (Sidak)", (times, math.inf), level / many.sidak_level, words=f"over {times}"
        ),
    ]


def _temptations() -> list[Cell]:
    """Section 3.2: many researchers on one problem, many settings of one learner."""
    people, tuned = printed(PAPER, "community"), printed(PAPER, "tuning")
    cells = [
        Cell(
            f"{people['researchers']} researchers, no difference",
            f"false alarms expected at {level:g}",
            people[f"expected_at_{level:.2f}".replace("_0.", "_.")],
            false_alarms(people["researchers"], alpha=level).expected,
        )
        for level in (0.05, 0.01)
    ]
    row = f"{tuned['combinations']} combinations of parameters"
    each = false_alarms(tuned["combinations"], alpha=printed(PAPER, "level")).bonferroni_level
    return [*cells, Cell(row, "level of each (Bonferroni)", tuned["level"], each, 3)]


def _differences(wins: int) -> list[Cell]:
    """Section 3.1: of the items that only one of the two gets right, A gets ``wins`` right."""
    says = printed(PAPER, "binomial")
    row = f"A right on {wins} of {says['n']}"

    def said(key: str, alternative: Alternative) -> Result:
        items = PairedItems(only_a=wins, only_b=says["n"] - wins, n=says["n"])
        return METHODS[key].compute(items, level=0.95, alternative=alternative)

    sides: tuple[tuple[str, Alternative], ...] = (("one", "greater"), ("two", "two-sided"))
    cells = [
        Cell(
            row,
            f"binomial p, {side}-sided",
            says.get(f"s{wins}_{side}_sided"),
            said("mcnemar-exact", alternative).p_value,
            4,
            reason=why("binomial-slip"),
        )
        for side, alternative in sides
    ]
    chi = said("mcnemar", "two-sided")
    statistic = Cell(row, "McNemar's statistic", None, float(chi.statistic or 0), 2)
    return [*cells, statistic, Cell(row, "McNemar's p", None, chi.p_value, 4)]


def _leave_one_out() -> Cell:
    items, claim = printed(PAPER, "binomial", "n"), printed(PAPER, "leave_one_out")
    row, said, folds = f"leave-one-out on {items} items", items + claim["folds_minus_items"], LeaveOneOut()
    reason, words = why("as-many-folds"), claim["folds"]
    return Cell(row, "folds", said, len(folds.split(items)), reason=reason, words=words)


record = exhibit("salzberg-examples", compute)
