"""One file for each format that a report can be written in; its name is the extension of such files."""

from collections.abc import Callable
from dataclasses import dataclass

from bakeoff.core.registry import Registry
from bakeoff.report.content import Content
from bakeoff.report.plan import PlanSheet
from bakeoff.report.ranking import RankingContent
from bakeoff.report.rate import Rate

Told = Content | RankingContent
Sheet = Rate | PlanSheet


@dataclass(frozen=True, kw_only=True)
class Format:
    """The record of a format: the extension of its files, its names, and how to write it.

    ``place`` is its place in a list of all. ``render`` writes about a verdict, about several, or about
    a ranking; ``render_sheet`` about one error rate or a plan, and is None where the format cannot show
    that.
    """

    key: str
    title: str
    media: str
    place: int
    render: Callable[[Told], str | bytes]
    render_sheet: Callable[[Sheet], str | bytes] | None = None


FORMATS: Registry[Format] = Registry("form of report", __name__)


def formats_in_order() -> list[Format]:
    """All formats, as lists show them."""
    return sorted(FORMATS, key=lambda each: each.place)
