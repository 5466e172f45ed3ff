"""Two models over the same items, read from files, databases and logs of other programs."""

import os
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from bakeoff.compare.item_scores import described, item_material
from bakeoff.compare.meant import with_columns
from bakeoff.compare.predictions import called, panel_material
from bakeoff.compare.scored import number_column
from bakeoff.core.conditions import Known
from bakeoff.core.exceptions import InputError
from bakeoff.core.metric import Metric
from bakeoff.core.missing import Filling, choice_of, refuse_missing
from bakeoff.core.panel import ItemPanel
from bakeoff.judge.answer import Common, two_names
from bakeoff.judge.labels import label_meant
from bakeoff.judge.material import Material, no_class
from bakeoff.metrics import METRICS, metric_of
from bakeoff.metrics._probabilities import ROUNDING
from bakeoff.read.engine.duck import engine_for
from bakeoff.read.engine.files import files_source
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.reading import read_items, read_labels
from bakeoff.read.engine.sources import Source, outside_of
from bakeoff.read.opening import file_path, opened
from bakeoff.read.values import TABLES

if TYPE_CHECKING:
    from bakeoff.core.copies import Copies
    from bakeoff.core.roles import UsedColumns
    from bakeoff.core.verdict import Caveat
    from bakeoff.read.importers._record import Found

Path = str | os.PathLike[str]
HEAD = 1 << 16  # bytes of a line of column names


@dataclass(frozen=True, kw_only=True)
class Request(Wanted):
    """A request for a comparison: what to read, from where, and how to compare.

    Attributes
    ----------
    files
        One file, or one for A and one for B. Messages use the names in ``called`` where they are given.
    truth_file
        A file with the ids and the truth, where the files of the models do not have it.
    connect, tables, query
        A database, and its table, A's and B's, or a SELECT in place of one.
    a, b
        Columns of predictions; of fold scores they name learners.
    folds
        The columns of a table of fold scores by what they hold (learner, run, fold, score), where it must be
        one; None where a file may hold anything.
    design, test, runs
        How fold scores were made, as far as it is given.
    names
        What to call A and B; None uses the names of their columns or files.
    """

    files: tuple[Path, ...] = ()
    called: tuple[str, ...] = ()
    truth_file: Path | None = None
    truth_called: str | None = None
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


def is_predictions(request: Request) -> bool:
    """Whether only a table of predictions can be meant, by the options or by its first line."""
    said = (request.truth, request.count, request.truth_file)
    if any(each is not None for each in said) or request.attributes:
        return True
    if request.id is not None:
        from bakeoff.read.importers import matches_ids

        return not matches_ids(request.files)
    if len(request.files) > 1 or request.folds is not None:
        return False
    try:
        file, source = file_path(request.files[0])
        if not file.is_file():
            return False  # a pipe can be read only once
        with opened(file, source, expected=TABLES) as stream:
            first = stream.readline(HEAD).decode("utf-8-sig", "replace")
    except (InputError, OSError):
        return False  # reading it reports what is wrong
    names = {cell.strip(" \"'\r\n") for cell in re.split(r"[,;\t]", first)}
    return {"truth", request.a or "a", request.b or "b"} <= names


def seen_in(found: "Found", request: Request) -> int:
    """How many looks at the items of a log to adjust for, where they are counted."""
    if request.seen is None or not isinstance(found.panel, ItemPanel) or found.panel.ids is None:
        return 0
    from bakeoff.read.item_marks import items_in_memory

    return request.seen(items_in_memory(None, found.panel.ids))


def found_in(request: Request) -> "Found | None":
    """The content of logs and result files of other programs; None where the files are not such."""
    from bakeoff.compare.conditions import refuse_may_differ
    from bakeoff.core.pick import two_of
    from bakeoff.read.importers import importer_of
    from bakeoff.read.importers._record import glimpse_of

    glimpses = [glimpse_of(file, name) for file, name in files_of(request)]
    importer = importer_of(glimpses)
    if importer is None or (importer.key == "fold-table" and request.folds is not None):
        return None
    found = importer.found(glimpses, replace(request, pick=two_of(request.a, request.b)))
    if not found.conditions:
        refuse_may_differ(request.may_differ)
    refuse_unheeded(request.missing, found)
    return found


def refuse_unheeded(missing: Filling | None, found: "Found") -> None:
    """Refuse a choice about missing answers that the source of what was found does not have."""
    if not isinstance(found.panel, ItemPanel) or found.panel.lacking is None:
        why = "holds scores of folds" if not isinstance(found.panel, ItemPanel) else "has no missing answers"
        refuse_missing(missing and choice_of(missing), f"{found.source} {why}")


def files_of(request: Request) -> list[tuple[Path, str | None]]:
    """The files, and what messages call them."""
    return list(zip(request.files, request.called or (None,) * len(request.files), strict=True))


@dataclass(frozen=True, kw_only=True)
class Items:
    """Two models over the same items, read from a source: what they can be judged by, and what to call them.

    ``copies`` is how many items repeat others, where that was looked for; ``notes`` say what was chosen,
    ``caveats`` what was assumed; ``seen`` is the number of earlier looks to adjust for; ``repeats`` the
    fewest and most answers to an item, where they were several; ``used`` says what columns were used as,
    ``conditions`` and ``differ`` are those of `Found`. ``by`` is the column by which a log has slices where
    none is named, ``measures`` are the metrics of slices by their values.
    """

    material: Material
    metric: Metric
    names: tuple[str, str]
    copies: "Copies | None" = None
    notes: tuple[str, ...] = ()
    caveats: "tuple[Caveat, ...]" = ()
    seen: int = 0
    repeats: tuple[int, int] | None = None
    used: "UsedColumns | None" = None
    conditions: Known = field(default_factory=dict)
    differ: Known = field(default_factory=dict)
    by: str = ""
    measures: Mapping[str, str] = field(default_factory=dict)


def source_items(request: Request, *, turned: bool = False) -> Items:
    """Two models over the same items; ``turned`` makes the second of them the first."""
    if request.connect is None and not is_predictions(request):
        found = found_in(request)
        if found is not None:
            return _found_items(found, request, turned=turned)
    return table_items(request, turned=turned)


def table_items(request: Request, *, turned: bool = False) -> Items:
    """Two models over the same items of tables, in files or a database."""
    from bakeoff.compare.conditions import refuse_may_differ
    from bakeoff.read.importers._record import refuse_filter

    refuse_filter(request.filter)
    refuse_may_differ(request.may_differ)
    if request.connect is not None:
        return _database_items(request, turned=turned)
    return _file_items(request, turned=turned)


def _found_items(found: "Found", request: Request, *, turned: bool) -> Items:
    """What an importer found, or several answers to a question as one number."""
    from bakeoff.compare.found import doubts, found_material

    material, metric = found_material(found, turned=turned)
    names = (found.names[1], found.names[0]) if turned else (found.names[0], found.names[1])
    repeats = found.panel.repeats if isinstance(found.panel, ItemPanel) else None
    seen = seen_in(found, request)
    return Items(
        material=material,
        metric=metric,
        names=names,
        notes=found.notes,
        caveats=doubts(found),
        seen=seen,
        repeats=repeats,
        used=found.panel.used if isinstance(found.panel, ItemPanel) else None,
        conditions=found.conditions,
        differ=found.differ,
        by=found.by,
        measures=found.measures,
    )


def _file_items(request: Request, *, turned: bool) -> Items:
    """Tables of predictions."""
    if request.runs is not None:
        raise InputError(f"runs is {request.runs}, but only files of fold scores have runs; leave runs out")
    named = tuple(name or str(os.fspath(file)) for file, name in files_of(request))
    apart = () if request.truth_file is None else (request.truth_file,)
    with engine_for([*request.files, *apart], request.progress) as engine:
        sources = [files_source(file, engine, name=name) for file, name in files_of(request)]
        truth = files_source(apart[0], engine, name=request.truth_called) if apart else None
        names = names_meant(named, request.a, request.b)
        return _items(sources, request, names, truth=truth, turned=turned)


def _database_items(request: Request, *, turned: bool) -> Items:
    """Tables of a database, which counts them itself."""
    from bakeoff.read.engine.warehouse import tables_source

    first, *others = request.tables or (None,)
    sources = [tables_source(request.connect, first, query=request.query)]
    try:
        sources += [tables_source(sources[0].engine, each) for each in others]
        names = names_meant(request.tables or ("",), request.a, request.b)
        return _items(sources, request, names, truth=None, turned=turned)
    finally:
        sources[0].engine.close()


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


def items_fault(problem: InputError, request: Request, *, turned: bool = False) -> InputError:
    """An error about items, with the columns that it is about."""
    named = [name or os.fspath(file) for file, name in files_of(request)] or list(request.tables)
    return _with_source(problem, " and ".join(map(str, named)), request, turned=turned)


def _with_source(problem: InputError, source: str, request: Request, *, turned: bool) -> InputError:
    a, b = (request.b, request.a) if turned else (request.a, request.b)
    two = len(request.files or request.tables) > 1
    return with_columns(problem, source, truth=request.truth, a=a, b=b, two=two)


def _items(
    sources: Sequence[Source],
    request: Request,
    names: tuple[str, str],
    *,
    truth: Source | None,
    turned: bool,
) -> Items:
    """Rows in an engine: their joint counts, or the rows for metrics of scores."""
    models = {"a": request.a, "b": request.b}
    if request.measure is not None and request.measure not in METRICS:
        from bakeoff.read.repeated import found_repeats
        from bakeoff.read.repeats import over_repeats

        if repeats := over_repeats(request.measure):
            found = found_repeats(sources, models, request, repeats, truth_source=truth)
            return replace(
                _found_items(found, request, turned=turned), names=names[::-1] if turned else names
            )
    metric = metric_of("accuracy" if request.metric is None else request.metric)
    told = _in_caveats(request, names)
    pair, names, told = (("b", "a"), names[::-1], told[::-1]) if turned else (("a", "b"), names, told)
    try:
        looked_up = partial(_looked_up, sources, request, truth)
        if metric.kind == "labels":
            panel = read_labels(sources, models, request, truth_source=truth)
            panel = called(panel.pair(*pair), told)
            material = panel_material(panel, metric, positive=_meant(request.positive, panel.labels))
            return Items(
                material=material,
                metric=metric,
                names=names,
                copies=panel.copies,
                seen=looked_up(),
                used=panel.used,
            )
        if request.count is not None:
            raise InputError(f"{metric.key} cannot be computed from counts; leave --count out")
        rows = read_items(sources, models, request, scored=metric.is_given, truth_source=truth)
        if metric.needs == "probabilities":
            _refuse_no_chances(rows, request, sources)
        rows = called(rows.pair(*pair), told)
        material, metric = _rows_of(rows, metric, request.positive)
        return Items(
            material=material,
            metric=metric,
            names=names,
            copies=rows.copies,
            seen=looked_up(),
            used=rows.used,
        )
    except InputError as problem:
        source = " and ".join(each.name for each in sources)
        raise _with_source(problem, source, request, turned=turned) from None


def _in_caveats(request: Request, usual: tuple[str, str]) -> tuple[str, str]:
    """The names of the models that the verdict uses."""
    first, second = (given or name for given, name in zip(request.names, usual, strict=True))
    return two_names(request.common.get("names", (first, second)))


def _looked_up(sources: Sequence[Source], request: Request, truth: Source | None) -> int:
    """How many looks at these items to adjust for, asked once they could be read."""
    if request.seen is None:
        return 0
    from bakeoff.read.engine.fingerprint import items_in

    return request.seen(items_in(sources, request, truth))


def _rows_of(rows: ItemPanel, metric: Metric, positive: Hashable) -> tuple[Material, Metric]:
    """Rows of scores, ready to judge, and the metric with what they show about it."""
    if rows.truth is not None:
        return panel_material(rows, metric, positive=_meant(positive, rows.truth.tolist())), metric
    no_class(positive, metric)
    a, b = (number_column(each, name) for name, each in zip("ab", rows.answers, strict=True))
    metric = described(metric, a, b, "")
    return item_material(a, b, metric, clusters=rows.clusters, by=rows.slices), metric


def _meant(positive: Hashable, labels: Iterable[Hashable]) -> Hashable:
    meant: Hashable = None if positive is None else label_meant(positive, labels)
    return meant


def _refuse_no_chances(rows: ItemPanel, request: Request, sources: Sequence[Source]) -> None:
    """Refuse numbers that are not probabilities, with their column and row."""
    for at, (role, given) in enumerate((("a", request.a), ("b", request.b))):
        values = rows.answers[at]
        outside = (values < -ROUNDING) | (values > 1 + ROUNDING)
        if outside.any():
            name = given or ("prediction" if len(sources) > 1 else role)
            raise outside_of(sources[at % len(sources)], name, values[outside], "probabilities from 0 to 1")
