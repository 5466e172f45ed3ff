"""Options that several commands share."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from bakeoff.cli.reporting import leave_report, report_wanted
from bakeoff.core.exceptions import InputError

if TYPE_CHECKING:
    from bakeoff.core.verdict import Verdict

LONGEST = 300  # digits: Python itself refuses a few thousand


def whole_number(text: str, name: str, example: int = 8, *, least: int = 0) -> int:
    """A whole number as typed; the parser would round 2.7 to 3 without a word.

    >>> whole_number("2.7", "ERRORS")
    Traceback (most recent call last):
    bakeoff.core.exceptions.InputError: ERRORS is '2.7'; expected a whole number from 0 upwards, such as 8
    """
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST and int(text) >= least):
        raise InputError(
            f"{name} is {text[:60]!r}; expected a whole number from {least} upwards, such as {example}"
        )
    return int(text)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Asked:
    """What to compute and how to show it."""

    method: str = "auto"
    "Key of the method; `bakeoff methods` lists them."

    metric: str | None = None
    "What the numbers measure (default: accuracy; of a log the first measure in it)."

    level: float = 0.95
    "Level of the interval."

    alpha: float = 0.05
    "A p-value below this decides."

    alternative: Literal["two-sided", "greater", "less"] = "two-sided"
    "greater: is A better? less: is B better?"

    margin: float | None = None
    "Differences smaller than this do not matter (0.01 is one point): equivalent if the interval is inside."

    tried: str = "1"
    "How many comparisons were tried in all, this one included: p-values are adjusted for it."

    tuned_on_test: Annotated[bool, Parameter(negative="", show_default=False)] = False
    "Say that the test items helped to choose what is compared; the verdict then says what that spoils."

    report: str | None = None
    "Write a report to this file: .html, .md, .tex, .bib, .json or .txt; .svg, .png or .pdf is its picture."

    json: Annotated[bool, Parameter(negative="", show_default=False)] = False
    "Print one JSON object and nothing else."

    quiet: Annotated[bool, Parameter(negative="", show_default=False)] = False
    "Print the verdict alone."

    def keywords(self) -> dict[str, Any]:
        """The keywords of ``compare_*`` that the options stand for; a report shows all legal methods."""
        names = ("method", "metric", "level", "alpha", "alternative", "margin", "tuned_on_test")
        tried = whole_number(self.tried, "--tried", example=20, least=1)
        given = {name: getattr(self, name) for name in names} | {"tried": tried}
        if self.metric is None:
            del given["metric"]
        return given | ({"opinions": True} if report_wanted(self.report) else {})

    def wanted(self, **more: Any) -> dict[str, Any]:
        """The same as a request to `bakeoff.compare.source` has it, with further options that were given."""
        given = self.keywords() | {name: value for name, value in more.items() if value is not None}
        return {"method": given.pop("method"), "metric": given.pop("metric", None), "common": given}

    def show(self, verdict: "Verdict", *, files: Iterable[Any], rng: Any = "") -> None:
        """Print the verdict, and leave a report if one was asked for."""
        from bakeoff.report.terminal import show

        # What other methods say is for the report: the terminal shows the same with and without one.
        show(replace(verdict, opinions=()), as_json=self.json, quiet=self.quiet)
        leave_report(verdict, self.report, files=files, rng=rng, quiet=self.quiet)
