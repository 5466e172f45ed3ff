"""Salzberg's arithmetic of many comparisons, and his example of the binomial test."""

import math

from bakeoff.core.adjustment import false_alarms
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
    row = f"{people['researchers']} researchers, no difference"
    return [
        *(
            Cell(
                row,
                f"false alarms expected at {level:g}",
                people[f"expected_at_{level:.2f}".replace("_0.", "_.")],
                false_alarms(people["researchers"], alpha=level).expected,
            )
            for level in (0.05, 0.01)
        ),
        Cell(
            f"{tuned['combinations']} combinations of parameters",
            "level of each (Bonferroni)",
            tuned["level"],
            false_alarms(tuned["combinations"], alpha=printed(PAPER, "level")).bonferroni_level,
            3,
        ),
    ]


def _differences(wins: int) -> list[Cell]:
    """Section 3.1: A alone is right on ``wins`` of the items that only one of the two gets right."""
    says = printed(PAPER, "binomial")
    row = f"A right on {wins} of {says['n']}"

    def said(key: str, alternative: Alternative) -> Result:
        items = PairedItems(only_a=wins, only_b=says["n"] - wins, n=says["n"])
        return METHODS[key].compute(items, level=0.95, alternative=alternative)

    chi, one, two = said("mcnemar", "two-sided"), *(said("mcnemar-exact", a) for a in _SIDES)
    return [
        Cell(
            row,
            "binomial p, one-sided",
            says.get(f"s{wins}_one_sided"),
            one.p_value,
            4,
            reason=why("binomial-slip"),
        ),
        Cell(
            row,
            "binomial p, two-sided",
            says.get(f"s{wins}_two_sided"),
            two.p_value,
            4,
            reason=why("binomial-slip"),
        ),
        Cell(row, "McNemar's statistic", None, float(chi.statistic or 0), 2),
        Cell(row, "McNemar's p", None, chi.p_value, 4),
    ]


_SIDES: tuple[Alternative, Alternative] = ("greater", "two-sided")


def _leave_one_out() -> Cell:
    items = printed(PAPER, "binomial", "n")
    claim = printed(PAPER, "leave_one_out")
    return Cell(
        f"leave-one-out on {items} items",
        "folds",
        items + claim["folds_minus_items"],
        len(LeaveOneOut().split(items)),
        reason=why("as-many-folds"),
        words=claim["folds"],
    )


record = exhibit("salzberg-examples", compute)
