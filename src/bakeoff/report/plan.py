"""How a plan is shown: text, plain values, tables and the power curve."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bakeoff.core.written import aligned, plural
from bakeoff.plan.planned import Plan
from bakeoff.report.draw.charts import Chart
from bakeoff.report.draw.figure import Figure, Panel, Series
from bakeoff.report.words import plan as words
from bakeoff.report.words.tables import Table, table

POINTS = 41  # of the curve


def plan_values(plan: Plan) -> dict[str, Any]:
    """Everything about a plan, under the names of the contract."""
    return {
        "found": plan.found,
        "sentence": words.sentence(plan),
        "items": plan.items,
        "power": plan.power,
        "difference": plan.difference,
        "disagreement": plan.disagreement,
        "deviation": plan.deviation,
        "margin": plan.margin,
        "alpha": plan.alpha,
        "method": plan.method,
        "range": None if plan.range is None else list(plan.range),
        "formula": plan.formula,
        "half_width": plan.half_width,
        "design_effect": plan.assumption.design_effect,
        "notes": list(plan.notes),
    }


@dataclass(frozen=True)
class PlanSheet:
    """All that is reported about a plan; each part is made when a format needs it."""

    plan: Plan

    @property
    def headline(self) -> str:
        """What was found."""
        return words.headline(self.plan)

    @property
    def values(self) -> dict[str, Any]:
        """Everything as plain values for strict JSON."""
        return plan_values(self.plan)

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know about it."""
        return self.plan.notes

    @property
    def text(self) -> str:
        """What the terminal shows."""
        lines = [self.plan.sentence, "", *(f"  {row}" for row in aligned(words.numbers(self.plan)))]
        if powers := words.powers(self.plan):
            rows = aligned([("items", "power"), *powers], right=(0, 1))
            lines += ["", "  Power at other numbers of items:", *(f"    {row}" for row in rows)]
        lines += ["", *(f"  note: {each}" for each in self.notes)] if self.notes else []
        return "\n".join(lines) + "\n"

    @property
    def tables(self) -> list[Table]:
        """The numbers, and the power at other numbers of items."""
        found = [table("What the plan rests on", ("", ""), words.numbers(self.plan))]
        powers = words.powers(self.plan)
        strong = [at for at, (n, _) in enumerate(powers) if n == f"{self.plan.items}"]
        head = ("items", "power")
        more = table("Power at other numbers of items", head, powers, numeric=(0, 1), strong=strong)
        return [*found, *([more] if powers else [])]

    @cached_property
    def _curve(self) -> list[tuple[int, float]]:
        """Power from few items to twice as many as planned; of a half-width alone there is none."""
        plan = self.plan
        if plan.difference is None:
            return []
        counts = {*np.linspace(1, 2 * plan.items, POINTS).round().astype(int).tolist(), plan.items}
        return [(n, plan.assumption.shown_power(n, plan.difference)) for n in sorted(counts)]

    @cached_property
    def figure(self) -> Figure:
        """Power, or the half-width, by the number of items; the plan as a point."""
        plan = self.plan
        if plan.difference is None:
            counts = np.linspace(max(plan.items // 8, 1), 2 * plan.items, POINTS).round()
            widths = [plan.assumption.half_width(int(n), 0.0) for n in counts]
            return self._drawn(counts, widths, plan.half_width or 0.0, "half-width of the interval")
        items, power = zip(*self._curve, strict=True)
        at = dict(self._curve)[plan.items]
        return self._drawn(items, [100 * each for each in power], 100 * at, "power, %")

    def _drawn(self, x: Any, y: Any, reached: float, what: str) -> Figure:
        series = (
            Series(label=what.partition(",")[0], x=x, y=y),
            Series(
                label=plural(self.plan.items, "item"),
                x=[self.plan.items],
                y=[reached],
                kind="points",
            ),
        )
        panel = Panel(title="", x_label="items", y_label=what, series=series, level=reached)
        return Figure(title=self.headline, panels=(panel,), narrow=True)

    @property
    def chart(self) -> Chart:
        """The picture with its key and what it shows."""
        shown = "Half-width of the interval" if self.plan.difference is None else "Power"
        return "power", self.figure, f"{shown} by the number of items. {self.plan.sentence}."
