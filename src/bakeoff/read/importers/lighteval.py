"""Details of lighteval: ``lighteval ... --output-dir OUT --save-details``.

``OUT/details/MODEL/DATE/details_TASK_DATE.parquet`` has a row for each document: ``doc`` (its ``id`` and
``query`` among it), ``metric`` with the value of each metric, and ``model_response``.
``OUT/results/MODEL/results_DATE.json`` has the averages, the metrics of each task in order, and which of them
are better when higher. A document that comes again was asked with other examples (``--num-fewshot-seeds``).
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from bakeoff.core.exceptions import InputError
from bakeoff.core.written import plural
from bakeoff.read.engine.duck import DuckEngine
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.engine.sources import literal
from bakeoff.read.importers._answers import Answer, Kind, Side, TaskLog, found_answers
from bakeoff.read.importers._choice import Offer
from bakeoff.read.importers._conditions import Conditions, flat
from bakeoff.read.importers._record import PARQUET, Found, Glimpse, Importer, all_of, glimpse_of
from bakeoff.read.importers._sides import by_conditions
from bakeoff.read.json_values import Scan
from bakeoff.read.values import plain, shown

MOST_FOLDERS, MOST_FILES = 2_000, 10_000
FOOTER = 1 << 16  # bytes at the end of a Parquet file, which name its columns
COLUMNS = (b"doc", b"metric", b"model_response")
KIND = Kind(
    item="document",
    column="doc_id",
    fields="field of the documents in",
    advice="run both models on the same documents (the same tasks and the same --max-samples)",
    same_repeats="run both models with the same --num-fewshot-seeds",
)
SELECTED = (
    'SELECT CAST(to_json("metric") AS VARCHAR) AS "scores", CAST("doc"."id" AS VARCHAR) AS "id", '
    'md5(CAST("doc"."query" AS VARCHAR)) AS "asked", '
    "md5(CAST(json_extract(to_json(\"doc\"), ['$.choices', '$.gold_index']) AS VARCHAR)) AS \"right\""
)
# of the model's configuration: its name, and what does not change an answer
INCIDENTAL = {"model_name", "cache_dir", "batch_size", "device"}
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_NAMED = re.compile(r"details_(?P<task>.+?)(?:_(?P<date>\d{4}-\d\d-\d\dT[0-9.+-]+))?\.parquet")


@dataclass(frozen=True, kw_only=True, eq=False)
class Log:
    """The details of one task: its file, and what the results of the run say."""

    path: Path
    called: str
    task: str
    date: str
    model: str
    main: tuple[str, ...] = ()
    higher: Mapping[str, bool] = field(default_factory=dict)
    conditions: Conditions = field(default_factory=Conditions)


def recognises(glimpse: Glimpse) -> bool:
    """Whether it is details, a folder of such, or the averages that are written next to them."""
    return any(True for _ in _files(glimpse)) or _is_results(glimpse)


def _is_results(glimpse: Glimpse) -> bool:
    named = glimpse.path.is_file() and PurePath(glimpse.called).suffix == ".json"
    return named and {"config_general", "config_tasks", "results"} <= glimpse.first.keys()


def _files(glimpse: Glimpse) -> Iterator[Glimpse]:
    """The files of details: the one given, or those in a folder, however deep."""
    if glimpse.path.is_file():
        return iter([glimpse] if _is_details(glimpse.path) else [])
    if not glimpse.path.is_dir():
        return iter(())
    walked = islice(os.walk(glimpse.path), MOST_FOLDERS)
    named = (
        Path(folder, name)
        for folder, _, names in walked
        for name in sorted(names)
        if name.startswith("details_") and name.endswith(".parquet")
    )
    return (glimpse_of(file) for file in islice(named, MOST_FILES) if _is_details(file))


def _is_details(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            if stream.read(4) != PARQUET:
                return False
            stream.seek(max(0, file.stat().st_size - FOOTER))
            footer = stream.read(FOOTER)
    except OSError:
        return False
    return all(name in footer for name in COLUMNS)


def read_lighteval(glimpses: Sequence[Glimpse], wanted: Wanted) -> Found:
    """The scores of models by document; a folder of details for each model, or one for all."""
    given = [(each.called, [_described(file) for file in _files(each)]) for each in glimpses]
    for called, logs in given:
        if not logs:
            raise InputError(
                f"{called} has only the averages of a run of lighteval, not the score of each document; "
                f"give the folder details next to results, or run lighteval again with --save-details"
            )
    scan = Scan((log.path for _, logs in given for log in logs), wanted.progress)
    grouped = by_conditions(given, lambda log: (log.model, log.task, log.conditions))
    sides = [_side(called, logs, scan) for called, logs in grouped]
    return found_answers(sides, wanted, KIND, source=all_of(glimpses))


def _described(glimpse: Glimpse) -> Log:
    """A file with what its name and the results of the run say."""
    path, named = glimpse.path, _NAMED.fullmatch(PurePath(glimpse.called).name)
    task, date = (named["task"], named["date"] or "") if named else ("", "")
    parts = path.resolve().parts
    at = len(parts) - 1 - parts[::-1].index("details") if "details" in parts else 0
    model = "/".join(parts[at + 1 : -2]) if at else ""
    results: Mapping[str, Any] = {}
    if model and date:
        results = glimpse_of(Path(*parts[:at], "results", *parts[at + 1 : -2], f"results_{date}.json")).first
    general, tasks = results.get("config_general"), results.get("config_tasks")
    name = general.get("model_name") if isinstance(general, dict) else None
    config = tasks.get(task, tasks.get(task.replace("|", ":"))) if isinstance(tasks, dict) else None
    listed = config.get("metrics") if isinstance(config, dict) else None
    metrics = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    known = {str(each.get("metric_name")): each.get("higher_is_better") for each in metrics}
    return Log(
        path=path,
        called=glimpse.called,
        task=plain(task),
        date=date,
        model=plain(name or model or PurePath(glimpse.called).stem),
        main=tuple(known),
        higher={metric: told for metric, told in known.items() if isinstance(told, bool)},
        conditions=_conditions(general, config, metrics),
    )


def _conditions(general: object, config: object, metrics: Sequence[Mapping[str, Any]]) -> Conditions:
    """The settings of the model, the version of the task, and how each metric is computed."""
    run = general if isinstance(general, dict) else {}
    task = config if isinstance(config, dict) else {}
    functions = {
        str(each.get("metric_name")): _ADDRESS.sub("", str(each.get("sample_level_fn"))) for each in metrics
    }
    return Conditions(
        settings={
            **flat(run.get("model_config"), without=INCIDENTAL),
            **flat({"shots": task.get("num_fewshots"), "max_tokens": task.get("generation_size")}),
        },
        judging=flat({"version": task.get("version")}),
        scorers={metric: flat({"scorer": function}) for metric, function in functions.items()},
        about=flat(
            {"dataset": task.get("hf_repo"), "subset": task.get("hf_subset"), "limit": run.get("max_samples")}
        ),
    )


def _side(called: str, logs: Sequence[Log], scan: Scan) -> Side:
    """The details of one model, of each task the latest."""
    latest = {log.task: log for log in sorted(logs, key=lambda each: (each.task, each.date))}
    older = len(logs) - len(latest)
    note = f"{plural(older, 'older file')} of the same tasks in {called} left out; the latest is used"
    return Side(
        source=called,
        logs=[_task_log(log, scan) for log in latest.values()],
        model=logs[0].model,
        called=PurePath(called).name,
        notes=(note,) if older else (),
    )


def _task_log(log: Log, scan: Scan) -> TaskLog:
    return TaskLog(
        task=log.task,
        source=log.called,
        offer=partial(_offer, log),
        answers=partial(_answers, log, scan),
        higher=dict(log.higher),
        conditions=log.conditions,
    )


def _offer(log: Log) -> Offer:
    first = next(_answers(log, Scan((), None), limit=1), None)
    return Offer(task=log.task, scores=first.scores if first else {}, main=log.main)


def _answers(log: Log, scan: Scan, limit: int | None = None) -> Iterator[Answer]:
    """A document by its id; one of another split that has the same id is distinguished by its question."""
    rows = f"read_parquet([{literal(str(log.path))}], hive_partitioning = false)"
    query = f"{SELECTED} FROM {rows}" + (f" LIMIT {limit}" if limit else "")
    with DuckEngine(None, shared=True) as engine:
        found = engine.fetch(query, wanted=f"reading {log.called}")
    scan.read(log.path.stat().st_size)
    first: dict[str, str] = {}
    times: Counter[tuple[str, str]] = Counter()
    columns = (found[each].tolist() for each in ("scores", "id", "asked", "right"))
    for scores, name, asked, right in zip(*columns, strict=True):
        same = first.setdefault(str(name), str(asked)) == str(asked)
        doc = str(name) if same else f"{name} ({str(asked)[:8]})"
        times[doc, str(asked)] += 1
        values = json.loads(scores) if isinstance(scores, str) else None
        yield Answer(
            id=doc,
            repeat=times[doc, str(asked)],
            scores=values if isinstance(values, dict) else {},
            where=f"document {shown(doc)}",
            mark=(asked, right),
        )


record = Importer(
    key="lighteval", title="a details file of lighteval", recognises=recognises, read=read_lighteval
)
