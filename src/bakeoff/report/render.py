"""A verdict or an experiment in the form that a file's name asks for."""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.core.origin import Origin
from bakeoff.core.suggest import unknown_name
from bakeoff.core.verdict import Verdict
from bakeoff.experiment.result import Comparison, ExperimentResult
from bakeoff.report.draw.charts import Chart, forest, verdict_charts, verdict_page
from bakeoff.report.draw.slice_charts import slices_charts
from bakeoff.report.formats.text import printable
from bakeoff.report.summary import What, summarise
from bakeoff.report.words.experiment import experiment_text
from bakeoff.report.words.visible import visible

if TYPE_CHECKING:
    from bakeoff.report.draw.exhibit import Figure

FORMS = ("txt", "md", "tex", "bib", "json", "html", "svg", "png", "pdf")
DRAWN = ("svg", "png", "pdf")
FOREST = "The difference of each pair with its interval; the numbers are in the table of all comparisons."


def render(what: What, form: str, origin: Origin | None = None) -> str | bytes:
    """A report as text, or as bytes where it is a picture.

    Parameters
    ----------
    what
        A verdict, or what an experiment found.
    form
        ``"txt"``, ``"md"``, ``"tex"``, ``"bib"``, ``"json"``, ``"html"``; or ``"svg"``, ``"png"``, ``"pdf"``
        for the picture alone.
    origin
        Where it came from: command, files, rng, versions.

    Examples
    --------
    >>> from bakeoff import compare_counts
    >>> render(compare_counts(15, 35, n=412), "md").splitlines()[0]
    '# B is better'
    """
    if not isinstance(what, Verdict | ExperimentResult):
        raise InputError(f"got {type(what).__name__}; expected a Verdict or an ExperimentResult")
    if form not in FORMS:
        raise unknown_name("form of report", form, FORMS)
    if form in DRAWN:
        from bakeoff.report.draw.figures import draw

        return draw(_picture(what), form)  # type: ignore[arg-type]
    if form == "txt":
        return _text(what)
    if form == "html":
        from bakeoff.report.formats.html import page

        return page(what, origin)
    return _written(summarise(what, origin), form)


def write_report(what: What, path: Any, origin: Origin | None = None) -> None:
    """Write a report; the end of the file's name says in which form.

    ``.html`` is one file with pictures that needs nothing else, ``.tex`` a document that compiles, ``.bib``
    its references; ``.md``, ``.txt`` and ``.json`` are what they say, ``.svg``, ``.png`` and ``.pdf`` the
    picture alone. The same verdict gives the same bytes.

    Parameters
    ----------
    what
        A verdict, or what an experiment found.
    path
        Where to write, such as ``"report.html"``.
    origin
        Where it came from; without it the versions of the programs alone are told.
    """
    form = check_report(path)
    content = render(what, form, origin)
    try:
        Path(path).write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as problem:
        raise FileError(f"{path} cannot be written: {problem.strerror}") from None


def check_report(path: Any) -> str:
    """The form that a file's name asks for; refuses a name or place that cannot be written."""
    from bakeoff.report.predictions import check_place

    form = Path(path).suffix.removeprefix(".").lower()
    if form not in FORMS:
        listed = ", ".join(f".{each}" for each in FORMS)
        raise InputError(f"report is {str(path)!r}; expected a file that ends with one of {listed}")
    check_place(str(path))
    return form


def charts(what: What) -> tuple[Chart, ...]:
    """The figures of one verdict, or the forest of several, each with its key and what it shows in words."""
    verdict = _one(what)
    if verdict is not None:
        return verdict_charts(replace(verdict, opinions=()))
    assert isinstance(what, ExperimentResult)  # noqa: S101 - a verdict is one
    told = dict.fromkeys(each.verdict.unit for each in what.deciding)
    return tuple(
        ("forest", forest([each.verdict for each in same], [_pair(each) for each in same]), FOREST)
        for unit in told
        if (same := [each for each in what.deciding if each.verdict.unit == unit])
    )


def methods_chart(what: What) -> tuple[Chart, ...]:
    """The difference by every legal method, where a verdict has more than its own."""
    verdict = _one(what)
    if verdict is None or len(verdict.opinions) < 2:
        return ()
    key, figure, alt = verdict_charts(verdict)[0]
    return ((key, replace(figure, title="The difference by every legal method"), alt),)


def slices_chart(what: What) -> tuple[Chart, ...]:
    """The forest of a sliced verdict."""
    verdict = _one(what)
    return () if verdict is None else slices_charts(verdict)


def _one(what: What) -> Verdict | None:
    """The verdict that decides alone, if one does."""
    if isinstance(what, Verdict):
        return what
    return what.verdict if len(what.deciding) == 1 else None


def _picture(what: What) -> "Figure":
    """All pictures of one verdict on a page; a forest of several, or of slices."""
    verdict = _one(what)
    several = slices_chart(what) or (charts(what) if verdict is None else ())
    return several[0][1] if several or verdict is None else verdict_page(verdict)


def _pair(each: Comparison) -> str:
    return visible(f"{each.verdict.names[0]} - {each.verdict.names[1]}, {each.data}")


def _written(summary: dict[str, Any], form: str) -> str:
    from bakeoff.report.formats import latex, markdown

    if form == "json":
        return json.dumps(summary, allow_nan=False, indent=2, ensure_ascii=False) + "\n"
    return {"md": markdown.document, "tex": latex.document, "bib": latex.bibtex}[form](summary)


def _text(what: What) -> str:
    """What the terminal shows."""
    return f"{printable(what)}\n" if isinstance(what, Verdict) else experiment_text(what)
