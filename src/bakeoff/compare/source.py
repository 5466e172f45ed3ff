"""The one front door: from files, databases and logs of other programs to the verdict on two models.

The command line, the page and Python say what they want as a `Request`; what it is asked of is recognised
here, read as models over the same units, and judged.
"""

import os
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from bakeoff.compare.item_scores import described, item_material
from bakeoff.compare.predictions import panel_material
from bakeoff.compare.scored import number_column
from bakeoff.core.design import Design
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.panel import ItemPanel
from bakeoff.core.verdict import Verdict
from bakeoff.judge.answer import Common
from bakeoff.judge.material import Material, judge, no_class
from bakeoff.methods import METHODS
from bakeoff.metrics._own import metric_of
from bakeoff.metrics._probabilities import ROUNDING
from bakeoff.read.engine.duck import engine_for
from bakeoff.read.engine.files import files_source
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels
from bakeoff.read.engine.sources import Source, outside_of
from bakeoff.read.values import as_number

if TYPE_CHECKING:
    from bakeoff.compare.found import HowMade
    from bakeoff.core.copies import Copies

Path = str | os.PathLike[str]
HEAD = 1 << 16  # bytes of a line of column names
NO_MODEL = ("id", "item", "index", "data", "learner", "run", "fold", "cluster", "group")  # by their names


@dataclass(frozen=True, kw_only=True)
class Request(Wanted):
    """What two models are compared by, and how: what is wanted of a source, where it is, and the rest.

    Attributes
    ----------
    files
        One file, or A's and B's; messages speak of them as they are ``called``, where that is given.
    truth_file
        A file with the ids and what is true, where the files of the models do not say.
    connect, tables, query
        A database, and its table, A's and B's, or a SELECT in place of one.
    a, b
        Columns of predictions; of fold scores they name learners.
    folds
        The columns of a table of fold scores by what they hold (learner, run, fold, score), where it must be
        one; None where a file may hold anything.
    design, test, runs
        How fold scores were made, as far as somebody says.
    names
        What to call A and B; None leaves it to what their columns or files are called.
    """

    files: tuple[Path, ...] = ()
    called: tuple[str, ...] = ()
    truth_file: Path | None = None
    connect: object = None
    tables: tuple[str, ...] = ()
    query: str | None = None
    a: str | None = None
    b: str | None = None
    folds: Mapping[str, str] | None = None
    design: str | None = None
    test: float | None = None
    runs: int | None = None
    positive: Hashable = None
    method: str = "auto"
    resamples: int = 10_000
    names: tuple[str | None, str | None] = (None, None)
    common: Common = field(default_factory=Common)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The verdict, and the design that fold scores were taken to be of where nobody said so."""

    verdict: Verdict
    guessed: Design | None = None


def compare_source(request: Request) -> Answer:
    """The verdict on two models, whatever holds what is known about them."""
    if request.method != "auto":
        _ = METHODS[request.method]  # refused before anything is read, which may take long
    if request.connect is not None:
        return Answer(verdict=_judge_database(request))
    found = None if _is_predictions(request) else _recognised(request)
    if found is not None:
        return Answer(verdict=found)
    if request.folds is not None:
        return _judge_folds(request, request.folds)
    return Answer(verdict=_judge_files(request))


def _is_predictions(request: Request) -> bool:
    """Whether only a table of predictions can be meant, by what is said or by its first line."""
    said = (request.truth, request.id, request.count, request.truth_file)
    if any(each is not None for each in said) or request.attributes:
        return True
    if len(request.files) > 1 or request.folds is not None:
        return False
    try:
        with open(request.files[0], "rb") as stream:  # noqa: PTH123 - a name may hold what no path does
            first = stream.readline(HEAD).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return False  # whoever reads it says what is wrong
    names = {cell.strip(" \"'\r\n") for cell in re.split(r"[,;\t]", first)}
    return {"truth", request.a or "a", request.b or "b"} <= names


def _recognised(request: Request) -> Verdict | None:
    """The verdict on logs and result files of other programs; None where the files are none."""
    from bakeoff.compare.found import judge_found
    from bakeoff.core.pick import two_of
    from bakeoff.read.importers import importer_of
    from bakeoff.read.importers._record import glimpse_of

    glimpses = [glimpse_of(file, name) for file, name in _files(request)]
    importer = importer_of(glimpses)
    if importer is None or (importer.key == "fold-table" and request.folds is not None):
        return None
    found = importer.read(glimpses, replace(request, pick=two_of(request.a, request.b)))
    return judge_found(
        found,
        made=_how_made(request),
        by=request.by,
        method=request.method,
        resamples=request.resamples,
        **_called(request, found.names),
    )


def _called(request: Request, usual: Sequence[str]) -> Common:
    """The common keywords, with what to call A and B."""
    a, b = (given or name for given, name in zip(request.names, usual, strict=True))
    names: Common = {"names": (a, b)}
    return names | request.common


def _how_made(request: Request) -> "HowMade":
    from bakeoff.compare.found import HowMade

    return HowMade(design=request.design, test=request.test, runs=request.runs)


def _judge_folds(request: Request, named: Mapping[str, str]) -> Answer:
    """The verdict on a table of fold scores of one data set."""
    from bakeoff.compare.found import judge_panel
    from bakeoff.core.pick import two_of
    from bakeoff.read.importers.fold_table import read_folds, renamed
    from bakeoff.read.table import read_table

    file, name = _files(request)[0]
    panel = read_folds(renamed(read_table(file, name=name), named), pick=two_of(request.a, request.b))
    metric = "accuracy" if request.metric is None else request.metric
    verdict, guessed = judge_panel(
        panel, made=_how_made(request), metric=metric, method=request.method, **_called(request, panel.names)
    )
    return Answer(verdict=verdict, guessed=guessed)


def _files(request: Request) -> list[tuple[Path, str | None]]:
    return list(zip(request.files, request.called or (None,) * len(request.files), strict=True))


def _judge_files(request: Request) -> Verdict:
    """The verdict on tables of predictions."""
    if request.filter is not None:
        raise InputError(
            f"filter is {request.filter!r}, but only logs of lm-evaluation-harness have filters; leave it out"
        )
    if request.runs is not None:
        raise InputError(f"runs is {request.runs}, but only result files of folds have runs; leave it out")
    named = tuple(name or str(os.fspath(file)) for file, name in _files(request))
    apart = () if request.truth_file is None else (request.truth_file,)
    with engine_for([*request.files, *apart], request.progress) as engine:
        sources = [files_source(file, engine, name=name) for file, name in _files(request)]
        truth = files_source(apart[0], engine) if apart else None
        return _judge_sources(sources, request, names_meant(named, request.a, request.b), truth)


def _judge_database(request: Request) -> Verdict:
    """The verdict on tables of a database, which counts them itself."""
    from bakeoff.read.engine.warehouse import tables_source

    first, *others = request.tables or (None,)
    sources = [tables_source(request.connect, first, query=request.query)]
    try:
        sources += [tables_source(sources[0].engine, each) for each in others]
        return _judge_sources(sources, request, names_meant(request.tables or ("",), request.a, request.b))
    finally:
        sources[0].engine.close()


def _judge_sources(
    sources: Sequence[Source], request: Request, names: tuple[str, str], truth: Source | None = None
) -> Verdict:
    """The verdict on rows in an engine: by their joint counts, or by the rows for metrics of scores."""
    metric = metric_of("accuracy" if request.metric is None else request.metric)
    judged = partial(
        judge,
        by=request.by or "",
        method=request.method,
        resamples=request.resamples,
        **_called(request, names),
    )
    models = {"a": request.a, "b": request.b}
    try:
        if metric.kind == "labels":
            panel = read_labels(sources, models, request, truth_source=truth).pair("a", "b")
            meant = label_meant(request.positive, panel.labels)
            verdict = judged(panel_material(panel, metric, positive=meant), metric=metric)
            return _with_copies(verdict, panel.copies)
        if request.count is not None:
            raise InputError(f"{metric.key} is computed from single rows, not from counts; leave --count out")
        read = read_items(sources, models, request, scored=metric.is_given, truth_source=truth)
        rows = read.pair("a", "b")
        if metric.needs == "probabilities":
            _refuse_no_chances(rows, request, sources)
        material, metric = _rows_of(rows, metric, request.positive)
        return _with_copies(judged(material, metric=metric), rows.copies)
    except InputError as problem:
        source = " and ".join(each.name for each in sources)
        named = {"truth": request.truth, "a": request.a, "b": request.b}
        raise with_columns(problem, source, **named, two=len(sources) > 1) from None


def _with_copies(verdict: Verdict, copies: "Copies | None") -> Verdict:
    if copies is None:
        return verdict
    from bakeoff.compare.copies import with_copies

    return with_copies(verdict, copies)


def _rows_of(rows: ItemPanel, metric: Metric, positive: Hashable) -> tuple[Material, Metric]:
    """Rows of scores as something to judge, and the metric with what they tell about it."""
    if rows.truth is not None:
        meant = None if positive is None else label_meant(positive, rows.truth.tolist())
        return panel_material(rows, metric, positive=meant), metric
    no_class(positive, metric)
    a, b = (number_column(each, name) for name, each in zip("ab", rows.answers, strict=True))
    metric = described(metric, a, b, "")
    return item_material(a, b, metric, clusters=rows.clusters, by=rows.slices), metric


def _refuse_no_chances(rows: ItemPanel, request: Request, sources: Sequence[Source]) -> None:
    """Refuse probabilities that are none, by their column and row."""
    for at, (role, given) in enumerate((("a", request.a), ("b", request.b))):
        values = rows.answers[at]
        outside = (values < -ROUNDING) | (values > 1 + ROUNDING)
        if outside.any():
            name = given or ("prediction" if len(sources) > 1 else role)
            raise outside_of(sources[at % len(sources)], name, values[outside], "probabilities from 0 to 1")


def label_meant(word: object, labels: Iterable[Any]) -> Any:
    """The label that a word means: 1 or 1.0 for "1", True for "true"; the word itself where none is.

    >>> label_meant("1", [0.0, 1.0]), label_meant("true", [False, True]), label_meant("cat", [1])
    (1.0, True, 'cat')
    """
    if not isinstance(word, str):
        return word
    number, every = as_number(word), dict.fromkeys(labels)
    for same in (
        lambda label: str(label) == word,
        lambda label: number is not None and label == number,
        lambda label: isinstance(label, bool) and str(label).casefold() == word.casefold(),
    ):
        for label in every:
            if same(label):
                return label
    return word


def names_meant(files: tuple[str, ...], a: str | None, b: str | None) -> tuple[str, str]:
    """What to call the models: their columns where named, else their files, else A and B.

    >>> names_meant(("old.csv", "new.csv"), None, None), names_meant(("p.csv",), "svm", "tree")
    (('old', 'new'), ('svm', 'tree'))
    """
    if len(files) == 1 or (a and b and a != b):
        columns = a or "A", b or "B"
        return columns if columns[0] != columns[1] else ("A", "B")
    first, second = (PurePath(each).stem for each in files)
    return (first, second) if first != second else ("A", "B")


def with_columns(problem: InputError, source: str, *, two: bool, **columns: str | None) -> InputError:
    """An error about an item, with the columns that truth, a and b stand for and how rows are counted."""
    if not problem.role:
        return problem
    usual = {"truth": "truth", "a": "prediction" if two else "a", "b": "prediction" if two else "b"}
    named = ", ".join(f"{role} is column {columns[role] or usual[role]!r}" for role in usual)
    return problem.worded(f"{problem} ({source}: {named}; position 0 is the first row of data)")
