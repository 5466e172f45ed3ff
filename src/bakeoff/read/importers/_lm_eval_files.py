"""Where lm-evaluation-harness left the samples of a run: which files, of which task and model."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path, PurePath
from typing import Any

from bakeoff.core.exceptions import FileError, InputError
from bakeoff.read.importers._conditions import Conditions
from bakeoff.read.importers._files import logs_among
from bakeoff.read.importers._lm_eval_conditions import RESULTS, arguments_of, conditions_of, filter_steps
from bakeoff.read.importers._record import Glimpse, glimpse_of
from bakeoff.read.json_values import JsonValues, unpacked
from bakeoff.read.packed import without_packing
from bakeoff.read.values import plain

SUFFIXES = (".jsonl", ".json")
SHOWN = 5  # folders in a message
NO_FILTER = "none"  # what the harness calls the filter of a task that lists none
EXPECTED = "the samples that lm_eval --log_samples writes"
# samples_TASK_DATE.jsonl since 0.4.3, samples_TASK.jsonl where somebody shortened it
_NAMED = re.compile(r"samples_(?P<task>.+?)(?:_(?P<date>\d{4}-\d\d-\d\dT[0-9.+-]+))?")
_RESULTS = ("model_name", "higher_is_better", "configs", "group_subtasks", *RESULTS)
_RUN_AGAIN = "document; run lm_eval again with --log_samples, and give the folder that it writes"


@dataclass(frozen=True, kw_only=True, eq=False)
class Log:
    """One file of samples: its task and date as far as they are known, and what the results next to it say.

    ``main`` are the metrics of the task in the order of its configuration, ``filters`` the names of its
    filters in that order, none where the configuration is not known, with what each does in ``steps``;
    ``group`` is the one that it is in. ``conditions`` are None where there are no results.
    """

    path: Path
    source: str
    stem: str
    task: str
    date: str = ""
    model: str = ""
    higher: Mapping[str, Any] = field(default_factory=dict)
    main: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    steps: Mapping[str, str] = field(default_factory=dict)
    conditions: Conditions | None = None
    group: str = ""
    first: Mapping[str, Any] = field(default_factory=dict)


def is_sample(row: object) -> bool:
    """Whether a JSON value is one sample of a log.

    >>> is_sample({"doc_id": 0, "doc": {}, "target": "7", "arguments": {}, "resps": [], "acc": 1.0})
    True
    """
    return isinstance(row, dict) and "doc_id" in row and not {"resps", "filtered_resps"}.isdisjoint(row)


def find_logs(glimpse: Glimpse) -> list[Log]:
    """The logs in a file, a folder or a pattern such as ``out/*.jsonl``; none where there are none.

    The harness puts a folder for each model into its ``--output_path``, which may be ``out/name``.
    """
    found = logs_among(
        glimpse, lambda each: is_sample(each.first), endings=SUFFIXES, besides="results", below=2
    )
    return [_described(each) for each in found]


def is_results(glimpse: Glimpse) -> bool:
    """Whether it is the averages of a run, or a folder with nothing else of a run."""
    if glimpse.path.is_dir():
        return any(is_results(glimpse_of(each)) for each in sorted(glimpse.path.glob("results*.json"))[:1])
    found = glimpse.first if PurePath(glimpse.called).suffix == ".json" else {}
    return {"results", "configs"} <= found.keys() and not {"versions", "n-shot"}.isdisjoint(found)


def refuse_results(glimpse: Glimpse) -> None:
    """Say what to give in place of the averages of a run."""
    folder = glimpse.path if glimpse.path.is_dir() else glimpse.path.parent
    there = any(folder.glob("samples_*.jsonl"))
    raise InputError(
        f"{glimpse.called} has only the averages of a run of lm-evaluation-harness, not the score of each "
        + (f"document; give the samples next to it: the folder {folder}" if there else _RUN_AGAIN)
    )


def by_folder(given: Sequence[tuple[str, list[Log]]]) -> list[tuple[str, list[Log]]]:
    """What to call the logs of each model, and the logs; one path alone may have a folder for each."""
    (_, logs), *others = given
    folders = list(dict.fromkeys(log.path.parent for log in logs))
    if others or len(folders) < 2:
        return list(given)
    return [(str(folder), [log for log in logs if log.path.parent == folder]) for folder in folders]


def short_names(paths: Sequence[str]) -> list[str]:
    """The last part of paths, or the first that is not the same in all, or what follows these.

    >>> short_names(["out/base/org__m", "out/tuned/org__m"]), short_names(["x/a", "y/b"])
    (['base', 'tuned'], ['a', 'b'])
    >>> short_names(["out/base/m", "out/base/n", "out/tuned/m"])
    ['base/m', 'base/n', 'tuned/m']
    """
    whole = [Path(path).absolute().parts for path in paths]
    same = (len(set(parts)) == 1 for parts in zip(*whole, strict=False))
    common = len(list(takewhile(bool, same)))
    rest = [parts[common:] or parts[-1:] for parts in whole]
    ways = [[parts[-1] for parts in rest], [parts[0] for parts in rest], ["/".join(parts) for parts in rest]]
    return [plain(name) for name in next((own for own in ways if len(set(own)) == len(own)), ways[-1])]


def latest(logs: list[Log], source: str) -> tuple[list[Log], tuple[str, ...]]:
    """One log for each task, the latest, in the order of the tasks; and a note on the others."""
    folders = sorted({log.path.parent for log in logs})
    if len(folders) > 1:
        named = [plain(folder.name) for folder in folders[:SHOWN]]
        listed = ", ".join([*named, *(["..."] if len(folders) > SHOWN else [])])
        raise InputError(
            f"{source} holds logs in {len(folders)} folders ({listed}), one for each model; give {source} "
            f"alone to compare all of them, or one of its folders"
        )
    by_task: dict[str, Log] = {}
    for log in sorted(logs, key=lambda each: (each.task, each.date)):
        if log.task in by_task and not log.date:
            raise InputError(
                f"{source} holds two logs of task {log.task!r} without a date in their names; give one"
            )
        by_task[log.task] = log
    older = len(logs) - len(by_task)
    note = f"{older} older log{'s' * (older > 1)} of the same tasks in {source} left out; the latest is used"
    return list(by_task.values()), (note,) if older else ()


def _described(glimpse: Glimpse) -> Log:
    file, stem = glimpse.path, PurePath(glimpse.called).name
    # of an upload the folder that it was in is not known
    folder = plain(file.resolve().parent.name) if stem == file.name else ""
    stem = without_packing(stem)
    for suffix in SUFFIXES:
        stem = stem.removesuffix(suffix)
    named = _NAMED.fullmatch(stem)
    date = (named["date"] or "") if named else ""
    results = _results(file.with_name(f"results_{date}.json" if date else "results.json"))
    task = named["task"] if named else _task_of(stem, results)
    higher = results.get("higher_is_better")
    of_task = higher.get(task) if isinstance(higher, dict) else None
    config = _config(results, task)
    return Log(
        path=file,
        source=glimpse.called,
        stem=stem,
        task=plain(task),
        date=date,
        model=_model(results) or (folder if date else plain(stem)),
        higher=of_task if isinstance(of_task, dict) else {},
        main=tuple(_listed(config.get("metric_list"), "metric")),
        filters=_filters(config),
        steps=filter_steps(config),
        conditions=conditions_of(results, config, task) if results else None,
        group=plain(_group(results, task)),
        first=glimpse.first,
    )


def _config(results: Mapping[str, Any], task: str) -> Mapping[str, Any]:
    """The configuration of a task; empty where the results do not have it."""
    configs = results.get("configs")
    config = configs.get(task) if isinstance(configs, dict) else None
    return config if isinstance(config, dict) else {}


def _listed(given: Any, name: str) -> list[str]:
    """What the entries of a list in a configuration have under a name, in its order."""
    found = [each.get(name) for each in given if isinstance(each, dict)] if isinstance(given, list) else []
    return [each for each in found if isinstance(each, str)]


def _filters(config: Mapping[str, Any]) -> tuple[str, ...]:
    """The filters of a task in the order of its configuration; one that lists none has the filter "none"."""
    return tuple(_listed(config.get("filter_list"), "name")) or ((NO_FILTER,) if config else ())


def _group(results: Mapping[str, Any], task: str) -> str:
    """The outermost group that a task is in, the task itself where it is in none."""
    within = results.get("group_subtasks")
    groups = sorted(within.items()) if isinstance(within, dict) else []
    found = task
    for _ in groups:  # a group may be in a group
        found = next(
            (str(name) for name, inside in groups if isinstance(inside, list) and found in inside), found
        )
    return found


def _task_of(stem: str, results: Mapping[str, Any]) -> str:
    """The task of a file named MODEL_TASK, as up to 0.4.2: the results next to it list the tasks."""
    configs = results.get("configs")
    tasks = [task for task in configs if stem.endswith(f"_{task}")] if isinstance(configs, dict) else []
    return max(tasks, key=len, default="")


def _model(results: Mapping[str, Any]) -> str:
    name = results.get("model_name")
    if isinstance(name, str) and name:
        return plain(name)
    config = results.get("config")
    arguments = arguments_of(config.get("model_args") if isinstance(config, dict) else None)
    return plain(next((str(arguments[each]) for each in ("pretrained", "model") if each in arguments), ""))


def _results(file: Path) -> dict[str, Any]:
    """What the results say about the model and its metrics; nothing where they are not there or not JSON."""
    if not file.is_file():
        return {}
    try:
        with unpacked(file, str(file), expected=EXPECTED) as stream:
            text = JsonValues(stream, str(file))
            return {
                key: value
                for key, value in ((key, text.value()) for key in text.members())
                if key in _RESULTS
            }
    except FileError:
        return {}
