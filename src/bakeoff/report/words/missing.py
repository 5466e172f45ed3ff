"""Words for the worst and the best case of missing answers."""

from dataclasses import replace

from bakeoff.core.missing import Bounds, Case
from bakeoff.core.verdict import Unit
from bakeoff.core.written import in_step, p_text, reach_told

SAID = {"a-better": "{a} is better", "b-better": "{b} is better"}


def case_rows(bounds: Bounds | None, names: tuple[str, str], unit: Unit) -> list[tuple[str, ...]]:
    """The worst and the best case for the first of two models, as rows."""
    if bounds is None:
        return []
    return [
        ("worst case", f"{_told(bounds.worst, names, unit)} (missing: {names[0]} wrong, {names[1]} right)"),
        ("best case", f"{_told(bounds.best, names, unit)} (missing: {names[0]} right, {names[1]} wrong)"),
    ]


def _told(case: Case, names: tuple[str, str], unit: Unit) -> str:
    a, b = names
    numbers = [unit.factor * each for each in (case.estimate, *case.interval)]
    estimate, low, high = in_step(*numbers)
    said = SAID.get(case.decision, case.decision).format(a=a, b=b)
    reach = reach_told(case.interval, low, high)
    return f"{replace(unit, less=False).amount(estimate)}, {reach}, {p_text(case.p_value)}: {said}"
