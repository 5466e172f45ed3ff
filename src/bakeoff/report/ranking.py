"""The report of a ranking in any format: plain values, pictures as data, and text."""

from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.ranking import Ranking
from bakeoff.core.written import brief
from bakeoff.report.content import cited_works, printable, repeat_rows
from bakeoff.report.draw.charts import Chart
from bakeoff.report.draw.figure import Figure
from bakeoff.report.draw.ranking_charts import ranking_charts
from bakeoff.report.words import pairs as pair_words
from bakeoff.report.words import ranking as words
from bakeoff.report.words import ranking_paragraph as paragraph
from bakeoff.report.words.rankings import models
from bakeoff.report.words.tables import Table, table


def summarise_ranking(r: Ranking, origin: Origin) -> dict[str, Any]:
    """Everything that a report says about a ranking, as plain values for strict JSON."""
    said = paragraph.of_ranking(r, dict(origin.versions).get("bakeoff", ""))
    rows = [*repeat_rows(origin), *([("resamples", str(r.resamples))] if r.resamples else [])]
    found: dict[str, Any] = {
        "title": f"{len(r.models)} {r.noun}s",
        "decision": "a-better" if r.one_is_best else "several",
        "grade": r.strength.grade,
        "headline": words.opening(r),
        "lead": _upper(words.finding(r)),
        "void": paragraph.warning(r),
        "sign": "Differences are the first minus the second, above 0 if the first is better",
        "values": r.to_dict(),
        "sections": _sections(r),
        "caveats": [{**each, "about": []} for each in map(asdict, r.caveats)],
        "remarks": list(r.notes),
        "paragraph": [{"text": each.text, "cites": list(each.cites)} for each in said],
        "repeat": table("Command, files, numbers and programs", ("", ""), [*rows, *origin.versions]),
    }
    return cited_works(printable(found))


def _sections(r: Ranking) -> list[dict[str, Any]]:
    """The parts between the answer and what limits it; ``charts`` are the keys of their pictures."""
    found = [
        _section(f"The {r.noun}s", models(r), charts=("ranks", "mean-ranks")),
        _section(f"Pairs of {r.noun}s", pairs(r), charts=("pairs", "posterior"), lines=_left(r)),
    ]
    if r.slices:
        differ = words.slices_differ(r)
        lines = (_upper(differ),) if differ else ()
        found.append(_section(f"By {brief(r.by)}", slices(r), charts=("slices",), lines=lines))
    done = table("Method, level and settings", ("", ""), words.numbers(r))
    return [*found, _section("Methods and settings", done)]


def _section(
    heading: str, content: Table, *, charts: tuple[str, ...] = (), lines: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {"heading": heading, "charts": charts, "lines": lines, "table": content}


def pairs(r: Ranking) -> Table:
    """One row for each pair, or for those that are decided where there are many."""
    head, *rows = pair_words.pair_rows(r, words.shown_pairs(r, words.MOST_PAIRS))
    return table(pair_words.pairs_caption(r), head, rows, numeric=pair_words.pair_numeric(r))


def _left(r: Ranking) -> tuple[str, ...]:
    left = words.left_out(r, len(words.shown_pairs(r, words.MOST_PAIRS)))
    told = "; ".join(filter(None, (words.told_pairs(r), left)))
    return (_upper(told),)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def slices(r: Ranking) -> Table:
    """The results in each slice, and on all items, highlighted."""
    head, *rows = words.slice_rows(r)
    return table(f"Rankings by {brief(r.by)}", head, rows, numeric=(1, 3), strong=(len(rows) - 1,))


@dataclass(frozen=True)
class RankingContent:
    """All that is reported about a ranking; each part is made when a format needs it."""

    what: Ranking
    origin: Origin = field(default_factory=origin_here)

    @property
    def version(self) -> str:
        """The version of the program that found it; nothing where that is not known."""
        return dict(self.origin.versions).get("bakeoff", "")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Words and numbers as plain values."""
        return summarise_ranking(self.what, self.origin)

    @property
    def text(self) -> str:
        """The plain text of the terminal."""
        return f"{self.what}\n"

    @property
    def charts(self) -> tuple[Chart, ...]:
        """The pictures, each with its key and what it shows."""
        return ranking_charts(self.what)

    @property
    def picture(self) -> Figure:
        """All pictures on one page."""
        panels = tuple(panel for _, figure, _ in self.charts for panel in figure.panels)
        return Figure(title=words.opening(self.what), panels=panels, narrow=True)
