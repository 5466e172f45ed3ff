"""Reports as HTML: one file that needs nothing else, its middle for other pages, and a part for notebooks."""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from bakeoff.core.evidence import SHOWN
from bakeoff.core.version import VERSION
from bakeoff.report.content import Content
from bakeoff.report.draw.charts import MOST_SLICES, Chart
from bakeoff.report.draw.looks import DARK, GREY, INK, PALE
from bakeoff.report.formats import Format, Sheet, Told, tex
from bakeoff.report.plan import PlanSheet
from bakeoff.report.ranking import RankingContent
from bakeoff.report.rate import Rate
from bakeoff.report.words.paragraph import in_text
from bakeoff.report.words.tables import Table

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

# A sign in addition to the colour, for readers who cannot see it; the heading says the same in words.
SIGNS = {"a-better": "✓", "b-better": "✓", "equivalent": "=", "undecided": "?", "several": "≡"}
HEDGED = {"weak": "≈", "invalid": "!"}
# Tones that are visible on light and dark backgrounds, for notebooks.
GOOD, UNSURE, BAD, OPEN = "#2e9e5b", "#c98500", "#d64541", "#808080"
TONES = {"strong": GOOD, "moderate": GOOD, "weak": UNSURE, "none": OPEN, "invalid": BAD, "fail": BAD}
LINES = {"weak": "dashed", "invalid": "double"}


def page(content: Told) -> str:
    """A self-contained report: no script, and nothing is loaded or may be loaded.

    Examples
    --------
    >>> from bakeoff import compare_counts
    >>> page(Content(compare_counts(15, 35, n=412))).startswith("<!DOCTYPE html>")
    True
    """
    summary = content.summary
    return _self_contained(
        fragment(content),
        title=f"{summary['headline']} ({summary['title']})",
        version=content.version,
        about=f"{summary['sign']}.",
    )


def _self_contained(report: str, *, title: str, version: str = "", about: str = "") -> str:
    """A complete document around what was rendered and escaped before."""
    from markupsafe import Markup

    style = css()
    return _filled(
        "page.html",
        title=title,
        digest=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        css=Markup(style),  # noqa: S704 - our own file
        report=Markup(report),  # noqa: S704 - escaped where it was made
        version=f" {version}" if version else "",
        about=about,
    )


def _sheet(sheet: Sheet) -> str:
    return _plan(sheet) if isinstance(sheet, PlanSheet) else _rate(sheet)


def _plan(sheet: PlanSheet) -> str:
    """A self-contained page about a plan."""
    ((_, picture, caption),) = _drawn([sheet.chart])
    made = _filled("plan.html", sheet=sheet, picture=picture, caption=caption)
    return _self_contained(made, title=sheet.headline, version=VERSION)


def plan_cell(sheet: PlanSheet) -> str:
    """A plan for a notebook's cell."""
    return _cell(
        {"headline": sheet.plan.sentence, "lead": "", "void": "", "grade": "none"},
        figures=[(key, _on_any_ground(drawing), said) for key, drawing, said in _drawn([sheet.chart])],
        tables=sheet.tables[:1],
        remarks=[f"note: {each}" for each in sheet.notes],
    )


def _rate(rate: Rate) -> str:
    """A self-contained page about one error rate: the answer, all kinds of interval, which to use."""
    alt = f"Intervals of every kind for {rate.basis}; the numbers are in the table."
    (_, picture, caption), *_ = _drawn([("intervals", rate.figure, alt)])
    made = _filled("rate.html", rate=rate, picture=picture, caption=caption)
    return _self_contained(made, title=rate.headline, version=VERSION)


def notebook(content: Told) -> str:
    """The sentence, a small picture, the numbers and what limits them, for a notebook's cell."""
    return _ranking_cell(content) if isinstance(content, RankingContent) else _verdict_cell(content)


def cell(headline: str, tables: Sequence[Table], remarks: Sequence[str], grade: str) -> str:
    """A sentence, tables and remarks for a notebook's cell."""
    said = {"headline": headline, "lead": "", "void": "", "grade": grade}
    return _cell(said, figures=[], tables=tables, remarks=remarks)


def _cell(
    said: dict[str, Any], *, caveats: Sequence[str] = (), remarks: Sequence[str], **parts: object
) -> str:
    """What a notebook shows: the three caveats that matter most, and the others folded."""
    return _filled(
        "notebook.html",
        s=said,
        tone=TONES[said["grade"]],
        line=LINES.get(said["grade"], "solid"),
        remarks=[*caveats[:SHOWN], *remarks],
        more=caveats[SHOWN:],
        **parts,
    )


def _ranking_cell(content: RankingContent) -> str:
    summary = content.summary
    models, *_, done = (each["table"] for each in summary["sections"])
    told = [f"caveat: {each['text']}" for each in summary["caveats"]]
    return _cell(
        summary | {"headline": content.what.sentence, "lead": ""},
        figures=[(key, _on_any_ground(drawing), said) for key, drawing, said in _drawn(content.charts[:1])],
        tables=[models, done],
        caveats=told,
        remarks=[f"note: {each}" for each in summary["remarks"]],
    )


def _verdict_cell(content: Content) -> str:
    summary = content.summary
    first, alone = summary["comparisons"][0], summary["decision"] != "several"
    sliced = first["slices"] if first["slices"] and len(first["slices"]["rows"]) <= MOST_SLICES + 1 else None
    again = [["replication", first["replicability"]]] if first["replicability"] else []
    numbers = first["numbers"] | {"rows": first["numbers"]["rows"] + again}
    tables = [numbers, sliced, first["opinions"]] if alone else [summary["overview"]]
    figures = content.slices_chart or content.charts[:1]
    told = [first["sliced"]] if first["sliced"] else []
    if alone:
        told += [f"note: {each}" for each in first["notes"]]
        told += [f"measured: {first['risk']}"] if first["risk"] else []
    return _cell(
        summary,
        caveats=[f"caveat: {each['text']}" for each in summary["caveats"]],
        figures=[(key, _on_any_ground(drawing), said) for key, drawing, said in _drawn(figures)],
        tables=[each for each in tables if each],
        remarks=told,
    )


def _on_any_ground(drawing: "Markup") -> "Markup":
    """A drawing in the colour of the text around it, for any theme of the notebook."""
    from markupsafe import Markup

    for colour, other in ((INK, "currentColor"), (GREY, "#808080"), (PALE, "#80808055")):
        drawing = drawing.replace(f'"{colour}"', Markup(f'"{other}"'))  # noqa: S704 - our own colours
    return drawing


@cache
def css() -> str:
    """The style of reports; drawings are recoloured on a dark background."""
    style = resources.files("bakeoff.report.formats").joinpath("style.css").read_text(encoding="utf-8")
    dark = "".join(
        f'.bk-report svg [{name}="{light}"]{{{name}:{colour}}}'
        for light, colour in DARK.items()
        for name in ("fill", "stroke")
    )
    return f"{style}@media screen and (prefers-color-scheme:dark){{{dark}}}\n"


def fragment(content: Told, *, heading: int = 1) -> str:
    """The report as an ``<article>`` for a page that has `css`; ``heading`` is the level of its title."""
    summary = content.summary
    return _filled(
        "ranking.html" if isinstance(content, RankingContent) else "report.html",
        s=summary,
        heading=heading,
        figures=_drawn(content.charts),
        sign=HEDGED.get(summary["grade"]) or SIGNS[summary["decision"]],
        paragraph=in_text(summary["paragraph"]),
        latex=tex.fragment(summary),
        bibtex=tex.bibtex(summary),
        **({} if isinstance(content, RankingContent) else _of_verdicts(content)),
    )


def _of_verdicts(content: Content) -> dict[str, object]:
    return {
        "methods": _drawn(content.methods_chart),
        "slices": _drawn(content.slices_chart),
        "rankings": _drawn(content.rankings_charts),
    }


def _drawn(figures: Iterable[Chart]) -> "list[tuple[str, Markup, str]]":
    """Figures as elements, each with its key and caption."""
    from markupsafe import Markup

    from bakeoff.report.draw.figures import inline_svg

    return [
        (key, Markup(inline_svg(figure, alt=alt)), figure.title)  # noqa: S704 - escaped where it was drawn
        for key, figure, alt in figures
    ]


def _filled(template: str, **values: object) -> str:
    return environment("bakeoff.report.formats").get_template(template).render(**values)


@cache
def environment(package: str) -> "Environment":
    """The templates of a package: everything is escaped unless marked as HTML."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


record = Format(
    key="html",
    title="Web page",
    media="text/html; charset=utf-8",
    place=6,
    render=page,
    render_sheet=_sheet,
)
