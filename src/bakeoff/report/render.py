"""A verdict, an experiment, a ranking, a plan or an error rate in the format of a file's extension."""

from collections.abc import Callable
from os import PathLike
from typing import cast

from bakeoff.core.exceptions import InputError
from bakeoff.core.origin import Origin, origin_here
from bakeoff.core.ranking import Ranking
from bakeoff.core.verdict import Verdict
from bakeoff.experiment.result import ExperimentResult
from bakeoff.metrics._roc_average import RocAverage
from bakeoff.plan.planned import Plan
from bakeoff.report.content import Content, What
from bakeoff.report.draw.charts import mean_roc
from bakeoff.report.draw.figures import Form, draw, write_figure
from bakeoff.report.files import check_form, write
from bakeoff.report.formats import FORMATS, Sheet, formats_in_order
from bakeoff.report.plan import PlanSheet
from bakeoff.report.ranking import RankingContent


def content_of(what: What | Ranking, origin: Origin | None = None) -> Content | RankingContent:
    """The content of a report."""
    if isinstance(what, Ranking):
        return RankingContent(what, origin or origin_here())
    if not isinstance(what, Verdict | ExperimentResult):
        raise InputError(f"got {type(what).__name__}; expected a Verdict, a Ranking or an ExperimentResult")
    return Content(what, origin or origin_here())


def render(what: What | Ranking | Plan | RocAverage, form: str, origin: Origin | None = None) -> str | bytes:
    """Render a report as text, or as bytes if the format is an image.

    Parameters
    ----------
    what
        A verdict, a ranking, a plan, what an experiment found, or a mean ROC curve, which is a picture only.
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
    if isinstance(what, RocAverage):
        return draw(mean_roc(what)[1], cast(Form, form))
    if isinstance(what, Plan):
        return _sheet_writer(form)(PlanSheet(what))
    return FORMATS[form].render(content_of(what, origin))


def write_report(
    what: What | Ranking | Plan | RocAverage, path: str | PathLike[str], origin: Origin | None = None
) -> None:
    """Write a report in the format given by the file extension.

    ``.html`` is one file with pictures that needs nothing else, ``.tex`` a document that compiles, ``.bib``
    its references; ``.md``, ``.txt`` and ``.json`` have the same content, ``.svg``, ``.png`` and ``.pdf``
    only the picture. The same verdict gives the same bytes.

    Parameters
    ----------
    what
        A verdict, a ranking, a plan, what an experiment found, or a mean ROC curve, which is a picture only.
    path
        Where to write, such as ``"report.html"``.
    origin
        Where it came from; without it, only the versions of the programs are given.
    """
    if isinstance(what, RocAverage):
        write_figure(mean_roc(what)[1], str(path))
        return
    form = check_sheet(str(path)) if isinstance(what, Plan) else check_report(path)
    write(str(path), render(what, form, origin))


def check_report(path: str | PathLike[str]) -> str:
    """The format for the extension of a file's name; refuses a name or place that cannot be written."""
    return check_form(str(path), [each.key for each in formats_in_order()])


def write_sheet(sheet: Sheet, path: str) -> None:
    """Write all that is known about one error rate or a plan, in the format of the file's extension."""
    write(path, _sheet_writer(check_sheet(path))(sheet))


def _sheet_writer(form: str) -> Callable[[Sheet], str | bytes]:
    made = FORMATS[form].render_sheet
    if made is None:
        known = ", ".join(each.key for each in formats_in_order() if each.render_sheet is not None)
        raise InputError(f"form is {form!r}; expected one of {known}")
    return made


def check_sheet(path: str) -> str:
    """The format of a file about an error rate or a plan."""
    return check_form(path, [each.key for each in formats_in_order() if each.render_sheet is not None])
