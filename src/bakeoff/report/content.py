"""What a report says, in whatever form: plain values, pictures as data, and the text of a terminal."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.verdict import Comparison, Verdict
from bakeoff.experiment.result import ExperimentResult
from bakeoff.report.draw.charts import Chart, forest, slices_charts, verdict_charts, verdict_page
from bakeoff.report.draw.figure import Figure
from bakeoff.report.summary import What, summarise
from bakeoff.report.words.experiment import experiment_text
from bakeoff.report.words.verdict import visible

FOREST = "The difference of each pair with its interval; the numbers are in the table of all comparisons."


@dataclass(frozen=True)
class Content:
    """All that is told of a verdict, or of an experiment; each part is made when a format asks for it."""

    what: What
    origin: Origin = field(default_factory=origin_here)

    @property
    def version(self) -> str:
        """The version of the program that found it; nothing where that is not known."""
        return dict(self.origin.versions).get("bakeoff", "")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Words and numbers as plain values."""
        return summarise(self.what, self.origin)

    @property
    def text(self) -> str:
        """What the terminal shows where no person looks."""
        return f"{self.what}\n" if isinstance(self.what, Verdict) else experiment_text(self.what)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The figures of one verdict, or the forest of several, each with its key and what it shows."""
        if self._one is not None:
            return verdict_charts(replace(self._one, opinions=()))
        units: dict[Any, list[Comparison]] = {}
        for each in self.what.deciding if isinstance(self.what, ExperimentResult) else ():
            units.setdefault(each.verdict.unit, []).append(each)
        return tuple(
            ("forest", forest([each.verdict for each in same], [_pair(each) for each in same]), FOREST)
            for same in units.values()
        )

    @property
    def methods_chart(self) -> tuple[Chart, ...]:
        """The difference by every legal method, where a verdict has more than its own."""
        if self._one is None or len(self._one.opinions) < 2:
            return ()
        key, figure, alt = verdict_charts(self._one)[0]
        return ((key, replace(figure, title="The difference by every legal method"), alt),)

    @property
    def slices_chart(self) -> tuple[Chart, ...]:
        """The forest of a sliced verdict."""
        return () if self._one is None else slices_charts(self._one)

    @property
    def picture(self) -> Figure:
        """All pictures of one verdict on a page; a forest of several, or of slices."""
        several = self.slices_chart or (self.charts if self._one is None else ())
        return several[0][1] if several or self._one is None else verdict_page(self._one)

    @property
    def _one(self) -> Verdict | None:
        """The verdict that decides alone, if one does."""
        if isinstance(self.what, Verdict):
            return self.what
        return self.what.verdict if len(self.what.deciding) == 1 else None


def _pair(each: Comparison) -> str:
    return visible(f"{each.verdict.names[0]} - {each.verdict.names[1]}, {each.data}")
