"""From files, databases and logs of other programs to the ranking of the models in them."""

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import Unpack

import numpy as np

from bakeoff.compare.conditions import condition_caveats, refuse_may_differ
from bakeoff.compare.found import doubts
from bakeoff.compare.item_scores import described
from bakeoff.compare.links import link_notes, refuse_twice
from bakeoff.compare.options import refuse_unknown
from bakeoff.compare.rank_columns import model_columns, refuse_no_models, refuse_no_models_at_first
from bakeoff.compare.ranking import RankOptions, rank_panel
from bakeoff.compare.two_models import Path, refuse_unheeded
from bakeoff.core.conditions import conditions_in
from bakeoff.core.exceptions import InputError, unknown_name
from bakeoff.core.looks import TestItems
from bakeoff.core.metric import Metric
from bakeoff.core.missing import Missing, check_missing
from bakeoff.core.panel import FoldPanel, ItemPanel, LabelPanel, check_names
from bakeoff.core.pick import Pick
from bakeoff.core.ranking import Ranking
from bakeoff.core.roles import role_of
from bakeoff.judge.labels import label_meant
from bakeoff.metrics import METRICS, MetricLike, metric_of
from bakeoff.read.engine.duck import Progress, engine_for
from bakeoff.read.engine.files import files_source
from bakeoff.read.engine.fingerprint import items_in
from bakeoff.read.engine.plan import Wanted, refuse_truth_path
from bakeoff.read.engine.reading import read_items, read_labels
from bakeoff.read.engine.sources import Source
from bakeoff.read.importers._record import Found, glimpse_of, refuse_filter
from bakeoff.read.item_marks import items_in_memory
from bakeoff.read.lacking import refuse_bounds
from bakeoff.read.repeated import base_of, found_repeats
from bakeoff.read.repeats import Repeats, over_repeats
from bakeoff.read.values import a_kind


@dataclass(frozen=True, kw_only=True)
class RankRequest(Wanted):
    """A request for a ranking: what to read, from where, and how to rank.

    Attributes
    ----------
    files
        One file with a column for each model, or one file for each; ``called`` are the
        names that messages use for them.
    truth_file
        A file with the truth, where the files of the models have none; messages call it ``truth_called``.
    connect, tables, query
        A database, and its table, one for each model, or a SELECT in place of one.
    models
        Which columns or models to take; none for all.
    """

    files: tuple[Path, ...] = ()
    called: tuple[str, ...] = ()
    truth_file: Path | None = None
    truth_called: str | None = None
    connect: object = None
    tables: tuple[str, ...] = ()
    query: str | None = None
    models: tuple[str, ...] = ()
    baseline: str | None = None
    positive: Hashable = None
    options: RankOptions = field(default_factory=RankOptions)


def rank_files(
    paths: Path | Sequence[Path],
    *,
    truth_file: Path | None = None,
    truth: str | None = None,
    id: str | None = None,  # noqa: A002 - the word of the command line
    models: Sequence[str] | None = None,
    metric: MetricLike | None = None,
    baseline: str | None = None,
    cluster: str | None = None,
    by: str | None = None,
    count: str | None = None,
    positive: Hashable = None,
    filter: str | None = None,  # noqa: A002 - the word of the logs that have one
    may_differ: str | Sequence[str] = (),
    missing: Missing | None = None,
    progress: Progress | None = None,
    **options: Unpack[RankOptions],
) -> Ranking:
    r"""Rank models by predictions in files of any size, without loading the files.

    Parameters
    ----------
    paths
        One file with the truth and a column for each model, or a list with one file for each model; the
        models are named after the files. CSV, TSV, Parquet or JSON Lines, plain or compressed, or folders of
        them; logs of Inspect, lm-evaluation-harness, promptfoo, HELM and lighteval, one for each model or one
        folder for all.
    truth_file
        A file with the truth, joined on ``id``.
    truth, id, cluster, by, count
        Names of columns, as in `compare_files`.
    models
        The models to rank; all by default.
    metric, baseline, positive
        As in `rank_predictions`.
    filter
        The filter of logs of lm-evaluation-harness: by default the only one, or the first in the
        configuration of the task.
    may_differ
        As in `compare_files`.
    missing
        What items without an answer count as: ``"wrong"`` or ``"drop"`` (items that any of the models lacks
        are left out). Without it they are refused.
    progress
        A function that receives the finished share of a long scan, from 0 to 1.
    **options
        ``alpha``, ``margin``, ``resamples``, ``step_down``, ``tried``, ``tuned_on_test``, ``rng``.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "all.csv")
    ...     _ = file.write_text("truth,x,y,z\n" + "cat,cat,dog,cat\ndog,dog,dog,cat\n" * 50)
    ...     ranking = rank_files(file)
    >>> ranking.best, ranking.models[0].value
    (('x',), 1.0)
    """
    refuse_unknown(rank_files, options, ranks=RankOptions.__annotations__)
    given = (paths,) if isinstance(paths, str | os.PathLike) else tuple(paths)
    for each in given:
        if not isinstance(each, str | os.PathLike):
            raise InputError(f"a file is {a_kind(each)}; expected a path or a pattern")
    return rank_source(
        RankRequest(
            files=given,
            truth_file=truth_file,
            truth=truth,
            id=id,
            models=tuple(models or ()),
            metric=metric,
            baseline=baseline,
            cluster=cluster,
            by=by,
            count=count,
            positive=positive,
            filter=filter,
            may_differ=conditions_in(may_differ),
            missing=check_missing(missing),
            progress=progress,
            options=options,
        )
    )


def rank_source(request: RankRequest) -> Ranking:
    """The ranking of models, whatever their source."""
    refuse_bounds(request.missing)
    if request.connect is not None:
        refuse_filter(request.filter)
        refuse_may_differ(request.may_differ)
        return _rank_database(request)
    if not request.files:
        raise InputError(
            "no file is given; expected one file with a column for each model, or one file for each model"
        )
    found = None if _is_plain(request) else _recognised(request)
    if found is None:
        refuse_filter(request.filter)
    if found is None or not found.conditions:
        refuse_may_differ(request.may_differ)
    ranking = _rank_files(request) if found is None else _rank_found(found, request)
    return replace(ranking, notes=ranking.notes + link_notes(request.files))


def _is_plain(request: RankRequest) -> bool:
    """Whether the options only fit tables of predictions."""
    if request.truth_file or request.truth or not request.id:
        return bool(request.truth_file or request.truth)
    from bakeoff.read.importers import matches_ids

    return not matches_ids(request.files)


def _recognised(request: RankRequest) -> Found | None:
    """The content of logs and result files of other programs; None where the files are not such."""
    from bakeoff.read.importers import importer_of

    glimpses = [glimpse_of(file, name) for file, name in _files(request)]
    importer = importer_of(glimpses)
    if importer is None:
        return None
    wanted = replace(request, pick=_some_of(request.models)) if request.models else request
    found = importer.found(glimpses, wanted)
    refuse_unheeded(request.missing, found)
    return found


def _some_of(models: Sequence[str]) -> Pick:
    """Take the models that are named."""

    def pick(names: Sequence[str], *, source: str, noun: str = "learner", **_: object) -> Sequence[str]:
        for each in models:
            if each not in names:
                raise unknown_name(f"{noun} in {source}", each, names)
        return list(models)

    return pick


def _rank_found(found: Found, request: RankRequest) -> Ranking:
    """The ranking of what an importer found."""
    if not isinstance(found.panel, ItemPanel):
        return _rank_folds(found, found.panel, request)
    answers = [np.asarray(each, dtype=np.float64) for each in found.panel.answers]
    metric = METRICS["score" if found.higher_is_better else "loss"]
    metric = described(metric, np.min(answers, axis=0), np.max(answers, axis=0), found.metric)
    request = _counted(request, partial(items_in_memory, None, found.panel.ids))
    request = replace(request, by=request.by or found.by or None)
    ranking = _panel_ranking(replace(found.panel, answers=tuple(answers), truth=None), metric, request)
    of_runs = tuple(condition_caveats(found))
    slices = tuple(
        each
        if each.ranking is None
        else replace(each, ranking=replace(each.ranking, caveats=each.ranking.caveats + of_runs))
        for each in ranking.slices
    )
    return replace(
        ranking,
        slices=slices,
        notes=ranking.notes + found.notes,
        caveats=ranking.caveats + doubts(found),
        conditions=found.conditions,
        differ=found.differ,
    )


def _rank_folds(found: Found, panels: Mapping[str, FoldPanel], request: RankRequest) -> Ranking:
    """The ranking over data sets of scores that were measured in folds of each."""
    from bakeoff.compare.rank_datasets import rank_datasets

    if len(panels) == 1:
        raise InputError(
            f"{found.source} holds fold scores of one data set; compare two learners with bakeoff "
            f"compare, or rank the learners with rank_learners, which knows the items"
        )
    means = np.array([each.scores.mean(axis=(1, 2)) for each in panels.values()]).T
    scores = dict(zip(found.names, means, strict=True))
    ranking = rank_datasets(scores, metric=found.metric, baseline=request.baseline)
    return replace(ranking, caveats=ranking.caveats + doubts(found))


def _files(request: RankRequest) -> list[tuple[Path, str | None]]:
    return list(zip(request.files, request.called or (None,) * len(request.files), strict=True))


def _rank_files(request: RankRequest) -> Ranking:
    """The ranking of tables of predictions."""
    refuse_twice(request.files)
    files = [*request.files, *([] if request.truth_file is None else [request.truth_file])]
    with engine_for(files, request.progress) as engine:
        sources = [files_source(file, engine, name=name) for file, name in _files(request)]
        apart, called = request.truth_file, request.truth_called
        truth = None if apart is None else files_source(apart, engine, name=called)
        names = [PurePath(os.fspath(name or file)).name for file, name in _files(request)]
        return _rank_sources(sources, [_stem(each) for each in names], request, truth)


def _stem(name: str) -> str:
    """The name of a file without its extension, also where it is compressed.

    >>> _stem("gpt-2.csv.gz"), _stem("v1.5.parquet")
    ('gpt-2', 'v1.5')
    """
    path = PurePath(name)
    return PurePath(path.stem).stem if path.suffix in (".gz", ".zst", ".bz2", ".xz") else path.stem


def _rank_database(request: RankRequest) -> Ranking:
    """The ranking of tables of a database, which counts them itself."""
    from bakeoff.read.engine.warehouse import tables_source

    first, *others = request.tables or (None,)
    with ExitStack() as stack:
        sources = [tables_source(request.connect, first, query=request.query)]
        stack.callback(sources[0].engine.close)
        sources += [tables_source(sources[0].engine, each) for each in others]
        return _rank_sources(sources, list(request.tables), request, None)


def _rank_sources(
    sources: Sequence[Source], names: Sequence[str], request: RankRequest, truth: Source | None
) -> Ranking:
    """The ranking of rows in an engine: by their joint counts, or by the rows for metrics of scores."""
    repeats = over_repeats(request.measure)
    base = request.metric if repeats is None else base_of(sources, request, repeats, apart=truth is not None)
    metric = metric_of("accuracy" if base is None else base)
    if len(sources) > 1 and request.models:
        check_names(names, len(sources))
        for each in request.models:
            if each not in names:
                raise unknown_name("model among the files", each, names)
        sources = [each for each, name in zip(sources, names, strict=True) if name in request.models]
        names = [name for name in names if name in request.models]
    chosen = model_columns(sources, names, request, metric, request.models, baseline=request.baseline)
    ranking = _rank_columns(sources, chosen.columns, request, metric, repeats, truth)
    if (
        not ranking.roles and len(sources) == 1
    ):  # of repeated answers, which are reduced before they are ranked
        roles = {"models": role_of(chosen.columns, said=bool(request.models))}
        ranking = replace(ranking, roles=roles, left_out=tuple(chosen.left_out))
    return replace(ranking, notes=ranking.notes + chosen.notes)


def _rank_columns(
    sources: Sequence[Source],
    models: Mapping[str, str | None],
    request: RankRequest,
    metric: Metric,
    repeats: Repeats | None,
    truth: Source | None,
) -> Ranking:
    """The ranking of the models in these columns."""
    if repeats is not None:
        found = found_repeats(sources, models, request, repeats, truth_source=truth)
        return _rank_found(found, request)
    items = partial(items_in, sources, request, truth)
    true = request.truth or "truth"
    refuse_truth_path(request.truth, truth or sources[0])
    if (
        truth is None
        and not metric.is_given
        and true not in sources[0]
        and (len(sources) > 1 or not request.truth)
    ):
        raise _no_truth(sources, true)
    if metric.kind == "labels":
        if len(sources) == 1 and not request.models and truth is None:
            refuse_no_models_at_first(sources[0], models, request)
        panel = read_labels(sources, models, request, truth_source=truth)
        if len(sources) == 1 and not request.models:
            refuse_no_models(panel)
        return _panel_ranking(panel, metric, _counted(request, items))
    if request.count is not None:
        raise InputError(f"{metric.key} cannot be computed from counts; leave --count out")
    rows = read_items(sources, models, request, scored=metric.is_given, truth_source=truth)
    if rows.truth is None:
        metric = described(metric, np.min(rows.answers, axis=0), np.max(rows.answers, axis=0), "")
    return _panel_ranking(rows, metric, _counted(request, items))


def _counted(request: RankRequest, items: Callable[[], TestItems]) -> RankRequest:
    """The request, with earlier looks at these items counted as rankings that were tried."""
    if request.seen is None:
        return request
    tried = request.options.get("tried", 1) + request.seen(items())
    return replace(request, options={**request.options, "tried": tried})


def _no_truth(sources: Sequence[Source], true: str) -> InputError:
    """The error where the truth is missing, and what may be meant."""
    said = f"no column of {sources[0].name} is called {true!r}, so the true labels are unknown"
    if len(sources) > 1:
        return InputError(f"{said}; name the file that has them: truth_file (--truth-file FILE)")
    return InputError(
        f"{said}; name their column with --truth, or add --datasets if rows are data sets, or --metric "
        f"score if the columns are scores of items"
    )


def _panel_ranking(panel: ItemPanel | LabelPanel, metric: Metric, request: RankRequest) -> Ranking:
    if isinstance(panel, LabelPanel):
        given = panel.labels
    else:
        given = () if panel.truth is None else tuple(panel.truth.tolist())
    meant = None if request.positive is None else label_meant(request.positive, given)
    ranking = rank_panel(
        panel,
        metric,
        baseline=request.baseline,
        positive=meant,
        by=request.by or "",
        **request.options,
    )
    if panel.used is not None:
        used = panel.used.with_models(said=bool(request.models))
        ranking = replace(ranking, roles=used.roles, left_out=used.left_out, notes=ranking.notes + used.notes)
    if panel.copies is None or not panel.copies.beyond_chance:
        return ranking
    from bakeoff.compare.copies import copies_caveat

    told = copies_caveat(replace(panel.copies, false_alarms=None))  # that is about a single pair
    return replace(ranking, caveats=(told, *ranking.caveats))
